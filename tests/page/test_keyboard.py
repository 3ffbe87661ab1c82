"""All of it with the keyboard alone."""

from playwright.async_api import Page, expect

from tests.page.conftest import PageAs
from tests.page.test_approving import ASKED
from tests.stories.conftest import nobody_refunded
from tests.world import World

FAR = 80  # stops of the tab key, after which one has gone round
# The name of what has the focus: its own, its label's, or the words on a button or link.
_FOCUS = """() => {
    const one = document.activeElement;
    const labels = [...(one.labels ?? [])].map((label) => label.innerText);
    const words = one.matches("button, a") ? one.innerText : "";
    return [one.getAttribute("aria-label"), ...labels, words].find(Boolean) ?? "";
}"""


async def tabs_to(page: Page, name: str, *, back: bool = False) -> None:
    """Presses the tab key until something with this name has the focus."""
    heard: list[str] = []
    for _ in range(FAR):
        now: str = await page.evaluate(_FOCUS)
        if name in now:
            return
        heard.append(now[:40])
        await page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"no way by Tab to {name!r}: {heard}")


async def test_from_the_question_to_its_refusal_with_keys_alone(
    page_as: PageAs, slack: World
) -> None:
    """Ana asks and becomes Ben, who opens the card's thread and rejects it with a reason."""
    page = (await page_as("ana")).page
    keys = page.keyboard
    await expect(page.get_by_role("textbox", name="Message #support")).to_be_visible()
    await tabs_to(page, "Message #support")
    await keys.type(f"@signoff {ASKED}")
    await keys.press("Enter")
    await expect(page.get_by_role("button", name="2 replies")).to_be_visible()
    await tabs_to(page, "Ben", back=True)
    await keys.press("Enter")
    await tabs_to(page, "2 replies")
    await keys.press("Enter")
    thread = page.get_by_role("complementary", name="Thread")
    await expect(thread.get_by_role("button", name="Reject…")).to_be_visible()
    await tabs_to(page, "Reject…", back=True)
    await keys.press("Enter")
    modal = page.get_by_role("dialog")
    await expect(modal.get_by_role("radio").first).to_be_visible()
    await tabs_to(page, "Reject: don't do this")
    await keys.press("Space")
    await tabs_to(page, "Why, or how instead")
    await keys.type("   ")
    await tabs_to(page, "Send")
    await keys.press("Enter")
    reason = modal.get_by_role("textbox", name="Why, or how instead")
    await expect(reason).to_have_attribute("aria-invalid", "true")
    await tabs_to(page, "Why, or how instead")
    await keys.type("the wrong order")
    await tabs_to(page, "Send")
    await keys.press("Enter")
    await expect(modal).to_have_count(0)
    card = thread.get_by_role("article").filter(has_text="Rejected: refund order 1042").last
    await expect(card).to_contain_text("the wrong order")
    # One who can't see is back where the button was, not at the start of the page.
    assert await page.evaluate("document.activeElement !== document.body")
    nobody_refunded(slack)


async def test_a_call_is_approved_with_keys_alone(page_as: PageAs, slack: World) -> None:
    """Ben goes through the messages with the arrows, opens the thread with Enter, and approves."""
    task = await slack.person("ana").says(f"@signoff {ASKED}")
    await slack.card(task.ts)
    page = (await page_as("ben")).page
    await expect(page.get_by_role("article").first).to_be_visible()
    await tabs_to(page, "Ana Ruiz at")
    await page.keyboard.press("Enter")
    thread = page.get_by_role("complementary", name="Thread")
    await expect(thread.get_by_role("button", name="Approve once")).to_be_visible()
    await tabs_to(page, "Approve once", back=True)
    await page.keyboard.press("Enter")
    await expect(thread.get_by_role("article").filter(has_text="Refunded order")).to_be_visible()
    # The button is gone, and whoever pressed it hasn't lost their place.
    assert await page.evaluate("document.activeElement.closest('aside') !== null")
    await page.keyboard.press("Escape")
    await expect(thread).to_have_count(0)
    assert slack.shop("select count(*) from refunds") == [(1,)]
