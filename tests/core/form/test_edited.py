"""A call's arguments as a form: what is shown, what is kept, and what was typed, exactly."""

import json
from typing import Any

import pytest

from bot.core import canon
from bot.core.form import edited
from bot.core.form.edited import Edit
from bot.core.form.parts import Field, Given, Heading, Row, Rows, Unaskable
from tests.core.form.test_suite import groups

Json = dict[str, Any]
NONE: frozenset[str] = frozenset()
SCHEMA: Json = {
    "type": "object",
    "properties": {
        "order": {"type": "integer", "minimum": 1, "description": "Its number.", "title": "Nr"},
        "amount": {"anyOf": [{"type": "number", "maximum": 500}, {"type": "null"}]},
        "why": {"type": "string"},
        "note": {"type": "string"},
        "fast": {"type": "boolean", "default": True},
        "place": {"$ref": "#/$defs/Place"},
        "tags": {"type": "array", "items": {"enum": ["a", "b", "c"]}},
        "rows": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["order", "why", "place"],
    "$defs": {"Place": {"enum": ["prod", "staging"], "type": "string"}},
}
ARGS: Json = {"order": 1042, "why": "broken", "place": "prod", "tags": ["c", "a"]}


def made(args: Json = ARGS, schema: Json = SCHEMA, hidden: frozenset[str] = NONE) -> Edit:
    """The form of a call."""
    return edited.edit(schema, canon.canonical(args), hidden)


def fields(one: Edit) -> dict[str, Field]:
    """Its fields by their places, as they stand at first."""
    return {
        ".".join(map(str, field.path)): field
        for page in one.form.pages(one.start) for field in page.fields
    }  # fmt: skip


def after(
    changes: dict[str, Given], args: Json = ARGS, schema: Json = SCHEMA,
    hidden: frozenset[str] = NONE,
) -> tuple[Json, dict[str, str]]:  # fmt: skip
    """Arguments and faults, by place, after these fields were filled in."""
    one = made(args, schema, hidden)
    known = fields(one)
    draft = one.start.with_given({known[at].id: given for at, given in changes.items()})
    found, wrong = edited.arguments(one, draft, canon.canonical(args))
    places = {field.id: at for at, field in known.items()}
    return found, {places.get(name, name): words for name, words in wrong.items()}


def of(part: Json, value: Any = None, *, required: bool = False) -> Field:
    """The field of a schema's one property."""
    schema: Json = {"properties": {"x": part}, "required": ["x"] if required else []}
    return fields(made({} if value is None else {"x": value}, schema))["x"]


def test_each_argument_is_a_field_of_its_kind() -> None:
    """In the schema's order, by its own name, filled in; a default that wasn't sent isn't there."""
    known = fields(made())
    assert {at: (field.kind, field.shown, field.picked) for at, field in known.items()} == {
        "order": ("integer", "1042", ()), "amount": ("number", "", ()),
        "why": ("text", "broken", ()), "note": ("text", "", ()), "fast": ("radio", "", ()),
        "place": ("radio", "", ("0",)), "tags": ("checkboxes", "", ("2", "0")),
        "rows": ("json", "", ()),
    }  # fmt: skip
    assert [field.label for field in known.values()] == list(known)
    assert (known["order"].optional, known["amount"].optional) == (False, True)
    assert known["order"].hint == "A whole number: at least 1."


ODD: Json = {
    **ARGS, "amount": None, "why": " a\r\nb ", "note": "", "rows": [{"b": 1.50}], "fast": False,
}  # fmt: skip
LISTS: Json = {
    "properties": {
        "servers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "n": {"type": "integer", "default": 3}},
                "required": ["name"],
            },
        },
        "names": {"type": "array", "items": {"type": "string"}},
        "deep": {"type": "object", "properties": {"a": {"type": "object", "properties": {
            "b": {"type": "number"}, "c": {"const": "x"}}}}},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
        "when": {"type": "string", "format": "date-time"},
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}  # fmt: skip
KINDS: Json = {
    "properties": {"to": {"oneOf": [
        {"properties": {"kind": {"const": "mail"}, "address": {"type": "string"}},
         "required": ["kind", "address"]},
        {"properties": {"kind": {"const": "room"}, "room": {"type": "string"}},
         "required": ["kind", "room"]},
    ]}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("args", "schema"),
    [
        (ODD, SCHEMA),
        ({"servers": [{"name": "a"}, {"name": "", "n": 7}], "names": ["x", "", "y "]}, LISTS),
        ({"servers": [], "names": [], "deep": {}, "pair": [], "map": {}}, LISTS),
        ({"deep": {"a": {"b": 1e22}}, "pair": ["a", 2], "when": "2026-12-24T18:00:00Z"}, LISTS),
        ({"deep": {"a": {"b": 0.1, "z": [None]}}, "map": {"a": "1", "b": "x=y"}}, LISTS),
        ({"when": "soon", "pair": ["a", 2, 3], "names": "x", "servers": {"0": 1}}, LISTS),
        ({"names": [f"n{n}" for n in range(700)]}, LISTS),
        ({"servers": [{"name": "a", "n": n} for n in range(600)]}, LISTS),
        ({"to": {"kind": "room", "room": "ops"}}, KINDS),
        ({"to": {"kind": "fax", "number": 1}}, KINDS),
        ({"to": None}, KINDS),
        ({"a": 1, "b": "1", "c": {"d": "e"}, "": [], "x.y": -0.5}, {}),
        ({"a": "x", "b": 2}, {"additionalProperties": {"type": "string"}}),
        ({"x-a": "5", "b": 1}, {"patternProperties": {"^x-": {"type": "string"}}}),
        ({"a": "x"}, {"properties": {"b": {"type": "string"}}, "additionalProperties": False}),
        ({"a": 1}, {"enum": [{"a": 1}, {"a": 2}]}),
        ({"a": [1]}, {"properties": {"a": {"$ref": "https://example.com/x"}}}),
        ({"a": [1]}, {"properties": {"a": {"$ref": "#/properties/a"}}}),
        ({"a": [1]}, {"properties": {"a": {"type": "integer", "minimum": 2, "maximum": 1}}}),
        ({"a": [1]}, {"properties": {"a": {"type": 7}}}),
        ({"a": "b"}, {"properties": {"a": {"const": "c"}}}),
        ({"a": "b"}, {"properties": {"a": {"type": "string", "readOnly": True, "default": "c"}}}),
    ],
)
def test_what_nobody_touched_is_what_it_was(args: Json, schema: Json) -> None:
    """To the letter, whatever the schema has against it, and whether or not a form shows it."""
    assert canon.canonical(after({}, args, schema)[0]) == canon.canonical(args)


@pytest.mark.parametrize(("name", "group"), groups())
def test_whatever_a_schema_says_nothing_is_lost(name: str, group: Json) -> None:
    """The JSON Schema Test Suite: what is right and what is wrong stays what it is."""
    for one in group["tests"]:
        args: Json = {"x": one["data"], "y": name}
        found, wrong = after({}, args, {"properties": {"x": group["schema"]}})
        assert (wrong, canon.canonical(found)) == ({}, canon.canonical(args))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"order": "1043"}, {"order": 1043}),
        ({"order": " +1043 "}, {"order": 1043}),
        ({"amount": "59.90"}, {"amount": 59.9}),
        ({"amount": "20"}, {"amount": 20}),
        ({"why": " so "}, {"why": " so "}),
        ({"fast": "0"}, {"fast": True}),
        ({"fast": "1"}, {"fast": False}),
        ({"place": "1"}, {"place": "staging"}),
        ({"tags": ("2", "1")}, {"tags": ["c", "b"]}),
        ({"rows": '[{"a": 1}]'}, {"rows": [{"a": 1}]}),
    ],
)
def test_what_was_typed_is_the_argument(changes: dict[str, Given], expected: Json) -> None:
    """A whole number is one, and a decimal is what was typed."""
    found, wrong = after(changes)
    assert (found, wrong) == ({**ARGS, **expected}, {})
    name = next(iter(expected))
    assert type(found[name]) is type(expected[name])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"order": "1042.5"}, "whole number"),
        ({"order": "\u0661\u0660"}, "must be a number"),
        ({"order": "9" * 301}, "can't be kept"),
        ({"amount": "59,90"}, "after a point"),
        ({"amount": "NaN"}, "must be a number"),
        ({"amount": "1e400"}, "can't be kept"),
        ({"amount": "0.1000000000000000055511151231"}, "exactly"),
        ({"amount": "12345678901234567.8"}, "exactly"),
        ({"place": "2"}, "none of the choices"),
        ({"tags": ("7",)}, "none of the choices"),
        ({"rows": "[1"}, "must be JSON"),
        ({"rows": "[0.1000000000000000055511151231]"}, "exactly"),
        ({"rows": '{"a":1,"a":2}'}, "must be JSON"),
    ],
)
def test_what_can_not_be_taken_is_said_at_its_field(changes: dict[str, Given], words: str) -> None:
    """Nothing is guessed, rounded or mended."""
    _, wrong = after(changes)
    assert list(wrong) == list(changes) and words in next(iter(wrong.values()))


def test_a_number_that_nothing_holds_is_no_argument() -> None:
    """Not even as a whole number."""
    found, wrong = after({"order": "1e308"})
    assert found == {} and "can't be kept" in wrong["order"]


def test_what_may_be_left_out_can_be_emptied() -> None:
    """Absent if it may be, null if that is all that it may be, else an empty text."""
    args: Json = {**ARGS, "amount": 20, "note": "x", "fast": True, "tags": ["a"]}
    found, wrong = after({"amount": "", "note": "", "fast": "", "tags": (), "why": ""}, args)
    assert (found, wrong) == ({"order": 1042, "why": "", "place": "prod"}, {})
    must: Json = {"properties": {"x": {"type": ["integer", "null"]}}, "required": ["x"]}
    assert after({"x": ""}, {"x": 3}, must) == ({"x": None}, {})
    assert fields(made({"x": 3}, must))["x"].optional


def test_rows_and_groups_are_those_of_any_form() -> None:
    """One more, one fewer; a row begins with its defaults, and what isn't touched stays."""
    args: Json = {"servers": [{"name": "a"}, {"name": "b", "n": 1e22}], "deep": {"a": {"b": 1}}}
    one = made(args, LISTS)
    items = [item for page in one.form.pages(one.start) for item in page.items]
    heads = [item for item in items if isinstance(item, Row)]
    (end,) = [item for item in items if isinstance(item, Rows) and item.of == "servers"]
    assert [item.label for item in items if isinstance(item, Heading)] == ["servers", "deep", "a",
                                                                           "pair"]  # fmt: skip
    draft = one.form.added(one.form.removed(one.start, heads[0].id), end.id)
    new = [
        f for page in one.form.pages(draft) for f in page.fields if f.path == ("servers", 1, "name")
    ]
    found, wrong = edited.arguments(one, draft.with_given({new[0].id: "c"}), canon.canonical(args))
    assert wrong == {}
    assert found == {**args, "servers": [{"name": "b", "n": 1e22}, {"name": "c", "n": 3}]}


def test_another_kind_takes_the_place_of_the_first() -> None:
    """With the word that tells it apart, and nothing of the other."""
    args: Json = {"to": {"kind": "room", "room": "ops"}}
    one = made(args, KINDS)
    (kind, room) = (field for page in one.form.pages(one.start) for field in page.fields)
    assert ([option.label for option in kind.options], kind.picked) == (["mail", "room"], ("1",))
    assert room.shown == "ops"
    draft = one.start.with_given({kind.id: "0"})
    (_, address) = (field for page in one.form.pages(draft) for field in page.fields)
    draft = draft.with_given({address.id: "a@example.com"})
    found, _ = edited.arguments(one, draft, canon.canonical(args))
    assert found == {"to": {"kind": "mail", "address": "a@example.com"}}


@pytest.mark.parametrize(
    "part",
    [
        {"type": "string", "writeOnly": True},
        {"type": "string", "format": "password"},
        {"type": "string", "x-sensitive": True},
        {"$ref": "#/$defs/Secret"},
        {"type": "object", "properties": {"key": {"$ref": "#/$defs/Secret"}}},
        {"anyOf": [{"$ref": "#/$defs/Secret"}, {"type": "null"}]},
    ],
)
def test_what_is_sensitive_is_shown_to_nobody_and_kept(part: Json) -> None:
    """Wherever in it the mark stands, whether or not it may be anything else."""
    schema: Json = {
        "properties": {"key": part, "n": {"type": "integer"}},
        "required": ["key"],
        "additionalProperties": False,
        "$defs": {"Secret": {"type": "string", "writeOnly": True}},
    }
    args: Json = {"key": {"key": "hunter2"} if part.get("type") == "object" else "hunter2", "n": 1}
    one = made(args, schema)
    assert (one.hidden, list(fields(one))) == (("key",), ["n"])
    assert "hunter2" not in one.start.dump()
    assert after({"n": "2"}, args, schema) == ({**args, "n": 2}, {})


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"key": {"type": "string"}, "n": {"type": "integer"}}},
        {"properties": {"n": {"type": "integer"}}},
        {"properties": {"n": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
        {"properties": {"n": {"$ref": "https://example.com/x"}}},
        {"enum": [{"key": "hunter2", "n": 1}], "properties": {"n": {}}},
    ],
)
def test_what_is_hidden_is_shown_to_nobody_and_kept(schema: Json) -> None:
    """By somebody's word, whatever the schema says of it."""
    args: Json = {"key": "hunter2", "n": 1}
    one = made(args, schema, frozenset({"key"}))
    shown = json.dumps([str(page) for page in one.form.pages(one.start)])
    assert "hunter2" not in one.start.dump() and "hunter2" not in shown
    assert after({"n": "2"}, args, schema, frozenset({"key"})) == ({"key": "hunter2", "n": 2}, {})


@pytest.mark.parametrize("plain", [False, True])
def test_a_mark_under_a_condition_counts_before_it_holds(plain: bool) -> None:
    """Nobody is shown what would be a secret in another call."""
    schema: Json = {
        "properties": {"mode": {"type": "string"}},
        "if": {"properties": {"mode": {"const": "b"}}, "required": ["mode"]},
        "then": {"properties": {"pin": {"$ref": "#/$defs/Pin"}}},
        "patternProperties": {"^x-": {"type": "string", "writeOnly": True}},
        "$defs": {"Pin": {"type": "string", "x-sensitive": True}},
    }
    if plain:
        schema["properties"] = {"mode": {"$ref": "https://example.com/x"}}
    args: Json = {"mode": "a", "pin": "hunter2", "x-key": "hunter3"}
    one = made(args, schema)
    assert (one.hidden, "hunter" in one.start.dump()) == (("pin", "x-key"), False)
    value = '"c"' if plain else "c"
    assert after({"mode": value}, args, schema) == ({**args, "mode": "c"}, {})


def test_conditions_look_at_what_is_hidden() -> None:
    """Else the form would ask for what the call isn't about."""
    schema: Json = {
        "properties": {"mode": {"enum": ["a", "b"]}},
        "if": {"properties": {"mode": {"const": "b"}}, "required": ["mode"]},
        "then": {"properties": {"more": {"type": "integer"}}, "required": ["more"]},
    }
    one = made({"mode": "b", "more": 1}, schema, frozenset({"mode"}))
    assert [(at, field.kind) for at, field in fields(one).items()] == [("more", "integer")]
    assert after({"more": "2"}, {"mode": "b", "more": 1}, schema, frozenset({"mode"})) == (
        {"mode": "b", "more": 2}, {},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ({"type": "array", "items": {"enum": ["a", "b"]}}, ["a", "a"]),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, ["z"]),
        ({"type": "object"}, {"a": {"b": 1}}),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, {"a": "b", "c": 1}),
        ({"$ref": "#/$defs/Missing"}, 1),
        ({"$ref": "https://example.com/x"}, 1),
        ({"enum": ["a"]}, "z"),
        ({"const": "a"}, "z"),
        ({"type": "integer"}, "one"),
        ({"type": "string"}, "a\rb"),
        ({"type": "boolean"}, "yes"),
    ],
)
def test_what_no_field_shows_is_json(part: Json, value: Any) -> None:
    """Whole and exact, though less comfortable, so that it can be put right."""
    field = of(part, value)
    assert (field.kind, json.loads(field.shown)) == ("json", value)
    schema: Json = {"properties": {"x": part}}
    assert after({"x": '{"new": [1]}'}, {"x": value}, schema) == ({"x": {"new": [1]}}, {})


def test_an_argument_that_is_none_of_its_kinds_is_json_alone() -> None:
    """A choice of kinds beside it would change nothing."""
    schema: Json = {"properties": {"to": {"anyOf": [KINDS["properties"]["to"], {"type": "null"}]}},
                    "required": ["to"]}  # fmt: skip
    one = made({"to": None}, schema)
    (field,) = [field for page in one.form.pages(one.start) for field in page.fields]
    assert (field.kind, field.shown) == ("json", "null")


def test_choices_are_called_by_their_values() -> None:
    """As the card has them: a label of the schema's own could name another one."""
    named: Json = {"oneOf": [{"const": "prod", "title": "Staging"}, {"const": "test"}]}
    assert [(o.label, o.about) for o in of(named, "prod").options] == [("prod", "Staging"),
                                                                       ("test", "")]  # fmt: skip
    alike = of({"enum": [1, "1", None]}, "1")
    assert ([o.label for o in alike.options], alike.picked) == (["1", '"1"', "null"], ("1",))


def test_what_would_fill_too_many_pages_is_json() -> None:
    """Fields that nobody would read one after the other."""
    rows = [{"name": f"n{n}", "n": n} for n in range(200)]
    assert [*fields(made({"servers": rows[:150]}, LISTS))][:2] == ["servers.0.name", "servers.0.n"]
    assert fields(made({"servers": rows}, LISTS))["servers"].kind == "json"


def test_more_than_a_form_can_ask_is_refused() -> None:
    """In words, not by running on."""
    with pytest.raises(Unaskable):
        made({f"n{n}": 1 for n in range(1_001)}, {})
