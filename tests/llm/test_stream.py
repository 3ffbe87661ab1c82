"""Tool calls are put together from whatever pieces a server sends."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.llm.stream import Calls, Garbled, Piece, piece
from bot.ports import RawCall


def joined(*pieces: Piece) -> list[tuple[str, str, str]]:
    """The calls that the pieces make."""
    calls = Calls()
    for part in pieces:
        calls.add(part)
    return [(call.id, call.name, call.arguments) for call in calls.done()]


A = ("a", "read", '{"x":1}')
B = ("b", "write", '{"y":2}')


@pytest.mark.parametrize("first", [0, 1, 7])
def test_two_calls_by_index(first: int) -> None:
    """The index may start anywhere, and pieces of two calls may be mixed."""
    pieces = [
        Piece(first, "a", "read", '{"x"'),
        Piece(first + 1, "b", "write"),
        Piece(first, arguments=":1}"),
        Piece(first + 1, arguments='{"y":2}'),
    ]
    assert joined(*pieces) == [A, B]


def test_no_index() -> None:
    """Pieces follow one another; a new id begins a new call."""
    pieces = [
        Piece(None, "a", "read", '{"x"'),
        Piece(None, arguments=":1}"),
        Piece(None, "b", "write", '{"y"'),
        Piece(None, "b", arguments=":2}"),
    ]
    assert joined(*pieces) == [A, B]


def test_no_index_and_no_id() -> None:
    """A name after a whole call begins another one."""
    pieces = [
        Piece(name="read", arguments='{"x":1}'),
        Piece(name="write", arguments='{"y"'),
        Piece(arguments=":2}"),
    ]
    assert joined(*pieces) == [("", "read", '{"x":1}'), ("", "write", '{"y":2}')]


def test_two_ids_on_one_index() -> None:
    """They are two calls and never joined."""
    pieces = [
        Piece(0, "a", "read", '{"x":1}'),
        Piece(0, "b", "write", '{"y"'),
        Piece(0, arguments=":2}"),
    ]
    assert joined(*pieces) == [A, B]


def test_a_constant_id() -> None:
    """One id for all calls of a turn: they are told apart by index, or by being whole."""
    assert joined(Piece(0, "a", *A[1:]), Piece(1, "a", *B[1:])) == [A, ("a", *B[1:])]
    assert joined(Piece(None, "a", *A[1:]), Piece(None, "a", *B[1:])) == [A, ("a", *B[1:])]


def test_the_same_call_twice() -> None:
    """Two equal calls without ids are two."""
    again = Piece(name="ping", arguments="{}")
    assert joined(again, again) == [("", "ping", "{}")] * 2


def test_arguments_before_the_name_and_the_id_apart() -> None:
    """The order of the fields doesn't matter."""
    pieces = [Piece(0, arguments='{"x"'), Piece(0, name="read", arguments=":1}"), Piece(0, "a")]
    assert joined(*pieces) == [A]
    assert joined(Piece(name="read", arguments='{"x":1}'), Piece(id="a")) == [A]


def test_id_and_name_in_every_piece() -> None:
    """A server that repeats them hasn't made more calls."""
    pieces = [Piece(0, "a", "read"), Piece(0, "a", "read", '{"x"'), Piece(0, "a", "read", ":1}")]
    assert joined(*pieces) == [A]
    assert joined(*pieces, Piece(0, "a", "read")) == [A]


def test_a_name_in_pieces() -> None:
    """Some servers stream the name as they stream text."""
    assert joined(Piece(0, "a", "re"), Piece(0, name="ad"), Piece(0, arguments='{"x":1}')) == [A]


def test_a_tail_on_a_strange_index_goes_to_the_call_that_lacks_it() -> None:
    """Only one call is unfinished, and the tail makes it whole."""
    pieces = [Piece(0, *A), Piece(1, "b", "write", '{"y"'), Piece(3, arguments=":2}")]
    assert joined(*pieces) == [A, B]


@pytest.mark.parametrize(
    "pieces",
    [
        # Two calls lack an end.
        [Piece(0, "a", "x", "{"), Piece(1, "b", "y", "{"), Piece(3, arguments="}")],
        # No call lacks one.
        [Piece(0, *A), Piece(3, arguments='{"z":1}')],
        # It doesn't fit.
        [Piece(0, "a", "x", '{"y":'), Piece(3, arguments="}")],
        # It has an id of its own, so it is no tail.
        [Piece(0, "a", "x", '{"y"'), Piece(3, "c", arguments=":2}")],
        # There is no call at all.
        [Piece(0, arguments="{}")],
    ],
)
def test_a_piece_that_belongs_nowhere_spoils_the_reply(pieces: list[Piece]) -> None:
    """It is never lost in silence, and half a command never runs."""
    with pytest.raises(Garbled):
        joined(*pieces)


@pytest.mark.parametrize(
    "empty", [Piece(5), Piece(5, "c"), Piece(5, arguments=" "), Piece(), Piece(0)]
)
def test_an_empty_piece_makes_no_call(empty: Piece) -> None:
    """No phantom call with an empty name."""
    assert joined(Piece(0, *A), empty) == [A]
    assert joined(empty) == []


def test_a_whole_call_without_arguments() -> None:
    """Text is kept as it came: empty stays empty."""
    assert joined(Piece(0, "a", "ping")) == [("a", "ping", "")]


def test_odd_values_of_a_piece() -> None:
    """Missing fields, and arguments that are an object in place of its text."""
    assert piece(None, None, None, None) == Piece()
    assert piece("0", 5, [], 1.5) == Piece()
    assert piece(2, "a", "read", {"x": "é"}) == Piece(2, "a", "read", '{"x": "é"}')


calls = st.lists(
    st.tuples(
        st.sampled_from(["read", "write"]),
        st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=5), max_size=3),
    ),
    min_size=1,
    max_size=4,
)


@given(calls, st.integers(1, 5), st.sampled_from(["index", "ids", "both"]))
def test_cutting_changes_nothing(
    made: list[tuple[str, dict[str, int | str]]], size: int, given: str
) -> None:
    """However calls are cut, with index or ids, the same calls come out."""
    expected: list[RawCall] = []
    collected = Calls()
    for number, (name, arguments) in enumerate(made):
        text = json.dumps(arguments)
        call = RawCall(f"id{number}" if given != "index" else "", name, text)
        expected.append(call)
        place = number if given != "ids" else None
        collected.add(Piece(place, call.id, name))
        for at in range(0, len(text), size):
            collected.add(Piece(place, arguments=text[at : at + size]))
    assert collected.done() == tuple(expected)
