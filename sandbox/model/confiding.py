"""The task that needs a secret: a person types it on a web page, and the model gets a reference."""

from typing import Any

from sandbox.model import answers, asking
from sandbox.model.answers import sentence
from sandbox.model.asking import Answer, Unanswered
from sandbox.model.tasks import CourierKey
from sandbox.model.turn import Turn, Want

Json = dict[str, Any]
TOOL = "replace_courier_key"
SEND = "send"
NO_PAGE = "I have no web page to ask for it, and a key doesn't belong in Slack"
_ACTIONS: list[Json] = [{"id": SEND, "label": "Send the key", "color": "green"}]


def courier_key(task: CourierKey, turn: Turn) -> Want | str:
    """Ask for the new key, then propose the call that gets it."""
    deed = answers.courier_key(task.courier)
    if TOOL not in turn.offers:
        return f"{deed.undone}: I have no tool for it."
    if text := turn.result(TOOL, (("courier", task.courier),)):
        return answers.tell(deed, text)
    if asking.PAGE not in turn.offers:
        return f"{deed.undone}: {NO_PAGE}."
    found = asking.ask(
        turn,
        asking.PAGE,
        f"What is the new API key of {task.courier}?",
        schema=_schema(task.courier),
        actions=_ACTIONS,
        fallback="I leave the key as it is",
    )
    match found:
        case Want():
            return found
        case Unanswered():
            return f"{deed.undone}: {sentence(found.why)}"
        case Answer():
            return Want(TOOL, (("courier", task.courier), ("key", found.values.get("key"))))


def _schema(courier: str) -> Json:
    return {
        "type": "object",
        "properties": {
            "key": {
                "type": "string",
                "format": "password",
                "minLength": 12,
                "maxLength": 200,
                "title": "New API key",
                "description": f"{courier} shows it once, when you make it.",
            }
        },
        "required": ["key"],
    }
