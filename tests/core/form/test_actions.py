"""The ways to send an answer: those that a question names, and cancelling."""

import json
from typing import Any

import pytest

from bot.core.form import Action, Unaskable, made

ASK: dict[str, Any] = {"type": "object", "properties": {"why": {"type": "string", "minLength": 3}}}


@pytest.mark.parametrize("actions", [None, [], [{"id": "cancel", "label": "Never mind"}]])
def test_without_its_own_there_is_submit(actions: Any) -> None:
    """Also with only `cancel`, which is renamed."""
    form = made(ASK, actions=actions)
    assert [(one.id, one.label) for one in form.actions] == [("submit", "Submit")]
    assert form.cancel.label == ("Never mind" if actions else "Cancel")


def test_cancel_is_renamed_and_coloured_and_validates_nothing() -> None:
    """Whatever the question says of it."""
    form = made(ASK, actions=[{"id": "cancel", "label": "No", "color": "red", "validate": True}])
    assert form.cancel == Action("cancel", "No", "red", validates=False)
    assert json.loads(form.envelope("cancel", "")) == {"action": "cancel", "values": None}


@pytest.mark.parametrize(
    ("given", "color"),
    [
        ({"color": "teal"}, "teal"), ({"style": "primary"}, "blue"), ({"style": "danger"}, "red"),
        ({}, ""), ({"color": "amber", "style": "danger"}, "amber"), ({"style": "default"}, ""),
    ],
)  # fmt: skip
def test_colours(given: dict[str, str], color: str) -> None:
    """Eight of them, and two styles that stand for one each."""
    (action,) = made(ASK, actions=[{"id": "go", "label": "Go", **given}]).actions
    assert action.color == color


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ({}, "must be a list"),
        (["go"], "must be an object"),
        ([{"id": "go", "color": "pink"}], "Use one of: gray, blue"),
        ([{"id": "go", "color": 5}], "no known color"),
        ([{"id": "go", "style": "loud"}], "no known color"),
        ([{"id": " ", "label": "Go"}], "`id` of an action"),
        ([{"label": "Go"}], "`id` of an action"),
        ([{"id": "go", "label": ""}], "`label` of an action"),
        ([{"id": "go", "label": "x" * 76}], "1 to 75 characters"),
        ([{"id": "go", "validate": "no"}], "must be true or false"),
        ([{"id": "go"}, {"id": "go"}], "give each its own"),
        ([{"id": f"a{n}"} for n in range(21)], "at most 20"),
    ],
)
def test_what_is_refused_to_the_model(actions: Any, words: str) -> None:
    """In words that say what to do instead."""
    with pytest.raises(Unaskable, match=words):
        made(ASK, actions=actions)


def test_an_action_that_validates_nothing_takes_any_answer() -> None:
    """And none; one that validates takes only a right one."""
    form = made(ASK, actions=[{"id": "yes"}, {"id": "no", "validate": False}])
    assert form.envelope("no", "") == '{"action": "no", "values": {}}'
    assert form.envelope("no", '{"why": "x"}') == '{"action": "no", "values": {"why": "x"}}'
    assert form.envelope("yes", '{"why": "late"}') == '{"action": "yes", "values": {"why": "late"}}'
    with pytest.raises(ValueError, match="Use at least 3 characters"):
        form.envelope("yes", '{"why": "x"}')
    with pytest.raises(ValueError, match="no action 'maybe'"):
        form.envelope("maybe", "{}")
