"""Null, and leaving out, of what has fields of its own: done by filling in nothing of it."""

import json
from typing import Any

import pytest

from bot.core.form import made
from bot.slack.forms.through import through
from tests.core.form.forms import fields, fill, obj, wrong

TEXT = {"type": "string"}
FLAG = {"type": "boolean", "default": False}
COUNT = {"type": "integer", "default": 3}
NULL = {"type": "null"}
MODEL = {"$defs": {"m": obj("a", a=TEXT), "r": {"$ref": "#/$defs/m"}}}


def or_null(schema: Any, *, first: bool = False) -> dict[str, Any]:
    """That or null, as programs write it."""
    return {"anyOf": [NULL, schema] if first else [schema, NULL]}


NULLABLE: dict[str, Any] = {
    "an object": or_null(obj("a", a=TEXT)),
    "null first": or_null(obj("a", a=TEXT), first=True),
    "two types": {**obj("a", a=TEXT), "type": ["object", "null"]},
    "a reference": or_null({"$ref": "#/$defs/m"}),
    "a reference, null first": or_null({"$ref": "#/$defs/m"}, first=True),
    "a reference to one": or_null({"$ref": "#/$defs/r"}),
    "a joined one": or_null({"allOf": [{"$ref": "#/$defs/m"}, obj("c", c=TEXT)]}),
    "with a default": or_null(obj("a", a=TEXT, b=COUNT)),
    "with a box": or_null(obj("a", a=TEXT, b=FLAG)),
    "with a constant": or_null(obj("a", a=TEXT, b={"const": 1})),
    "deeper": or_null(obj("a", a=obj("b", b=TEXT, c=FLAG))),
    "with a choice": or_null(obj("a", a={"enum": ["p", "q"]})),
    "with yes or no": or_null(obj("a", a={"type": "boolean"})),
    "with a list": or_null(obj("a", a={"type": "array", "items": obj("z", z=TEXT), "minItems": 1})),
    "texts": {"type": ["array", "null"], "items": TEXT, "minItems": 1},
    "rows": {"type": ["array", "null"], "items": obj("z", z=TEXT), "minItems": 2},
    "positions": {"type": ["array", "null"], "prefixItems": [TEXT, COUNT], "minItems": 2},
    "a choice": {"enum": ["p", None]},
    "yes, no or neither": {"type": ["boolean", "null"]},
}


@pytest.mark.parametrize("name", NULLABLE)
def test_null_is_answered_by_filling_in_nothing(name: str) -> None:
    """Each page is sent as it opens; no field stands in the way, and no button takes its place."""
    form = made({**obj("x", x=NULLABLE[name]), **MODEL})
    if form.way == "buttons":
        assert '{"x": null}' in form.answers.values()
        return
    assert all(one.optional or one.kind == "locked" for one in fields(form, form.start()))
    assert form.read(through(form, form.start())).values == '{"x": null}'
    again = form.fill('{"x": null}', exact=True)
    assert form.read(through(form, again)).values == '{"x": null}'


@pytest.mark.parametrize("inner", [obj("a", a=TEXT, b=COUNT), obj("a", a=TEXT, b=FLAG)])
def test_an_object_of_defaults_alone_is_left_out(inner: dict[str, Any]) -> None:
    """Where it isn't whole by them. Once somebody changes one, the rest is needed."""
    form = made(obj(x=inner))
    assert form.read(through(form, form.start())).values == "{}"
    begun = fill(form, form.start(), b="5") if "integer" in json.dumps(inner) else None
    if begun:
        assert wrong(form, begun) == {"a": "This is needed."}
        assert form.read(fill(form, begun, a="z")).values == '{"x": {"a": "z", "b": 5}}'
    assert wrong(form, form.fill(json.dumps({"x": {"b": 3}}), exact=True))


def test_an_object_that_is_whole_by_its_defaults_is_there() -> None:
    """What stands in a form is what is sent."""
    form = made(obj(x=obj("b", a=TEXT, b=COUNT)))
    assert form.read(through(form, form.start())).values == '{"x": {"b": 3}}'


def test_positions_of_defaults_alone_are_left_out() -> None:
    """Where one before them has none, and what is left would pass for it."""
    whole = {"type": "integer"}
    form = made(obj(x={"type": "array", "prefixItems": [whole, COUNT]}))
    assert form.read(form.start()).values == "{}"
    assert wrong(form, fill(form, form.start(), **{"x 2": "4"})) == {
        "x 1": "This is needed, as what comes after it is filled in."
    }


def test_a_list_that_may_be_null_has_rows_that_go() -> None:
    """Down to none, which is null; begun, it needs as many as it says."""
    form = made(obj("x", x=NULLABLE["rows"]))
    one = form.added(form.start(), form.pages(form.start())[0].items[-1].id)
    assert "At least 2 are needed here." in str(wrong(form, fill(form, one, z="a")))
    (row,) = [item for item in form.pages(one)[0].items if hasattr(item, "removes")]
    assert form.read(form.removed(one, row.id)).values == '{"x": null}'
