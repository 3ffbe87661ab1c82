"""Work that an acknowledgement doesn't wait for, kept in sight until it is done."""

import asyncio
from collections.abc import Coroutine

from bot.log import get

log = get(__name__)

CLOSE_S = 5.0


class Tasks:
    """Started tasks: referenced until done, their failures logged, waited for at the end."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[object, object, object]) -> None:
        """Starts work that nobody awaits."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)

    async def close(self) -> None:
        """Waits for what runs, for a few seconds; the rest is cancelled."""
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=CLOSE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("work beside an acknowledgement failed", exc_info=error)
