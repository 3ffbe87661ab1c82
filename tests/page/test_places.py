"""Where people look: channels with marks for what is new, threads, the app's own places."""

from playwright.async_api import FilePayload, expect

from tests.page.conftest import PageAs
from tests.page.test_approving import ASKED, asked
from tests.world import World


async def test_news_elsewhere_is_marked_until_it_is_looked_at(page_as: PageAs) -> None:
    """Eli writes in #ops: Ana in #support sees a mark there, and none once she has been there."""
    ana, eli = await page_as("ana"), await page_as("eli", channel="ops")
    await expect(ana.main).to_be_visible()
    await eli.says("The checkout is slow again.")
    await ana.places.get_by_role("button", name="ops 1 new", exact=True).click()
    await expect(ana.message("The checkout is slow again.")).to_be_visible()
    await expect(ana.places.get_by_role("button", name="ops", exact=True)).to_be_visible()


async def test_one_window_becomes_somebody_else_at_once(page_as: PageAs, slack: World) -> None:
    """Ana's private word goes with her, Gus sees fewer channels; nothing is loaded anew."""
    window = await page_as("ana")
    await asked(window)
    await window.thread.get_by_role("button", name="Approve once").click()
    await expect(window.message("You asked for this", window.thread)).to_be_visible()
    await window.page.evaluate("window.still = true")
    await window.becomes("Ben")
    await expect(window.page.get_by_text("You asked for this")).to_have_count(0)
    await expect(window.places.get_by_text("private-deals")).to_be_visible()
    await window.becomes("Gus")
    await expect(window.places.get_by_text("private-deals")).to_have_count(0)
    await expect(window.message(ASKED)).to_be_visible()
    assert await window.page.evaluate("window.still") is True


async def test_an_edit_is_marked(page_as: PageAs, slack: World) -> None:
    """What somebody changed says so."""
    ana, ben = await page_as("ana"), await page_as("ben")
    await ana.says("Tommorow then.")
    message = ana.message("Tommorow then.")
    await message.hover()
    await message.get_by_role("button", name="Edit message").click()
    box = ana.main.get_by_role("article").get_by_role("textbox")
    await box.fill("Tomorrow then.")
    await box.press("Enter")
    await expect(ben.message("Tomorrow then.")).to_contain_text("(edited)")


async def test_a_reply_in_the_thread_speaks_to_the_run(page_as: PageAs, slack: World) -> None:
    """What Ana writes in the pane is in the thread, and the channel shows only its root."""
    ana = await page_as("ana")
    await asked(ana)
    await ana.replies("It was a gift, by the way.")
    await expect(ana.message("It was a gift", ana.thread)).to_be_visible()
    await expect(ana.main.get_by_text("It was a gift")).to_have_count(0)
    await ana.thread.get_by_role("button", name="Close").click()
    await expect(ana.thread).to_have_count(0)


async def test_a_file_is_sent_and_can_be_looked_into(page_as: PageAs) -> None:
    """Ana attaches a text file; Ben reads it in the page."""
    ana, ben = await page_as("ana"), await page_as("ben")
    text = b"lamp, broken in two"
    content: FilePayload = {"name": "order.txt", "mimeType": "text/plain", "buffer": text}
    async with ana.page.expect_file_chooser() as chooser:
        await ana.main.get_by_role("button", name="Attach files").click()
    await (await chooser.value).set_files([content])
    # The page reads a file before it is attached; a person sends what stands there.
    await expect(ana.main.get_by_label("Attached files")).to_contain_text("order.txt")
    await ana.says("The customer's list")
    message = ben.message("The customer's list")
    await expect(message).to_contain_text("order.txt")
    await message.get_by_text("Look into").click()
    await expect(message).to_contain_text("lamp, broken in two")


async def test_the_home_tab_shows_what_waits_and_opens_it(page_as: PageAs) -> None:
    """Ben's Home lists the card; when he has decided, it is gone from there by itself."""
    ana, ben = await page_as("ana"), await page_as("ben")
    await asked(ana)
    await ben.places.get_by_role("button", name="Home").click()
    await expect(ben.main.get_by_role("heading", name="To decide")).to_be_visible()
    await expect(ben.main).to_contain_text("order 1042")


async def test_a_prompt_begins_a_conversation_with_the_app(page_as: PageAs) -> None:
    """Ana picks one in the app's own messages: it is said, and answered in a thread beside it."""
    ana = await page_as("ana", channel="dm")
    await ana.main.get_by_role("button", name="Look up an order").click()
    await expect(ana.message("Look up order 1042")).to_be_visible()
    await expect(ana.message("customer: Ines Maro", ana.thread)).to_be_visible()
    conversations = ana.main.get_by_role("list", name="Conversations")
    await expect(conversations.get_by_role("listitem")).to_have_count(1)


async def test_what_the_app_works_on_can_be_stopped(page_as: PageAs, slack: World) -> None:
    """While the model thinks there is a Stop, and afterwards the conversation says so."""
    await slack.plays({"hang_s": 50})
    ana = await page_as("ana", channel="dm")
    await ana.says("How healthy is everything?")
    message = ana.message("How healthy is everything?")
    await message.hover()
    await message.get_by_role("button", name="Reply in thread").click()
    await ana.thread.get_by_role("button", name="Stop", exact=True).click()
    await expect(ana.message("was stopped", ana.thread)).to_be_visible()
    await expect(ana.thread.get_by_role("button", name="Stop", exact=True)).to_have_count(0)
