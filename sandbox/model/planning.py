"""The task that needs a form: a maintenance window, with a field of most kinds."""

import re
from typing import Any, cast

from sandbox.model import asking
from sandbox.model.answers import sentence
from sandbox.model.asking import Answer, Unanswered
from sandbox.model.tasks import SERVICES, Window
from sandbox.model.turn import Turn, Want

Json = dict[str, Any]
QUESTION = "When and how is the maintenance window?"
SCHEDULE, DRAFT = "schedule", "draft"
NO_PLAN = "No maintenance window was planned"
CLOCK = re.compile(r"(\d\d:\d\d):00Z")

_FIELDS: Json = {
    "service": {"type": "string", "enum": [name for name, _ in SERVICES], "title": "Service"},
    "environment": {"type": "string", "enum": ["prod", "staging"], "title": "Environment"},
    "date": {"type": "string", "format": "date", "title": "Day"},
    "start": {"type": "string", "format": "time", "title": "Begins at"},
    "minutes": {
        "type": "integer",
        "minimum": 5,
        "maximum": 240,
        "title": "Minutes",
        "description": "How long it may take.",
    },
    "notify": {
        "type": "array",
        "items": {"type": "string", "enum": ["Support", "Engineering", "Customers"]},
        "uniqueItems": True,
        "title": "Who is told",
    },
    "contact": {
        "type": "string",
        "format": "email",
        "title": "Contact",
        "description": "Who answers questions while it goes on.",
    },
    "steps": {"type": "array", "items": {"type": "string", "minLength": 1}, "title": "Steps"},
    "roll_back": {"type": "boolean", "title": "Roll back if it fails?"},
    "notes": {"type": "string", "maxLength": 1000, "title": "Notes"},
}
_VERSION: Json = {"type": "string", "minLength": 1, "title": "To which version"}
_ROLLS_BACK: Json = {"properties": {"roll_back": {"const": True}}, "required": ["roll_back"]}
_UI: Json = {
    "service": {"ui:widget": "select"},
    "environment": {"ui:widget": "radio"},
    "notify": {"ui:widget": "checkboxes"},
    "notes": {"ui:widget": "textarea"},
    "contact": {"ui:placeholder": "ana@example.com"},
    "ui:order": ["service", "environment", "date", "start", "minutes", "notify", "contact",
                 "steps", "roll_back", "version", "notes"],
}  # fmt: skip
_ACTIONS: list[Json] = [
    {"id": SCHEDULE, "label": "Schedule it", "color": "green"},
    {"id": DRAFT, "label": "Only a draft", "color": "gray", "validate": False},
]


def window(task: Window, turn: Turn) -> Want | str:
    """Ask for the plan in a form; then repeat it. Nothing is run."""
    if asking.HUMAN not in turn.offers:
        return f"{NO_PLAN}: I may not ask for its details."
    found = asking.ask(
        turn,
        asking.HUMAN,
        QUESTION,
        schema=_schema(task.service),
        uiSchema=_UI,
        actions=_ACTIONS,
        fallback="I plan nothing",
    )
    match found:
        case Want():
            return found
        case Unanswered():
            return f"{NO_PLAN}: {sentence(found.why)}"
        case Answer():
            return _told(found)


def _schema(service: str) -> Json:
    fields = dict(_FIELDS)
    if service in fields["service"]["enum"]:
        fields["service"] = {**fields["service"], "default": service}
    return {
        "type": "object",
        "properties": fields,
        "required": ["service", "environment", "date", "start", "minutes"],
        "if": _ROLLS_BACK,
        "then": {"properties": {"version": _VERSION}, "required": ["version"]},
    }


def _told(answer: Answer) -> str:
    """Give the values as a table, in the form's order."""
    titles = {name: field["title"] for name, field in _FIELDS.items()}
    titles["version"] = _VERSION["title"]
    names = [name for name in _UI["ui:order"] if name in answer.values]
    rows = [f"| {titles[name]} | {_cell(answer.values[name])} |" for name in names]
    what = "the plan" if answer.action == SCHEDULE else "the draft"
    if not rows:
        return "The draft is empty. Nothing was run, and nobody was told."
    table = "\n".join(["| What | Planned |", "| --- | --- |", *rows])
    return f"Here is {what}. Nothing was run, and nobody was told.\n\n{table}"


def _cell(value: object) -> str:
    """Give a value on one line, without what would end its cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and (clock := CLOCK.fullmatch(value)):
        return f"{clock.group(1)} UTC"
    listed = ", ".join(map(str, cast(list[object], value))) if isinstance(value, list) else value
    return " ".join(str(listed).replace("|", "/").split())
