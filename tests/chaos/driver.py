"""The harness: processes that die and stop, a proxy that loses replies, input delivered again."""

import asyncio
import multiprocessing
import os
import random
import secrets
import signal
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, cast

from aiohttp import web

from bot.core.events import Asked
from bot.core.ids import Thread, Who
from bot.core.request import Action, Click
from bot.engine import StoreInbox
from bot.ports import Enqueued, StoreDown
from bot.store import EmbeddedRedis, RedisStore
from tests.chaos.ledger import Ledger
from tests.chaos.model import ChaosModel
from tests.chaos.worker import work
from tests.store.proxy import FaultProxy, fault_proxy

ANA = Who("T1", "U1ANA", "Ana")
BEN = Who("T1", "U1BEN", "Ben")
CHI = Who("T1", "U1CHI", "Chi")
# Workers are forked from a process that has imported everything: starting one costs little.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.chaos.worker"])

STOPPED_S = 6.0  # longer than the lease, so that a stopped worker wakes up as a ghost

# Where a worker may die or stop: between any two things that leave a trace.
COMMITS = ("taken", "before_commit", "after_commit")
EFFECTS = ("call_model", "run_tool", "post_card", "post_say", "draw_card", "send_note")
POINTS = (
    *COMMITS,
    *(f"{way} {effect}" for effect in EFFECTS for way in ("performing", "performed")),
)


def agenda(dice: random.Random) -> list[dict[str, Any]]:
    """Each point twice: a worker stands still there, and one dies there; in any order, in turns."""
    stops, deaths = dice.sample(POINTS, len(POINTS)), dice.sample(POINTS, len(POINTS))
    pairs = zip(stops, deaths, strict=True)
    faults = [fault for stop, death in pairs for fault in ((stop, False), (death, True))]
    return [
        {"id": n, "point": point, "kills": kills,
         "passes": dice.randrange(1, 8) if point in COMMITS else 1}
        for n, (point, kills) in enumerate(faults)
    ]  # fmt: skip


@dataclass
class Member:
    """A worker process and what it is told to suffer; it ends with `tie`."""

    process: BaseProcess
    plan: list[dict[str, Any]]
    tie: Connection
    stopped_at: float | None = None


@dataclass
class Crew:
    """Worker processes, started again whenever one dies, each with its part of the agenda."""

    given: dict[str, Any]
    dice: random.Random
    ledger: Ledger
    todo: list[dict[str, Any]]
    members: list[Member] = field(default_factory=list[Member])

    def start(self) -> None:
        """One more worker; it stops where it is told to, and dies at last."""
        plan: list[dict[str, Any]] = []
        while self.todo and not (plan and plan[-1]["kills"]):
            plan.append(self.todo.pop(0))
        given = {**self.given, "seed": self.dice.randrange(10**9), "plan": plan}
        ours, theirs = FORKS.Pipe()
        process = FORKS.Process(target=work, args=(given, theirs), daemon=True)
        process.start()
        theirs.close()
        self.members.append(Member(process, plan, ours))

    async def watch(self) -> None:
        """Replaces the dead and wakes the stopped, until cancelled."""
        while True:
            for member in list(self.members):
                if not member.process.is_alive():
                    self._bury(member)
                    self.start()
                elif member.stopped_at is None:
                    if _is_stopped(member.process.pid):
                        member.stopped_at = time.monotonic()
                elif time.monotonic() - member.stopped_at > STOPPED_S:
                    member.stopped_at = None
                    _send(member, signal.SIGCONT)
            await asyncio.sleep(0.05)

    def _bury(self, member: Member) -> None:
        done = self.done()
        self.todo += [fault for fault in member.plan if fault["id"] not in done]
        self.members.remove(member)
        member.tie.close()
        member.process.close()

    def done(self) -> set[int]:
        """The faults of the agenda that have happened."""
        return {line["fault"] for line in self.ledger.read() if line["kind"] == "fault"}

    def end(self) -> None:
        """Ends all workers."""
        for member in list(self.members):
            _send(member, signal.SIGKILL)
            member.process.join()
            self._bury(member)


@dataclass
class Chaos:
    """Everything that a chaos test drives and reads."""

    store: RedisStore
    inbox: StoreInbox
    ledger: Ledger
    crew: Crew
    proxy: FaultProxy
    model: ChaosModel
    server: EmbeddedRedis
    dice: random.Random

    async def deliver(self, send: Callable[[], Awaitable[Enqueued]]) -> Enqueued:
        """Input as Slack delivers it: again until it is taken, and now and then once more."""
        results: list[Enqueued] = []
        while not results or self.dice.random() < 0.3:
            try:
                results.append(await send())
            except StoreDown:
                await asyncio.sleep(0.1)
        return results[0]

    async def say(self, n: int, k: int, text: str) -> Enqueued:
        """Ana's k-th message in the n-th thread."""
        thread = Thread("T1", "C1", f"{n}.0")
        event = Asked(text, ANA, thread, f"{n}.{k}")
        return await self.deliver(lambda: self.inbox.asked(event, key=f"msg:{n}:{k}", starts=True))

    async def click(self, who: Who, request: str, action: Action) -> None:
        """A click on a request's card."""
        click = Click(f"{request}{who.user}{action}", action, request, 1, who)
        await self.deliver(
            lambda: self.inbox.clicked(click, key=f"click:{click.id}", response_url=None)
        )

    async def decide(self, done: set[str]) -> None:
        """Answers every card that hasn't been answered yet; two people press at once."""
        for line in self.ledger.read():
            if line["kind"] != "card" or line["request"] in done:
                continue
            done.add(line["request"])
            if line["about"] == "approval":
                await self.click(BEN, line["request"], "approve")
                await self.click(CHI, line["request"], self.dice.choice(["approve", "reject"]))
            else:
                await self.click(CHI, line["request"], self.dice.choice(["leave", "ran"]))


@asynccontextmanager
async def chaos(folder: Path, *, seed: int, workers: int, **given: Any) -> AsyncGenerator[Chaos]:
    """A store, a model server, a proxy and workers, for as long as the context lasts."""
    dice = random.Random(seed)
    model = ChaosModel(dice, given.pop("model_fault", 0.0))
    namespace = f"chaos-{secrets.token_hex(4)}:"
    with EmbeddedRedis(folder / "redis", fsync="always") as server:
        async with (
            _served(model) as port,
            RedisStore.open(server.url, namespace=namespace) as store,
            fault_proxy(server.url) as proxy,
        ):
            ledger = Ledger(folder / "ledger.jsonl")
            base = {
                "redis": proxy.url, "namespace": namespace, "ledger": str(folder / "ledger.jsonl"),
                "model": f"http://127.0.0.1:{port}/v1", "kill": 0.0, "stop": 0.0, "loss": 0.0,
                "log": str(folder / "workers.log"), "max_tries": 50, **given,
            }  # fmt: skip
            crew = Crew(base, dice, ledger, agenda(dice))
            inbox = StoreInbox(store, store.shards)
            for _ in range(workers):
                crew.start()
            watching = asyncio.create_task(crew.watch())
            try:
                yield Chaos(store, inbox, ledger, crew, proxy, model, server, dice)
            finally:
                watching.cancel()
                crew.end()


@asynccontextmanager
async def _served(model: ChaosModel) -> AsyncGenerator[int]:
    """The model's server; answers its port."""
    runner = web.AppRunner(model.app())
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield cast("int", runner.addresses[0][1])
    finally:
        await runner.cleanup()


def _is_stopped(pid: int | None) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"
    except OSError:
        return False


def _send(member: Member, sent: signal.Signals) -> None:
    if member.process.pid is not None and member.process.is_alive():
        os.kill(member.process.pid, sent)
