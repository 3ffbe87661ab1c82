"""References to secrets: where they may stand, and what a tool gets in their place."""

from typing import Any

import pytest

from bot.core import references

ONE, TWO = "secret:" + "a" * 22, "secret:" + "B-_4" * 5 + "12"


def test_a_reference_is_a_name_behind_a_word() -> None:
    """Anything shorter, longer or around it is another text."""
    assert references.made("a" * 22) == ONE
    assert references.name_of(ONE) == "a" * 22
    for other in (ONE[:-1], f"{ONE}a", f" {ONE}", f"{ONE}\n", ONE.upper(), "secret:", ""):
        assert references.name_of(other) is None


def test_references_are_found_however_deep() -> None:
    """Each once, in their order; what is only around one isn't one."""
    args: dict[str, Any] = {"a": ONE, "b": [{"c": TWO}, ONE, 1, None], "d": f"x{ONE}", ONE: True}
    assert references.named(args) == (ONE, TWO)
    assert references.named({}) == ()


@pytest.mark.parametrize("args", [
    {"password": ONE}, {"password": [ONE, {"deep": TWO}], "user": "ana"}, {"user": "secret:short"},
])  # fmt: skip
def test_it_may_stand_in_a_sensitive_argument(args: dict[str, Any]) -> None:
    """Also inside of one; what only begins like one is any text."""
    assert references.misplaced(args, ("password",)) == ""


@pytest.mark.parametrize(("args", "words"), [
    ({"user": ONE}, "user: a reference such as secret:… can be given only in an argument"),
    ({"password": ONE, "note": [{"x": f"it is {TWO}"}]}, "note: a reference"),
    ({"password": f"postgres://u:{ONE}@h"}, "password: a reference such as secret:… must be the"),
    ({"password": {ONE: 1}}, "password: a reference such as secret:… can't be the name"),
    ({ONE: 1}, f"{ONE}: a reference such as secret:… can't be the name"),
])  # fmt: skip
def test_anywhere_else_it_is_refused(args: dict[str, Any], words: str) -> None:
    """In words for the model, which name the argument."""
    assert references.misplaced(args, ("password",)).startswith(words)


def test_a_tool_gets_the_values() -> None:
    """Of the kind that they were given as; the arguments themselves stay as they are."""
    args = {"password": ONE, "deep": [{"pin": TWO}, "x", 5], "user": "ana"}
    values = {ONE: '"Zwiebel"', TWO: "1234"}
    assert references.filled(args, values) == {
        "password": "Zwiebel", "deep": [{"pin": 1234}, "x", 5], "user": "ana",
    }  # fmt: skip
    assert args["password"] == ONE
    assert references.filled(args, {}) == args
