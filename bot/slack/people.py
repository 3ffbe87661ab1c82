"""People as Slack knows them: what they are, and what they are called.

What they are decides rights: it is kept for a minute at most, and a failure is never kept. What
they are called is only shown, so an old name or none will do.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient

from bot.core.ids import Who
from bot.core.request import PersonFacts
from bot.log import get
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import Json, flag, obj, text
from bot.slack.pieces import Names
from bot.within import within

log = get(__name__)

FACTS_S = 60.0  # PRODUCT.md 2: longer, and someone who left could still decide
NAMES_S = 3600.0
NAMES_WITHIN_S = 2.0  # a post without a name is better than a late one
MOST = 5_000  # users kept; a workspace's active ones


@dataclass(frozen=True, slots=True)
class _User:
    at: float
    name: str
    facts: PersonFacts


class People:
    """Looks users up in Slack. `team` is our workspace, `clock` in seconds that never go back."""

    def __init__(
        self, client: AsyncWebClient, team: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._team = team
        self._clock = clock
        self._users: dict[str, _User] = {}
        self._failed: dict[str, float] = {}

    async def facts(self, who: Who) -> PersonFacts:
        """What Slack says of a user; `known` False when it couldn't be asked."""
        if who.team != self._team:
            return PersonFacts(who, known=True, outside=True)
        kept = self._users.get(who.user)
        if kept is None or self._clock() - kept.at > FACTS_S:
            kept = await self._look_up(who)
        return kept.facts if kept else PersonFacts(who, known=False)

    def left(self, who: Who) -> bool:
        """Whether they are known to be deactivated; asks nobody."""
        kept = self._users.get(who.user)
        return kept is not None and kept.facts.deactivated

    async def names(self, group: Iterable[Who], within_s: float = NAMES_WITHIN_S) -> Names:
        """Names by user id, as far as Slack tells them in time. Never raises."""
        users = list({who.user: who for who in group if who.user and not who.name}.values())
        try:
            async with within(within_s):
                found = await asyncio.gather(*map(self._name, users))
        except TimeoutError:
            return {}
        return {who.user: name for who, name in zip(users, found, strict=True) if name}

    async def _name(self, who: Who) -> str:
        kept, now = self._users.get(who.user), self._clock()
        if kept is not None and now - kept.at < NAMES_S:
            return kept.name
        if now - self._failed.get(who.user, -FACTS_S) < FACTS_S:
            return ""
        kept = await self._look_up(who)
        if kept is None:
            self._failed[who.user] = now
        return kept.name if kept else ""

    async def _look_up(self, who: Who) -> _User | None:
        try:
            answer = cast(object, (await self._client.users_info(user=who.user)).data)
        except FAILURES as error:
            log.warning("user not looked up", user=who.user, why=trouble(error).words)
            return None
        found = obj(answer, "user")
        if text(found, "id") != who.user:
            return None
        kept = _User(self._clock(), _called(found), _facts(who, found, self._team))
        if len(self._users) >= MOST:
            self._users.clear()
        self._users[who.user] = kept
        return kept


def _facts(who: Who, user: Json, team: str) -> PersonFacts:
    return PersonFacts(
        who,
        known=True,
        guest=any(flag(user, name) for name in ("is_restricted", "is_ultra_restricted")),
        outside=text(user, "team_id") != team or flag(user, "is_stranger"),
        deactivated=flag(user, "deleted"),
        bot=flag(user, "is_bot"),
    )


def _called(user: Json) -> str:
    profile = obj(user, "profile")
    shown = text(profile, "display_name") or text(profile, "real_name")
    return shown or text(user, "real_name") or text(user, "name")
