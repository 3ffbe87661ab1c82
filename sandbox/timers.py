"""Things that Slack does by itself, some after a while on the clock that tests turn."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from sandbox.clock import Clock


class Timers:
    """Callbacks that are due later."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()

    def at(self, when: float, run: Callable[[], None]) -> None:
        """Run it once the clock shows `when`."""
        self.run(self._wait(when, run))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it meanwhile."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wait(self, when: float, run: Callable[[], None]) -> None:
        await self._clock.until(when)
        run()

    async def close(self) -> None:
        """Forget what is not due yet."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
