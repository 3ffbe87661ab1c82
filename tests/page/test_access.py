"""What axe finds gravely wrong in the page's main states, in light and dark: nothing."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.page.axe import violations
from tests.page.conftest import PageAs
from tests.page.test_approving import ASKED
from tests.page.window import PHONE, Window
from tests.world import World

Reach = Callable[[Window], Awaitable[None]]


async def channel(ben: Window) -> None:
    """A channel with a message, one of one's own, and a code and a link in it."""
    await ben.says("I look at `checkout`, see https://example.test and @ana")
    await expect(ben.message("I look at")).to_be_visible()


async def thread(ben: Window) -> None:
    """The thread with a card that waits."""
    await ben.opens_thread(ASKED)
    await expect(ben.thread.get_by_role("button", name="Approve once")).to_be_visible()


async def decided(ben: Window) -> None:
    """The same card, decided, and the answer."""
    await thread(ben)
    await ben.thread.get_by_role("button", name="Approve once").click()
    await expect(ben.message("Refunded order 1042:", ben.thread)).to_be_visible()


async def refused(ben: Window) -> None:
    """A private word."""
    await thread(ben)
    await ben.becomes("Ana")
    await ben.thread.get_by_role("button", name="Approve once").click()
    await expect(ben.message("You asked for this", ben.thread)).to_be_visible()


async def modal(ben: Window) -> None:
    """A form with what is wrong at its fields."""
    await thread(ben)
    await ben.thread.get_by_role("button", name="Reject…").click()
    await ben.modal.get_by_role("button", name="Send").click()
    await expect(ben.modal.get_by_text("⚠").first).to_be_visible()


async def completing(ben: Window) -> None:
    """Names offered while one writes."""
    await ben.composer.fill("@")
    await expect(ben.page.get_by_role("listbox")).to_be_visible()


async def home(ben: Window) -> None:
    """The app's Home tab."""
    await ben.places.get_by_role("button", name="Home").click()
    await expect(ben.main.get_by_role("heading", name="To decide")).to_be_visible()


async def agent(ben: Window) -> None:
    """The app's own messages, with a conversation."""
    await ben.places.get_by_role("button", name="Signoff (direct messages)").click()
    await ben.main.get_by_role("button", name="Look up an order").click()
    await expect(ben.message("customer: Ines Maro", ben.thread)).to_be_visible()


STATES: list[Reach] = [channel, thread, decided, refused, modal, completing, home, agent]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("reach", STATES, ids=lambda reach: reach.__name__)
async def test_a_state_of_the_page_is_accessible(
    page_as: PageAs, slack: World, reach: Reach, theme: str
) -> None:
    """Reached as Ben, with Ana's card in the channel, as the system's theme has it."""
    task = await slack.person("ana").says(f"@signoff {ASKED}")
    await slack.card(task.ts)
    ben = await page_as("ben")
    await ben.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    await reach(ben)
    assert await violations(ben.page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("reach", [channel, thread, modal], ids=lambda reach: reach.__name__)
async def test_a_state_of_the_page_on_a_phone_is_accessible(
    page_as: PageAs, slack: World, reach: Reach, theme: str
) -> None:
    """The same at a phone's width, where nothing may stand beside the screen either."""
    task = await slack.person("ana").says(f"@signoff {ASKED}")
    await slack.card(task.ts)
    ben = await page_as("ben")
    await ben.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    await ben.page.set_viewport_size(PHONE)
    await reach(ben)
    assert await violations(ben.page) == []
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await ben.page.evaluate(over) == 0
