"""What came of effects as mail, where it can't be saved directly."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

import structlog

from bot.core.checkpoint import dump_event
from bot.core.events import Event, NotStarted
from bot.engine.late import Late
from bot.engine.perform import Start
from bot.engine.step import fresh_id
from bot.ports import Store, StoreDown, ToRun

log = structlog.get_logger(__name__)

DOWN_S, DOWN_MAX_S = 0.5, 10.0  # waits before mail is sent again to a store that is down


class Sender:
    """Sends mail in tasks of its own, which a worker that ends waits for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.tasks: set[asyncio.Task[None]] = set()

    def keep(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """A task that nobody else holds."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def results(self, run: str, late: Iterable[Late]) -> None:
        """Completions aren't fenced: whoever has the run now gets what came back here."""
        for one in late:
            self.keep(self._result(run, one), f"{run} done {one.key}")

    def never_left(self, run: str, starts: Iterable[Start]) -> None:
        """Says of a commit that may or may not have been written that nothing of it has left."""
        for attempt in (start.attempt for start in starts):
            key = f"not_started:{attempt}"
            self.keep(self._send(run, key, NotStarted(attempt), attempt), f"{run} {key}")

    async def _result(self, run: str, late: Late) -> None:
        try:
            key = f"done:{late.attempt or fresh_id()}"
            await self._send(run, key, late.event, late.attempt)
        finally:
            late.release()

    async def _send(self, run: str, key: str, event: Event, attempt: str | None) -> None:
        """Mail that is never given up: a result that was paid for, a start that never left."""
        wait = DOWN_S
        while True:
            try:
                await self._store.enqueue(ToRun(run), key, dump_event(event), drop=attempt)
                return
            except StoreDown as error:
                log.warning("result waits for the store", run=run, why=error.words)
                await asyncio.sleep(wait)
                wait = min(wait * 2, DOWN_MAX_S)
