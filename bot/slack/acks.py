"""What is said in an acknowledgement: nobody hears if Slack refuses one, so it is checked first.

A view that breaks Slack's limits becomes one in plain words; a field error stands at a field that
the person has before them, so that what they typed stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from blocks.check import BadBlocks, checked
from blocks.elements import Payload
from blocks.modal import error_view, field_errors
from bot.log import get
from bot.slack.fields import Json, items, text
from bot.slack.private import QUIET

log = get(__name__)


@dataclass(frozen=True, slots=True)
class Anew:
    """Another view in the place of the one that was sent."""

    view: Payload


# Why a modal that was sent isn't done: in words for its first field, by block id, or as a view.
Fault = str | Mapping[str, str] | Anew

CANT_SHOW = "I can't show that here, and nothing was changed. Tell an admin."


def fitting(view: Payload, request: str = "") -> Payload:
    """The view, or one that says that it can't be shown."""
    try:
        return checked(view)
    except BadBlocks as error:
        log.error("a view breaks Slack's limits", request=request, why=str(error))
        return error_view(CANT_SHOW)


def stays(view: Json, fault: Fault) -> Payload:
    """Keeps a submitted modal open with words at its field, or in its place if it has none.

    A `fault` that names block ids has its words at those that the modal has.
    """
    if isinstance(fault, Anew):
        return becomes(fault.view)
    inputs = [block for block in items(view, "blocks") if text(block, "type") == "input"]
    names = [name for block in inputs if (name := text(block, "block_id"))]
    if isinstance(fault, str):
        words, errors = fault, field_errors(fault, names)
    else:
        words = next(iter(fault.values()))
        errors = {name: said for name, said in fault.items() if name in names}
    return {"response_action": "errors", "errors": errors} if errors else becomes(error_view(words))


def becomes(view: Payload) -> Payload:
    """Puts another view in the place of a submitted one."""
    return {"response_action": "update", "view": fitting(view)}


def privately(payload: Payload) -> Payload:
    """Answers a slash command, for its sender alone."""
    return {**checked(payload), **QUIET, "response_type": "ephemeral"}
