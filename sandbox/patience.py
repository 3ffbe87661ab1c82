"""Waiting that isn't used up while this process stands still.

A machine that many share may stop for seconds: nothing runs on it, neither the bot nor we. Its
answer would come in time by any clock that had stopped too.
"""

import asyncio
from time import monotonic
from types import TracebackType

# Seconds between looks at the time, and how many of them each counts for at most.
BEAT_S = 0.1
MOST_S = 0.25


class Ran:
    """Seconds for which this process ran. It counts on while `beats` runs."""

    def __init__(self) -> None:
        self._counted = 0.0
        self._looked = monotonic()

    def seconds(self) -> float:
        """How many there were, as little as one beat after the last look."""
        return self._counted + min(monotonic() - self._looked, MOST_S)

    def look(self) -> float:
        """Count what has passed since the last look; the seconds so far."""
        self._counted = self.seconds()
        self._looked = monotonic()
        return self._counted

    async def beats(self) -> None:
        """Look at the time for ever."""
        while True:
            self.look()
            await asyncio.sleep(BEAT_S)


class Patience:
    """As asyncio.timeout, of seconds for which this process ran."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._limit = asyncio.timeout(None)
        self._next: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> "Patience":
        """Begins to count."""
        await self._limit.__aenter__()
        self._ran = Ran()
        self._look()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raises TimeoutError if it is used up."""
        if self._next is not None:
            self._next.cancel()
        await self._limit.__aexit__(kind, error, trace)

    def expired(self) -> bool:
        """Whether it was used up."""
        return self._limit.expired()

    def _look(self) -> None:
        loop, left = asyncio.get_running_loop(), self._seconds - self._ran.look()
        if left > 0:
            self._next = loop.call_later(min(left, BEAT_S), self._look)
        else:
            self._limit.reschedule(loop.time())
