"""Takes the pictures of README.md and docs/: the page, light and dark, wide and narrow.

    python -m scripts.screenshots [--only NAME]

Runs the demo in a folder of its own, asks as Ana, decides as Ben, and has a headless Chromium look
at the page in between. Nothing leaves this machine.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode

from aiohttp import ClientSession
from playwright.async_api import Browser, Page, ViewportSize

from scripts.packing import packed
from tests.page import chromium

T = TypeVar("T")
Json = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs/images"
TASK = "@signoff refund order 1042, it arrived broken"
KEY = "@signoff replace the API key of our courier Parcelo"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES: dict[str, ViewportSize] = {
    "": {"width": 1280, "height": 1160},  # a card is seen whole
    "-low": {"width": 1280, "height": 820},
    "-phone": {"width": 390, "height": 844},
    "-wide": {"width": 1640, "height": 860},  # channel, thread and drawer side by side
    "-form": {"width": 880, "height": 500},
}
SHARPNESS = 1.5  # of the picture's pixels to one of the page's
WAIT_S, LOOK_S = 120, 0.2

# Whoever wants no tour is offered none.
_TOURED = """localStorage.setItem("signoff-guide", "never")"""


@dataclass(frozen=True)
class Studio:
    """The browser, the demo, and which pictures are wanted."""

    browser: Browser
    http: ClientSession
    url: str
    only: str

    async def take(
        self,
        name: str,
        look: dict[str, str],
        *,
        words: str,
        then: Callable[[Page], Awaitable[None]] | None = None,
        path: str = "/",
        sizes: tuple[str, ...] = ("", "-phone"),
        first_visit: bool = False,
    ) -> None:
        """A picture in each theme and size, once the page shows the words and `then` is done."""
        if self.only not in name:
            return
        for size in sizes:
            for theme in THEMES:
                context = await self.browser.new_context(
                    viewport=SIZES[size],
                    device_scale_factor=1.25 if size == "-wide" else SHARPNESS,
                    color_scheme=theme,
                    reduced_motion="reduce",
                    has_touch=size == "-phone",
                )
                page = await context.new_page()
                if not first_visit:
                    await page.add_init_script(_TOURED)
                await page.goto(f"{self.url}{path}#{urlencode(look)}")
                await page.get_by_text(words).first.wait_for()
                if then is not None:
                    await then(page)
                await page.evaluate("document.fonts.ready")
                made = await page.screenshot(animations="disabled", caret="hide")
                file = IMAGES / f"{name}{'-phone' * (size == '-phone')}-{theme}.png"
                file.write_bytes(await packed(page, made))
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
                # A modal is open wherever somebody is themselves: the next picture opens its own.
                for dialog in await page.get_by_role("dialog").all():
                    await dialog.get_by_role("button", name="Close").last.click()
                    await dialog.wait_for(state="detached")
                await context.close()


async def main() -> None:
    """Writes docs/images."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the pictures whose names hold this")
    options = parser.parse_args()
    found = chromium.found()
    if found is None:
        raise SystemExit("no Chromium is found: install one, or name it in SIGNOFF_CHROMIUM")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        async with (
            ClientSession() as http,
            demo(Path(name)) as url,
            chromium.launched(found) as browser,
        ):
            await story(Studio(browser, http, url, options.only))


async def story(studio: Studio) -> None:
    """From the first visit to the refund, with a picture of each step."""
    await studio.take("guide", {}, words="refund order 1042", first_visit=True)
    await studio.take("gallery", {}, path="/gallery", words="Approval needed", sizes=("-low",))
    task = await act(studio, "ana", "say", channel="support", text=TASK)
    card = await message(studio, '"Approve once"')
    await message(studio, "waiting for people")
    thread = {"channel": "support", "thread": task["ts"]}
    ben = {"as": "ben", **thread}
    await studio.take("card", ben, words="Approve once")
    await studio.take("modal", ben, words="Approve once", then=rejecting)
    click = {"channel": "support", "ts": card["ts"], "text": "Approve once"}
    await act(studio, "ben", "click", **click)
    for words in ("Refunded order 1042", "Approved once by", "R-1: done"):
        await message(studio, words)
    await studio.take("approved", {"as": "ana", **thread}, words="Approved once by")
    await studio.take("drawer", {**ben, "drawer": "run"}, words="Approved", sizes=("-wide",))
    key = await act(studio, "ana", "say", channel="support", text=KEY)
    asked = {"channel": "support", "thread": key["ts"]}
    await studio.take("web-form", asked, words="Send the key", then=confiding, sizes=("-form",))


async def rejecting(page: Page) -> None:
    """Opens the form of a rejection and sends it blank: what is wrong stands at the field."""
    await page.get_by_role("button", name="Reject…").click()
    modal = page.get_by_role("dialog")
    await modal.get_by_role("button", name="Send").click()


async def confiding(page: Page) -> None:
    """Goes where the card's button leads, and types a key."""
    await page.get_by_role("button", name="Send the key").click()
    modal = page.get_by_role("dialog")
    link = await modal.get_by_role("link", name="Open the form").get_attribute("href")
    await modal.get_by_role("button", name="Close").last.click()
    await page.goto(link or "")
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_label("New API key", exact=True).fill("pk-live-0815-4711")


@asynccontextmanager
async def demo(folder: Path) -> AsyncGenerator[str]:
    """The address of a demo of one's own."""
    arguments = ("-m", "bot", "demo", "--dir", str(folder / "demo"), "--port", "0", "--no-browser")
    process = await create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=PIPE)
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for
    try:
        async with asyncio.timeout(WAIT_S):
            while line := await process.stdout.readline():
                if found := re.search(rb"http://127\.0\.0\.1:\d+", line):
                    break
            else:
                raise SystemExit("the demo didn't start")
        yield found[0].decode()
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def act(studio: Studio, user: str, verb: str, **body: str) -> Json:
    """Acts as somebody in the local Slack."""
    url = f"{studio.url}/sandbox/users/{user}/{verb}"
    async with studio.http.post(url, json=body) as answer:
        answer.raise_for_status()
        return await answer.json()


async def message(studio: Studio, words: str) -> Json:
    """The bot's message in #support that has these words somewhere, once it is there."""

    async def look() -> Json | None:
        async with studio.http.get(f"{studio.url}/sandbox/state") as answer:
            state: Json = await answer.json()
        channel = next(one for one in state["channels"] if one["name"] == "support")
        said = (one for one in channel["messages"] if one["user"] == "U0SIGNOFF")
        return next((one for one in said if words in json.dumps(one)), None)

    async with asyncio.timeout(WAIT_S):
        while (found := await look()) is None:  # noqa: ASYNC110 - it happens in other processes
            await asyncio.sleep(LOOK_S)
    return found


if __name__ == "__main__":
    asyncio.run(main())
