"""Every view of the bot in every state that exists, as the page draws it."""

import pytest
from playwright.async_api import expect

from sandbox.golden import DEFAULT
from tests.page.axe import violations
from tests.page.conftest import PageAs

GOLDEN = sorted(path.stem for path in DEFAULT.glob("*.json"))


async def test_the_gallery_draws_every_golden_file(page_as: PageAs) -> None:
    """Each stands there with its name, and nothing in them is left undrawn."""
    page = (await page_as("ana")).page
    await page.goto(page.url.partition("#")[0] + "gallery")
    await expect(page.get_by_role("article")).to_have_count(len(GOLDEN))
    names = await page.get_by_role("article").evaluate_all("(all) => all.map((one) => one.id)")
    assert sorted(names) == GOLDEN
    await expect(page.get_by_text("Not drawn here")).to_have_count(0)
    # Each drawing says something: an empty one would be as good as none.
    said = await page.get_by_role("article").evaluate_all(
        "(all) => all.map((one) => [one.id, one.innerText.trim().split('\\n').length])"
    )
    assert [name for name, lines in said if lines < 3] == []


@pytest.mark.parametrize("theme", ["Light", "Dark"])
async def test_the_gallery_is_accessible(page_as: PageAs, theme: str) -> None:
    """No grave fault in any view in any state, in either theme."""
    page = (await page_as("ana")).page
    await page.goto(page.url.partition("#")[0] + "gallery")
    await page.get_by_role("radio", name=theme).check()
    await expect(page.get_by_role("article")).to_have_count(len(GOLDEN))
    assert await violations(page) == []
