"""While Slack refuses our token nothing is worked on: no loop of refused calls, no tool unheard.

An app that was removed or a token that was revoked is an operator's matter. One process finds it,
all learn it from the store, and one of them asks now and then whether the token is taken again.
"""

import time
from collections.abc import Callable

import structlog

from bot.ports import Chat
from bot.ports.shared import Shared

log = structlog.get_logger(__name__)

KNOCK_S = 30.0  # how often Slack is asked whether it takes our token again


class Closed:
    """Keeps what this process knows of a refused token and what the others know the same."""

    def __init__(
        self,
        shared: Shared,
        chat: Chat,
        *,
        knock_s: float = KNOCK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shared = shared
        self._chat = chat
        self._knock_s = knock_s
        self._clock = clock
        self._known = False
        self._knocked = float("-inf")

    @property
    def now(self) -> bool:
        """Whether work waits."""
        return self._chat.shut() is not None

    async def look(self) -> None:
        """Joins what is known here and elsewhere, and knocks when it is time. Raises StoreDown."""
        here, there = self._chat.shut(), await self._shared.shut()
        if there is None and self._known:
            self._reopen()
        elif there is None and here is not None:
            await self._shared.set_shut(here)
            self._close(here)
        elif there is not None and not self._known:
            self._chat.refuse(there)
            self._close(there)
        if self._known and self._clock() - self._knocked >= self._knock_s:
            self._knocked = self._clock()
            if await self._chat.knock():
                await self._shared.set_shut(None)
                self._reopen()

    def _close(self, why: str) -> None:
        self._known = True
        log.error(
            "Slack refuses our token, so nothing is worked on and nothing is lost; install the app "
            "again, or give its new token and restart",
            why=why,
        )

    def _reopen(self) -> None:
        self._known = False
        self._chat.refuse(None)
        log.info("Slack takes our token again")
