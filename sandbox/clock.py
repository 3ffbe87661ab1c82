"""Slack's clock: real time plus what tests have turned it forward."""

import asyncio
import time
from contextlib import suppress


class Clock:
    """Seconds since the epoch that can be advanced at will."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._turned = asyncio.Event()

    @property
    def ahead(self) -> float:
        """How many seconds it has been turned forward."""
        return self._ahead

    def now(self) -> float:
        """The time in seconds since the epoch."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Turn the clock forward; everything that has become due is woken."""
        self._ahead += seconds
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()

    async def until(self, when: float) -> None:
        """Return once the clock shows `when` or later."""
        while (left := when - self.now()) > 0:
            turned = self._turned
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await turned.wait()
