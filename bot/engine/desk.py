"""A desk: what one worker process knows of one run while something of it is under way.

A desk is dropped as soon as nothing is under way: a paused run holds no memory (promise 8).
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.core import progress
from bot.core.checkpoint import load_entry, load_run
from bot.core.effects import CallModel, RunTool
from bot.core.events import Event, Reacted, StatusShown
from bot.core.run import advance
from bot.core.state import Run
from bot.ports import Committed, Store, Taken


class Clock:
    """Redis TIME, estimated between replies by the process's own steady clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def sync(self, now_ms: int) -> None:
        """Takes over a time that the server just said."""
        self._offset = now_ms / 1000 - time.monotonic()

    def now(self) -> int:
        """About the server's time, in ms."""
        return int((time.monotonic() + self._offset) * 1000)


@dataclass(slots=True)
class Desk:
    """One run at work here. `run` is None when its state isn't known (never taken, or fenced).

    `past` is the last run of its thread that has ended, known until this one begins. `later` holds
    what came of effects that may be repeated, by their keys, until the next step saves it too.
    """

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    run: Run | None = None
    version: int = 0
    fence: int = 0
    folded_to: int = 0
    audit_head: str = ""
    audit_count: int = 0
    snapshot_bytes: int = 0
    log_bytes: int = 0
    transcript: tuple[str, ...] = ()
    past: str | None = None
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict[str, asyncio.Task[None]])
    later: dict[str, Event] = field(default_factory=dict[str, Event])

    @asynccontextmanager
    async def at_work(self) -> AsyncGenerator[None]:
        """The desk for oneself; whoever waits for it keeps it from being dropped."""
        self.users += 1
        try:
            async with self.lock:
                yield
        finally:
            self.users -= 1

    def load(self, taken: Taken) -> None:
        """The state as of a take: from the snapshot, the log, or what was known already."""
        run = self.run
        if taken.snapshot is not None:
            run = load_run(taken.snapshot.data)
        elif len(taken.log) == taken.version:
            run = None  # all of it: what was known may be of a time that a failover took back
        for line in taken.log:
            run = advance(run, load_entry(line))
        self.run = run
        self.version = taken.version
        self.fence = taken.fence
        self.folded_to = taken.folded_to
        self.audit_head = taken.audit_head
        self.audit_count = taken.audit_count
        self.snapshot_bytes = taken.snapshot_bytes
        self.log_bytes = taken.log_bytes
        self.past = taken.past
        if len(self.transcript) > taken.lines:
            self.transcript = ()
        if len(self.transcript) < len(taken.transcript):
            self.transcript = taken.transcript

    def forget(self) -> None:
        """Another worker has the run: nothing here is true any more."""
        self.run = None
        self.version = 0
        self.transcript = ()
        self.later.clear()

    def saved(self, run: Run | None, done: Committed, folded_to: int) -> None:
        """A step was committed."""
        self.run = run
        self.version = done.version
        self.folded_to = folded_to

    async def put_off(self, key: str, event: Event) -> bool:
        """Leaves the saving of a small thing to a step that is soon saved anyhow, if there is one.

        False if it has to be saved now. If it is never saved, its effect is repeated.
        """
        if self.run is None or not _small(self.run, event):
            return False
        self.later[key] = event
        async with self.at_work():
            if key not in self.later or self._saved_soon(key):
                return True
            del self.later[key]
            return False

    def _saved_soon(self, key: str) -> bool:
        """Whether another effect under way here ends within seconds, and is saved then."""
        flights = self.run.flights if self.run else ()
        long = {f.attempt for f in flights if isinstance(f.effect, CallModel | RunTool)}
        others = {k for k, task in self.tasks.items() if not task.done()}
        return bool(others - long - self.later.keys() - {key})

    async def lines(self, store: Store, upto: int) -> tuple[str, ...]:
        """The transcript's first `upto` lines; reads only those that aren't known here yet.

        Committed lines never change, so what was known before a wait is true after it, whatever
        became of this desk meanwhile.
        """
        known = self.transcript
        if len(known) < upto:
            whole = (*known, *await store.lines(self.id, len(known), upto))
            if len(whole) < upto:
                raise LookupError(f"{self.id} has {len(whole)} lines, not {upto}")
            if self.transcript is known:
                self.transcript = whole
            known = whole
        return known[:upto]


def _small(run: Run, event: Event) -> bool:
    """Whether nothing is owed because of it, so that it may be saved a moment later."""
    if isinstance(event, StatusShown):
        return event.came == "shown" and event.status == progress.status(run)
    return isinstance(event, Reacted)
