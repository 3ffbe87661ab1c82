"""One field each: what control it is, what is typed into it, and what is said of a mistake."""

from typing import Any

import pytest

from bot.core.form import Form, made
from tests.core.form.forms import by_label, fields, fill, obj, wrong

TEXT: dict[str, Any] = {"type": "string"}


def one(schema: Any, ui: Any = None, *, required: bool = True) -> Form:
    """A form of one property `x`."""
    return made(obj("x" if required else "", x=schema), {"x": ui or {}}, [{"id": "go"}])


KINDS: list[tuple[Any, str]] = [
    (TEXT, "text"), (TEXT | {"format": "email"}, "email"), (TEXT | {"format": "uri"}, "url"),
    (TEXT | {"format": "date"}, "date"), (TEXT | {"format": "time"}, "time"),
    (TEXT | {"format": "date-time"}, "datetime"), (TEXT | {"format": "unheard-of"}, "text"),
    ({"type": "integer"}, "integer"), ({"type": "number"}, "number"),
    ({"type": ["number", "null"]}, "number"), ({"type": ["integer", "number"]}, "number"),
    ({"type": "boolean"}, "radio"), ({"type": "boolean", "default": False}, "checkbox"),
    ({"enum": list(range(10))}, "radio"), ({"enum": list(range(11))}, "select"),
    ({"enum": list(range(100))}, "select"), ({"enum": list(range(101))}, "search"),
    ({"type": "array", "items": {"enum": list(range(10))}}, "checkboxes"),
    ({"type": "array", "items": {"enum": list(range(11))}}, "multiselect"),
    ({"type": "array", "items": {"enum": list(range(101))}}, "multisearch"),
    ({"type": "array", "items": TEXT}, "lines"), ({"type": "array"}, "json"),
    ({"type": "object"}, "json"), ({"const": 5}, "locked"), ({"enum": ["only"]}, "radio"),
    (TEXT | {"readOnly": True, "default": "x"}, "locked"), ({"type": "file"}, "text"),
    ({"type": ["string", "file"]}, "text"), ({}, "text"), ({"minimum": 1}, "text"),
    ({"oneOf": [{"const": 1, "title": "A"}, {"enum": [2, 3]}]}, "radio"),
    ({"anyOf": [{"format": "ipv4"}, {"format": "ipv6"}], "type": "string"}, "text"),
    ({"anyOf": [TEXT | {"format": "ipv4"}, TEXT | {"format": "ipv6"}]}, "text"),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "kind"), KINDS)
def test_each_kind_of_schema_has_its_control(schema: Any, kind: str) -> None:
    """The table of the product."""
    form = one(schema)
    assert [field.kind for field in fields(form, form.start())] == [kind]


TYPED: list[tuple[Any, str, str]] = [
    ({"type": "integer"}, "5.0", "5"), ({"type": "integer"}, "+3", "3"),
    ({"type": "integer"}, "9" * 40, "9" * 40), ({"type": "integer"}, "-0", "0"),
    ({"type": "number"}, "0.50", "0.50"), ({"type": "number"}, ".5", "0.5"),
    ({"type": "number"}, "1e-7", "0.0000001"), ({"type": "number"}, "1E40", "1e+40"),
    ({"type": "number"}, "0.1234567890123456789", "0.1234567890123456789"),
    ({"type": "number"}, " 7 ", "7"), ({"type": "number", "multipleOf": 0.01}, "19.99", "19.99"),
    (TEXT, " a ", '" a "'), (TEXT, "a\r\nb", '"a\\nb"'), (TEXT, "5", '"5"'),
    (TEXT | {"default": ""}, "", '""'),
    (TEXT, "<b>&amp;", '"<b>&amp;"'), (TEXT, "‏שלום 🚀", '"‏שלום 🚀"'),
    (TEXT | {"format": "email"}, " a@b.example ", '"a@b.example"'),
    (TEXT | {"format": "time"}, "18:00", '"18:00:00Z"'),
    (TEXT | {"format": "time"}, "18:00:05", '"18:00:05Z"'),
    (TEXT | {"format": "time"}, "18:00:00+01:00", '"18:00:00+01:00"'),
    (TEXT | {"format": "date-time"}, "1798135200", '"2026-12-24T18:00:00Z"'),
    ({}, "true", "true"), ({}, "plain words", '"plain words"'), ({}, '"5"', '"5"'), ({}, "5", "5"),
    ({"minimum": 1}, "abc", '"abc"'), ({"minimum": 1}, "2", "2"), ({"maxLength": 3}, "5", '"5"'),
    ({"type": ["number", "null"]}, "", "null"), ({"type": ["string", "null"]}, "", "null"),
    ({"type": "file"}, "anything", '"anything"'),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "text", "value"), TYPED)
def test_what_is_typed_becomes_its_type_without_loss(schema: Any, text: str, value: str) -> None:
    """Digits as they were typed, and texts as well."""
    form = one(schema)
    assert form.read(fill(form, form.start(), x=text)).values == f'{{"x": {value}}}'


WRONG: list[tuple[Any, str, str]] = [
    ({"type": "integer"}, "2.5", "This must be a whole number, like 1042."),
    ({"type": "integer"}, "42xyz", "in the digits 0 to 9"),
    ({"type": "integer"}, "٣", "in the digits 0 to 9"),
    ({"type": "integer"}, "1_0", "in the digits"),
    ({"type": "number"}, "0,5", "Write the decimals after a point, like 0.5."),
    ({"type": "number"}, "NaN", "This must be a number"),
    ({"type": "number"}, "1e-400", "can't be kept"), ({"type": "number"}, "1e400", "can't be kept"),
    ({"type": "integer"}, "1e300", "can't be kept"),
    ({"type": "number"}, "9" * 301, "can't be kept"), ({"type": "number"}, "", "This is needed."),
    ({"type": "number", "minimum": 2.5}, "2", "This must be at least 2.5."),
    ({"type": "number", "maximum": 5}, "6", "This must be at most 5."),
    ({"type": "number", "exclusiveMinimum": 0}, "0", "This must be more than 0."),
    ({"type": "number", "exclusiveMaximum": 1}, "1", "This must be less than 1."),
    ({"type": "integer", "multipleOf": 5}, "7", "This must be a multiple of 5."),
    (TEXT, "", "This is needed."), (TEXT | {"minLength": 0}, "", "This is needed."),
    (TEXT | {"minLength": 3}, "ab", "Use at least 3 characters."),
    (TEXT | {"maxLength": 1}, "ab", "Use at most 1 character."),
    (TEXT | {"pattern": "^[A-Z]{2}$"}, "a", "Only capital letters A to Z, 2 of them."),
    (TEXT | {"pattern": "^a|b$"}, "c", "It must match ^a|b$"),
    (TEXT | {"format": "email"}, "a", "An email address, like ana@example.com."),
    (TEXT | {"format": "date"}, "2026-02-29", "A date, as year-month-day"),
    (TEXT, "\ud800", "half a character"), (TEXT, "x" * 100_001, "longer than 100,000 characters"),
    ({"not": {"const": "a"}, "type": "string"}, "a", "This answer isn't allowed."),
    ({"enum": ["a", "b"]}, "7", "This is none of the choices. Choose anew."),
    ({"type": ["integer", "boolean"]}, "abc", "This must be a whole number or true or false."),
]  # fmt: skip


def test_an_empty_text_is_none_unless_one_is_wished_for() -> None:
    """What is needed has to be filled in. An answer that has an empty text keeps it all the same,
    and its field may be left as it is.
    """
    plain = one(TEXT)
    (field,) = fields(plain, plain.start())
    assert not field.optional and wrong(plain, plain.start()) == {"x": "This is needed."}
    kept = plain.fill('{"x": ""}')
    assert fields(plain, kept)[0].optional and plain.read(kept).values == '{"x": ""}'
    wished = one(TEXT, {"ui:emptyValue": ""})
    assert fields(wished, wished.start())[0].optional
    assert wished.read(wished.start()).values == '{"x": ""}'
    least = one(TEXT | {"minLength": 1}, {"ui:options": {"emptyValue": ""}})
    assert wrong(least, least.start()) == {"x": "This is needed."}
    optional = made(obj(x=TEXT), {"x": {"ui:emptyValue": ""}})
    assert optional.read(optional.start()).values == "{}"


def test_what_is_taken_can_be_read_again() -> None:
    """The longest number, and JSON that is as deep as it may be by itself, and not where it is."""
    whole = one({"type": "integer"})
    taken = whole.read(fill(whole, whole.start(), x="1e299")).values
    assert whole.told(taken) == (("x", "1" + "0" * 299),)
    deep = one({"type": "array"})
    said = wrong(deep, fill(deep, deep.start(), x="[" * 64 + "]" * 64))
    assert "too many lists and objects" in said[""]
    assert deep.told(deep.read(fill(deep, deep.start(), x="[" * 63 + "]" * 63)).values)


@pytest.mark.parametrize(("schema", "text", "words"), WRONG)
def test_mistakes_are_said_at_the_field_in_words(schema: Any, text: str, words: str) -> None:
    """What is wrong, or what is right, and never what was typed."""
    form = one(schema)
    found = wrong(form, fill(form, form.start(), x=text))
    assert list(found) == ["x"] and words in found["x"]


def test_a_choice_is_read_only_by_its_place() -> None:
    """Something else, and a text for a choice of several, is refused."""
    form = one({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1})
    (field,) = fields(form, form.start())
    assert (
        form.read(form.start().with_given({field.id: ("1", "0", "1")})).values
        == '{"x": ["b", "a"]}'
    )
    assert form.read(form.start().with_given({field.id: ("5",)})).wrong
    assert wrong(form, form.start()) == {"x": "At least 1 is needed here."}
    form = one(TEXT)
    (field,) = fields(form, form.start())
    assert form.read(form.start().with_given({field.id: ("0",)})).wrong


HINTS: list[tuple[Any, str]] = [
    ({"type": "integer", "minimum": 1, "maximum": 5}, "A whole number: 1 to 5."),
    ({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
     "A number: more than 0, a multiple of 0.5."),
    ({"type": "number", "minimum": 1, "exclusiveMaximum": 9}, "A number: at least 1, less than 9."),
    ({"allOf": [{"type": "integer", "minimum": 1}, {"minimum": 10}]},
     "A whole number: at least 10."),
    (TEXT | {"minLength": 2, "maxLength": 5}, "2 to 5 characters."),
    (TEXT | {"minLength": 4, "maxLength": 4}, "4 characters."), (TEXT | {"minLength": 1}, ""),
    (TEXT | {"minLength": 2}, "At least 2 characters."),
    (TEXT | {"maxLength": 1}, "At most 1 character."),
    (TEXT | {"pattern": "^[a-z0-9_-]+$"}, "Only small letters a to z, digits 0 to 9, “_” and “-”."),
    (TEXT | {"pattern": "^\\d{2,4}$"}, "Only digits 0 to 9, 2 to 4 of them."),
    (TEXT | {"pattern": "^[A-Z]$"}, "One sign of these: capital letters A to Z."),
    (TEXT | {"pattern": "^[^\\s]+$"}, "No white space."),
    (TEXT | {"pattern": "x"}, "It must match x"),
    (TEXT | {"format": "ipv4"}, "An IPv4 address, like 10.0.0.1."),
    (TEXT | {"contentEncoding": "base64"},
     "No file can be added here: put its content in as base64 text."),
    (TEXT | {"format": "data-url"}, "A file as a data URL, as text: data:text/plain;base64,…"),
    ({"type": "array", "items": {"enum": [1, 2, 3]}, "minItems": 1, "maxItems": 2}, "1 to 2."),
    ({"type": "array", "items": {"enum": [1, 2, 3]}, "maxItems": 2}, "At most 2."),
    ({"type": "array", "items": TEXT, "uniqueItems": True},
     "None may stand twice. One on each line."),
    ({"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True}, ""),
    (TEXT | {"format": "date"}, ""),
    (TEXT | {"format": "time"}, "In UTC."),
    (TEXT | {"format": "date-time"}, "In your own time zone."),
    (TEXT | {"format": "date", "default": "2026-12-24"},
     "A date, as year-month-day: 2026-12-24."),
    (TEXT | {"format": "time", "writeOnly": True},
     "A time of day, like 18:00, in UTC. In another zone write 18:00:00+01:00."),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "hint"), HINTS)
def test_hints_say_the_rule_in_words(schema: Any, hint: str) -> None:
    """Of limits that are joined the narrowest."""
    form = one(schema)
    assert by_label(form, form.start(), "x").hint == hint


DEFAULTS: list[tuple[Any, str]] = [
    (TEXT | {"default": "a"}, '{"x": "a"}'), (TEXT | {"default": 5}, "{}"),
    ({"type": "integer", "minimum": 1, "default": 0}, "{}"),
    ({"type": "integer", "default": 3}, '{"x": 3}'),
    ({"enum": ["a", "b"], "default": "c"}, "{}"),
    ({"enum": ["a", "b"], "default": "b"}, '{"x": "b"}'),
    (TEXT | {"format": "date", "default": "tomorrow"}, "{}"),
    ({"type": "boolean", "default": True}, '{"x": true}'),
    ({"type": "boolean", "default": False}, '{"x": false}'),
    ({"type": "boolean"}, "{}"), ({"type": ["integer", "null"], "default": None}, "{}"),
    ({"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]}, '{"x": ["b"]}'),
    ({**obj(a=TEXT, b=TEXT), "default": {"a": "1"}}, '{"x": {"a": "1"}}'),
    (obj(a=TEXT | {"default": "in"}), '{"x": {"a": "in"}}'),
    ({**obj(a=TEXT | {"default": "in"}), "default": {"a": "out"}}, '{"x": {"a": "out"}}'),
    (TEXT | {"format": "password", "default": "hunter2"}, "{}"),
    (TEXT | {"writeOnly": True, "default": "a"}, "{}"),
    (obj(a={"const": 1}), "{}"),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "values"), DEFAULTS)
def test_only_a_default_that_holds_stands_there(schema: Any, values: str) -> None:
    """One that breaks its own rule is none, and nothing sensitive is ever filled in."""
    form = one(schema, required=False)
    assert form.read(form.start()).values == values
    assert "hunter2" not in repr(form.pages(form.start()))


def test_what_has_names_of_its_own_is_asked_beside_the_rest() -> None:
    """One name=value on each line; a mistake in it is said there."""
    form = made({**obj(a=TEXT), "additionalProperties": {"type": "integer"}})
    draft = fill(form, form.start(), a="x", More="n=3\nm=4")
    assert form.read(draft).values == '{"a": "x", "n": 3, "m": 4}'
    assert wrong(form, fill(form, draft, More='{"n": "y"}')) == {
        "More": "n: This must be a whole number."
    }
    draft = fill(form, draft, More="[1]")
    assert wrong(form, draft) == {"More": "This must be names with their values."}
    draft = fill(form, draft, More="a=1")
    assert wrong(form, draft) == {"More": "a has a field of its own. Fill it in there."}


def test_an_empty_field_is_left_out() -> None:
    """Neither null nor ""; cleared, a default is left out as well."""
    form = made(obj(a=TEXT | {"default": "x"}, b={"type": "integer"}, c={"type": "boolean"}))
    assert form.read(fill(form, form.start(), a="")).values == "{}"


def test_what_an_answer_had_empty_stays_empty() -> None:
    """Null, an empty text, list and object come back, though no control can show them."""
    schema = obj(
        a={"type": ["string", "null"]}, b=TEXT, c={"type": "array", "items": {"enum": [1]}},
        d=obj(e=TEXT), f={"type": "array", "items": TEXT}, g={"type": "boolean", "default": True},
    )  # fmt: skip
    form = made(schema)
    values = '{"a": null, "b": "", "c": [], "d": {}, "f": [], "g": false}'
    assert form.read(form.fill(values)).values == values
    assert form.read(form.fill("{}")).values == "{}"
