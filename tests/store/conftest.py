"""A real server for every store test: the embedded one and any in SIGNOFF_TEST_REDIS_URL."""

import os
import secrets
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from bot.store import EmbeddedRedis, RedisStore, Times
from tests.clock import turning
from tests.store.leaks import leaks, wipe

GIVEN = os.environ.get("SIGNOFF_TEST_REDIS_URL", "")

Opens = Callable[..., AbstractAsyncContextManager[RedisStore]]
Passes = Callable[[float], None]

# No standstill of the machine lasts so long: who waits for an end lets it pass.
LEASE_S, FOLD_S = 60, 30
TIMES = Times(lease=LEASE_S * 1_000, fold=FOLD_S * 1_000, too_new=FOLD_S * 1_000)


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Generator[EmbeddedRedis]:
    """One embedded server for the session."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session", params=["embedded", "given"] if GIVEN else ["embedded"])
def redis_url(request: pytest.FixtureRequest, embedded: EmbeddedRedis) -> str:
    """Each server in turn."""
    return GIVEN if request.param == "given" else embedded.url


@pytest.fixture
async def namespace(redis_url: str) -> AsyncGenerator[str]:
    """Keys of this test alone; it fails if one of them would stay for ever."""
    name = f"test-{secrets.token_hex(6)}:"
    yield name
    try:
        assert await leaks(redis_url, name) == []
    finally:
        await wipe(redis_url, name)


@pytest.fixture
def opens(redis_url: str, namespace: str) -> Opens:
    """Opens further stores on the same runs, as another process would."""

    @asynccontextmanager
    async def opened(
        *, url: str = redis_url, shards: int = 8, times: Times = TIMES
    ) -> AsyncGenerator[RedisStore]:
        async with RedisStore.open(url, shards=shards, namespace=namespace, times=times) as store:
            yield store

    return opened


@pytest.fixture
async def store(opens: Opens) -> AsyncGenerator[RedisStore]:
    """A store whose times no test comes to the end of, unless it lets them pass."""
    async with opens() as opened:
        yield opened


@pytest.fixture
def passes() -> Generator[Passes]:
    """Lets seconds pass in every store of this process."""
    with turning() as passes:
        yield passes


@pytest.fixture
def short_folder() -> Generator[Path]:
    """A folder whose path leaves room for a socket's name."""
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="so-"))
    yield folder
    shutil.rmtree(folder)
