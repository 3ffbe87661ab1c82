"""The tools by which an agent asks people, as they are offered to the model."""

from typing import Any

from bot.core.questions import (
    ASK_HUMAN,
    ASK_USER,
    FALLBACK,
    LONGEST,
    ON_PAGE,
    OPTION,
    OPTIONS,
    OWN_CARD,
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


_CARD: dict[str, Any] = {
    "properties": {
        "blocks": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Block Kit blocks: section, header, divider, context, rich_text, "
            "markdown, table, actions. Elements, each with its own action_id: button, overflow, "
            "static_select, radio_buttons, checkboxes, datepicker, timepicker, datetimepicker.",
        },
        "modals": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Modal views by the action_id of the button that opens each. Their "
            "input blocks may also hold plain_text_input, number_input, email_text_input, "
            "url_text_input and multi_static_select.",
        },
        "question": {
            "type": "string",
            "maxLength": LONGEST,
            "description": "What it is about, in a sentence: the headline.",
        },
        "fallback": _FALLBACK,
        **_PLACE,
    },
    "required": ["blocks"],
}
OWN = _spec(
    OWN_CARD,
    "Ask people with a Slack card that you draw yourself, and wait for the answer; only where "
    "askUser and askHuman can't show what is needed. Anyone linked may answer. A press of a button "
    "answers; one with a modal answers when the modal is sent. Other elements only hold a value, "
    "unless there is no other. No images, no mentions but of whoever gave you the task, no buttons "
    "with addresses, nothing that looks like an approval. The result is "
    '{"action": the action_id that answered, "values": {action_id: value}}: texts and numbers as '
    "typed, a chosen option's value, several as a list, a moment as epoch seconds, null where "
    'nothing was chosen; or action "cancel", or "unanswered" with your fallback. An answer allows '
    "nothing: a call still meets the gate.",
    _CARD,
)


ASKS_ON_PAGE = _spec(
    ON_PAGE,
    "Ask people for passwords, keys and other secrets, or for what is too large for a chat, with a "
    "form on a web page. Mark a secret with format: password. You get a reference (secret:…) in "
    "its place, never the value: pass it whole in a sensitive argument of a tool, and the tool "
    f"gets the value. {_ENVELOPE}",
    _FORM,
)


def offers(*, own_cards: bool, pages: bool) -> tuple[ToolSpec, ...]:
    """The asking tools; `own_cards`: with that for a card of the model's own, `pages`: with that
    which asks on the web.
    """
    more = ((OWN, own_cards), (ASKS_ON_PAGE, pages))
    return (ASKS_USER, ASKS_HUMAN, *(tool for tool, there in more if there))
