"""Who may read what was said where: whoever isn't in a private conversation reads nothing of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient

from bot.log import get
from bot.slack import membership
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import flag, obj, strings

log = get(__name__)

SEEN_S = 60.0  # as long as what is known of people (people.FACTS_S)
MOST = 2_000  # conversations kept
LOOKED_THROUGH = 2_000  # members of a conversation; of a larger one the others aren't found


@dataclass(frozen=True, slots=True)
class _Place:
    at: float
    public: bool
    members: frozenset[str]


class Readers:
    """Looks conversations up in Slack. `clock` in seconds that never go back."""

    def __init__(self, client: AsyncWebClient, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._places: dict[str, _Place] = {}

    async def sees(self, user: str, channel: str) -> bool:
        """Whether a full member of the workspace may read a conversation; a doubt is a no."""
        kept = self._places.get(channel)
        if kept is None or self._clock() - kept.at > SEEN_S:
            kept = await self._look_up(channel)
        return kept is not None and (kept.public or user in kept.members)

    async def _look_up(self, channel: str) -> _Place | None:
        try:
            answer = cast(object, (await self._client.conversations_info(channel=channel)).data)
            found = obj(answer, "channel")
            public = _public(found)
            members = frozenset[str]() if public else await self._members(channel)
        except FAILURES as error:
            log.info("conversation not looked up", channel=channel, why=trouble(error).words)
            return None
        if len(self._places) >= MOST:
            self._places.clear()
        self._places[channel] = place = _Place(self._clock(), public, members)
        return place

    async def _members(self, channel: str) -> frozenset[str]:
        members = set[str]()
        async for page in membership.pages(self._client, channel):
            members.update(strings(page, "members"))
            if len(members) >= LOOKED_THROUGH:
                break
        return frozenset(members)


def _public(channel: object) -> bool:
    """Whether everybody in the workspace may read it; what isn't said to be a channel isn't."""
    private = any(flag(channel, name) for name in ("is_private", "is_im", "is_mpim"))
    return flag(channel, "is_channel") and not private
