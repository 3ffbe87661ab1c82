"""A worker: takes runs, folds what came in, commits, performs, and commits what came of it.

take -> fold -> due -> commit (with the starts in it) -> perform -> completion. Correctness rests on
fence, version and claims: any number of workers may do this at once.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import structlog

from bot.core.checkpoint import VERSION, TooNewToRead, dump_event
from bot.core.due import due
from bot.core.effects import CallModel
from bot.core.events import Event, Lost, NotStarted
from bot.core.ids import Thread
from bot.core.state import Run
from bot.engine.claims import Renewer
from bot.engine.desk import Clock, Desk
from bot.engine.fold import Folder, newer
from bot.engine.gate import Gate
from bot.engine.perform import Performer, Start, Volatile
from bot.engine.settings import EngineSettings, checked
from bot.engine.step import Step, fresh_id
from bot.ports import ChatTrouble, Committed, Fenced, Mail, More, StoreDown, Taken, ToRun

log = structlog.get_logger(__name__)

DOWN_S, DOWN_MAX_S = 0.5, 10.0  # waits before mail is sent again to a store that is down


@dataclass(frozen=True, slots=True)
class Written:
    """A committed step: what to perform, and the mail that came meanwhile."""

    run: Run | None
    starts: tuple[Start, ...]
    mail: tuple[Mail, ...]


class Worker:
    """One process's share of the work. `gate` gives policy and tools as they are now.

    `probe` is called with a point's name as work passes it: tests stop or kill there.
    """

    def __init__(
        self,
        performer: Performer,
        gate: Callable[[], Gate],
        *,
        probe: Callable[[str], None] = lambda point: None,
    ) -> None:
        self._performer = performer
        self.store = performer.store
        self.settings: EngineSettings = checked(performer.settings)
        self._gate = gate
        self._probe = probe
        self._clock = Clock()
        self._desks: dict[str, Desk] = {}
        self._fold = Folder(self.store, gate, self._clock, self.settings)
        self.renewer = Renewer(self.store, self.settings.lease_ms)
        self._works: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> int:
        """Runs of which something is under way here."""
        return len(self._desks)

    def start(self, run: str) -> asyncio.Task[None]:
        """Works on one run in a task of its own."""
        return self._keep(self.work(run), f"{run} work")

    def _keep(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        return task

    async def work(self, run: str) -> None:
        """Takes one run and does all that is due; errors leave it to a later take."""
        desk = self._desks.setdefault(run, Desk(run))
        try:
            async with desk.at_work():
                await self._work(desk)
        except StoreDown as error:
            desk.forget()
            log.warning("store is down", run=run, why=error.words)
        except Exception:
            desk.forget()
            log.exception("step failed", run=run)
        finally:
            self._close(desk)

    async def _work(self, desk: Desk) -> None:
        taken = await self.store.take(desk.id, desk.version if desk.run else 0, VERSION)
        if not isinstance(taken, Taken):
            log.info("run not taken", run=desk.id, why=type(taken).__name__)
            desk.forget()
            return
        self._clock.sync(taken.now)
        self._probe("taken")
        if newer(desk, taken.mail):
            await self.store.leave(desk.id, taken.fence)
            desk.forget()
            return
        if taken.tries > self.settings.max_tries:
            await self._park(desk, taken)
            return
        try:
            desk.load(taken)
        except TooNewToRead as error:
            log.warning("run left to newer workers", run=desk.id, why=str(error))
            await self.store.leave(desk.id, taken.fence)
            desk.forget()
            return
        step = Step(desk)
        await self._fold.mail(step, taken.mail)
        self._fold.tick(step, taken.now)
        await self._finish(step)

    async def _finish(self, step: Step) -> bool:
        """Commits the step, starts its effects, and goes on while mail keeps coming.

        False if it wasn't written and others have to go on.
        """
        desk = step.desk
        while True:
            written = await self._write(step)
            if written is None:
                desk.forget()
                return False
            self._launch(desk, written)
            if not written.mail or newer(desk, written.mail):
                return True
            step = Step(desk)
            await self._fold.mail(step, written.mail)

    async def _write(self, step: Step) -> Written | None:
        """One commit, with the starts of what is due in it; None if others have to go on."""
        desk, starts = step.desk, list[Start]()
        while True:
            now = self._clock.now()
            starts += await self._fold.begin(step)
            volatile = step.run and any(isinstance(e, Volatile) for e in due(step.run, now))
            again, ttl_s = now + self.settings.lease_ms if volatile else None, self.settings.keep_s
            commit = step.commit(now, ttl_s=ttl_s, again_at=again, encode=fresh_id)
            self._probe("before_commit")
            try:
                outcome = await self.store.commit(commit)
            except StoreDown:
                self._never_left(desk.id, starts)
                raise
            self._probe("after_commit")
            match outcome:
                case Fenced():
                    self._never_left(desk.id, starts)
                    return None
                case More(mail=mail):
                    if newer(desk, mail):
                        return None
                    await self._fold.mail(step, mail)
                case Committed():
                    self._clock.sync(outcome.now)
                    step.saved(commit)
                    desk.saved(step.run, outcome, step.folded_to)
                    return Written(step.run, tuple(starts), outcome.mail)

    def _launch(self, desk: Desk, written: Written) -> None:
        """Starts the committed effects, and the ones that need no commit."""
        run = written.run
        if run is None:
            return
        for start in written.starts:
            release = self.renewer.hold(desk.id, start.attempt)
            work = self._perform(desk, run, start, release)
            self._task(desk, start.attempt, work)
        for effect in due(run, self._clock.now()):
            if isinstance(effect, Volatile) and effect.key not in {*desk.tasks, *desk.later}:
                self._task(desk, effect.key, self._volatile(desk, run, effect))
        if not run.live:
            self._cancel_model(desk, run)

    def _cancel_model(self, desk: Desk, run: Run) -> None:
        """A run that was stopped doesn't wait for its model."""
        for flight in run.flights:
            task = desk.tasks.get(flight.attempt)
            if isinstance(flight.effect, CallModel) and task:
                task.cancel()

    async def _perform(
        self, desk: Desk, run: Run, start: Start, release: Callable[[], None]
    ) -> None:
        self._probe(f"performing {start.effect.kind}")
        try:
            try:
                event = await self._performer.perform(desk, run, start, self._gate())
            except asyncio.CancelledError:
                if not isinstance(start.effect, CallModel):
                    raise
                event = Lost(start.attempt)
            self._probe(f"performed {start.effect.kind}")
            await self._complete(desk, event, start.attempt)
        finally:
            release()

    async def _volatile(self, desk: Desk, run: Run, effect: Volatile) -> None:
        try:
            event = await self._performer.volatile(run, effect, self._gate())
        except Exception:
            # Still owed: the commit that left it open looks again after a lease.
            log.exception("effect failed", run=run.id, effect=effect.key)
            return
        if not await desk.put_off(effect.key, event):
            await self._complete(desk, event, None)

    async def _complete(self, desk: Desk, event: Event, attempt: str | None) -> None:
        """Saves what came of an effect: directly while the run is ours, else as mail."""
        if not await self._complete_here(desk, event, attempt):
            await self._send(desk.id, f"done:{attempt or fresh_id()}", event, attempt)

    async def _send(self, run: str, key: str, event: Event, attempt: str | None) -> None:
        """Mail that is never given up: a result that was paid for, a start that never left."""
        wait = DOWN_S
        while True:
            try:
                await self.store.enqueue(ToRun(run), key, dump_event(event), drop=attempt)
                return
            except StoreDown as error:
                log.warning("result waits for the store", run=run, why=error.words)
                await asyncio.sleep(wait)
                wait = min(wait * 2, DOWN_MAX_S)

    async def _complete_here(self, desk: Desk, event: Event, attempt: str | None) -> bool:
        async with desk.at_work():
            if desk.run is None:
                return False
            step = Step(desk)
            try:
                step.fold(event, self._clock.now())
                if attempt is not None:
                    step.drops.append(attempt)
                return await self._finish(step)
            except Exception:
                # Whether it was written isn't known, or it can't be folded: from here on the
                # mailbox is the way, where a poisonous event parks the run.
                log.warning("result not saved directly", run=desk.id, exc_info=True)
                desk.forget()
                return False

    def _never_left(self, run: str, starts: list[Start]) -> None:
        """Says of a commit that may or may not have been written that nothing of it has left."""
        for attempt in (start.attempt for start in starts):
            key = f"not_started:{attempt}"
            self._keep(self._send(run, key, NotStarted(attempt), attempt), f"{run} {key}")

    async def _park(self, desk: Desk, taken: Taken) -> None:
        """A run that fails at every try is set aside, and its thread is told."""
        log.error("run parked", run=desk.id, tries=taken.tries)
        try:
            await self._performer.chat.apologise(Thread.of_key(taken.thread), desk.id)
        except ChatTrouble as trouble:
            if trouble.kind in ("wait", "unclear"):
                return  # told first, parked then: the next take tries both again
            log.warning("parked run can't be told of", run=desk.id, why=trouble.words)
        await self.store.park(desk.id, taken.fence)

    def _task(self, desk: Desk, key: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=f"{desk.id} {key}")
        desk.tasks[key] = task

        def done(finished: asyncio.Task[None]) -> None:
            if desk.tasks.get(key) is finished:
                del desk.tasks[key]
            if not finished.cancelled() and finished.exception():
                log.error("completion failed", run=desk.id, exc_info=finished.exception())
            self._close(desk)

        task.add_done_callback(done)

    def _close(self, desk: Desk) -> None:
        """Waiting is free: nothing is kept of a run of which nothing is under way here."""
        if not desk.tasks and not desk.users and self._desks.get(desk.id) is desk:
            del self._desks[desk.id]

    async def drain(self) -> None:
        """Lets effects end for a while; what doesn't is found by its claim."""
        deadline = time.monotonic() + self.settings.drain_s
        while tasks := self._under_way():
            if time.monotonic() >= deadline:
                break
            await asyncio.wait(tasks, timeout=deadline - time.monotonic())
        for task in tasks:
            task.cancel()

    def _under_way(self) -> list[asyncio.Task[None]]:
        return [*self._works, *(t for desk in self._desks.values() for t in desk.tasks.values())]
