"""Lines that were read before: the same messages, byte for byte, and a bound on what is kept."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.reading import CHANGES, as_read, changed
from bot.llm.check import check_messages
from bot.llm.known import Known
from bot.llm.messages import build
from bot.llm.ready import piece, words
from tests.llm import oracle

Json = dict[str, Any]

texts = st.text(st.characters(exclude_categories=()), max_size=12)
ids = st.sampled_from(["c1", "c2", "c3"])
calls = st.fixed_dictionaries({"id": ids, "name": texts, "arguments": texts | st.just('{"a":1}')})
said = st.one_of(
    st.fixed_dictionaries({"k": st.sampled_from(["user", "note"]), "by": texts, "text": texts}),
    st.fixed_dictionaries({"k": st.just("handed"), "by": texts, "over": texts, "text": texts}),
    st.fixed_dictionaries({"k": st.just("result"), "call": ids, "text": texts}),
    st.fixed_dictionaries({
        "k": st.just("assistant"),
        "text": texts,
        "calls": st.lists(calls, max_size=3, unique_by=lambda call: call["id"]),
    }),
)  # fmt: skip
changes = st.fixed_dictionaries(
    {"k": st.sampled_from(sorted(CHANGES)), "of": st.integers(0, 99), "by": texts, "text": texts}
)


def _history(entries: Sequence[Json]) -> list[str]:
    """Lines; each change is of a line before it."""
    return [
        json.dumps(entry | {"of": entry["of"] % n} if "of" in entry else entry)
        for n, entry in enumerate(entries)
        if n or "of" not in entry
    ]


plain = st.lists(said, max_size=12).map(_history)
histories = st.tuples(said, st.lists(said | changes, max_size=12)).map(
    lambda drawn: _history([drawn[0], *drawn[1]])
)


def slow(lines: Sequence[str]) -> bytes:
    """What all at once, with nothing remembered, would send."""
    messages = oracle.build("s", lines)
    assert check_messages(messages) == []
    return json.dumps(messages, ensure_ascii=False, separators=(",", ":")).encode()


WARM = Known()  # of all examples, as one process keeps the lines of all its runs


@given(histories)
def test_what_is_remembered_changes_no_byte(lines: list[str]) -> None:
    """Cold, warm by other runs, and turn by turn: as if nothing had been remembered."""
    fresh, tiny = Known(), Known(3_000)
    for upto in range(len(lines) + 1):
        expected = slow(lines[:upto])
        for known in (Known(), fresh, tiny, WARM):
            made = build("s", lines[:upto], known)
            assert made.json == expected
            assert made.problems == []
            assert list(made) == json.loads(expected)


@given(histories)
def test_only_lines_that_changed_are_read_anew(lines: list[str]) -> None:
    """What changes say of some places is what reading all lines says of them."""
    every = [json.loads(line) for line in lines]
    found = changed(lines, [n for n, entry in enumerate(every) if entry["k"] in CHANGES])
    assert [e for e in (every[n] if n not in found else found[n] for n in range(len(every))) if e] \
        == as_read(lines)  # fmt: skip


@given(st.lists(plain, max_size=8), st.integers(0, 6_000))
def test_the_bound_holds(runs: list[list[str]], most: int) -> None:
    """However many runs there are, no more is kept than was said; all are still told right."""
    known = Known(most)
    for lines in runs:
        assert build("s", lines, known).json == slow(lines)
        assert known.bytes <= most


@given(st.sampled_from(["system", "user", "assistant"]), texts | st.just(" \n"))
def test_a_message_that_is_only_text_is_what_any_message_is(role: str, text: str) -> None:
    """With its faults too: blank, half a character, NUL."""
    assert words(role, text) == piece({"role": role, "content": text})


def _note(text: str) -> str:
    return json.dumps({"k": "note", "text": text})


def test_lines_in_use_outlast_those_that_are_not() -> None:
    """A run at work keeps its lines, whatever other runs come and go; theirs are forgotten."""
    known, mine = Known(20_000), [_note(f"mine {n}") for n in range(4)]
    (first, *_) = known.reads(mine)
    for n in range(200):
        known.reads([_note(f"other {n}")])
        assert known.reads(mine)[0] is first
        assert 0 < known.bytes <= 20_000
    (before,) = known.reads([_note("other 0")])
    assert known.reads([_note("other 0")])[0] is before
    for n in range(200):
        known.reads([_note(f"more {n}")])
    assert known.reads([_note("other 0")])[0] is not before


def test_a_line_beyond_the_bound_is_read_each_time() -> None:
    """It would push all others out."""
    known, long = Known(10_000), _note("x" * 10_000)
    small = known.reads([_note("small")])[0]
    assert known.reads([long])[0] is not known.reads([long])[0]
    assert known.reads([_note("small")])[0] is small


def test_lines_that_say_nothing_are_known_too() -> None:
    """An empty turn of the model's has no message."""
    known, line = Known(), json.dumps({"k": "assistant", "text": " ", "calls": []})
    assert known.reads([line])[0] is known.reads([line])[0]
    assert list(build("s", [line], known)) == oracle.build("s", [line])


def test_a_line_of_an_unknown_kind_is_refused_each_time() -> None:
    """That it was seen before makes it no better; one that was taken back in time harms nobody."""
    known, odd = Known(), json.dumps({"k": "poll", "text": "?"})
    for _ in range(2):
        with pytest.raises(ValueError, match="unknown kind 'poll'"):
            build("s", [odd], known)
    gone = [odd, json.dumps({"k": "unsaid", "of": 0})]
    assert build("s", gone, known).json == slow(gone)
