"""Modals, commands and shortcuts: everything that asks a person for words."""

from playwright.async_api import expect

from tests.page.conftest import PageAs
from tests.page.test_approving import ASKED, asked
from tests.world import World


async def test_a_task_is_given_by_a_form(page_as: PageAs, slack: World) -> None:
    """/task opens it, filled in it starts a run in the channel."""
    ana = await page_as("ana")
    await ana.says("/task")
    await expect(ana.modal.get_by_role("heading", name="New task")).to_be_visible()
    await ana.modal.get_by_role("textbox", name="What should I do?").fill(ASKED)
    await ana.modal.get_by_role("button", name="Start").click()
    await expect(ana.page.get_by_role("dialog")).to_have_count(0)
    await ana.opens_thread(ASKED)
    await expect(ana.thread.get_by_role("button", name="Approve once")).to_be_visible()


async def test_an_unfinished_form_says_what_is_missing(page_as: PageAs) -> None:
    """Nothing is sent; the words stand at the field, and Escape closes the form."""
    ana = await page_as("ana")
    await ana.says("/task")
    await ana.modal.get_by_role("button", name="Start").click()
    field = ana.modal.get_by_role("textbox", name="What should I do?")
    await expect(field).to_have_attribute("aria-invalid", "true")
    await ana.page.keyboard.press("Escape")
    await expect(ana.page.get_by_role("dialog")).to_have_count(0)


async def test_a_command_is_answered_in_private(page_as: PageAs, slack: World) -> None:
    """/task status tells Ana of her run, and nobody else."""
    ana = await page_as("ana")
    await asked(ana)
    await ana.says("/task status")
    note = ana.message("Your runs at work:")
    await expect(note).to_contain_text("Only visible to you")
    eli = await page_as("eli")
    await expect(eli.message(ASKED)).to_be_visible()
    await expect(eli.main.get_by_text("Only visible to you")).to_have_count(0)


async def test_a_message_is_handed_over_by_its_shortcut(page_as: PageAs, slack: World) -> None:
    """Ben hands Ana's plain message to the bot with the message's own menu."""
    ana, ben = await page_as("ana"), await page_as("ben")
    await ana.says("Order 1041 arrived broken, please refund it")
    message = ben.message("Order 1041")
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await ben.page.get_by_role("menuitem", name="Hand to Signoff").click()
    await expect(ben.modal).to_contain_text("Order 1041 arrived broken")
    await ben.modal.get_by_role("textbox", name="What should I do?").fill(
        "refund order 1041, it arrived broken"
    )
    await ben.modal.get_by_role("button", name="Hand over").click()
    await expect(ben.page.get_by_role("dialog")).to_have_count(0)
    await ben.opens_thread("Order 1041")
    await expect(ben.thread.get_by_role("button", name="Approve once")).to_be_visible()


async def test_details_are_a_modal_that_can_be_read_and_closed(page_as: PageAs) -> None:
    """The focus goes in, stays in, and goes back to the button."""
    ana = await page_as("ana")
    await asked(ana)
    details = ana.thread.get_by_role("button", name="Details")
    await details.click()
    await expect(ana.modal).to_contain_text("refund_order")
    await ana.page.keyboard.press("Tab")
    inside = "document.querySelector('dialog[open]').contains(document.activeElement)"
    assert await ana.page.evaluate(inside)
    await ana.modal.get_by_role("button", name="Close").last.click()
    await expect(ana.page.get_by_role("dialog")).to_have_count(0)
    await expect(details).to_be_focused()
