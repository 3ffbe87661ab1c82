"""Trouble that is made from the drawer, and every kind of element that a card can hold."""

from typing import Any

from playwright.async_api import expect
from slack_sdk.web.async_client import AsyncWebClient

from tests.page.conftest import PATIENCE_MS, PageAs
from tests.page.test_approving import ASKED
from tests.world import World

Json = dict[str, Any]


async def test_a_card_comes_in_spite_of_a_limit_that_was_ordered(
    page_as: PageAs, slack: World
) -> None:
    """A call is refused for a second; the drawer says so, and the card comes all the same."""
    ben, ana = await page_as("ben", drawer="faults"), await page_as("ana")
    drawer = ben.page.get_by_role("complementary", name="Behind the scenes")
    limit = drawer.get_by_role("form", name="Limit the rate")
    await limit.get_by_role("spinbutton", name="calls").fill("1")
    await limit.get_by_role("spinbutton", name="s to wait").fill("1")
    await limit.get_by_role("button", name="Do it").click()
    force = drawer.get_by_role("region", name="In force now")
    await expect(force).to_contain_text("429")
    await ana.says(f"@signoff {ASKED}")
    message = ana.message(ASKED)
    await expect(message.get_by_role("button", name="2 replies")).to_be_visible(
        timeout=2 * PATIENCE_MS
    )
    await ana.opens_thread(ASKED)
    await expect(ana.thread.get_by_role("button", name="Approve once")).to_be_visible()
    await expect(force).to_contain_text("Nothing: all works as it should.")


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def _option(text: str) -> Json:
    return {"text": _plain(text), "value": text}


ELEMENTS: list[Json] = [
    {"type": "button", "action_id": "sure", "text": _plain("Drop the table"),
     "confirm": {"title": _plain("Are you sure?"), "text": _plain("It can't be undone."),
                 "confirm": _plain("Drop it"), "deny": _plain("Keep it"), "style": "danger"}},
    {"type": "overflow", "action_id": "more", "options": [_option("Copy"), _option("Mute")]},
    {"type": "static_select", "action_id": "pick", "placeholder": _plain("Pick a city"),
     "options": [_option("Berlin"), _option("Lima")]},
]  # fmt: skip


async def test_menus_selects_and_confirmations_reach_the_app(page_as: PageAs, slack: World) -> None:
    """Each sends what was chosen, once; what was thought better of sends nothing."""
    client = AsyncWebClient(token=slack.sandbox.bot_token, base_url=slack.sandbox.api_url)
    blocks: list[Json] = [{"type": "actions", "block_id": "all", "elements": ELEMENTS}]
    await client.chat_postMessage(channel="C0SUPPORT", text="Elements", blocks=blocks)
    ana = await page_as("ana")

    async def sent() -> int:
        deliveries: list[Json] = (await slack.state())["deliveries"]
        return sum(one["type"] == "block_actions" for one in deliveries)

    await ana.main.get_by_role("button", name="Drop the table").click()
    question = ana.page.get_by_role("alertdialog", name="Are you sure?")
    await question.get_by_role("button", name="Keep it").click()
    await expect(question).to_have_count(0)
    assert await sent() == 0
    await ana.main.get_by_role("button", name="Drop the table").click()
    async with ana.page.expect_response("**/click"):
        await question.get_by_role("button", name="Drop it").click()
    assert await sent() == 1
    await ana.main.get_by_role("button", name="More").first.click()
    async with ana.page.expect_response("**/click"):
        await ana.page.get_by_role("menuitem", name="Mute").click()
    assert await sent() == 2
    await ana.main.get_by_role("combobox", name="Pick a city").click()
    async with ana.page.expect_response("**/click"):
        await ana.page.get_by_role("option", name="Lima").click()
    await expect(ana.main.get_by_role("combobox")).to_have_value("Lima")
    assert await sent() == 3
