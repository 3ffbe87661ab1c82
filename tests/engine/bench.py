"""What a test of the engine works on: a store, an inbox, a ledger, a model and workers."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.core.events import Asked
from bot.core.ids import Thread, Who
from bot.core.request import Action, Click
from bot.core.rules import Person, Policy, Rule
from bot.engine import (
    Closed,
    EngineSettings,
    Gate,
    LiveSets,
    Performer,
    Slots,
    StoreInbox,
    Worker,
    serve_worker,
)
from bot.llm.prompt import AgentPrompter
from bot.ports import ModelReply, ModelRequest, ModelTrouble, RawCall, Store
from bot.ports.habits import Habits
from bot.ports.model import Usage
from bot.ports.review import Reviewer
from bot.ports.vault import Vault
from bot.store import RedisStore
from bot.tools.registry import Registry
from tests.chaos.ledger import Ledger, LedgerChat
from tests.support import wait_until

ANA = Who("T1", "U1ANA", "Ana")
BEN = Who("T1", "U1BEN", "Ben")
CHI = Who("T1", "U1CHI", "Chi")
THREAD = Thread("T1", "C1", "1.0")
PEOPLE = (
    Person("ben", "Ben", "T1", "U1BEN", ("approver",)),
    Person("chi", "Chi", "T1", "U1CHI", ("approver",)),
)
POLICY = Policy((Rule("all", ("*",), "by_risk"),), PEOPLE, "v1", 1)
# No standstill of the machine lasts so long: who waits for its end lets it pass.
FOLD_S, LEASE_S = 30, 60
SETTINGS = EngineSettings(lease_ms=LEASE_S * 1_000, sweep_s=0.05, wait_s=0.1, drain_s=60.0)

Step = ModelReply | ModelTrouble | Exception


def words(text: str) -> ModelReply:
    """A last answer."""
    return ModelReply(text, (), "stop", None, Usage(1, 1))


def calls(*names: str, arguments: str = "{}") -> ModelReply:
    """A turn that calls tools."""
    made = tuple(RawCall(f"x{n}", name, arguments) for n, name in enumerate(names))
    return ModelReply("", made, "tool_calls", None, Usage(1, 1))


class Scripted:
    """The Model port: gives its steps in order; `open` unset makes it wait."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.requests: list[ModelRequest] = []
        self.open = asyncio.Event()
        self.open.set()
        self.cancelled = 0

    def plays(self, *steps: Step) -> None:
        """Its next replies."""
        self.steps.extend(steps)

    async def reply(
        self, request: ModelRequest, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """See ports.Model."""
        self.requests.append(request)
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step


@dataclass
class Bench:
    """All of it; workers are made by `worker` and moved on by hand or by `serving`."""

    store: RedisStore
    ledger: Ledger
    chat: LedgerChat
    model: Scripted
    toolbox: Registry
    held: asyncio.Event
    namespace: str
    passes: Callable[[float], None]  # lets seconds pass in the store
    policy: Policy = POLICY
    run: str = ""
    slots: Slots | None = None
    reviewer: Reviewer | None = None
    habits: Habits | None = None
    sets: LiveSets | None = None
    vault: Vault | None = None

    @property
    def inbox(self) -> StoreInbox:
        """How events come in; with `slots`, to a process that works too."""
        return StoreInbox(self.store, self.store.shards, self.slots)

    def worker(
        self,
        *,
        probe: Callable[[str], None] = lambda point: None,
        settings: EngineSettings = SETTINGS,
        store: Store | None = None,
        chat: LedgerChat | None = None,
    ) -> Worker:
        """A worker of its own on the shared store, as another process would have it."""
        prompter = AgentPrompter()
        performer = Performer(
            store or self.store, self.model, prompter, chat or self.chat, settings
        )
        return Worker(
            performer,
            lambda: Gate(
                self.policy,
                self.toolbox,
                sets=self.sets,
                reviewer=self.reviewer,
                habits=self.habits,
                vault=self.vault,
            ),
            probe=probe,
        )

    def another_chat(self) -> LedgerChat:
        """The chat as another process has it."""
        return LedgerChat(self.ledger, random.Random(2), 0.0)

    async def says(self, text: str = "do it", *, ts: str = "1.0", by: Who = ANA) -> str:
        """A message in the thread; answers what became of it."""
        found = await self.inbox.asked(Asked(text, by, THREAD, ts), key=f"msg:{ts}", starts=True)
        self.run = found.run
        return found.status

    async def clicks(self, who: Who, action: Action, request: int = 1, reason: str = "") -> str:
        """A click on the run's n-th request."""
        name = f"{self.run}.{request}"
        click = Click(f"{name}{who.user}{action}", action, name, 1, who, reason=reason)
        found = await self.inbox.clicked(click, key=f"click:{click.id}", response_url=None)
        return found.status

    async def transcript(self) -> list[dict[str, Any]]:
        """The transcript's lines."""
        return [json.loads(line) for line in await self.store.lines(self.run, 0, 1_000)]

    async def results(self) -> list[str]:
        """What the model is told of its calls."""
        return [line["text"] for line in await self.transcript() if line["k"] == "result"]

    async def record(self) -> list[str]:
        """What the audit holds, by its `what`."""
        return [json.loads(line)["what"] for line in await self.store.audit(self.run)]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The ledger's lines of a kind."""
        return [line for line in self.ledger.read() if line["kind"] == kind]

    def said(self, about: str) -> list[str]:
        """Texts that were posted about something."""
        return [line["text"] for line in self.told("say") if line["about"] == about]

    async def moves(self, worker: Worker) -> None:
        """Lets a worker take the run and do all that is due now."""
        await worker.work(self.run)
        await worker.drain()

    async def until(self, look: Callable[[], object], what: str, timeout: float = 15) -> None:
        """Waits for something in the ledger."""
        await wait_until(look, what, timeout)


@asynccontextmanager
async def serving(
    worker: Worker, closed: Closed | None = None, slots: Slots | None = None
) -> AsyncGenerator[asyncio.Task[None]]:
    """A worker at work by itself, as in production."""
    task = asyncio.create_task(serve_worker(worker, closed, slots))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def run_twice(bench: Bench) -> None:
    """A tool taken for lost and run again by a person's word, and then both results come back."""
    bench.model.plays(calls("slow"), words("done"))
    first = bench.worker()  # its claims aren't renewed, as if it stood still
    await bench.says()
    await first.work(bench.run)
    await bench.until(lambda: bench.told("slow"), "the tool runs")
    bench.passes(LEASE_S)
    async with serving(bench.worker()):
        await bench.until(lambda: bench.told("card"), "somebody is asked")
        await bench.clicks(CHI, "run_again")
        await bench.until(lambda: len(bench.told("slow")) == 2, "it runs again")
        bench.held.set()
        await first.drain()
        await bench.until(lambda: bench.said("answer"), "the answer")
        await bench.until(lambda: bench.said("late_result"), "the late result")
