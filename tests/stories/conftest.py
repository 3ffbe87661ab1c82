"""One Redis for all stories of a test process; each story has keys of its own."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from bot.store import EmbeddedRedis
from tests.store.leaks import leaks, wipe
from tests.support import OFF_DISK
from tests.world import World, world


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server's address."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis"), options=OFF_DISK) as server:
        yield server.url


@pytest.fixture
async def slack(tmp_path: Path, redis: str) -> AsyncGenerator[World]:
    """A world with the bot in this process, over Socket Mode; it leaves no key for ever."""
    async with world(tmp_path, redis) as made:
        yield made
        namespace = f"{made.namespace}:"
        assert await leaks(redis, namespace) == []
    await wipe(redis, namespace)


def nobody_refunded(slack: World) -> None:
    """No refund stands on the shop's books."""
    assert slack.shop("select count(*) from refunds") == [(0,)]
