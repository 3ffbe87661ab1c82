"""The page in a browser that runs no scripts: plain forms."""

from playwright.async_api import Browser, expect

from tests.world import World


async def test_a_refund_is_asked_for_and_approved_without_scripts(
    browser: Browser, slack: World
) -> None:
    """Ana writes in a field, Ben presses a button, and loading the page anew shows what came."""
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{slack.sandbox.url}/?as=ana")
    field = page.get_by_role("textbox", name="Message support", exact=True)
    await field.fill("@signoff refund order 1042, it arrived broken")
    await field.press("Enter")
    task = next(m for m in await slack.messages() if "refund" in m.text)
    await slack.card(task.ts)
    await page.goto(f"{slack.sandbox.url}/?as=ben")
    await page.get_by_role("button", name="Approve once").click()
    await slack.message(task.ts, "Refunded order 1042")
    await page.reload()
    # Where scripts run nobody sees what is inside of <noscript>, so text isn't looked for there.
    assert "Refunded order 1042" in await page.inner_text("body")
    await expect(page.get_by_role("button", name="Approve once")).to_have_count(0)
    await context.close()
