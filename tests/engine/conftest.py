"""One Redis for the engine's tests; each test has keys, a ledger and tools of its own."""

import asyncio
import random
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Generator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.engine import fold
from bot.store import EmbeddedRedis, RedisStore, Times
from bot.tools.python import ToolContext, tool
from bot.tools.registry import Registry
from tests.chaos.ledger import Ledger, LedgerChat
from tests.clock import turning
from tests.engine.bench import FOLD_S, LEASE_S, Bench, Scripted
from tests.store.leaks import leaks, wipe
from tests.support import OFF_DISK

TIMES = Times(lease=LEASE_S * 1_000, fold=FOLD_S * 1_000)


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server's address."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis"), options=OFF_DISK) as server:
        yield server.url


@pytest.fixture
async def bench(redis: str, tmp_path: Path) -> AsyncGenerator[Bench]:
    """A bench with `hit` (asks first), `peek` and `slow` (waits for `bench.held`); no key leaks."""
    namespace = f"engine-{secrets.token_hex(5)}:"
    ledger = Ledger(tmp_path / "ledger.jsonl")
    held = asyncio.Event()

    @tool(risk="medium", title="hit the thing")
    def hit(context: ToolContext) -> str:
        """Hits something that must not be hit twice."""
        ledger.add(kind="hit", key=context.key)
        return "it was hit"

    @tool(risk="read", idempotent=True)
    def peek() -> str:
        """Looks at something."""
        ledger.add(kind="peek")
        return "seen"

    @tool(risk="read")
    async def slow() -> str:
        """Takes its time."""
        ledger.add(kind="slow")
        await held.wait()
        return "at last"

    chat = LedgerChat(ledger, random.Random(1), 0.0)
    async with RedisStore.open(redis, namespace=namespace, times=TIMES) as store:
        toolbox = Registry([hit, peek, slow])
        with turning() as passes:
            yield Bench(store, ledger, chat, Scripted(), toolbox, held, namespace, passes)
        assert await leaks(redis, namespace) == []
    await wipe(redis, namespace)


@pytest.fixture
def stands_still(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Half a minute passes for whoever is about to start something; called once."""
    later = SimpleNamespace(monotonic=lambda: time.monotonic() + 30)
    return lambda: monkeypatch.setattr(fold, "time", later)
