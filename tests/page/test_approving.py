"""From the question to the decision, by those who ask and those who decide."""

from playwright.async_api import expect

from tests.page.conftest import PageAs
from tests.page.window import Window
from tests.stories.conftest import nobody_refunded
from tests.world import World

ASKED = "refund order 1042, it arrived broken"


async def asked(ana: Window) -> None:
    """Ana asks with the composer and sees the card in the thread."""
    await ana.says(f"@signoff {ASKED}")
    thread = await ana.opens_thread(ASKED)
    await expect(thread.get_by_role("button", name="Approve once")).to_be_visible()


async def test_a_name_completes_itself_and_the_card_comes_by_itself(
    page_as: PageAs, slack: World
) -> None:
    """Ana types two letters of the bot's name, chooses it with Enter, and sends with Enter."""
    ana = await page_as("ana")
    await ana.composer.click()
    await ana.page.keyboard.type("@si")
    await expect(ana.page.get_by_role("option", name="signoff")).to_be_visible()
    await ana.page.keyboard.press("Enter")
    await ana.page.keyboard.type(ASKED)
    await ana.page.keyboard.press("Enter")
    await expect(ana.composer).to_have_value("")
    thread = await ana.opens_thread(ASKED)
    await expect(thread.get_by_role("heading", name="Approval needed")).to_be_visible()
    nobody_refunded(slack)


async def test_whoever_asked_is_refused_in_private_words(page_as: PageAs, slack: World) -> None:
    """Ana's own Approve is answered beside the card, to her alone; the card stays as it was."""
    ana = await page_as("ana")
    await asked(ana)
    await ana.thread.get_by_role("button", name="Approve once").click()
    note = ana.message("You asked for this", ana.thread)
    await expect(note).to_contain_text("Only visible to you")
    await expect(ana.thread.get_by_role("button", name="Approve once")).to_be_visible()
    ben = await page_as("ben")
    await ben.opens_thread(ASKED)
    await expect(ben.thread.get_by_role("button", name="Approve once")).to_be_visible()
    await expect(ben.page.get_by_text("You asked for this")).to_have_count(0)
    nobody_refunded(slack)


async def test_an_approval_settles_the_card_in_every_window(page_as: PageAs, slack: World) -> None:
    """Ben approves in a second window; both show who decided and what came of it, once."""
    ana = await page_as("ana")
    await asked(ana)
    ben = await page_as("ben")
    await ben.opens_thread(ASKED)
    await ben.thread.get_by_role("button", name="Approve once").click()
    for window in (ana, ben):
        card = window.message("Approved: refund order 1042", window.thread)
        await expect(card).to_contain_text("Approved once by @ben")
        await expect(card).to_contain_text("refund number 1")
        await expect(window.thread.get_by_role("button", name="Approve once")).to_have_count(0)
        await expect(window.message("Refunded order 1042:", window.thread)).to_be_visible()
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_a_rejection_needs_its_reason(page_as: PageAs, slack: World) -> None:
    """The modal says at the field that a blank reason won't do, and takes a real one."""
    ana, ben = await page_as("ana"), await page_as("ben")
    await asked(ana)
    await ben.opens_thread(ASKED)
    await ben.thread.get_by_role("button", name="Reject…").click()
    await expect(ben.modal).to_contain_text("Why, or how instead")
    reason = ben.modal.get_by_role("textbox", name="Why, or how instead")
    await ben.modal.get_by_role("radio", name="Reject: don't do this").check()
    await reason.fill("   ")
    await ben.modal.get_by_role("button", name="Send").click()
    await expect(reason).to_have_accessible_error_message("")
    await reason.fill("wrong order, it is 1043")
    await ben.modal.get_by_role("button", name="Send").click()
    await expect(ben.page.get_by_role("dialog")).to_have_count(0)
    for window in (ana, ben):
        card = window.message("Rejected: refund order 1042", window.thread)
        await expect(card).to_contain_text("wrong order, it is 1043")
    nobody_refunded(slack)
