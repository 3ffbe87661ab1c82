"""A desk: what one worker process knows of one run while something of it is under way.

A desk is dropped as soon as nothing is under way: a paused run holds no memory (promise 8).
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.core.checkpoint import load_entry, load_run
from bot.core.events import Event
from bot.core.run import advance
from bot.core.state import Run
from bot.engine.late import Late, ahead, harmless, patience
from bot.ports import Committed, Store, Taken

SAVING = "saving"  # the task that saves what lay here when nothing else was under way


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
    what came back of effects, by attempt or key, until a step has saved it. `checks` are look-ups
    of who clicked that a step has begun and that its launch takes over. `halted` are attempts that
    were cancelled because a person stopped them.
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
    checks: dict[str, asyncio.Task[Event]] = field(default_factory=dict[str, asyncio.Task[Event]])
    later: dict[str, Late] = field(default_factory=dict[str, Late])
    halted: set[str] = field(default_factory=set[str])
    _alarm: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def at_work(self) -> AsyncGenerator[None]:
        """The desk for oneself; whoever waits for it keeps it from being dropped."""
        self.users += 1
        try:
            async with self.lock:
                yield
        finally:
            self.users -= 1

    def overtaken(self, taken: Taken) -> bool:
        """Whether a later take of this process has found all that this one did: it waited here."""
        return self.run is not None and taken.fence < self.fence

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

    def forget(self) -> tuple[Late, ...]:
        """Another worker has the run: nothing here is true any more. Gives what wasn't saved."""
        self.run = None
        self.version = 0
        self.transcript = ()
        for check in self.checks.values():
            check.cancel()
        self.checks.clear()
        late = tuple(self.later.values())
        self.later.clear()
        self._hush()
        return late

    def saved(self, run: Run | None, done: Committed, folded_to: int) -> None:
        """A step was committed."""
        self.run = run
        self.version = done.version
        self.folded_to = folded_to

    def lay(self, late: Late) -> None:
        """Something came back: the next step saves it, whoever makes that."""
        self.later[late.key] = late

    def patience(self, now: int) -> int:
        """For how many ms what lies here may wait for a step that is made anyhow; 0: save it."""
        run = self.run
        if run is None or not self._others():
            return 0
        after = ahead(run, self.later.values())
        times = [late.at + patience(after, late.event) for late in self.later.values()]
        left = min(times, default=now) - now
        return left if left > 0 and harmless(run, after, now + left) else 0

    def took(self, late: Iterable[Late]) -> None:
        """What came back is saved."""
        for one in late:
            if self.later.get(one.key) is one:
                del self.later[one.key]
            one.release()
        self._hush()

    @property
    def under_way(self) -> set[str]:
        """The attempts and keys of effects that are out, or back and unsaved."""
        return {*self.tasks, *self.later, *self.checks}

    @property
    def alone(self) -> bool:
        """Whether something lies here, and nothing that is under way will save it."""
        return bool(self.later) and not self._others()

    def ring(self, after_ms: int, call: Callable[[], object]) -> None:
        """Calls when what lies here has waited for long enough."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(after_ms / 1000, call)

    def _others(self) -> bool:
        """Whether an effect is under way here that hasn't come back yet."""
        out = {key for key, task in self.tasks.items() if not task.done()}
        return bool(out - self.later.keys() - {SAVING})

    def _hush(self) -> None:
        if self._alarm is not None and not self.later:
            self._alarm.cancel()
            self._alarm = None

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
