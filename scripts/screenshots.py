"""Takes the pictures of the README: a card that waits, and the same card decided.

    python scripts/screenshots.py [--browser chromium] [--without-emoji]

Runs the demo in a folder of its own, asks as Ana, approves as Ben, and has a headless Chromium look
at the local Slack's page in between. Nothing leaves this machine.
"""

import argparse
import asyncio
import base64
import json
import re
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, create_subprocess_exec
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from aiohttp import ClientSession, ClientWebSocketResponse

T = TypeVar("T")
Json = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs/images"
TASK = "@signoff refund order 1042, it arrived broken"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--no-proxy-server", "--remote-debugging-port=0",
)  # fmt: skip
WIDTH, HEIGHT = 1000, 1060  # of the page, in CSS pixels
WAIT_S, LOOK_S = 120, 0.2

_WITHOUT_EMOJI = r"""
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const emoji = /\p{Emoji_Presentation}\s?/gu;
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(emoji, "");
"""


async def main() -> None:
    """Writes docs/images/card.png and docs/images/approved.png."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", default="chromium")
    parser.add_argument(
        "--without-emoji", action="store_true", help="for a machine that has no font for them"
    )
    options = parser.parse_args()
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        async with (
            ClientSession() as http,
            demo(folder) as url,
            Page.open(http, folder / "browser", options.browser) as page,
        ):
            page.emoji = not options.without_emoji
            await act(http, url, "ana", "say", channel="support", text=TASK)
            card = await wait_for(lambda: message(http, url, '"Approve once"'), "a card")
            await wait_for(lambda: message(http, url, "waiting for people"), "its timeline")
            await page.shoot(f"{url}/#as=ben&channel=support", "Approve once", "card")
            await act(
                http, url, "ben", "click", channel="support", ts=card["ts"], text="Approve once"
            )
            await wait_for(lambda: message(http, url, "Refunded order 1042"), "the answer")
            await wait_for(lambda: message(http, url, "Approved once by"), "the settled card")
            await wait_for(lambda: message(http, url, "R-1: done"), "the whole timeline")
            await page.shoot(f"{url}/#as=ana&channel=support", "Approved once by", "approved")


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


class Page:
    """A page of a headless browser, led by its DevTools protocol."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._last = 0
        self.emoji = True

    @classmethod
    @asynccontextmanager
    async def open(cls, http: ClientSession, folder: Path, browser: str) -> AsyncGenerator["Page"]:
        """A browser with an empty page, for as long as the context lasts."""
        process = await create_subprocess_exec(
            browser, *FLAGS, f"--user-data-dir={folder}", "about:blank",
            stdout=DEVNULL, stderr=DEVNULL,
        )  # fmt: skip
        try:
            port = (await wait_for(lambda: _port(folder), "the browser")).split()[0]
            async with http.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages: list[Json] = await answer.json()
            where = next(one for one in pages if one["type"] == "page")
            async with http.ws_connect(where["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield cls(socket)
        finally:
            process.terminate()
            await process.wait()

    async def shoot(self, url: str, words: str, name: str) -> None:
        """A picture of the page once it shows these words."""
        size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 2, "mobile": False}
        await self._do("Emulation.setDeviceMetricsOverride", **size)
        # A change of the fragment alone would not load the page anew.
        await self._do("Page.navigate", url="about:blank")
        await self._do("Page.navigate", url=url)
        shows = f"document.body?.innerText.includes({json.dumps(words)}) || null"
        await wait_for(lambda: self._value(shows), f"a page with {words}")
        await self._value("new Promise(done => setTimeout(() => done(1), 500))")
        if not self.emoji:
            await self._value(_WITHOUT_EMOJI)
        # To the end of the thread: below stands what is the same in each picture.
        height = await self._value("""Math.ceil(
            document.getElementById("messages").lastElementChild.getBoundingClientRect().bottom)""")
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(height, HEIGHT), "scale": 1}
        made = await self._do("Page.captureScreenshot", format="png", clip=clip)
        (IMAGES / f"{name}.png").write_bytes(base64.b64decode(made["data"]))

    async def _value(self, expression: str) -> Any:
        made = await self._do(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        return made["result"].get("value")

    async def _do(self, method: str, **parameters: Any) -> Json:
        self._last += 1
        await self._socket.send_json({"id": self._last, "method": method, "params": parameters})
        async with asyncio.timeout(WAIT_S):
            while True:
                answer: Json = await self._socket.receive_json()
                if answer.get("id") == self._last:
                    return answer["result"]


async def _port(folder: Path) -> str | None:
    path = folder / "DevToolsActivePort"
    return path.read_text("utf-8") or None if path.exists() else None


async def act(http: ClientSession, url: str, user: str, verb: str, **body: str) -> None:
    """Acts as somebody in the local Slack."""
    async with http.post(f"{url}/sandbox/users/{user}/{verb}", json=body) as answer:
        answer.raise_for_status()


async def message(http: ClientSession, url: str, words: str) -> Json | None:
    """The message in #support that has these words somewhere."""
    async with http.get(f"{url}/sandbox/state") as answer:
        state: Json = await answer.json()
    channel = next(one for one in state["channels"] if one["name"] == "support")
    said = (one for one in channel["messages"] if one["user"] == "U0SIGNOFF")
    return next((one for one in said if words in json.dumps(one)), None)


async def wait_for(look: Callable[[], Awaitable[T | None]], what: str) -> T:
    """What `look` finds, once it does."""
    async with asyncio.timeout(WAIT_S):
        while (found := await look()) is None:  # noqa: ASYNC110 - it happens in other processes
            await asyncio.sleep(LOOK_S)
    print(f"there is {what}")
    return found


if __name__ == "__main__":
    asyncio.run(main())
