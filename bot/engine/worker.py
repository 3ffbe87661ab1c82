"""A worker: takes runs, folds what came in, commits, performs, and commits what came of it.

take -> fold -> due -> commit (with the starts in it) -> perform -> completion. Correctness rests on
fence, version and claims: any number of workers may do this at once.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from bot.core.checkpoint import VERSION, TooNewToRead
from bot.core.due import due
from bot.core.events import Event, ToolDone
from bot.core.ids import Thread
from bot.core.state import Run
from bot.engine import halting
from bot.engine.claims import Renewer
from bot.engine.desk import SAVING, Clock, Desk
from bot.engine.fold import Folder, newer
from bot.engine.gate import Gate
from bot.engine.habits import remember
from bot.engine.late import Late, ahead
from bot.engine.perform import Performer, Start, Volatile
from bot.engine.sending import Sender
from bot.engine.settings import EngineSettings, checked
from bot.engine.step import Step
from bot.engine.write import Writer, Written
from bot.ports import ChatTrouble, StoreDown, Taken, ToRun, ToThread

log = structlog.get_logger(__name__)

LAST_S = 1.0  # in which a worker that ends saves what came back and waits for other effects


class Worker:
    """One process's share of the work. `gate` gives policy and tools as they are now.

    `probe` is called with a point's name as work passes it: tests stop or kill there. `clock` is
    kept at the store's time for whoever else needs it.
    """

    def __init__(
        self,
        performer: Performer,
        gate: Callable[[], Gate],
        *,
        probe: Callable[[str], None] = lambda point: None,
        clock: Clock | None = None,
    ) -> None:
        self._performer = performer
        self.store = performer.store
        self.settings: EngineSettings = checked(performer.settings)
        self._gate = gate
        self._probe = probe
        self._clock = clock or Clock()
        self._desks: dict[str, Desk] = {}
        self._fold = Folder(self.store, gate, self._clock, self.settings, performer)
        self.renewer = Renewer(self.store, self.settings.lease_ms)
        self._sender = Sender(self.store)
        self._writer = Writer(
            self.store, self._fold, self._sender, self._clock, self.settings, probe
        )

    @property
    def busy(self) -> int:
        """Runs of which something is under way here."""
        return len(self._desks)

    def has(self, to: ToRun | ToThread) -> bool:
        """Whether something of the run at an address is under way here."""
        if isinstance(to, ToRun):
            return to.run in self._desks
        runs = (desk.run for desk in self._desks.values())
        return any(run is not None and run.thread.key == to.thread for run in runs)

    def start(self, run: str, taken: Taken | None = None) -> asyncio.Task[None]:
        """Works in a task of its own on one run, which may be taken already."""
        if taken is not None:
            self._clock.sync(taken.now)
        return self._sender.keep(self.work(run, taken), f"{run} work")

    async def work(self, run: str, taken: Taken | None = None) -> None:
        """Takes one run and does all that is due; errors leave it to a later take."""
        desk = self._desks.setdefault(run, Desk(run))
        try:
            async with desk.at_work():
                await self._work(desk, taken or await self._take(desk))
        except StoreDown as error:
            self._forget(desk)
            log.warning("store is down", run=run, why=error.words)
        except Exception:  # one run's trouble isn't the others'; it is taken again later
            self._forget(desk)
            log.exception("step failed", run=run)
        finally:
            self._close(desk)

    async def _take(self, desk: Desk) -> Taken | None:
        taken = await self.store.take(desk.id, desk.version if desk.run else 0, VERSION)
        if not isinstance(taken, Taken):
            log.info("run not taken", run=desk.id, why=type(taken).__name__)
            self._forget(desk)
            return None
        self._clock.sync(taken.now)
        return taken

    async def _work(self, desk: Desk, taken: Taken | None) -> None:
        if taken is None or desk.overtaken(taken):
            return
        self._probe("taken")
        if newer(desk, taken.mail):
            await self.store.leave(desk.id, taken.fence)
            self._forget(desk)
            return
        if taken.tries > self.settings.max_tries:
            await self._park(desk, taken)
            self._forget(desk)
            return
        try:
            desk.load(taken)
        except TooNewToRead as error:
            log.warning("run left to newer workers", run=desk.id, why=str(error))
            await self.store.leave(desk.id, taken.fence)
            self._forget(desk)
            return
        step = Step(desk)
        step.catch_up()
        await self._fold.mail(step, taken.mail)
        self._fold.tick(step, taken.now)
        await self._finish(step)

    async def _finish(self, step: Step) -> None:
        """Commits the step, starts its effects, and goes on while mail keeps coming."""
        desk = step.desk
        while True:
            written = await self._writer.write(step)
            if written is None:
                self._forget(desk)  # others have to go on
                return
            self._launch(desk, written)
            if not written.mail or newer(desk, written.mail):
                return
            step = Step(desk)
            step.catch_up()
            await self._fold.mail(step, written.mail)

    def _launch(self, desk: Desk, written: Written) -> None:
        """Starts the committed effects, and the ones that need no commit."""
        run = written.run
        if run is None:
            return
        for start in written.starts:
            release = self.renewer.hold(desk.id, start.attempt)
            work = self._perform(desk, run, start, release)
            self._task(desk, start.attempt, work)
        self._show(desk, run)
        halting.halt(desk, run)

    def _show(self, desk: Desk, run: Run) -> None:
        """Starts what needs no commit."""
        for effect in due(run, self._clock.now()):
            if isinstance(effect, Volatile) and effect.key not in {*desk.tasks, *desk.later}:
                self._task(desk, effect.key, self._volatile(desk, run, effect))

    async def _perform(
        self, desk: Desk, run: Run, start: Start, release: Callable[[], None]
    ) -> None:
        try:
            self._probe(f"performing {start.effect.kind}")
            try:
                event = await self._performer.perform(desk, run, start, self._gate())
            except asyncio.CancelledError:
                event = halting.halted(desk, start)
                if event is None:
                    raise
            self._probe(f"performed {start.effect.kind}")
            self._remember(run, event)
        except BaseException:  # cancelled too: nothing came that could be saved or mailed
            release()
            raise
        attempt = start.attempt
        self._came(desk, Late(attempt, event, self._clock.now(), attempt, release))

    def _remember(self, run: Run, event: Event) -> None:
        habits, toolbox = self._gate().habits, self._gate().toolbox
        if habits is not None and isinstance(event, ToolDone) and event.ok:
            work = remember(habits, toolbox, run, event.call)
            self._sender.keep(work, f"{run.id} remember {event.call}")

    async def _volatile(self, desk: Desk, run: Run, effect: Volatile) -> None:
        try:
            begun = desk.checks.pop(effect.key, None)
            event = await (begun or self._performer.volatile(run, effect, self._gate()))
        except Exception:
            # Still owed: the commit that left it open looks again after a lease.
            log.exception("effect failed", run=run.id, effect=effect.key)
            return
        self._came(desk, Late(effect.key, event, self._clock.now()))

    def _came(self, desk: Desk, late: Late) -> None:
        """What came of an effect is laid on the desk: whoever makes the next step saves it."""
        desk.lay(late)
        self._saving(desk)

    def _saving(self, desk: Desk) -> None:
        """Sees to what lies on the desk, in a task of its own: one at a time is enough."""
        if SAVING not in desk.tasks or desk.tasks[SAVING].done():
            self._task(desk, SAVING, self._save(desk))

    async def _save(self, desk: Desk, *, at_once: bool = False) -> None:
        """Saves what lies on the desk, unless it may wait for another step."""
        while desk.later:
            async with desk.at_work():
                if desk.run is None:
                    self._forget(desk)
                elif not at_once and (wait := desk.patience(self._clock.now())):
                    desk.ring(wait, lambda: self._saving(desk))
                    self._show(desk, ahead(desk.run, desk.later.values()))
                    return
                else:
                    await self._save_now(desk)

    async def _save_now(self, desk: Desk) -> None:
        try:
            await self._finish(Step(desk))
        except Exception:
            # Whether it was written isn't known, or it can't be folded: from here on the mailbox is
            # the way, where a poisonous event parks the run.
            log.warning("result not saved directly", run=desk.id, exc_info=True)
            self._forget(desk)

    def _forget(self, desk: Desk) -> None:
        """The run is another's, or unknown: what isn't saved yet becomes mail."""
        self._sender.results(desk.id, desk.forget())

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
            if desk.alone:
                self._saving(desk)
            self._close(desk)

        task.add_done_callback(done)

    def _close(self, desk: Desk) -> None:
        """Waiting is free: nothing is kept of a run of which nothing is under way here."""
        idle = not (desk.tasks or desk.users or desk.later)
        if idle and self._desks.get(desk.id) is desk:
            del self._desks[desk.id]

    async def drain(self) -> None:
        """Lets effects end for a while; what doesn't is found by its claim."""
        deadline = time.monotonic() + self.settings.drain_s
        while tasks := self._under_way():
            if time.monotonic() >= deadline:
                break
            await asyncio.wait(tasks, timeout=deadline - time.monotonic())
        await self._save_last()
        for task in self._under_way():
            task.cancel()

    async def _save_last(self) -> None:
        """Saves what waits for effects that won't end in time; the rest is found by its claim."""
        desks = [desk for desk in self._desks.values() if desk.later]
        saving = [asyncio.ensure_future(self._save(desk, at_once=True)) for desk in desks]
        for task in (await asyncio.wait(saving, timeout=LAST_S))[1] if saving else ():
            task.cancel()
        for late in (late for desk in desks if desk.later for late in desk.forget()):
            late.release()

    def _under_way(self) -> list[asyncio.Task[None]]:
        return [
            *self._sender.tasks,
            *(t for desk in self._desks.values() for t in desk.tasks.values()),
        ]
