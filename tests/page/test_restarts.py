"""What the page shows while parts of the product die and come back."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio
from playwright.async_api import expect

from sandbox.server import Sandbox
from tests.page.test_approving import ASKED, asked
from tests.page.window import Windows
from tests.world import World, world

# What a browser says of a server that is away.
AWAY = r"ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)"


@pytest_asyncio.fixture(loop_scope="session")
async def processes(tmp_path: Path, redis: str) -> AsyncGenerator[World]:
    """A world whose bot is a process that can be killed."""
    async with world(tmp_path, redis, bot=False) as slack:
        yield slack


async def test_the_old_card_works_after_the_bot_was_killed(
    processes: World, windows: Windows
) -> None:
    """Between the card and its click the bot is killed: Ben is told, and then it works."""
    slack, url = processes, processes.sandbox.url
    bot = await slack.start("all")
    ana, ben = await windows.page(url, "ana"), await windows.page(url, "ben")
    await asked(ana)
    await ben.opens_thread(ASKED)
    approve = ben.thread.get_by_role("button", name="Approve once")
    bot.kill()
    await bot.wait()
    await approve.click()
    told = ben.page.get_by_role("alert").filter(has_text="The app can't be reached just now")
    await expect(told).to_be_visible()
    await slack.start("all")
    await approve.click()
    await expect(ana.message("Refunded order 1042:", ana.thread)).to_be_visible()
    await expect(approve).to_have_count(0)
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_the_page_comes_back_by_itself_after_the_server(
    tmp_path: Path, windows: Windows
) -> None:
    """It says that it isn't live, and then shows what was said meanwhile, without being loaded."""
    windows.watch.forgive(AWAY)
    async with AsyncExitStack() as first:
        sandbox = await first.enter_async_context(Sandbox.start(tmp_path))
        port = int(sandbox.url.rpartition(":")[2])
        ana = await windows.page(sandbox.url, "ana")
        await ana.says("Before the restart")
        await expect(ana.message("Before the restart")).to_be_visible()
    await expect(ana.page.get_by_text("trying again")).to_be_visible()
    await ana.composer.fill("Half written")
    async with Sandbox.start(tmp_path, port=port):
        await expect(ana.page.get_by_text("trying again")).to_have_count(0)
        eli = await windows.page(sandbox.url, "eli")
        await eli.says("After the restart")
        await expect(ana.message("After the restart")).to_be_visible()
        await expect(ana.message("Before the restart")).to_be_visible()
        await expect(ana.composer).to_have_value("Half written")
        await eli.page.close()
        await ana.page.close()
