"""A window on the local Slack, and what a person does in it."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.page.watch import Watch

DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}

# The empty page that one comes from has nowhere to remember it.
_TOURED = """if (location.protocol === "http:") localStorage.setItem("signoff-guide", "closed")"""


@dataclass(frozen=True)
class Window:
    """A page of a browser in which somebody is somebody."""

    page: Page
    url: str

    async def goes(self, who: str, **look: str) -> None:
        """Opens the page anew as somebody, somewhere."""
        look = {"as": who, "channel": "support", **look}
        # A change of what is after # alone would not load it anew.
        await self.page.goto("about:blank")
        await self.page.goto(f"{self.url}/#{urlencode(look)}")

    @property
    def main(self) -> Locator:
        """The channel, the Home tab or the app's own messages."""
        return self.page.get_by_role("main")

    @property
    def thread(self) -> Locator:
        """The thread that is open beside it."""
        return self.page.get_by_role("complementary", name="Thread")

    @property
    def people(self) -> Locator:
        """The switch that says who one is."""
        return self.page.get_by_role("group", name="You are")

    @property
    def places(self) -> Locator:
        """Where one can go."""
        return self.page.get_by_role("navigation", name="Channels and apps")

    @property
    def modal(self) -> Locator:
        """The modal on top."""
        return self.page.get_by_role("dialog").last

    @property
    def composer(self) -> Locator:
        """Where one writes to the channel."""
        return self.main.get_by_role("textbox", name="Message")

    async def says(self, text: str) -> None:
        """Writes in the channel, and sends it with Enter."""
        await self.composer.fill(text)
        await self.composer.press("Enter")

    async def replies(self, text: str) -> None:
        """Writes in the open thread."""
        box = self.thread.get_by_role("textbox", name="Reply")
        await box.fill(text)
        await box.press("Enter")

    def message(self, words: str, where: Locator | None = None) -> Locator:
        """The newest message with these words, in the channel or elsewhere."""
        return (where or self.main).get_by_role("article").filter(has_text=words).last

    async def opens_thread(self, words: str) -> Locator:
        """Opens the thread of the message with these words; the thread."""
        await self.message(words).get_by_role("button", name=re.compile("repl", re.I)).first.click()
        await expect(self.thread).to_be_visible()
        return self.thread

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def becomes(self, name: str) -> None:
        """Becomes somebody else by the switch."""
        person = self.people.get_by_role("button", name=name)
        await person.click()
        await expect(person).to_have_attribute("aria-pressed", "true")


class Windows:
    """The windows of a test, all in one context: two of them can be two people."""

    def __init__(self, context: BrowserContext, watch: Watch) -> None:
        self.context = context
        self.watch = watch

    @classmethod
    @asynccontextmanager
    async def open(cls, browser: Browser) -> AsyncGenerator["Windows"]:
        """A new context, empty of what others kept."""
        watch = Watch()
        context = await browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
        try:
            await watch.over(context)
            yield cls(context, watch)
        finally:
            await context.close()

    async def page(self, url: str, who: str, *, tour: bool = False, **look: str) -> Window:
        """One more window; with `tour` as on a first visit, else of whoever has been here."""
        self.watch.homes.add(url)
        window = Window(await self.context.new_page(), url)
        if not tour:
            await window.page.add_init_script(_TOURED)
        await window.goes(who, **look)
        return window
