"""One Redis for the engine's tests; each test has keys, a ledger and tools of its own."""

import asyncio
import random
import secrets
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from bot.store import EmbeddedRedis, RedisStore, Times
from bot.tools.python import ToolContext, tool
from bot.tools.registry import Registry
from tests.chaos.ledger import Ledger, LedgerChat
from tests.engine.bench import Bench, Scripted
from tests.store.leaks import leaks, wipe
from tests.support import OFF_DISK

TIMES = Times(lease=5_000)


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
        yield Bench(store, ledger, chat, Scripted(), toolbox, held, namespace)
        assert await leaks(redis, namespace) == []
    await wipe(redis, namespace)
