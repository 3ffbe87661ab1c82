"""Members of user groups and channels, and what these are called.

Who is in one decides rights: it is kept for a minute at most, a failure never, and whoever wants to
know meanwhile shares one look-up. A name is only shown, so an old one or the id will do.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient

from bot.core.ids import Who
from bot.log import get
from bot.ports.sets import SetTrouble
from bot.slack import membership
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import Json, flag, items, obj, strings, text
from bot.slack.pieces import Names
from bot.within import within

log = get(__name__)

MEMBERS_S = 60.0  # PRODUCT.md 2: longer, and someone who was taken out could still decide
NAMES_S = 3600.0
NAMES_AGAIN_S = 60.0  # after which a name that Slack didn't tell is asked for again
NAMES_WITHIN_S = 2.0  # a post without a name is better than a late one
MOST = 10_000  # members of a channel; whose channel is larger names a smaller set


@dataclass(frozen=True, slots=True)
class _Kept:
    at: float
    members: frozenset[str]


class SlackGroups:
    """`ports.Groups`, by one client. `team` is our workspace, `clock` in seconds that never go
    back.
    """

    def __init__(
        self, client: AsyncWebClient, team: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._team = team
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._looking: dict[str, asyncio.Task[frozenset[str]]] = {}

    async def members(self, name: str) -> frozenset[str]:
        """See ports.Groups."""
        kept = self._kept.get(name)
        if kept is not None and self._clock() - kept.at <= MEMBERS_S:
            return kept.members
        looking = self._looking.get(name)
        if looking is None:
            looking = asyncio.create_task(self._look_up(name), name=f"members of {name}")
            self._looking[name] = looking
            looking.add_done_callback(lambda done: self._looked_up(name, done))
        # Whoever waits no longer takes the answer from nobody else.
        return await asyncio.shield(looking)

    def _looked_up(self, name: str, done: asyncio.Task[frozenset[str]]) -> None:
        self._looking.pop(name, None)
        if not done.cancelled():
            done.exception()  # whoever waited has it; nobody may have

    async def _look_up(self, name: str) -> frozenset[str]:
        began = self._clock()  # who was taken out meanwhile may be in the answer still
        kind, _, of = name.partition(":")
        try:
            users = await (self._in_group(of) if kind == "group" else self._in_channel(of))
        except FAILURES as error:
            raise SetTrouble(trouble(error).words) from error
        members = frozenset(Who(self._team, user).key for user in users)
        self._kept = {
            other: kept for other, kept in self._kept.items() if began - kept.at <= MEMBERS_S
        } | {name: _Kept(began, members)}
        return members

    async def _in_group(self, group: str) -> set[str]:
        answer = await self._client.usergroups_users_list(usergroup=group)
        return set(_listed(cast(object, answer.data), "users"))

    async def _in_channel(self, channel: str) -> set[str]:
        members = set[str]()
        async for page in membership.pages(self._client, channel):
            members.update(_listed(page, "members"))
            if len(members) > MOST:
                raise SetTrouble(f"the channel has more than {MOST} members")
        return members


class SetNames:
    """What groups and channels are called, by one client."""

    def __init__(self, client: AsyncWebClient, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._names: dict[str, tuple[float, str]] = {}

    async def of(self, sets: Iterable[str], within_s: float = NAMES_WITHIN_S) -> Names:
        """By live set, as far as Slack tells in time: `@payments-oncall`, `#ops`. Never raises.

        A private channel's name isn't told to whoever sees the card.
        """
        wanted = [name for name in sets if not name.startswith("schedule:")]
        due = [name for name in wanted if not self._named(name)]
        try:
            async with within(within_s):
                await self._look_up_names(due)
        except TimeoutError:
            log.info("names not looked up in time", sets=due)
        found = {name: self._names.get(name, (0.0, ""))[1] for name in wanted}
        return {name: called for name, called in found.items() if called}

    def _named(self, name: str) -> bool:
        """Whether a name needs no look-up: it is known, or Slack didn't tell it a moment ago."""
        at, called = self._names.get(name, (-NAMES_S, ""))
        return self._clock() - at < (NAMES_S if called else NAMES_AGAIN_S)

    async def _look_up_names(self, due: list[str]) -> None:
        groups = [name for name in due if name.startswith("group:")]
        looks = [self._name_groups(groups)] if groups else []
        looks += [self._name_channel(name) for name in due if name not in groups]
        await asyncio.gather(*looks)

    async def _name_groups(self, names: list[str]) -> None:
        found: dict[str, str] = {}
        try:
            answer = await self._client.usergroups_list()
        except FAILURES as error:
            log.info("user groups not named", why=trouble(error).words)
        else:
            groups = items(cast(object, answer.data), "usergroups")
            found = {f"group:{text(one, 'id')}": text(one, "handle") for one in groups}
        for name in names:
            handle = found.get(name, "")
            self._names[name] = (self._clock(), f"@{handle}" if handle else "")

    async def _name_channel(self, name: str) -> None:
        channel: Json = {}
        try:
            answer = await self._client.conversations_info(channel=name.partition(":")[2])
            channel = obj(cast(object, answer.data), "channel")
        except FAILURES as error:
            log.info("channel not named", set=name, why=trouble(error).words)
        public = flag(channel, "is_channel") and not flag(channel, "is_private")
        called = text(channel, "name") if public else ""
        self._names[name] = (self._clock(), f"#{called}" if called else "")


def _listed(answer: object, key: str) -> tuple[str, ...]:
    """The ids in an answer; one that has none of them isn't taken for an empty set."""
    if not isinstance(obj(answer).get(key), list):
        raise SetTrouble("Slack's answer can't be read")
    return tuple(strings(answer, key))
