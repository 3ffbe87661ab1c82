"""Telling one person something that nobody else sees, by whatever way still reaches them."""

import asyncio
import time
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from blocks.check import checked
from blocks.elements import Payload
from bot.log import get
from bot.ports.chat import ChatTrouble
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import text
from bot.slack.identity import CALL_S, is_local
from bot.slack.parse import Place

log = get(__name__)

WITHIN_S = 60.0  # later, nobody remembers the click that is answered


class Private:
    """Private words: by response_url, else in the thread, else as a direct message."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def tell(self, place: Place, payload: Payload) -> bool:
        """Whether the person was told. Raises ChatTrouble only for `wait`: then it may be retried.

        Who can't be reached by any way is logged, by id.
        """
        payload = checked(payload)
        if place.response_url and await self._respond(place.response_url, place, payload):
            return True
        for way in (self._whisper, self._direct):
            try:
                if await way(place, payload):
                    return True
            except FAILURES as error:
                found = trouble(error)
                if found.kind == "wait":
                    raise found from error
                log.info("not told this way", user=place.user, why=found.words)
        log.warning("nobody told", user=place.user)
        return False

    async def tell_or_log(self, place: Place, payload: Payload) -> None:
        """Tells once, waiting as Slack asks for a minute at most; never raises."""
        began, wait_s = time.monotonic(), 1.0
        while True:
            try:
                await self.tell(place, payload)
                return
            except ChatTrouble as found:
                wait = found.retry_after_s or wait_s
                if time.monotonic() - began + wait > WITHIN_S:
                    log.warning("not told", user=place.user, why=found.words)
                    return
            await asyncio.sleep(wait)
            wait_s *= 2

    async def _respond(self, url: str, place: Place, payload: Payload) -> bool:
        hook = AsyncWebhookClient(
            url, timeout=CALL_S, session=self._client.session, retry_handlers=[]
        )
        if is_local(url):
            hook.proxy = None
        body = {**payload, **QUIET, "response_type": "ephemeral", "replace_original": False}
        if place.thread:
            body["thread_ts"] = place.thread
        try:
            answer = await hook.send_dict(body)
        except FAILURES as error:
            log.info("response_url failed", user=place.user, why=type(error).__name__)
            return False
        return answer.status_code == 200 and '"ok":false' not in (answer.body or "")

    async def _whisper(self, place: Place, payload: Payload) -> bool:
        if not place.channel:
            return False
        await self._client.api_call(
            "chat.postEphemeral",
            json={
                "channel": place.channel,
                "user": place.user,
                **({"thread_ts": place.thread} if place.thread else {}),
                **payload,
            },
        )
        return True

    async def _direct(self, place: Place, payload: Payload) -> bool:
        opened = cast(object, (await self._client.conversations_open(users=place.user)).data)
        body = {"channel": text(opened, "channel", "id"), **payload, **QUIET}
        await self._client.api_call("chat.postMessage", json=body)
        return True


QUIET = {"unfurl_links": False, "unfurl_media": False}  # links in our posts are never unfurled
