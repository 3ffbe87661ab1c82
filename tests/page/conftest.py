"""Stories through the page of the local Slack: a real browser, and the whole product behind it."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.store import EmbeddedRedis
from tests.page import chromium
from tests.page.window import Window, Windows
from tests.store.leaks import leaks, wipe
from tests.support import OFF_DISK
from tests.world import World, world

HERE = Path(__file__).parent
# The bot works in between; a machine with every core in use is slow at that.
PATIENCE_MS = 45_000

PageAs = Callable[..., Awaitable[Window]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser belongs to a loop: all of these tests share one, as they share the browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server's address."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis"), options=OFF_DISK) as server:
        yield server.url


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    """The test process's one Chromium."""
    path = chromium.found()
    if path is None:
        why = "no Chromium is found: install one, or name its path in SIGNOFF_CHROMIUM"
        if chromium.required():
            pytest.fail(why)
        pytest.skip(why)
    expect.set_options(timeout=PATIENCE_MS)
    async with chromium.launched(path) as launched:
        yield launched


@pytest_asyncio.fixture(loop_scope="session")
async def slack(tmp_path: Path, redis: str) -> AsyncGenerator[World]:
    """A world with the bot in this process, over Socket Mode; it leaves no key for ever."""
    async with world(tmp_path, redis) as made:
        yield made
        namespace = f"{made.namespace}:"
        assert await leaks(redis, namespace) == []
    await wipe(redis, namespace)


@pytest_asyncio.fixture(loop_scope="session")
async def windows(browser: Browser) -> AsyncGenerator[Windows]:
    """Windows on any local Slack; nothing may go wrong in them that a test doesn't forgive."""
    async with Windows.open(browser) as windows:
        yield windows
        assert windows.watch.troubles == []


@pytest.fixture
def page_as(slack: World, windows: Windows) -> PageAs:
    """`await page_as("ana")`: a window of the world's page, as somebody."""

    async def opened(who: str, *, tour: bool = False, **look: str) -> Window:
        return await windows.page(slack.sandbox.url, who, tour=tour, **look)

    return opened
