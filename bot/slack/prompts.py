"""Suggested prompts: what a person may ask for, shown in our direct message while it is empty."""

import time
from collections import OrderedDict
from collections.abc import Callable

from slack_sdk.web.async_client import AsyncWebClient

from blocks.text import unmarked
from bot.log import get
from bot.slack.errors import FAILURES, code
from bot.slack.parse import Opened
from bot.slack.tasks import Tasks

log = get(__name__)

Prompt = tuple[str, str]  # its title, and what it says

MOST = 4  # docs, assistant.threads.setSuggestedPrompts
TITLE, MESSAGE = 75, 2_000  # no page states limits; buttons and their values have these
KEPT_S = 600.0  # for how long prompts that were set aren't set again
PLACES = 5_000  # remembered


class Prompts:
    """Offers the prompts, beside the acknowledgement; what fails is only logged."""

    def __init__(
        self,
        client: AsyncWebClient,
        tasks: Tasks,
        prompts: tuple[Prompt, ...],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._tasks = tasks
        self._prompts = [
            {"title": unmarked(title, TITLE), "message": unmarked(message, MESSAGE)}
            for title, message in prompts[:MOST]
        ]
        self._clock = clock
        self._offered: OrderedDict[Opened, float] = OrderedDict()

    def offer(self, opened: Opened) -> None:
        """Offers them where they weren't offered a moment ago, by this process."""
        now = self._clock()
        if not self._prompts or now - self._offered.get(opened, -KEPT_S) < KEPT_S:
            return
        self._offered[opened] = now
        self._offered.move_to_end(opened)
        if len(self._offered) > PLACES:
            self._offered.popitem(last=False)
        self._tasks.start(self._set(opened))

    async def _set(self, opened: Opened) -> None:
        body: dict[str, object] = {"channel_id": opened.channel, "prompts": self._prompts}
        if opened.thread:
            body["thread_ts"] = opened.thread
        try:
            await self._client.api_call("assistant.threads.setSuggestedPrompts", json=body)
        except FAILURES as error:
            self._offered.pop(opened, None)
            log.info("prompts not set", why=code(error) or type(error).__name__)
