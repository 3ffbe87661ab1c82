"""What is marked is hidden, also where one control takes a whole list or object."""

import json
from typing import Any

import pytest

from bot.core import form as forms
from bot.core.form.parts import Room, Unaskable
from bot.core.form.sealing import hidden, places, sealed

Json = dict[str, Any]
SECRET = "Zwiebel77"
MARKED = {"type": "string", "format": "password"}
TEXT = {"type": "string"}
NODE = {"type": "object", "properties": {"p": MARKED, "c": {"$ref": "#/$defs/node"}}}
ROOM = Room(10**9, 10**9, 10**9, 10**9)


def of(**properties: object) -> dict[str, object]:
    """An object with these properties."""
    return {"type": "object", "properties": properties}


def listed(items: object) -> dict[str, object]:
    """An object with a list of these."""
    return of(l={"type": "array", "items": items})


def sent(schema: object, answer: object, ui: object = None) -> tuple[str, str, str]:
    """What is kept of an answer, what a card tells of it, and what the page is drawn with."""
    form = forms.made(schema, ui)
    draft = form.fill(json.dumps(answer))
    (page,) = form.pages(draft, ROOM)
    values = form.read(draft).values
    kept = {at: "secret:x" for at in places(values, hidden(values, page.fields))}
    shown = str([(one.shown, one.placeholder) for one in page.fields])
    return sealed(values, kept), str(form.told(values)), shown


@pytest.mark.parametrize(("schema", "answer"), [
    (of(p={"anyOf": [MARKED, {"type": "integer"}]}), {"p": SECRET}),
    ({"type": "object", "additionalProperties": MARKED}, {"z": SECRET}),
    ({"type": "object", "patternProperties": {"^z": MARKED}}, {"z": SECRET}),
    (of(o={"type": "object", "additionalProperties": MARKED}), {"o": {"z": SECRET}}),
    (of(u=TEXT) | {"additionalProperties": MARKED}, {"u": "ana", "z": SECRET}),
    ({"$defs": {"m": MARKED}, "allOf": [of(u=TEXT) | {"additionalProperties":
        {"$ref": "#/$defs/m"}}], "type": "object"}, {"u": "ana", "z": SECRET}),
    (listed({"type": "array", "items": MARKED}), {"l": [[SECRET]]}),
    (listed({"anyOf": [MARKED, of(p=MARKED)]}), {"l": [{"p": SECRET}]}),
    (of(l={"type": "array", "contains": MARKED}), {"l": [SECRET]}),
    (listed({"enum": [SECRET, "b"], "writeOnly": True}), {"l": [SECRET]}),
    ({"$defs": {"node": NODE}, "$ref": "#/$defs/node"}, {"p": "x", "c": {"c": {"p": SECRET}}}),
    (listed(MARKED), {"l": [f"{SECRET}{n}" for n in range(30)]}),
])  # fmt: skip
def test_a_mark_within_hides_it(schema: dict[str, Any], answer: object) -> None:
    """From the answer, the card, and what the page is drawn with."""
    assert not [part for part in sent(schema, answer) if SECRET in part]


def test_a_mark_in_the_uischema_counts_within_too() -> None:
    """Of names that the schema doesn't know."""
    schema = {"type": "object", "additionalProperties": TEXT}
    ui = {"additionalProperties": {"ui:widget": "password"}}
    assert not [part for part in sent(schema, {"z": SECRET}, ui) if SECRET in part]
    assert sent(schema, {"z": SECRET})[0] == json.dumps({"z": SECRET})


@pytest.mark.parametrize("wish", [
    {"ui:widget": "password"}, {"ui:widget": "PasswordWidget"}, {"ui:options": {"widget":
    "password"}}, {"ui:options": {"inputType": "password"}}, {"ui:inputType": "password"},
])  # fmt: skip
def test_a_masked_control_may_be_wished_for_in_each_way(wish: Json) -> None:
    """None of them passes through Slack."""
    schema, ui = of(p=TEXT), {"p": wish}
    assert forms.made(schema, ui).way == "web"
    assert not [part for part in sent(schema, {"p": SECRET}, ui) if SECRET in part]


@pytest.mark.parametrize("ui", [
    {"anyOf": [{"p": {"ui:widget": "password"}}]},
    {"p": {"oneOf": [{}, {"ui:options": {"inputType": "password"}}]}},
])  # fmt: skip
def test_a_wish_that_is_not_followed_is_refused(ui: Json) -> None:
    """Else a password would be shown to everybody."""
    with pytest.raises(Unaskable, match="writeOnly"):
        forms.made(of(p=TEXT), ui)


def test_what_stands_beside_it_stays() -> None:
    """A list's lines and an object's further names each have a reference of their own."""
    answer = {"u": "ana", "z": SECRET, "y": SECRET}
    kept = sent(of(u=TEXT) | {"additionalProperties": MARKED}, answer)[0]
    assert json.loads(kept) == {"u": "ana", "z": "secret:x", "y": "secret:x"}
    kept = sent(listed(MARKED), {"l": ["a", "b"]})[0]
    assert json.loads(kept) == {"l": ["secret:x", "secret:x"]}
    answer = {"p": SECRET, "z": "shown"}
    schema = of(p=MARKED) | {"additionalProperties": TEXT}
    assert json.loads(sent(schema, answer)[0]) == {"p": "secret:x", "z": "shown"}
