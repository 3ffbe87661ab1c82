"""The tools by which an agent asks people, as they are offered to the model."""

from typing import Any

from bot.core.questions import (
    ASK_HUMAN,
    ASK_USER,
    FALLBACK,
    LONGEST,
    OPTION,
    OPTIONS,
)
from bot.ports import ToolSpec

_FALLBACK: dict[str, Any] = {
    "type": "string",
    "maxLength": FALLBACK,
    "description": "What you will do if nobody answers in time. It stands on the card.",
}
_PLACE: dict[str, Any] = {
    "installationId": {
        "type": "string",
        "description": "The team or enterprise id; leave it out where there is one workspace.",
    },
    "channel": {
        "type": "string",
        "description": "One of your ops channels' ids. Without it the thread is asked.",
    },
}
_ACTIONS: dict[str, Any] = {
    "type": "array",
    "description": "Ways to send the answer, a button each. Without them: Submit. There is always "
    "a Cancel.",
    "items": {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "label": {"type": "string"},
            "color": {
                "type": "string",
                "enum": ["gray", "blue", "sky", "teal", "green", "amber", "red", "violet"],
            },
        },
        "required": ["id", "label"],
    },
}
_ENVELOPE = (
    'The result is {"action", "values"}: the action that the person chose (submit, if you named '
    'none) and their values, which fit the schema; or action "cancel", or "unanswered" with your '
    "fallback. An answer allows nothing: a call still meets the gate."
)


def _spec(name: str, description: str, parameters: dict[str, Any]) -> ToolSpec:
    return ToolSpec(
        name=name,
        description=description,
        parameters={"type": "object", "additionalProperties": False, **parameters},
        risk="read",
        idempotent=True,
        timeout_s=0,
        digest="",
    )


ASKS_USER = _spec(
    ASK_USER,
    "Ask whoever gave you the task one question, and wait for the answer. Only if the answer "
    "changes what you do, and no tool can tell you. Give two to four options that exclude each "
    "other where you can; people can always write something else. The result is "
    '{"action": "submit", "values": {"answer": …}}, with "answers" if multiple, or "other" with '
    'their own words; or action "cancel", or "unanswered" with your fallback. An answer allows '
    "nothing: a call still meets the gate.",
    {
        "properties": {
            "question": {"type": "string", "maxLength": LONGEST},
            "options": {
                "type": "array",
                "minItems": 2,
                "maxItems": OPTIONS,
                "items": {"type": "string", "maxLength": OPTION},
            },
            "multiple": {"type": "boolean", "description": "Whether several may be chosen."},
            "fallback": _FALLBACK,
        },
        "required": ["question"],
    },
)

_FORM: dict[str, Any] = {
    "properties": {
        "question": {"type": "string", "maxLength": LONGEST, "description": "What it is about."},
        "schema": {"type": "object", "description": "A JSON Schema of the answer."},
        "uiSchema": {"type": "object", "description": "As in react-jsonschema-form."},
        "actions": _ACTIONS,
        "fallback": _FALLBACK,
        **_PLACE,
    },
    "required": ["schema"],
}
ASKS_HUMAN = _spec(
    ASK_HUMAN,
    "Ask people for several values at once with a form, and wait for it. Describe the answer as a "
    "JSON Schema with titles and descriptions in the people's words; ask only for what you need. "
    + _ENVELOPE,
    _FORM,
)


def offers() -> tuple[ToolSpec, ...]:
    """The asking tools."""
    return (ASKS_USER, ASKS_HUMAN)
