"""A worker process of the crash harness: the real engine, killing or stopping itself at points."""

import asyncio
import os
import random
import signal
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bot.core.rules import Person, Policy, Rule
from bot.engine import EngineSettings, Gate, Performer, Worker, serve_worker
from bot.llm.openai import ModelSettings, OpenAIModel
from bot.llm.prompt import AgentPrompter
from bot.store import RedisStore
from bot.tools.python import ToolContext, tool
from bot.tools.registry import Registry
from tests.chaos.ledger import Ledger, LedgerChat

PEOPLE = (
    Person("ben", "Ben", "T1", "U1BEN", ("approver",)),
    Person("chi", "Chi", "T1", "U1CHI", ("approver",)),
)
POLICY = Policy((Rule("all", ("*",), "by_risk"),), PEOPLE, "v1", 1)


def work(given: dict[str, Any], tie: Connection) -> None:
    """Works until it is killed, by itself or by the harness; never longer than the harness."""
    log = os.open(given["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    threading.Thread(target=_end_with_harness, args=(tie,), daemon=True).start()
    asyncio.run(_work(given))


def _end_with_harness(tie: Connection) -> None:
    with suppress(EOFError):
        tie.recv()
    os._exit(0)


async def _work(given: dict[str, Any]) -> None:
    dice = random.Random(given["seed"])
    ledger = Ledger(Path(given["ledger"]))
    settings = EngineSettings(
        lease_ms=5_000, start_limit_ms=2_000, sweep_s=0.2, wait_s=0.5, max_tries=given["max_tries"]
    )
    model = OpenAIModel(ModelSettings(base_url=given["model"], api_key="x", model="chaos"))
    async with RedisStore.open(given["redis"], namespace=given["namespace"]) as store:
        performer = Performer(
            store, model, AgentPrompter(), LedgerChat(ledger, dice, given["loss"]), settings
        )
        gate = Gate(POLICY, _tools(ledger, dice))
        await serve_worker(Worker(performer, lambda: gate, probe=_probe(given, dice, ledger)))


def _probe(given: dict[str, Any], dice: random.Random, ledger: Ledger) -> Any:
    """Dies or stops at the points of its plan, one after the other, and at random."""
    plan: list[dict[str, Any]] = given["plan"]

    def probe(point: str) -> None:
        if plan and point == plan[0]["point"]:
            plan[0]["passes"] -= 1
            if plan[0]["passes"] <= 0:
                fault = plan.pop(0)
                ledger.add(kind="fault", fault=fault["id"], point=point)
                os.kill(os.getpid(), signal.SIGKILL if fault["kills"] else signal.SIGSTOP)
        if dice.random() < given["kill"]:
            os.kill(os.getpid(), signal.SIGKILL)
        if dice.random() < given["stop"]:
            os.kill(os.getpid(), signal.SIGSTOP)

    return probe


def _tools(ledger: Ledger, dice: random.Random) -> Registry:
    @tool(risk="medium")
    def hit(context: ToolContext) -> str:
        """Hits something that must not be hit twice."""
        ledger.add(kind="hit", key=context.key, attempt=context.attempt)
        time.sleep(dice.random() * 0.2)
        return "hit"

    @tool(risk="read", idempotent=True)
    def peek(context: ToolContext) -> str:
        """Looks at something."""
        ledger.add(kind="peek", key=context.key, attempt=context.attempt)
        return "seen"

    return Registry([hit, peek])
