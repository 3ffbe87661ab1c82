"""The engine alone: real store, worker, gate, model adapter and inbox; a chat that is instant.

The decision goes to a worker object of its own, as another process would have it: a paused run
leaves nothing in the one that asked.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass

from benchmarks import lifecycle
from benchmarks.lifecycle import PATIENCE_S, QUESTION, Job, Marks
from benchmarks.parts import (
    ANA,
    BEN,
    CHANNEL,
    POLICY,
    TEAM,
    InstantChat,
    Moments,
    TellingModel,
    TellingStore,
    quiet,
    toolbox,
)
from benchmarks.seeding import Seeder
from bot.core.events import Asked
from bot.core.ids import Thread
from bot.core.request import Click
from bot.core.state import Limits
from bot.engine import EngineSettings, Gate, Performer, Slots, StoreInbox, Worker
from bot.engine.desk import Desk
from bot.llm.openai import ModelSettings
from bot.llm.prompt import AgentPrompter

RESPONSE_URL = "https://hooks.slack.com/actions/T0BENCH/1234567890123/aBcDeFgHiJkLmNoPqRsTuVwX"
SWEEP_S = 30.0  # a look at passed time is by the clock, and no part of a lifecycle
SETTLE_S = 0.3  # after which nothing of a lifecycle is under way


@dataclass(frozen=True, slots=True)
class Variant:
    """`claims`: the task came as an event, so its message is claimed by a reaction first, as in a
    channel. `progress`: a timeline is shown.
    """

    claims: bool = True
    progress: bool = False


PLAIN = Variant()


class TellingWorker(Worker):
    """The real worker; tells when nothing of a run is under way here any more."""

    def closed(self, run: str) -> None:
        """The desk of a run was closed."""

    def _close(self, desk: Desk) -> None:
        super()._close(desk)
        if desk.id not in self._desks:
            self.closed(desk.id)


class Engine:
    """Implements `lifecycle.Contestant` with everything of the engine and nothing of Slack."""

    def __init__(
        self, store: TellingStore, model: TellingModel, marks: Marks, variant: Variant
    ) -> None:
        self.store = store
        self.moments = store.moments
        self._claims = variant.claims
        limits = Limits(progress=variant.progress)
        self._settings = EngineSettings(limits=limits, sweep_s=SWEEP_S)
        self._model = model
        self.marks = marks
        self._chat = InstantChat()
        self._inbox = StoreInbox(store, store.shards)
        self._gate = Gate(POLICY, toolbox(self.moments))
        self._seeder = Seeder(store, self._inbox, self._gate, self._settings)
        self._idle = dict[str, asyncio.Event]()
        self._ended = set[str]()
        self._open = ExitStack()
        self._seeding = False
        self._asks = self.worker()
        self._asking = self._open.enter_context(self._receiving(self._asks))
        store.over = lambda run: self._ended.add(run)

    def worker(self) -> Worker:
        """A worker as a process of its own would have it."""
        performer = Performer(self.store, self._model, AgentPrompter(), self._chat, self._settings)
        worker = TellingWorker(performer, lambda: self._gate)
        worker.closed = lambda run: self._idle.setdefault(run, asyncio.Event()).set()
        return worker

    @contextmanager
    def _receiving(self, worker: Worker) -> Generator[StoreInbox]:
        """The inbox of a process that works, too: what it receives it begins at once."""
        slots = Slots(worker)
        with slots.opened(None):
            yield StoreInbox(self.store, self.store.shards, slots)

    async def hints(self) -> None:
        """Takes what is to be taken, as `bot.engine.service` does; a decision by a fresh worker."""
        while True:
            run = await self.store.wait(self._settings.wait_s)
            if run is not None and not self._seeding:
                fresh = run in self._chat.cards
                (self.worker() if fresh else self._asks).start(run)

    async def sweep(self) -> None:
        """Looks at passed time, as `bot.engine.service` does."""
        while True:
            await self.store.sweep()
            await asyncio.sleep(self._settings.sweep_s)

    async def seed(self, n: int, messages: list[tuple[str, str]]) -> None:
        """See lifecycle.Contestant."""
        if not messages:
            return
        self._seeding = True  # nobody else takes the run meanwhile
        await self._seeder.seed(thread(n), messages)
        self._seeding = False

    async def play(self, n: int, *, decide: bool = True) -> None:
        """See lifecycle.Contestant."""
        where = thread(n)
        asked = Asked(QUESTION, ANA, where, f"{where.ts}9", claims=self._claims, mark="m")
        async with asyncio.timeout(PATIENCE_S):
            run = (await self._asking.asked(asked, key=f"msg:{asked.ts}", starts=True)).run
            while run not in self._chat.cards:
                await self._rest(run)
            paused = self.moments.paused.pop(run) - self.moments.replied[run]
            self.marks.pause_saved.append(paused * 1000)
            if decide:
                await self._decide(n, run)

    async def _decide(self, n: int, run: str) -> None:
        request, copy = self._chat.cards[run]
        at = f"{1_800_000_000 + n}.000200"
        click = Click(
            f"approve:{at}:{BEN.user}", "approve", request, 1, BEN, copy=copy, tapped=True
        )
        key = f"click:{request}:{BEN.user}:approve:{at}"
        clicked, used = time.perf_counter(), time.process_time()
        with self._receiving(self.worker()) as inbox:
            await inbox.clicked(click, key=key, response_url=RESPONSE_URL)
        while run not in self._ended:
            await self._rest(run)
        self._ended.discard(run)
        del self._chat.cards[run], self._idle[run]
        started, used_then = self.moments.started.pop(run)
        self.marks.tool_started.append((started - clicked) * 1000)
        self.marks.tool_cpu.append((used_then - used) * 1000)

    async def _rest(self, run: str) -> None:
        """Waits until nothing of the run is under way."""
        idle = self._idle.setdefault(run, asyncio.Event())
        await idle.wait()
        idle.clear()

    async def settle(self) -> None:
        """See lifecycle.Contestant."""
        await asyncio.sleep(SETTLE_S)


def thread(n: int) -> Thread:
    """The thread of lifecycle `n`."""
    return Thread(TEAM, CHANNEL, f"{1_600_000_000 + n}.00010")


@asynccontextmanager
async def opened(job: Job, marks: Marks, variant: Variant = PLAIN) -> AsyncGenerator[Engine]:
    """The engine, at work."""
    moments = Moments()
    quiet()
    settings = ModelSettings(base_url=job.model, api_key="x", model="instant")
    model = TellingModel(settings)
    model.moments = moments
    async with AsyncExitStack() as stack:
        stack.push_async_callback(model.close)
        store = await stack.enter_async_context(
            TellingStore.open(job.redis, namespace=job.namespace)
        )
        assert isinstance(store, TellingStore)
        store.moments = moments
        engine = Engine(store, model, marks, variant)
        tasks = [asyncio.create_task(loop()) for loop in (engine.hints, engine.sweep)]
        try:
            yield engine
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    lifecycle.main(opened)
