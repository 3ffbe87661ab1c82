"""A form of a call's arguments: what is shown, what is kept, and what was typed, exactly."""

from typing import Any

import pytest

from bot.core import fields
from bot.core.fields import Field, Given

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "order": {"type": "integer", "minimum": 1, "description": "Its number."},
        "amount": {"anyOf": [{"type": "number", "maximum": 500}, {"type": "null"}]},
        "why": {"type": "string"},
        "note": {"type": "string"},
        "fast": {"type": "boolean"},
        "place": {"$ref": "#/$defs/Place"},
        "tags": {"type": "array", "items": {"enum": ["a", "b", "c"]}},
        "rows": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["order", "why", "place"],
    "$defs": {"Place": {"enum": ["prod", "staging"], "type": "string"}},
}
ARGS: dict[str, Any] = {"order": 1042, "why": "broken", "place": "prod", "tags": ["c", "a"]}


def given(args: dict[str, Any] = ARGS, schema: dict[str, Any] = SCHEMA) -> dict[str, Given]:
    """What a form sends back that nobody touched."""
    made = fields.form(schema, args)
    return {field.name: sent(field) for field in made.fields}


def sent(field: Field) -> Given:
    """A field as it comes back untouched."""
    if field.kind == "choices":
        return tuple(map(str, field.picked))
    return str(field.picked[0]) if field.kind == "choice" else field.shown


def after(changes: dict[str, Given], args: dict[str, Any] = ARGS,
          schema: dict[str, Any] = SCHEMA) -> tuple[dict[str, Any], dict[str, str]]:  # fmt: skip
    """Arguments and faults after these fields were filled in."""
    made = fields.form(schema, args)
    return fields.read(made, args, {**given(args, schema), **changes})


def one(part: dict[str, Any], value: Any = None, *, required: bool = False) -> Field:
    """The field of a schema's one property."""
    schema = {"properties": {"x": part}, "required": ["x"] if required else []}
    args = {} if value is None else {"x": value}
    (field,) = fields.form(schema, args).fields
    return field


def test_each_argument_is_a_field_of_its_kind() -> None:
    """In the schema's order, filled in; references and what may be null are resolved."""
    made = fields.form(SCHEMA, ARGS)
    kinds = {field.name: (field.kind, field.shown) for field in made.fields}
    assert kinds == {
        "order": ("integer", "1042"), "amount": ("number", ""), "why": ("text", "broken"),
        "note": ("text", ""), "fast": ("choice", ""), "place": ("choice", ""),
        "tags": ("choices", ""), "rows": ("json", ""),
    }  # fmt: skip
    order, amount, _, _, fast, place, tags, _ = made.fields
    assert order.hint == "Its number. At least 1."
    assert (order.optional, amount.optional) == (False, True)
    assert [words for words, _ in fast.options] == ["Yes", "No", "Leave it out"]
    assert fast.picked == (2,)
    assert (place.options, place.picked) == ((("prod", '"prod"'), ("staging", '"staging"')), (0,))
    assert tags.picked == (0, 2)


def test_what_nobody_touched_is_what_it_was() -> None:
    """To the letter: order in lists, null, an empty text, blanks at the ends, line breaks."""
    odd: dict[str, Any] = {
        **ARGS,
        "amount": None,
        "why": " a\r\nb ",
        "note": "",
        "rows": [{"b": 1.50}],
    }
    untouched = given(odd)
    untouched["why"] = "a\nb"  # as Slack may send it back
    found, wrong = fields.read(fields.form(SCHEMA, odd), odd, untouched)
    assert (found, wrong) == (odd, {})
    assert list(found) == list(odd) and found["tags"] == ["c", "a"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"order": "1043"}, {"order": 1043}),
        ({"order": " +1043 "}, {"order": 1043}),
        ({"amount": "59.90"}, {"amount": 59.9}),
        ({"amount": "20"}, {"amount": 20}),
        ({"amount": "1e2"}, {"amount": 100.0}),
        ({"why": " so "}, {"why": " so "}),
        ({"fast": "0"}, {"fast": True}),
        ({"fast": "1"}, {"fast": False}),
        ({"place": "1"}, {"place": "staging"}),
        ({"tags": ("2", "1")}, {"tags": ["b", "c"]}),
        ({"tags": ()}, {"tags": []}),
        ({"rows": '[{"a": 1}]'}, {"rows": [{"a": 1}]}),
    ],
)
def test_what_was_typed_is_the_argument(
    changes: dict[str, Given], expected: dict[str, Any]
) -> None:
    """A whole number is one, and a decimal is what was typed."""
    found, wrong = after(changes)
    assert (found, wrong) == ({**ARGS, **expected}, {})
    name = next(iter(expected))
    assert type(found[name]) is type(expected[name])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"order": "1042.5"}, "whole number"),
        ({"order": "1,042"}, "whole number"),
        ({"order": "\u0661\u0660"}, "whole number"),
        ({"order": ""}, "needed"),
        ({"order": "9" * 301}, "whole number"),
        ({"amount": "59,90"}, "must be a number"),
        ({"amount": "NaN"}, "must be a number"),
        ({"amount": "1e400"}, "exactly"),
        ({"amount": "1e308" + "0"}, "must be a number"),
        ({"amount": "0.1000000000000000055511151231"}, "exactly"),
        ({"amount": "12345678901234567.8"}, "exactly"),
        ({"place": "2"}, "one of these"),
        ({"place": "-1"}, "one of these"),
        ({"place": ""}, "one of these"),
        ({"tags": ("7",)}, "one of these"),
        ({"rows": "[1"}, "must be JSON"),
        ({"rows": "no"}, "must be JSON"),
        ({"rows": "NaN"}, "must be JSON"),
        ({"rows": '1,"other":2'}, "must be JSON"),
        ({"rows": '{"a":1,"a":2}'}, "must be JSON"),
        ({"rows": "[" * 70 + "]" * 70}, "must be JSON"),
        ({"tags": "0"}, "has changed"),
        ({"order": ("0",)}, "has changed"),
    ],
)
def test_what_can_not_be_taken_is_said_at_its_field(changes: dict[str, Given], words: str) -> None:
    """Nothing is guessed, rounded or mended, and the other fields are none the worse."""
    found, wrong = after(changes)
    assert list(wrong) == list(changes) and words in next(iter(wrong.values()))
    assert found == ARGS


def test_what_may_be_left_out_can_be_emptied() -> None:
    """Absent if it may be, null if that is all that it may be, else an empty text."""
    args = {**ARGS, "amount": 20, "note": "x", "fast": True, "rows": [], "tags": ["a"]}
    found, wrong = after({"amount": "", "note": " ", "fast": "2", "rows": "", "why": ""}, args)
    assert wrong == {}
    assert found == {"order": 1042, "why": "", "place": "prod", "tags": ["a"]}
    must = {"properties": {"x": {"type": ["integer", "null"]}}, "required": ["x"]}
    assert after({"x": ""}, {"x": 3}, must) == ({"x": None}, {})
    assert fields.form(must, {"x": 3}).fields[0].optional


def test_a_field_that_was_not_sent_is_a_fault() -> None:
    """The form was made for another schema, before a deployment."""
    made = fields.form(SCHEMA, ARGS)
    kept = given()
    del kept["why"]
    _, wrong = fields.read(made, ARGS, kept)
    assert list(wrong) == ["why"] and "has changed" in wrong["why"]


@pytest.mark.parametrize(
    "part",
    [
        {"type": "string", "writeOnly": True},
        {"type": "string", "format": "password"},
        {"type": "string", "x-sensitive": True},
        {"type": "string", "ui:widget": "password"},
        {"$ref": "#/$defs/Secret"},
        {"type": "object", "properties": {"key": {"$ref": "#/$defs/Secret"}}},
        {"anyOf": [{"$ref": "#/$defs/Secret"}, {"type": "null"}]},
    ],
)
def test_what_is_sensitive_is_shown_to_nobody_and_kept(part: dict[str, Any]) -> None:
    """Wherever in it the mark stands, and by the policy's word too."""
    schema = {
        "properties": {"key": part, "n": {"type": "integer"}},
        "$defs": {
            "Secret": {"type": "string", "writeOnly": True, "anyOf": [{"$ref": "#/$defs/Secret"}]}
        },
    }
    args = {"key": "hunter2", "n": 1}
    made = fields.form(schema, args)
    assert made.kept == (("key", "secret"),) and [f.name for f in made.fields] == ["n"]
    assert "hunter2" not in repr(made)
    assert fields.read(made, args, {"n": "2", "key": "x"}) == ({"key": "hunter2", "n": 2}, {})
    plain = {"properties": {"key": {"type": "string"}}}
    assert fields.form(plain, args, frozenset({"key"})).kept == (("key", "secret"),)


def test_what_no_modal_holds_is_kept() -> None:
    """A text of over 3,000 characters as Slack counts them, and whatever is one too many."""
    schema = {"properties": {name: {"type": "string"} for name in ("a", "b", "c")}}
    args = {"a": "x" * 3000, "b": "x" * 3001, "c": "&" * 601}
    made = fields.form(schema, args)
    assert ([f.name for f in made.fields], made.kept) == (["a"], (("b", "long"), ("c", "long")))
    many = {f"n{n}": 1 for n in range(95)}
    made = fields.form({}, many)
    assert len(made.fields) == fields.MOST and len(made.kept) == 5
    much = {f"n{n}": "x" * 2900 for n in range(15)}
    assert (
        len(fields.form({"properties": {n: {"type": "string"} for n in much}}, much).fields) == 10
    )
    assert fields.form({}, {"n" * 201: 1}).kept == (("n" * 201, "many"),)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ({"type": "array", "items": {"type": "string"}}, ["a"]),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, ["a", "a"]),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, ["z"]),
        ({"type": "object"}, {"a": {"b": 1}}),
        ({"type": ["string", "integer"]}, "a"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, 1),
        ({"$ref": "#/$defs/Missing"}, 1),
        ({"$ref": "https://example.com/x"}, 1),
        ({"enum": ["a" * 76, "b"]}, "b"),
        ({"enum": ["Leave it out", "b"]}, "b"),
        ({"enum": list(range(100))}, 5),
        ({"type": "number"}, 1e22),
        ({}, "text"),
        ({"enum": ["a"]}, "z"),
    ],
)
def test_anything_else_is_json(part: dict[str, Any], value: Any) -> None:
    """Whole and exact, though less comfortable."""
    field = one(part, value)
    schema = {"properties": {"x": part}}
    assert field.kind == "json" and field.shown
    assert after({"x": '{"new": [1]}'}, {"x": value}, schema) == ({"x": {"new": [1]}}, {})


@pytest.mark.parametrize(
    ("part", "value", "picked"),
    [
        ({"const": 3}, 3, (0,)),
        ({"enum": [1, "1", None]}, "1", ()),
        ({"type": "boolean"}, None, ()),
        ({"type": ["boolean", "null"]}, None, ()),
    ],
)
def test_choices_know_their_own_value(part: dict[str, Any], value: Any, picked: Any) -> None:
    """`1` and `"1"` read the same and are no choice; one that must be there has no way out."""
    field = one(part, value, required=True)
    assert field.picked == picked
    if part == {"type": ["boolean", "null"]}:
        assert [text for _, text in field.options] == ["true", "false", "null"]
    elif "enum" in part:
        assert field.kind == "json"
