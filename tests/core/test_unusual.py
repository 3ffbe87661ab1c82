"""The *Unusual* line: what differs from the calls before, and what is nothing special."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.unusual import FROM, LONG, MOST, kept, unusual


def said(now: Any, earlier: list[Any], name: str = "x") -> str:
    """What is said of one argument's value after these, the newest first."""
    values = [kept(json.dumps({name: one}), ())[name] for one in earlier]
    return unusual(kept(json.dumps({name: now}), ()), {name: values})


@pytest.mark.parametrize(
    ("now", "earlier", "words"),
    [
        (1, [4, 5, 6, 5, 4], "x 1, usually 4–6 (last 5 runs)"),
        (9, [4, 4, 4, 4, 4], "x 9, usually 4 (last 5 runs)"),
        (5, [4, 6, 4, 6, 4], ""),
        (2.5, [1, 2, 2, 2, 1.5], "x 2.5, usually 1–2 (last 5 runs)"),
        (True, [False] * 5, "x true, new in the last 5 runs"),
        ("prod", ["dev"] * 4 + ["staging"], "x prod, new in the last 5 runs"),
        ("dev", ["dev"] * 4 + ["staging"], ""),
        ("anything", ["a", "b", "c", "d", "e"], ""),
        (["ana", "eve"], [["ana"], ["ben"], ["ana"], ["ana"], ["ben"]],
         "x eve, new in the last 5 runs"),
        (["a", "b", "c"], [["a"], ["b", "c"], ["c"], ["a"], ["b"]],
         "x of 3 items, usually 1–2 (last 5 runs)"),
        (["a"], [["a", "b"], ["b"], ["a"], ["b"], ["a"]], ""),
        ("/srv", ["/srv/a", "/srv/b", "/srv/a", "/srv/b", "/srv/a"],
         "x /srv, wider than in the last 5 runs"),
        ("/etc/passwd", ["/srv/a", "/srv/b", "/srv/c", "/srv/d", "/srv/e"],
         "x /etc/passwd, outside of /srv/"),
        ("/srv/f", ["/srv/a", "/srv/b", "/srv/c", "/srv/d", "/srv/e"], ""),
        ("/srv/c", ["/srv/a"] * 5, "x /srv/c, new in the last 5 runs"),
        ({"a": 2}, [{"a": 1}] * 5, 'x {"a": 2}, new in the last 5 runs'),
        (None, [1] * 5, "x null, new in the last 5 runs"),
        ("1", [1] * 5, "x 1, new in the last 5 runs"),
        ("y" * 300, ["short"] * 5, "x (a value of 302 characters), new in the last 5 runs"),
    ],
)  # fmt: skip
def test_differences_are_said(now: Any, earlier: list[Any], words: str) -> None:
    """Numbers as a range, sets and paths as new or wider; what always varied has nothing usual."""
    assert said(now, earlier) == words


def test_a_number_that_names_something_has_no_range() -> None:
    """Order 1050 after orders up to 1049 is just the next one."""
    assert said(1050, [1042, 1043, 1044, 1045, 1046], "order_id") == ""
    assert said(7, [5] * 6, "order_id") == "order_id 7, new in the last 6 runs"


@given(st.lists(st.integers() | st.text(max_size=5), max_size=FROM - 1), st.integers())
def test_few_calls_have_no_habit(earlier: list[Any], now: int) -> None:
    """Below five nothing is called usual."""
    assert said(now, earlier) == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


@given(st.lists(JSON, min_size=FROM, max_size=30), st.integers(min_value=0))
def test_what_was_there_before_is_never_unusual(earlier: list[Any], at: int) -> None:
    """Whatever its kind and length."""
    assert said(earlier[at % len(earlier)], earlier) == ""


@given(JSON, st.lists(JSON, max_size=30))
def test_the_line_is_total_and_short(now: Any, earlier: list[Any]) -> None:
    """Any values of any kinds; one line, with each value cut."""
    line = said(now, earlier)
    assert "\n" not in line and len(line) < 600


@given(st.lists(st.integers(-1000, 1000), min_size=FROM, max_size=30), st.integers(-2000, 2000))
def test_a_number_is_unusual_exactly_outside_its_range(earlier: list[int], now: int) -> None:
    """The ends belong to it."""
    line = said(now, earlier)
    assert bool(line) == (not min(earlier) <= now <= max(earlier))
    assert not line or f"(last {len(earlier)} runs)" in line


def test_few_differences_are_named_and_the_rest_counted() -> None:
    """A call that differs in everything doesn't fill its card."""
    names = [f"n{i}" for i in range(MOST + 2)]
    line = unusual(dict.fromkeys(names, "9"), {name: ["1"] * 5 for name in names})
    assert line.count("usually 1") == MOST and line.endswith("; and 2 more")


def test_what_is_kept_is_masked_short_and_never_sensitive() -> None:
    """Secrets are hidden, long values are a length and a hash, sensitive ones aren't kept."""
    args = json.dumps({"word": "hunter2", "note": "token=abcdefgh", "text": "y" * LONG, "n": 2})
    found = kept(args, ("word",))
    assert set(found) == {"note", "text", "n"} and found["n"] == "2"
    assert "abcdefgh" not in found["note"]
    assert found["text"].startswith(f"#{LONG + 2}:") and "yyy" not in found["text"]
