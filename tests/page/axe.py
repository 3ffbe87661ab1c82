"""axe-core, asked about what a page shows just now."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Page

SOURCE = Path(__file__).parents[1] / "node/node_modules/axe-core/axe.min.js"
GRAVE = ("serious", "critical")
# Everything that axe knows, its good practice too, but what is experimental.
_RUN = "() => axe.run(document, {resultTypes: ['violations']})"


@cache
def _source() -> str:
    assert SOURCE.exists(), "axe-core isn't installed: make setup"
    return SOURCE.read_text("utf-8")


async def violations(page: Page) -> list[str]:
    """What is gravely wrong with the page for those who can't see or point: a line each."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(_source())
    found: dict[str, Any] = await page.evaluate(_RUN)
    return [
        f"{one['impact']}: {one['help']} ({one['id']}): {node['html'][:200]}"
        f" {' '.join(node['failureSummary'].split())}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
