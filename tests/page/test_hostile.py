"""Nothing that a message holds can run in the page."""

from typing import Any

import pytest
from playwright.async_api import expect
from slack_sdk.web.async_client import AsyncWebClient

from tests.page.conftest import PageAs
from tests.page.window import Windows
from tests.world import World

Json = dict[str, Any]

MARKUP = '<img src=x onerror="window.harmed = 1"><script>window.harmed = 2</script>'
TEXTS = (
    MARKUP,
    "<javascript:window.harmed=3|press me>",
    "[press](javascript:window.harmed=4) <data:text/html,<script>harmed=5</script>|or me>",
    "`</code><svg onload=window.harmed=6>` ```</pre><iframe srcdoc='<script>'></iframe>```",
    '<https://example.test/"onmouseover="window.harmed=7|over me>',
)


@pytest.mark.parametrize("text", TEXTS, ids=["markup", "link", "markdown", "code", "attribute"])
async def test_hostile_text_stays_text(page_as: PageAs, slack: World, text: str) -> None:
    """As mrkdwn, Markdown, plain text and in a modal it is shown, and none of it is obeyed."""
    client = AsyncWebClient(token=slack.sandbox.bot_token, base_url=slack.sandbox.api_url)
    blocks: list[Json] = [
        {"type": "header", "text": {"type": "plain_text", "text": text[:150]}},
        {"type": "section", "text": {"type": "mrkdwn", "text": text}},
        {"type": "markdown", "text": text},
    ]
    ana = await page_as("ana")
    await client.chat_postMessage(channel="C0SUPPORT", text="hostile", blocks=blocks)
    await client.chat_postMessage(channel="C0SUPPORT", text=f"bare {text}")
    await ana.says(f"typed {text}")
    for words in ("bare", "typed"):
        await expect(ana.message(words)).to_be_visible()
    await expect(ana.main.locator("iframe, script, object, [onerror], [onload]")).to_have_count(0)
    assert await ana.page.evaluate("window.harmed") is None
    targets = await ana.main.get_by_role("link").evaluate_all(
        "(links) => links.map((link) => new URL(link.href).protocol)"
    )
    assert set(targets) <= {"http:", "https:", "mailto:"}


async def test_what_is_unknown_is_shown_as_what_it_is(page_as: PageAs, slack: World) -> None:
    """Blocks of odd types and shapes, kept from elsewhere, never break the page around them."""
    odd: list[Json] = [
        {"type": "hologram", "depth": 3},
        {"type": "section"},
        {"type": "actions", "elements": [{"type": "lever"}, {"type": "button"}]},
        {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{}]}]},
        {"type": "image", "image_url": "http://127.0.0.2/x.png", "alt_text": "a picture"},
        {"type": "context", "elements": [{"type": "mrkdwn"}]},
        {"type": "constructor"},
        {"type": "__proto__"},
    ]
    ana = await page_as("ana")
    ts = slack.sandbox.slack.workspace.stamps.mint()
    message: Json = {"type": "message", "user": "U0SIGNOFF", "ts": ts, "text": "odd", "blocks": odd}
    slack.sandbox.slack.workspace.put_message("C0SUPPORT", message)
    await ana.says("The page goes on.")
    await expect(ana.message("The page goes on.")).to_be_visible()
    shown = ana.message("hologram")
    await expect(shown).to_contain_text("Not drawn here")
    await expect(shown).to_contain_text("a picture")


async def test_the_page_s_rules_are_in_force(page_as: PageAs, windows: Windows) -> None:
    """A script that got in all the same would be stopped by the browser."""
    windows.watch.forgive("Content Security Policy|forbidden by the page's rules")
    ana = await page_as("ana")
    await expect(ana.main).to_be_visible()
    stopped = await ana.page.evaluate(
        """() => new Promise((done) => {
            document.addEventListener("securitypolicyviolation", (e) => done(e.violatedDirective));
            const script = document.createElement("script");
            script.textContent = "window.harmed = 1";
            document.body.append(script);
        })"""
    )
    assert stopped == "script-src-elem"
    assert await ana.page.evaluate("window.harmed") is None
