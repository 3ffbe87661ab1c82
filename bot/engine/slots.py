"""The slots in which a worker folds runs, and what its process's inbox takes into them at once."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager, suppress

from bot.core.checkpoint import VERSION
from bot.engine.closed import Closed
from bot.engine.worker import Worker
from bot.ports import Enqueued, StoreDown, Taken, ToRun, ToThread


class Slots:
    """As many runs as a worker folds at a time.

    While they are open, mail that comes to the same process takes its run in the step that saves
    it, if nobody is at it: no hint, no second way to the store (PROTOCOL.md 1).
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._free = asyncio.Semaphore(worker.settings.max_runs)
        self._open = False
        self._closed: Closed | None = None

    @property
    def waits(self) -> bool:
        """Whether runs wait, because the chat refuses us."""
        return self._closed is not None and self._closed.now

    @contextmanager
    def opened(self, closed: Closed | None) -> Generator[None]:
        """The inbox may have slots too: from when the worker works until it drains."""
        self._closed, self._open = closed, True
        try:
            yield
        finally:
            self._open = False

    async def get(self) -> None:
        """Waits for a slot; it is the caller's until `begin` or `put_back`."""
        await self._free.acquire()

    def put_back(self) -> None:
        """Frees a slot in which nothing was begun."""
        self._free.release()

    def begin(self, run: str, taken: Taken | None = None) -> None:
        """Works on a run in the caller's slot, which is free again when the run is folded."""
        work = self._worker.start(run, taken)
        work.add_done_callback(lambda _: self._free.release())

    async def enqueue(
        self, to: ToRun | ToThread, key: str, body: str, *, side: tuple[str, str] | None = None
    ) -> Enqueued:
        """See ports.Store. The answer doesn't wait for the work that it begins."""
        store = self._worker.store
        if not self._may_begin(to):
            return await store.enqueue(to, key, body, side=side)
        await self.get()
        taken = None
        try:
            saved = await store.enqueue(to, key, body, side=side, reader=VERSION)
            if self._open:
                taken = saved.taken
        finally:
            if taken is None:
                self.put_back()
        if taken is not None:
            self.begin(saved.run, taken)
        elif saved.taken is not None:
            await self._give_back(saved.taken)
        return saved

    def _may_begin(self, to: ToRun | ToThread) -> bool:
        """Whether the worker would take mail for this address.

        Not if something of the run is under way here: a take from beside its desk would fence what
        is being saved there. The hint's waits for the desk.
        """
        return not (not self._open or self.waits or self._free.locked() or self._worker.has(to))

    async def _give_back(self, taken: Taken) -> None:
        """Leaves a run to others: the worker began to drain while the mail was on its way."""
        with suppress(StoreDown):  # then they look when the take's lease is up
            await self._worker.store.leave(taken.run, taken.fence)
