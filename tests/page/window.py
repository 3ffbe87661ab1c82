"""A window on the local Slack, and what a person does in it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize

from tests.page.watch import Watch

DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}


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
    def composer(self) -> Locator:
        """Where one writes to the channel."""
        return self.page.get_by_role("main").get_by_role("textbox", name="Message")

    async def says(self, text: str) -> None:
        """Writes in the channel, and sends it with Enter."""
        await self.composer.click()
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)


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

    async def page(self, url: str, who: str, **look: str) -> Window:
        """One more window."""
        self.watch.homes.add(url)
        window = Window(await self.context.new_page(), url)
        await window.goes(who, **look)
        return window
