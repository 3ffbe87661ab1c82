"""Interim: replaced by the whole meaning of schemas."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from bot.core.form.parts import (
    Action,
    Draft,
    Field,
    Option,
    Page,
    Read,
    Room,
    Unaskable,
    Way,
)


@dataclass(frozen=True)
class Form:
    way: Way
    why: str
    actions: tuple[Action, ...]
    cancel: Action
    quick: tuple[Option, ...]
    answers: tuple[str, ...] = ()
    fields: tuple[Field, ...] = field(default_factory=tuple)

    def quick_values(self, value: str) -> str:
        if not value.isdigit() or int(value) >= len(self.answers):
            raise KeyError(value)
        return self.answers[int(value)]

    def start(self) -> Draft:
        return Draft()

    def fill(self, values: str) -> Draft:
        return Draft()

    def pages(self, draft: Draft, room: Room = Room()) -> tuple[Page, ...]:
        return (Page(1, 1, self.fields),)

    def added(self, draft: Draft, rows: str) -> Draft:
        return draft

    def removed(self, draft: Draft, row: str) -> Draft:
        return draft

    def found(self, draft: Draft, field: str, query: str) -> tuple[Option, ...]:
        return ()

    def read(self, draft: Draft) -> Read:
        return Read(json.dumps({one.label: draft.given.get(one.id, "") for one in self.fields}))

    def wrong_on(self, draft: Draft, page: Page) -> Mapping[str, str]:
        return {}

    def settled(self, values: str) -> Read:
        return Read(values)

    def told(self, values: str) -> tuple[tuple[str, str], ...]:
        found = json.loads(values)
        return (
            tuple((str(k), str(v)) for k, v in found.items())
            if isinstance(found, dict)
            else (("Answer", str(found)),)
        )

    def envelope(self, action: str, values: str) -> str:
        return json.dumps({"action": action, "values": json.loads(values)})


@lru_cache(64)
def _made(schema: str) -> Form:
    found = json.loads(schema)
    quick: tuple[Option, ...] = ()
    answers: tuple[str, ...] = ()
    if isinstance(found, dict) and found.get("type") == "boolean":
        quick, answers = (Option("0", "Yes"), Option("1", "No")), ("true", "false")
    properties = found.get("properties", {}) if isinstance(found, dict) else {}
    fields = tuple(
        Field(id=f"f{n}", path=(k,), kind="text", label=str(k)) for n, k in enumerate(properties)
    )
    return Form(
        "buttons" if quick else "modal",
        "",
        (Action("submit", "Submit"),),
        Action("cancel", "Cancel"),
        quick,
        answers,
        fields,
    )


def made(schema: object, ui: object = None, actions: object = None) -> Form:
    if not isinstance(schema, dict | bool):
        raise Unaskable("schema must be an object")
    return _made(json.dumps(schema))
