"""Schemas that nobody can be asked about: the model hears why, at once and in words."""

from typing import Any

import pytest

from bot.core.form import Unaskable, made
from tests.core.form.forms import fields

DEEP: dict[str, Any] = {}
at = DEEP
for _ in range(40):
    at["properties"] = {"x": {}}
    at = at["properties"]["x"]


def doubled(times: int) -> dict[str, Any]:
    """A schema that applies another one twice, and that one another one twice, and so on."""
    parts: dict[str, Any] = {
        f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}, {"$ref": f"#/$defs/a{n + 1}"}]}
        for n in range(times)
    }
    return {"$ref": "#/$defs/a0", "$defs": {**parts, f"a{times}": {"type": "string"}}}


def widened(times: int) -> dict[str, Any]:
    """An object with two of another one, and that one with two of another one, and so on."""
    parts: dict[str, Any] = {
        f"a{n}": {
            "properties": {"x": {"$ref": f"#/$defs/a{n + 1}"}, "y": {"$ref": f"#/$defs/a{n + 1}"}}
        }
        for n in range(times)
    }
    return {"$ref": "#/$defs/a0", "$defs": {**parts, f"a{times}": {"type": "string"}}}


REFUSED: list[tuple[Any, str]] = [
    (False, "The schema is false"),
    (None, "must be a JSON Schema"),
    ([], "must be a JSON Schema"),
    ({"type": 5}, "broken at type"),
    ({"properties": {"a": {"minLength": "x"}}}, "broken at properties/a/minLength"),
    ({"required": "a"}, "broken at required"),
    ({"pattern": "("}, "broken at pattern"),
    ({"a": {1, 2}}, "it is no JSON"),
    ({"title": "\ud800"}, "it is no JSON|half a character"),
    ({"const": float("nan")}, "is no number|can't be read"),
    ({"maximum": 10**400}, "too many digits"),
    (DEEP, "lists and objects in each other"),
    ({"description": "x" * 400_001}, "larger than 400,000 bytes"),
    ({"pattern": "a" * 1_001}, "more than 1,000 characters"),
    ({"enum": list(range(10_001))}, "more than 10,000 options"),
    ({"properties": {f"p{n}": {} for n in range(1_001)}}, "more than 1,000 fields"),
    ({"pattern": "(?=a)(a|aa)+$", "const": "a" * 3_001}, "too long to compare"),
    ({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, "nothing to fill in"),
    ({"$ref": "#"}, "refers to itself without end"),
    ({"allOf": [{"anyOf": [{"$ref": "#"}]}]}, "refers to itself without end"),
    ({"not": {"$ref": "#"}}, "refers to itself without end"),
    (
        {"type": "object", "properties": {"n": {"$ref": "#"}}, "required": ["n"]},
        "refers to itself without end",
    ),
    (
        {"type": "array", "items": {"$ref": "#"}, "minItems": 1},
        "refers to itself without end",
    ),
    ({"$ref": "#/$defs/gone"}, "refers to #/\\$defs/gone, which isn't in it"),
    ({"$ref": "#gone"}, "refers to #gone, which isn't in it"),
    ({"items": {"$ref": "file:///etc/passwd"}}, "only what stands in the schema"),
    ({"items": {"$ref": "other.json#/a"}}, "only what stands in the schema"),
    ({"x": {"y": {"$ref": "http://e.com"}}, "$ref": "#/x/y"}, "only what stands in the schema"),
    (doubled(30), "refer to each other too often"),
    (widened(30), "refer to each other too often"),
    (widened(11), "more than 1,000 fields"),
    ({"minimum": 10, "maximum": 5}, "`minimum` is 10, `maximum` is 5"),
    ({"properties": {"a": {"minItems": 3, "maxItems": 2}}}, "at #/properties/a"),
    ({"type": "string", "enum": [1, 2]}, "its rules exclude each other"),
    (
        {"properties": {"a": {"readOnly": True, "type": "string"}}, "required": ["a"]},
        "'a' is needed, but read-only or hidden",
    ),
]


@pytest.mark.parametrize(("schema", "words"), REFUSED)
def test_why_it_is_refused(schema: Any, words: str) -> None:
    """A sentence that names the place or the limit."""
    with pytest.raises(Unaskable, match=words):
        made(schema)


BROKEN_UI: list[tuple[Any, str]] = [
    ([], "must be an object"),
    ({"a": {1}}, "it is no JSON"),
    ({"a": "x" * 400_001}, "larger than 400,000 bytes"),
]


@pytest.mark.parametrize(("ui", "words"), BROKEN_UI)
def test_a_broken_ui_schema_is_refused(ui: Any, words: str) -> None:
    """As a broken schema is."""
    with pytest.raises(Unaskable, match=words):
        made({}, ui)


@pytest.mark.parametrize(
    "schema",
    [
        {"$defs": {"n": {"properties": {"next": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"},
        {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}},
        {"$schema": "http://example.com/ours", "type": "string"},
        {"type": "string", "pattern": r"^\p{Lu}"},
        {"$id": "http://e.com/s", "$defs": {"a": {"$anchor": "x"}}, "items": {"$ref": "s#x"}},
        {"definitions": {"a": {"$id": "#x", "type": "string"}}, "items": [{"$ref": "#x"}]},
        {"id": "http://e.com/s", "type": "integer", "minimum": 1, "exclusiveMinimum": True},
    ],
)
def test_what_only_looks_odd_is_asked(schema: Any) -> None:
    """Trees, names within, an unknown `$schema`, older drafts that don't name themselves."""
    assert made(schema).pages(made(schema).start())


def test_choices_that_multiply_cost_no_time() -> None:
    """Forty conditions and as many alternatives are made at once, not tried in all combinations."""
    names = range(40)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {f"k{n}": {"enum": ["x", "y"]} for n in names},
        "allOf": [
            *({"if": {"properties": {f"k{n}": {"const": "x"}}, "required": [f"k{n}"]},
               "then": {"properties": {f"p{n}": {"type": "string"}}}} for n in names),
            *({"anyOf": [{"required": [f"k{n}"]}, {"required": [f"p{n}"]}]} for n in names),
        ],
    }  # fmt: skip
    form = made(schema)
    assert len(fields(form, form.start())) == 40


def test_an_answer_to_a_schema_within_itself_has_its_depth() -> None:
    """Each level of it may double what there is to look at."""
    twice = {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}
    form = made({"type": "object", "properties": {"x": twice}})
    deep = '{"x": ' * 19 + "{}" + "}" * 19
    assert form.settled(deep).values == deep
    assert form.settled(f'{{"x": {deep}}}').wrong == {
        "": "This is nested more than 20 levels deep. Make it flatter."
    }


@pytest.mark.parametrize("pattern", ["^(a+)+$", r"^(a+)+\1$", r"(.*)*(?=x).*(.*)*y\1", "^(a|a)*$"])
def test_a_pattern_can_not_take_for_ever(pattern: str) -> None:
    """The engine gives up in time; what it couldn't decide is refused."""
    form = made({"type": "string", "pattern": pattern})
    assert form.settled(f'"{"a" * 5_000}b"').wrong
