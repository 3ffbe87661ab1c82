"""What everybody and every set that a request names is called."""

import asyncio
from collections.abc import Iterable

from bot.core.ids import Who
from bot.core.live import once
from bot.core.request import Request
from bot.slack.groups import SetNames
from bot.slack.people import NAMES_WITHIN_S, People
from bot.slack.pieces import Names


class Called:
    """Names of people and of live sets, as far as Slack tells them in time. Never raises."""

    def __init__(self, people: People, sets: SetNames) -> None:
        self._people = people
        self._sets = sets

    async def names(
        self,
        group: Iterable[Who],
        requests: Iterable[Request] = (),
        within_s: float = NAMES_WITHIN_S,
    ) -> Names:
        """Of these people, and of the sets that may decide these requests."""
        sets = once(name for request in requests for name in request.spec.live)
        people, called = await asyncio.gather(
            self._people.names(group, within_s), self._sets.of(sets, within_s)
        )
        return {**people, **called}
