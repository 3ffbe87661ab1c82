"""Opening a modal while the trigger of its click lives, and drawing one anew."""

from slack_sdk.web.async_client import AsyncWebClient

from blocks.elements import Payload
from bot.log import get
from bot.slack import acks, replies
from bot.slack.errors import FAILURES, code, trouble
from bot.slack.fields import Json, text
from bot.slack.parse import Place
from bot.slack.private import Private

log = get(__name__)

_LAPSED = ("expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id", "invalid_arguments")


_NEWER = ("hash_conflict", "not_found")  # it was drawn anew, or closed, meanwhile


async def opened(
    client: AsyncWebClient,
    private: Private,
    view: Payload,
    *,
    trigger: str,
    place: Place,
    request: str,
) -> None:
    """Opens it; if Slack refuses, tells whoever pressed at that place to press again."""
    try:
        await client.views_open(trigger_id=trigger, view=acks.fitting(view, request))
    except FAILURES as error:
        if code(error) not in _LAPSED:
            log.warning("no modal", request=request, why=trouble(error).words)
        await private.tell_or_log(place, replies.press_again())


async def redrawn(client: AsyncWebClient, before: Json, view: Payload, request: str) -> None:
    """Draws it anew, unless it isn't any more what Slack has sent."""
    try:
        await client.views_update(
            view_id=text(before, "id"), hash=text(before, "hash"), view=acks.fitting(view, request)
        )
    except FAILURES as error:
        if code(error) not in _NEWER:
            log.warning("form not drawn", request=request, why=trouble(error).words)
