"""Where a card may be shown: who sees the place, and whether one of them may decide.

What can't be looked up is waited for, and then taken for a no. What was found is kept for a minute
at most, a failure never.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.core.ids import Thread, Who
from bot.core.request import Request
from bot.core.state import Run
from bot.log import get
from bot.ports.chat import ChatTrouble
from bot.slack import membership
from bot.slack.errors import FAILURES, NotYet, limited_for, trouble
from bot.slack.fields import Json, flag, items, obj, strings, text
from bot.slack.people import People

log = get(__name__)

KNOWN_S = 60.0  # PRODUCT.md 2: longer, and a channel that was shared since would still get cards
TRIES = 5  # of a look-up that fails, a second apart at first and ever longer
NAMED = 5  # people of a set who are named to whoever may invite them
LOOKED_UP = 20  # approvers who are looked up for a card; of more, some will be there

SHARED = (
    "this channel is shared with another company, where I show no details and ask nobody. Ask for "
    "it in a channel of your own company"
)
INACTIVE = (
    "nobody who may {} this has an active account any more. Tell an admin, who can name others "
    "in signoff.yaml"
)
_SHARED_FLAGS = ("is_ext_shared", "is_ext_shared_channel", "is_pending_ext_shared")
_SHARED_LISTS = ("pending_shared", "pending_connected_team_ids")


@dataclass(frozen=True, slots=True)
class _Place:
    at: float
    shared: bool
    closed: bool


class Places:
    """Looks places up in Slack. `clock` in seconds that never go back."""

    def __init__(
        self,
        client: AsyncWebClient,
        people: People,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._people = people
        self._clock = clock
        self._known: dict[str, _Place] = {}

    async def admitted(self, run: Run, request: Request) -> Request:
        """The request as its card may be posted where it is to stand: without who has left.

        Raises ChatTrouble: `nowhere` where it may not be shown, or where nobody who sees it could
        answer; `wait` when that can't be looked up just now.
        """
        tries = next((h.tries for h in run.holds if h.key == f"card:{request.id}"), 0)
        try:
            where = request.at or run.thread.channel
            place, able = await asyncio.gather(self._place(where), self.active(request))
            if place.shared:
                raise ChatTrouble("nowhere", SHARED)
            if able and place.closed and request.kind != "unsure":
                await self._some_inside(where, able, request)
        except FAILURES as error:
            raise _unknown(error, tries) from error
        return replace(request, able=able)

    async def shared(self, thread: Thread) -> bool:
        """Whether another company sees the thread, or may for all we know."""
        try:
            return (await self._place(thread.channel)).shared
        except FAILURES as error:
            log.warning("channel not looked up", channel=thread.channel, why=trouble(error).words)
            return True

    async def private(self, thread: Thread) -> bool:
        """Whether only some may read the thread, for all we know."""
        if thread.direct:
            return True
        try:
            place = await self._place(thread.channel)
        except FAILURES as error:
            log.warning("channel not looked up", channel=thread.channel, why=trouble(error).words)
            return True
        return place.closed or place.shared

    async def active(self, request: Request) -> tuple[Who, ...]:
        """Who may decide or answer and isn't known to have left. Raises ChatTrouble if too few."""
        asked = request.able[:LOOKED_UP]
        facts = await asyncio.gather(*map(self._people.facts, asked))
        gone = {who.user for who, found in zip(asked, facts, strict=True) if found.deactivated}
        left = tuple(who for who in request.able if who.user not in gone)
        if gone and len(left) < request.spec.count and request.kind != "unsure":
            raise ChatTrouble("nowhere", INACTIVE.format(_do(request)))
        return left

    async def _some_inside(self, channel: str, able: tuple[Who, ...], request: Request) -> None:
        """Raises ChatTrouble unless enough of those who may decide are members."""
        count = request.spec.count
        wanted, inside = {who.user for who in able}, set[str]()
        async for page in membership.pages(self._client, channel):
            inside |= wanted & {*strings(page, "members")}
            if len(inside) >= count:
                return
        some = [who.name or who.user for who in able if who.user not in inside]
        who = " or ".join([*some[:NAMED], *(["others of them"] if len(some) > NAMED else [])])
        needed = f"{count - len(inside)} more of them" if inside else f"{count} of them"
        raise ChatTrouble(
            "nowhere",
            f"only members see this private channel, and too few who may {_do(request)} are "
            f"in it. Invite "
            f"{needed} ({who}), or ask for it in a channel that they are in",
        )

    async def _place(self, channel: str) -> _Place:
        if channel.startswith("D"):
            # Whoever it is with asked, and outsiders can't; the policy judged who else sees it.
            return _Place(0, shared=False, closed=False)
        known = self._known.get(channel)
        if known is not None and self._clock() - known.at <= KNOWN_S:
            return known
        answer = await self._client.conversations_info(channel=channel)
        found = obj(cast(object, answer.data), "channel")
        if text(found, "id") != channel:
            raise OSError("an answer about another channel")
        closed = any(flag(found, name) for name in ("is_private", "is_mpim", "is_group", "is_im"))
        known = _Place(self._clock(), shared_outside(found), closed)
        self._known = {
            known_as: place
            for known_as, place in self._known.items()
            if known.at - place.at <= KNOWN_S
        } | {channel: known}
        return known


def shared_outside(channel: Json) -> bool:
    """Whether another company sees a channel, or is invited to; `channel` is Slack's object."""
    if any(flag(channel, name) for name in _SHARED_FLAGS):
        return True
    if any(strings(channel, name) or items(channel, name) for name in _SHARED_LISTS):
        return True
    return flag(channel, "is_shared") and not flag(channel, "is_org_shared")


def _do(request: Request) -> str:
    return "answer" if request.kind == "question" else "decide"


def _unknown(error: Exception, tries: int) -> ChatTrouble:
    """A look-up that failed: tried again, and given up in words. A limit is just waited for."""
    found = trouble(error)
    limited = isinstance(error, NotYet) or (
        isinstance(error, SlackApiError) and limited_for(error) is not None
    )
    if found.kind == "nowhere" or (tries >= TRIES and not limited):
        words = f"I couldn't find out who sees this channel ({found.words}), so I asked nobody"
        return ChatTrouble("nowhere", words)
    return ChatTrouble("wait", found.words, found.retry_after_s)
