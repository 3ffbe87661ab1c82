"""The harness: processes that die and stop, a proxy that loses replies, input delivered again."""

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.core.events import Asked
from bot.core.ids import Thread, Who
from bot.core.request import Action, Click
from bot.engine import StoreInbox
from bot.ports import Enqueued, StoreDown
from bot.store import EmbeddedRedis, RedisStore
from tests.chaos.ledger import Ledger
from tests.chaos.model import ChaosModel
from tests.store.proxy import FaultProxy, fault_proxy
from tests.support import wait_until

ANA = Who("T1", "U1ANA", "Ana")
BEN = Who("T1", "U1BEN", "Ben")
CHI = Who("T1", "U1CHI", "Chi")
STOPPED_S = 6.0  # longer than the lease, so that a stopped worker wakes up as a ghost


@dataclass
class Crew:
    """Worker processes, started again whenever one dies."""

    given: dict[str, Any]
    dice: random.Random
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list[subprocess.Popen[bytes]])
    deaths: int = 0
    stops: int = 0
    log: Path = Path(os.devnull)

    def start(self, **change: Any) -> subprocess.Popen[bytes]:
        """One more worker."""
        given = {**self.given, "seed": self.dice.randrange(10**9), **change}
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.worker"],
                env={**os.environ, "CHAOS": json.dumps(given)},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    async def watch(self) -> None:
        """Replaces the dead and wakes the stopped, until cancelled."""
        sleeping: dict[int, float] = {}
        while True:
            for process in list(self.processes):
                if process.poll() is not None:
                    self.deaths += 1
                    process.communicate()
                    self.processes.remove(process)
                    self.start()
                elif process.pid in sleeping:
                    if time.monotonic() - sleeping[process.pid] > STOPPED_S:
                        del sleeping[process.pid]
                        process.send_signal(signal.SIGCONT)
                elif _is_stopped(process.pid):
                    self.stops += 1
                    sleeping[process.pid] = time.monotonic()
            await asyncio.sleep(0.05)

    def end(self) -> None:
        """Ends all workers."""
        for process in self.processes:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.communicate()


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
    reopened: dict[str, int] = field(default_factory=dict[str, int])

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

    async def until(self, found: Callable[[], Any], what: str, timeout: float = 120) -> Any:
        """Waits for something in the ledger."""
        return await wait_until(found, what, timeout)


@asynccontextmanager
async def chaos(folder: Path, *, seed: int, workers: int, **given: Any) -> AsyncGenerator[Chaos]:
    """A store, a model server, a proxy and workers, for as long as the context lasts."""
    dice = random.Random(seed)
    model = ChaosModel(dice, given.pop("model_fault", 0.0))
    runner = web.AppRunner(model.app())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    namespace = f"chaos-{secrets.token_hex(4)}:"
    with EmbeddedRedis(folder / "redis", fsync="always") as server:
        async with (
            RedisStore.open(server.url, namespace=namespace) as store,
            fault_proxy(server.url) as proxy,
        ):
            ledger = Ledger(folder / "ledger.jsonl")
            base = {
                "redis": proxy.url, "namespace": namespace, "ledger": str(folder / "ledger.jsonl"),
                "model": f"http://127.0.0.1:{port}/v1", "kill": 0.0, "stop": 0.0, "loss": 0.0,
                "max_tries": 50, **given,
            }  # fmt: skip
            crew = Crew(base, dice, log=folder / "workers.log")
            inbox = StoreInbox(store, store.shards)
            for _ in range(workers):
                crew.start()
            watching = asyncio.create_task(crew.watch())
            try:
                yield Chaos(store, inbox, ledger, crew, proxy, model, server, dice)
            finally:
                watching.cancel()
                crew.end()
    await runner.cleanup()


def _is_stopped(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"
    except OSError:
        return False
