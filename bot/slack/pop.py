"""Opening a modal while the trigger of its click lives."""

from slack_sdk.web.async_client import AsyncWebClient

from blocks.elements import Payload
from bot.log import get
from bot.slack import acks, replies
from bot.slack.errors import FAILURES, code, trouble
from bot.slack.parse import Place
from bot.slack.private import Private

log = get(__name__)

_LAPSED = ("expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id", "invalid_arguments")


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
