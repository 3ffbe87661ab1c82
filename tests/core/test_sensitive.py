"""Sensitive arguments: which they are, and that no text keeps their values."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import schemas
from bot.core.sensitive import HIDDEN, marked, recorded, scrubbed, values, without

SECRETS = st.text(min_size=1, max_size=40).filter(lambda text: text.strip() and text not in HIDDEN)


@pytest.mark.parametrize(
    ("part", "hidden"),
    [
        ({"type": "string"}, False),
        ({"type": "string", "writeOnly": True}, True),
        ({"type": "string", "writeOnly": False}, False),
        ({"type": "string", "format": "password"}, True),
        ({"type": "string", "format": "date"}, False),
        ({"type": "string", "x-sensitive": True}, True),
        ({"type": "string", "x-sensitive": "card"}, True),
        ({"type": "string", "x-sensitive": False}, False),
        ({"anyOf": [{"type": "string", "format": "password"}, {"type": "null"}]}, True),
        ({"type": "object", "properties": {"inner": {"writeOnly": True}}}, True),
        ({"type": "array", "items": {"x-sensitive": True}}, True),
        ({"$ref": "#/$defs/Login"}, True),
        ({"$ref": "#/$defs/Tree"}, False),
        ({"type": "array", "items": {"$ref": "#/$defs/Login"}}, True),
    ],
)
def test_a_schema_marks_its_arguments(part: dict[str, Any], hidden: bool) -> None:
    """The mark may stand at any depth, behind references and in alternatives."""
    schema = {
        "properties": {"plain": {"type": "string"}, "one": part},
        "$defs": {
            "Login": {"type": "object", "properties": {"word": {"format": "password"}}},
            "Tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}}},
        },
    }
    assert marked(schema) == (("one",) if hidden else ())


def test_a_card_hides_what_a_form_does_not_show() -> None:
    """One rule for both: also a form's own mark, and a reference to wherever it points."""
    schema = {
        "properties": {
            "pin": {"ui:widget": "password"},
            "old": {"$ref": "#/definitions/secret"},
            "name": {"type": "string"},
        },
        "definitions": {"secret": {"type": "string", "writeOnly": True}},
    }
    assert marked(schema) == ("pin", "old")
    given = {name: schemas.sensitive(part, schema) for name, part in schema["properties"].items()}
    assert given == {"pin": True, "old": True, "name": False}


def test_a_hidden_value_is_gone_whole_and_the_others_stay() -> None:
    """Whatever it is: the name stays, so that people see that something is there."""
    args = '{"login":{"user":"ana","word":"hunter2"},"order":1042}'
    assert json.loads(without(args, ["login"])) == {"login": HIDDEN, "order": 1042}
    assert without(args, []) == args
    assert "hunter2" not in without("{not json hunter2", ["login"])


def test_values_are_the_texts_and_numbers_inside() -> None:
    """True, false and null name nothing that could be found in a text."""
    args = '{"a":{"b":["x y",7,2.5,true,null]},"c":"not this"}'
    assert set(values(args, ["a", "gone"])) == {"x y", "7", "2.5"}
    assert values(args, []) == ()


@given(SECRETS, st.text(max_size=40), st.text(max_size=40))
def test_no_text_keeps_a_value(secret: str, before: str, after: str) -> None:
    """As it is, in JSON, and folded into one line; a short one wherever it is a word."""
    found = values(json.dumps({"word": secret}), ["word"])
    for form in (secret, json.dumps({"said": secret}), " ".join(secret.split())):
        text = f"{before} {form} {after}"
        shown = scrubbed(text, found)
        assert HIDDEN in shown
        if len(secret) >= 4:
            assert secret not in shown.replace(HIDDEN, "")


def test_a_short_value_is_hidden_as_a_word_only() -> None:
    """A PIN of 123 doesn't blank the year 1234 out."""
    assert scrubbed("pin 123 in 1234", ["123"]) == f"pin {HIDDEN} in 1234"
    assert scrubbed("nothing here", ["123"]) == "nothing here"
    assert scrubbed("a b", []) == "a b"


def test_a_value_is_hidden_before_a_part_of_it() -> None:
    """Else the rest of the longer one would stay."""
    assert scrubbed("is hunter2secret", ["hunter2", "hunter2secret"]) == f"is {HIDDEN}"


def test_a_record_hides_what_looks_like_a_secret_too() -> None:
    """By the name of its field or by its look; all else is kept as it is."""
    args = json.dumps(
        {
            "token": "abcdefgh",
            "pin_token": 1234,
            "card": "4111",
            "note": "password=hunter2 ok",
            "list": [{"secret": "x9"}, None, True],
            "order": 1042,
        }
    )
    found = recorded(args, ["card"])
    assert found["card"] == HIDDEN and found["order"] == 1042
    assert found["list"][1:] == [None, True]
    text = json.dumps(found)
    assert not [s for s in ("abcdefgh", "1234", "4111", "hunter2", "x9") if s in text]
