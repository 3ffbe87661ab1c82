"""Waiting so long for an answer, and not giving it up for a standstill of our own.

A machine that many share may stop for seconds. When it goes on, the time is over and the answer has
come, unread: whoever is told then that nothing was saved is told wrongly.
"""

import asyncio
from types import TracebackType

# A loop that comes round so much too late (s) stood still, or had no time for us.
LATE_S = 0.1

# The time begins anew after that, but for no more than this (s): what has come is read by then, and
# what hasn't wasn't about to.
MORE_S = 1.0


class within:
    """As asyncio.timeout; but if this process wasn't there when the time was over, a little longer.

    Once only, so that a machine that is always late still comes to an end.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._limit = asyncio.timeout(None)
        self._next: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        """Begins to count."""
        await self._limit.__aenter__()
        loop = asyncio.get_running_loop()
        due = loop.time() + self._seconds
        self._next = loop.call_at(due, lambda: self._over(due))

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raises TimeoutError if the time is over."""
        if self._next is not None:
            self._next.cancel()
        await self._limit.__aexit__(kind, error, trace)

    def _over(self, due: float) -> None:
        loop = asyncio.get_running_loop()
        late = loop.time() - due > LATE_S
        self._limit.reschedule(loop.time() + (min(MORE_S, self._seconds) if late else 0))
