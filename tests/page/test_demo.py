"""The whole of `make demo`, as somebody meets it who has never seen it."""

import re
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.page.axe import violations
from tests.page.window import PHONE, Window, Windows
from tests.walls.tree import ROOT

TABS = ("Run", "Deliveries", "Payloads", "Record", "Faults")


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path) -> AsyncGenerator[str]:
    """What a demo of one's own prints, once all of it runs."""
    arguments = ("demo", "--dir", str(tmp_path / "demo"), "--port", "0", "--no-browser")
    process = await create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=ROOT, stdout=PIPE
    )
    assert process.stdout is not None
    try:
        while line := (await process.stdout.readline()).decode():
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield found[0]
                break
        else:
            raise AssertionError("the demo didn't start")
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def backstage(window: Window) -> Locator:
    """The drawer."""
    return window.page.get_by_role("complementary", name="Behind the scenes")


async def toured(window: Window) -> None:
    """Follows the tour to its end: three presses."""
    tour = window.page.get_by_role("region", name="Show me around")
    await tour.get_by_role("button", name="refund order 1042").click()
    await tour.get_by_role("button", name="Now be Ben").click()
    await expect(tour).to_contain_text("Now you are Ben")
    await window.page.get_by_role("button", name="Approve once").click()
    await expect(tour).to_contain_text("Done: order 1042 was refunded once.")


async def test_three_presses_lead_from_the_address_to_a_refund(
    address: str, windows: Windows
) -> None:
    """A first visit needs no manual; the tour goes away and can be asked for again, and offers what
    isn't done yet.
    """
    window = await windows.page(address, "ana", tour=True)
    await toured(window)
    await expect(window.message("Refunded order 1042:", window.thread)).to_be_visible()
    await window.page.get_by_role("button", name="Close the tour").click()
    await window.page.get_by_role("button", name="Show me around").click()
    tour = window.page.get_by_role("region", name="Show me around")
    await expect(tour.get_by_role("button", name="refund order 1043")).to_be_visible()


async def test_the_tour_fits_a_phone(address: str, windows: Windows) -> None:
    """The same three presses at a phone's width."""
    window = await windows.page(address, "ana", tour=True)
    await window.page.set_viewport_size(PHONE)
    await toured(window)


async def test_the_drawer_shows_what_slack_never_does(address: str, windows: Windows) -> None:
    """The run step by step, what was delivered and sent, and the record that is checked."""
    window = await windows.page(address, "ana", tour=True)
    await toured(window)
    await window.page.get_by_role("button", name="Behind the scenes", exact=True).click()
    drawer = backstage(window)
    await expect(
        drawer.get_by_role("heading", name=re.compile(r"Checkpoint: [\d.]+ kB"))
    ).to_be_visible()
    await expect(drawer.get_by_role("list", name="Steps")).to_contain_text(
        "Ana Ruiz asked for a task"
    )
    await drawer.get_by_role("tab", name="Deliveries").click()
    await expect(drawer.get_by_text(re.compile(r"acknowledged in \d+ ms")).first).to_be_visible()
    await drawer.get_by_role("tab", name="Payloads").click()
    await expect(drawer.get_by_role("status").filter(has_text="0 refused")).to_be_visible()
    card = drawer.get_by_role("listitem").filter(has_text="chat.postMessage").last
    await card.get_by_text("chat.postMessage").click()
    await expect(card).to_contain_text('"blocks"')
    await drawer.get_by_role("tab", name="Record").click()
    await expect(drawer.get_by_text("The chain is whole.")).to_be_visible()
    await expect(drawer.get_by_role("list", name="Record")).to_contain_text("Ben Ode")


async def test_the_bot_is_killed_from_the_drawer(address: str, windows: Windows) -> None:
    """Killed while a card waits: it comes back by itself, and the old button works, once."""
    ben, ana = (
        await windows.page(address, "ben", drawer="faults"),
        await windows.page(address, "ana"),
    )
    await ana.says("@signoff refund order 1042, it arrived broken")
    await ana.opens_thread("refund order 1042")
    await expect(ana.thread.get_by_role("button", name="Approve once")).to_be_visible()
    await backstage(ben).get_by_role("button", name="Kill the bot").click()
    await expect(ben.page.get_by_text("no bot is connected")).to_be_visible()
    await expect(ben.page.get_by_text("no bot is connected")).to_have_count(0)
    await backstage(ben).get_by_role("button", name="Close Behind the scenes").click()
    await ben.opens_thread("refund order 1042")
    await ben.thread.get_by_role("button", name="Approve once").click()
    await expect(ana.message("refund number 1.", ana.thread).first).to_be_visible()


async def test_a_key_is_sent_from_a_page_of_its_own(address: str, windows: Windows) -> None:
    """The link opens beside Slack, which it can't reach; the key goes to the tool, unseen."""
    ana = await windows.page(address, "ana")
    await ana.says("@signoff replace the API key of our courier Parcelo")
    await ana.thread.get_by_role("button", name="Send the key").click()
    link = ana.modal.get_by_role("link", name="Open the form")
    windows.watch.homes.add((await link.get_attribute("href") or "").partition("/forms/")[0])
    async with windows.context.expect_page() as opening:
        await link.click()
    form = await opening.value
    assert await form.evaluate("[window.opener, document.referrer]") == [None, ""]
    await form.get_by_role("button", name="Continue").click()
    await form.get_by_label("New API key", exact=True).fill("pk-live-0815")
    await form.get_by_role("button", name="Send the key").click()
    await expect(form.get_by_role("heading", name="Sent")).to_be_visible()
    ben = await windows.page(address, "ben")
    thread = await ben.opens_thread("replace the API key")
    await expect(thread).to_contain_text('key="[hidden]"')
    await thread.get_by_role("button", name="Approve once").click()
    await expect(ben.message("parcels are booked with the new one", thread)).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_drawer_and_the_tour_are_accessible(
    address: str, windows: Windows, theme: str
) -> None:
    """Axe finds nothing grave in any tab, beside a tour that has been followed."""
    window = await windows.page(address, "ana", tour=True)
    await window.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    assert await violations(window.page) == []
    await toured(window)
    await window.page.get_by_role("button", name="Behind the scenes", exact=True).click()
    for tab in TABS:
        await backstage(window).get_by_role("tab", name=tab).click()
        await expect(backstage(window).get_by_role("tabpanel", name=tab)).to_be_visible()
        assert await violations(window.page) == []
