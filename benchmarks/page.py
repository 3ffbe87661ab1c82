"""How quick the local Slack's page is with 2,000 messages and 200 cards in a channel.

    python -m benchmarks.page [--messages 2000] [--cards 200] [--rounds 9]

A headless Chromium loads the page of a local Slack on this machine, scrolls the whole channel,
hears of a message and becomes somebody else. Between these stand the same with an almost empty
channel, and a bare page that loads the same bytes and writes each text as a paragraph: what the
machine, the browser and the wire take anyway. Written to benchmarks/page.json.
"""

import argparse
import asyncio
import json
import os
import platform
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, cast

from playwright.async_api import Browser, Page

from benchmarks.workspace import EMPTY, FULL, LAST, fill, slack
from tests.page import chromium

Json = dict[str, Any]
# What was measured, by case and measure, a number for each round.
Results = dict[str, dict[str, list[float]]]

HERE = Path(__file__).parent
CASES = {
    "full": "/#as=ana&channel=support",
    "empty": "/#as=ana&channel=ops",
    "bare": f"/bare?channel={FULL}",
}
PATIENCE_S = 180  # for one round of a case: what waits in the page has no end of its own
STEP = 300  # CSS pixels a frame: a quick turn of the wheel
FRAME_MS, SLOW_MS = 16.7, 50.0
SLACK_MS = 1.0  # a frame's time is said in steps, and some end late by a hair
MEASURES = {
    "load_ms": "to the first message list",
    "late_frames": f"frames over {FRAME_MS} ms while scrolling, share",
    "slow_frames": f"frames over {SLOW_MS:.0f} ms while scrolling, share",
    "longest_frame_ms": "the longest frame while scrolling",
    "long_tasks": "tasks over 50 ms while scrolling",
    "work_ms": "ms of a core for each frame while scrolling",
    "event_ms": "from an event to its picture",
    "switch_ms": "to be somebody else",
}


async def main() -> None:
    """Measures in turn, prints a table and writes benchmarks/page.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=2_000)
    parser.add_argument("--cards", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    path = chromium.found()
    if path is None:
        raise SystemExit("no Chromium is found: install one, or name it in SIGNOFF_CHROMIUM")
    results: Results = {}
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), options.messages, options.cards)
        async with slack(Path(name)) as url, chromium.launched(path) as browser:
            for turn in range(-1, options.rounds):
                for case, look in CASES.items():
                    async with asyncio.timeout(PATIENCE_S):
                        found = await measured(browser, url, case, look, turn)
                    # The first turn warms the caches of all three.
                    for measure, value in found.items() if turn >= 0 else ():
                        results.setdefault(case, {}).setdefault(measure, []).append(value)
            version = browser.version
    report = {
        "messages": options.messages,
        "cards": options.cards,
        "rounds": options.rounds,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, no GPU, Chromium {version}",
        "measures": dict(summed(results)),
    }
    text = json.dumps(report, indent=2) + "\n"
    (HERE / "page.json").write_text(text, "utf-8")
    print("\n".join(table(report)))


async def measured(browser: Browser, url: str, case: str, look: str, turn: int) -> Json:
    """One round of a case, in a new window whose caches are empty."""
    context = await browser.new_context(viewport={"width": 1280, "height": 860})
    try:
        page = await context.new_page()
        page.set_default_timeout(60_000)
        await page.add_init_script(path=HERE / "page.js")
        bare = (HERE / "bare.html").read_text("utf-8")
        floor: Json = {"body": bare, "content_type": "text/html"}
        await page.route("**/bare?*", lambda route: route.fulfill(**floor))
        await page.goto(url + look, wait_until="commit")
        found: Json = {"load_ms": await page.evaluate("(words) => bench.shown(words)", LAST)}
        channel = EMPTY if case == "empty" else FULL
        for number in range(2):  # the first while the page may still be settling
            words = f"said in round {turn} of {case}, {number}"
            found["event_ms"] = await page.evaluate("(g) => bench.heard(...g)", [channel, words])
        if case != "bare":
            found["switch_ms"] = await switched(page)
        before = await worked_ms(browser)
        found |= frames(await page.evaluate("(step) => bench.scroll(step)", STEP))
        found["work_ms"] = (await worked_ms(browser) - before) / found["frames"]
        return found
    finally:
        await context.close()


async def worked_ms(browser: Browser) -> float:
    """How long the pages' processes have had a core, whoever else wants one."""
    session = await browser.new_browser_cdp_session()
    said = cast("Json", await session.send("SystemInfo.getProcessInfo"))
    await session.detach()
    processes: list[Json] = said["processInfo"]
    return 1000 * sum(one["cpuTime"] for one in processes if one["type"] == "renderer")


async def switched(page: Page) -> float:
    """How long it takes to become Ben."""
    ben = page.get_by_role("radio", name="Ben").or_(page.get_by_role("button", name="Ben")).first
    return await ben.evaluate("(element) => bench.pressed(element)")


def frames(scrolled: Json) -> Json:
    """What the times between frames come to."""
    gaps: list[float] = scrolled["gaps"]
    return {
        "late_frames": share(gaps, FRAME_MS + SLACK_MS),
        "slow_frames": share(gaps, SLOW_MS + SLACK_MS),
        "longest_frame_ms": max(gaps),
        "long_tasks": len(scrolled["long"]),
        "frames": len(gaps),
    }


def share(gaps: list[float], limit: float) -> float:
    """How many of them are over it."""
    return sum(gap > limit for gap in gaps) / len(gaps)


def summed(results: Results) -> Iterator[tuple[str, Json]]:
    """By measure and case: the median, the least and the most."""
    for measure in (*MEASURES, "frames"):
        cases = {case: found[measure] for case, found in results.items() if measure in found}
        yield (
            measure,
            {
                case: {
                    "median": round(median(values), 4),
                    "min": round(min(values), 4),
                    "max": round(max(values), 4),
                }
                for case, values in cases.items()
            },
        )


def table(report: Json) -> Iterator[str]:
    """The report for people: median (least to most)."""
    yield f"{report['messages']} messages and {report['cards']} cards, {report['machine']}"
    yield f"{'':<46}" + "".join(f"{case:>26}" for case in CASES)
    for measure, words in MEASURES.items():
        cases: Json = report["measures"][measure]
        cells = (shown(measure, cases[case]) if case in cases else "" for case in CASES)
        yield f"{words:<46}" + "".join(f"{cell:>26}" for cell in cells)


def shown(measure: str, found: dict[str, float]) -> str:
    """A cell of the table."""
    form = "{:.1%}" if measure.endswith("_frames") else "{:.1f}"
    middle, least, most = (form.format(found[key]) for key in ("median", "min", "max"))
    return f"{middle} ({least} to {most})"


if __name__ == "__main__":
    asyncio.run(main())
