"""Sensitive values leave an answer, and all else in it stays as it is."""

import pytest

from bot.core.form.parts import Path
from bot.core.form.sealing import places, sealed

ANSWER = (
    '{"user": "ana", "price": 1.10, "login": {"password": "Zwiebel", "pin": 42}, '
    '"keys": ["a", "b"]}'
)
AT = ("login", "password")


def test_what_stands_where_is_told_as_json() -> None:
    """A number keeps its digits; what isn't there is left out."""
    paths: list[Path] = [
        AT,
        ("login", "pin"),
        ("keys", 1),
        ("price",),
        ("no",),
        ("user", "x"),
        ("keys", 9),
    ]
    assert places(ANSWER, paths) == {
        AT: '"Zwiebel"', ("login", "pin"): "42", ("keys", 1): '"b"', ("price",): "1.10",
    }  # fmt: skip


def test_a_place_within_another_is_part_of_it() -> None:
    """Whichever is named first."""
    found = places(ANSWER, [AT, ("login",), ("login", "pin")])
    assert found == {("login",): '{"password": "Zwiebel", "pin": 42}'}


def test_a_reference_takes_its_place() -> None:
    """Nothing else is changed, digits and order included."""
    told = sealed(ANSWER, {AT: "secret:1", ("keys", 0): "secret:2"})
    assert told == (
        '{"user": "ana", "price": 1.10, "login": {"password": "secret:1", "pin": 42}, '
        '"keys": ["secret:2", "b"]}'
    )
    assert sealed(ANSWER, {}) == ANSWER


@pytest.mark.parametrize("value", ['"Zwiebel"', "42", "[1, 2]", "{}"])
def test_a_bare_answer_is_a_place_too(value: str) -> None:
    """Of a question that asks one thing."""
    assert places(value, [()]) == {(): value}
    assert sealed(value, {(): "secret:1"}) == '"secret:1"'
