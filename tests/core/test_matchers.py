"""Matchers: what holds is what everybody reads so, and what can be read in two ways is refused."""

import json
import posixpath
import re
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yarl
from hypothesis import given
from hypothesis import strategies as st

from bot.config import ConfigTrouble, one_argument
from bot.core.matchers import (
    Argument,
    Argv,
    Flag,
    HostIn,
    Items,
    NoneOf,
    Off,
    OneOf,
    Pattern,
    Range,
    Under,
    check,
    pattern_problem,
)
from bot.core.matchers.found import folded

CASES = Path(__file__).parent.parent / "fixtures" / "arguments.jsonl"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
ODD = st.text(alphabet="/.\\%2eE~a b\u200b\u0430\n\0srv", max_size=24)


def cases() -> list[Any]:
    """Each line of the table, by its number and reason."""
    lines = CASES.read_text().splitlines()
    found = [json.loads(line) for line in lines]
    return [pytest.param(one, id=f"{n} {one['why']}") for n, one in enumerate(found, 1)]


@pytest.mark.parametrize("case", cases())
def test_each_case_of_the_table(case: dict[str, Any]) -> None:
    """From the field and of their kind: allowed or not, in words."""
    try:
        argument = one_argument(case["arg"], case["rule"])
    except ConfigTrouble:
        assert case["expect"] == "refuse"
        return
    off = check((argument,), {case["arg"]: case["value"]})
    assert ("refuse" if off else "allow") == case["expect"], off
    assert off is None or off.words.startswith(f"{case['arg']} ")


@given(JSON)
def test_any_value_gets_an_answer(value: Any) -> None:
    """Every matcher is total: it holds, or says what is off in words."""
    for matcher in (
        Under(("/srv",)), OneOf(("dev", 1, True)), NoneOf(("prod",)), Pattern("[a-z]+"),
        Range(0, 10), Items(2), HostIn(("a.example",)), Argv("ls", ("x",), (Flag(("-l",)),)),
    ):  # fmt: skip
        off = matcher.check(value)
        assert off is None or (off.words and isinstance(off.unread, bool))


@given(st.one_of(ODD, st.builds("/srv/{}".format, ODD)))
def test_a_path_that_holds_is_below_by_any_reading(path: str) -> None:
    """However often it is cleaned or unescaped, it stays where it is."""
    if Under(("/srv",)).check(path) is None:
        clean = posixpath.normpath(path)
        assert clean == "/srv" or clean.startswith("/srv/")
        assert ".." not in path.split("/")
        assert "\\" not in path
        assert not re.search("%[0-9a-fA-F]{2}", path)
        assert path.isprintable()


HOSTS = ("api.example.com", "*.cdn.example")
MORE = (
    "https", "http", ":", "/", "//", "://", "@", "\\", "#", "?", "api.example.com", "evil.example",
    ".", "%2e", "%40", "a.cdn.example", ":443", ":8443", "[", "]", " ", "\t", "\u3002", "\u0430",
)  # fmt: skip
PIECES = st.lists(st.sampled_from(MORE), max_size=9).map("".join)


@given(st.one_of(PIECES, PIECES.map("https://api.example.com{}".format)))
def test_a_url_that_holds_leads_there_by_any_reading(url: str) -> None:
    """Two other parsers find the listed host in it, and no user."""
    if HostIn(HOSTS).check(url) is not None:
        return
    split, other = urlsplit(url), yarl.URL(url)
    for host in (split.hostname, other.host):
        assert host == "api.example.com" or (host or "").endswith(".cdn.example")
    assert (split.scheme, other.scheme, split.username, other.user) == (
        "https",
        "https",
        None,
        None,
    )
    assert (split.port or 443) == other.port == 443


@given(st.text(alphabet="devprod \u200b\u0440\uff50\u0301DEV", max_size=8))
def test_a_list_of_words_holds_for_its_words_alone(value: str) -> None:
    """One of: the exact word. None of: nothing that reads like one."""
    assert (OneOf(("dev", "prod")).check(value) is None) == (value in ("dev", "prod"))
    if NoneOf(("prod",)).check(value) is None:
        assert folded(value) != "prod"
        assert value.isprintable()
        assert not re.search("[\u0400-\u04ff]", value)


@given(
    st.from_regex(r"\A[ab(|)\[\].*+?{}1,2^$\\-]{1,10}\Z"), st.text(alphabet="ab12\n", max_size=6)
)
def test_a_pattern_takes_the_whole_value(pattern: str, value: str) -> None:
    """As Python's own whole match, wherever both understand the pattern."""
    if pattern_problem(pattern) is not None:
        return
    try:
        with warnings.catch_warnings():  # of what another version of Python may read otherwise
            warnings.simplefilter("ignore", FutureWarning)
            whole = re.compile(pattern)
    except re.error:
        return
    if Pattern(pattern).check(value) is None:
        assert whole.fullmatch(value) is not None


def test_a_slow_pattern_is_not_slow() -> None:
    """Time grows with the value alone: the classic trap ends at once."""
    assert Pattern("(a+)+b").check("a" * 100_000) == Off(
        f"is {'a' * 59}…, which doesn't match (a+)+b"
    )


@pytest.mark.parametrize("pattern", ["(", "a)|(b", "(?=a)", r"(a)\1", "[z-a]", "(?x)a # b"])
def test_a_pattern_that_cannot_be_framed_is_refused(pattern: str) -> None:
    """Also one that would break out of the frame that makes it match the whole."""
    assert pattern_problem(pattern)


def test_what_is_not_given_is_unread_unless_it_may_be_left_out() -> None:
    """A tool's default is unknown here, so that it can't be judged."""
    one = Argument("env", (OneOf(("dev",)),))
    assert check((one,), {}) == Off("env isn't given", unread=True)
    assert check((one,), {"env": None}) == Off("env isn't given", unread=True)
    assert check((Argument("env", (OneOf(("dev",)),), optional=True),), {}) is None


def test_what_is_off_for_certain_counts_before_what_is_unread() -> None:
    """A rule that surely doesn't speak of a call leaves it to the next one."""
    both = (Argument("path", (Under(("/srv",)),)), Argument("env", (OneOf(("dev",)),)))
    assert check(both, {"path": "/srv/%2e", "env": "prod"}) == Off("env is prod, not one of dev")
    found = check(both, {"path": "/srv/%2e", "env": "dev"})
    assert found is not None
    assert found.unread
