"""The agent asks, and whoever gave it the task answers on the page."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.page.axe import violations
from tests.page.conftest import PageAs
from tests.page.window import PHONE, Window
from tests.stories.conftest import nobody_refunded
from tests.world import World

PLAN = "plan a maintenance window for checkout"
INES = "refund the order for Ines, it arrived broken"


async def asked(ana: Window, task: str, button: str | re.Pattern[str]) -> Locator:
    """Ana gives the task; the button of the question that comes of it."""
    await ana.says(f"@signoff {task}")
    thread = await ana.opens_thread(task)
    found = thread.get_by_role("button", name=button).first
    await expect(found).to_be_visible()
    return found


async def planning(ana: Window) -> None:
    """The form of a maintenance window is open."""
    await (await asked(ana, PLAN, "Schedule it")).click()
    await expect(ana.modal.get_by_role("heading", name="Question")).to_be_visible()


async def test_the_tour_leads_through_a_question(page_as: PageAs, slack: World) -> None:
    """A press answers it, and runs nothing: the card that needs a yes comes then."""
    ana = await page_as("ana", tour=True)
    tour = ana.page.get_by_role("region", name="Show me around")
    newer = await asked(ana, INES, re.compile("^1042: Ceramic lamp"))
    await expect(tour).to_contain_text("The bot asks you something")
    await newer.click()
    await expect(ana.thread.get_by_role("button", name="Approve once")).to_be_visible()
    await expect(tour.get_by_role("button", name="Now be Ben")).to_be_visible()
    nobody_refunded(slack)


async def test_an_answer_in_ones_own_words(page_as: PageAs) -> None:
    """*Other…* opens a form in which one may choose or write; an empty one isn't sent."""
    ana = await page_as("ana")
    await (await asked(ana, INES, "Other…")).click()
    await ana.modal.get_by_role("button", name="Submit").click()
    await expect(ana.modal).to_contain_text("Not sent yet")
    await ana.modal.get_by_role("textbox", name="Other…").fill("1050, please")
    await ana.modal.get_by_role("button", name="Submit").click()
    await expect(ana.page.get_by_role("dialog")).to_have_count(0)
    await expect(ana.message("refund order 1050", ana.thread)).to_be_visible()


async def test_a_question_is_cancelled(page_as: PageAs, slack: World) -> None:
    """The answer says that nothing was refunded."""
    ana = await page_as("ana")
    await (await asked(ana, INES, "Cancel question")).click()
    await expect(ana.message("No order was refunded", ana.thread)).to_be_visible()
    nobody_refunded(slack)


async def test_a_form_is_filled_in_after_it_was_closed_by_accident(page_as: PageAs) -> None:
    """What is wrong stands at its field; with each choice what stands on the page is kept."""
    ana = await page_as("ana")
    await planning(ana)
    form = ana.modal
    await form.get_by_role("button", name="Schedule it").click()
    await expect(form.get_by_role("textbox", name="Minutes")).to_have_attribute(
        "aria-invalid", "true"
    )
    await form.get_by_role("textbox", name="Minutes").fill("45")
    await form.get_by_role("radio", name="staging").check()
    await form.get_by_role("checkbox", name="Support").check()
    await form.get_by_label("Day").fill("2026-12-12")
    await form.get_by_role("radiogroup", name="Roll back").get_by_label("Yes").check()
    await expect(form.get_by_role("textbox", name="To which version")).to_be_visible()
    await ana.page.keyboard.press("Escape")
    await expect(ana.page.get_by_role("dialog")).to_have_count(0)
    await ana.thread.get_by_role("button", name="Schedule it").click()
    await expect(form.get_by_role("textbox", name="Minutes")).to_have_value("45")
    await expect(form.get_by_role("radio", name="staging")).to_be_checked()
    await expect(form.get_by_role("checkbox", name="Support")).to_be_checked()
    await expect(form.get_by_label("Day")).to_have_value("2026-12-12")
    await form.get_by_role("textbox", name="To which version").fill("2.14.2")
    await form.get_by_label("Begins at").fill("22:30")
    await form.get_by_role("button", name="Schedule it").click()
    answer = ana.message("Here is the plan", ana.thread)
    for name, value in (("Begins at", "22:30 UTC"), ("To which version", "2.14.2")):
        await expect(answer.get_by_role("row", name=name)).to_contain_text(value)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_long_form_fits_a_phone(page_as: PageAs, theme: str) -> None:
    """Nothing sticks out of it, its buttons stay in sight, and axe finds nothing grave."""
    ana = await page_as("ana")
    await ana.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    await planning(ana)
    await ana.page.set_viewport_size(PHONE)
    await ana.modal.get_by_role("button", name="Schedule it").click()
    await expect(ana.modal.get_by_text("required field").first).to_be_visible()
    for name in ("Close, keep draft", "Schedule it"):
        await expect(ana.modal.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert await violations(ana.page) == []
    over = """dialog => [...dialog.querySelectorAll("*")].filter(
        one => one.getBoundingClientRect().right > innerWidth + 1).length"""
    assert await ana.modal.evaluate(over) == 0
