"""The machine's Chromium: where it is, and one of it for a whole test process."""

import os
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# It runs as root in containers, has no GPU there, and asks nobody for anything by itself.
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)  # fmt: skip


def found() -> str | None:
    """The path that SIGNOFF_CHROMIUM names, else that of the first of the usual names."""
    if named := os.environ.get("SIGNOFF_CHROMIUM"):
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def required() -> bool:
    """Whether a machine without one fails the tests that need it, in place of skipping them."""
    return os.environ.get("SIGNOFF_CHROMIUM_REQUIRED", "") not in ("", "0")


@asynccontextmanager
async def launched(path: str) -> AsyncGenerator[Browser]:
    """A headless browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()
