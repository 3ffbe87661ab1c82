"""Takes the pictures of docs/cards.md and docs/forms.md, as the gallery draws their views.

    python -m scripts.pictures [--only NAME]

Each line of a document that shows a picture says which: `name-light`, `name-dark` or
`name-phone`. Nothing leaves this machine.
"""

import argparse
import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from playwright.async_api import Browser, Page

from sandbox.server import Sandbox
from scripts.packing import packed
from tests.page import chromium

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ("cards", "forms")  # each has its pictures in a folder of its name
PHONE = 390  # CSS pixels: the narrowest screen that people decide on
SHARPNESS = 1.0  # of the picture's pixels to one of the page's; a phone's has 2
NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)  # for the page: minutes after what its cards say
_PICTURE = re.compile(r'images/(\w+)/([\w-]+)-(light|dark|phone)\.png"')


def wanted(document: str) -> list[tuple[str, str]]:
    """Each picture that a document shows: a golden file's name and how it is looked at."""
    shown = _PICTURE.findall((ROOT / f"docs/{document}.md").read_text("utf-8"))
    return sorted({(name, look) for folder, name, look in shown if folder == document})


def images(document: str) -> Path:
    """Where its pictures are."""
    return ROOT / "docs/images" / document


async def main() -> None:
    """Writes the folders of docs/images, and removes what no line shows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the pictures whose names hold this")
    options = parser.parse_args()
    found = chromium.found()
    if found is None:
        raise SystemExit("no Chromium is found: install one, or name it in SIGNOFF_CHROMIUM")
    async with Sandbox.start() as sandbox, chromium.launched(found) as browser:
        for document in DOCUMENTS:
            _cleared(document)
            for look in ("light", "dark", "phone"):
                of_look = [name for name, how in wanted(document) if how == look]
                names = [name for name in of_look if options.only in name]
                if names:
                    await take(browser, sandbox.url, look, names, images(document))


def _cleared(document: str) -> None:
    """Leaves the pictures in its folder that it shows."""
    folder = images(document)
    folder.mkdir(parents=True, exist_ok=True)
    for file in set(folder.glob("*.png")) - {folder / f"{n}-{h}.png" for n, h in wanted(document)}:
        file.unlink()


async def take(browser: Browser, url: str, look: str, names: list[str], folder: Path) -> None:
    """The pictures of one look."""
    phone = look == "phone"
    theme = "light" if phone else look
    choices = {"theme": theme, "width": "phone" if phone else "desktop"}
    context = await browser.new_context(
        viewport={"width": PHONE if phone else 700, "height": 900},
        device_scale_factor=2 if phone else SHARPNESS,
        reduced_motion="reduce",
        has_touch=phone,
    )
    page = await context.new_page()
    await page.clock.set_fixed_time(NOW)
    for name in names:
        await page.goto(f"{url}/gallery?{urlencode({**choices, 'words': name})}")
        await page.evaluate("document.fonts.ready")
        # The bar that stays at the top would stand over what is high.
        await page.get_by_role("banner").evaluate("(bar) => { bar.style.position = 'static' }")
        drawing = page.locator(f"article#{name} [data-theme={theme}]")
        await drawing.wait_for()
        if phone and (over := await _too_wide(page, name)):
            raise SystemExit(f"{name}: on a phone {', '.join(over)} doesn't fit")
        made = await drawing.screenshot(animations="disabled", caret="hide")
        file = folder / f"{name}-{look}.png"
        file.write_bytes(await packed(page, made))
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
    await context.close()


async def _too_wide(page: Page, name: str) -> list[str]:
    """What of a drawing can't be read without moving it sideways."""
    return await page.locator(f"article#{name} [data-theme]").evaluate(
        """(drawing) => [drawing, ...drawing.querySelectorAll("*")]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5
                        || (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
                            && getComputedStyle(one).display !== "inline"
                            && getComputedStyle(one).overflowX !== "visible"))
          .map((one) => `${one.tagName.toLowerCase()} “${one.textContent.slice(0, 30)}”`)"""
    )


if __name__ == "__main__":
    asyncio.run(main())
