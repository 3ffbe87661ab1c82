"""The page of web forms in a real browser: every kind of field, by keyboard, on a phone."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.page.axe import violations
from tests.page.watch import Watch
from tests.page.window import DESKTOP, PHONE
from tests.stories.ops import ops
from tests.stories.pages import minted, request_of
from tests.world import Json, World

Look = Literal["light", "dark"]

SECRET = "Zwiebel-77-kuchen"
REGIONS = [f"region-{n}" for n in range(130)]
SCHEMA: Json = {
    "type": "object",
    "title": "Rotate the keys",
    "properties": {
        "key": {"type": "string", "title": "Key", "format": "password", "minLength": 8},
        "share": {"type": "integer", "title": "Share", "minimum": 0, "maximum": 100},
        "price": {"type": "number", "title": "Price", "description": "In euros."},
        "size": {"type": "string", "title": "Size", "enum": ["small", "large"]},
        "days": {
            "type": "array", "title": "Days", "uniqueItems": True,
            "items": {"type": "string", "enum": ["Mon", "Tue", "Wed"]},
        },
        "region": {"type": "string", "title": "Region", "enum": REGIONS},
        "when": {"type": "string", "title": "When", "format": "date"},
        "why": {"type": "string", "title": "Why"},
        "urgent": {"type": "boolean", "title": "Urgent", "default": False},
        "hosts": {
            "type": "array", "title": "Hosts", "minItems": 1,
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string", "title": "Name"}},
                "required": ["name"],
            },
        },
        "fixed": {"type": "string", "title": "Team", "const": "payments"},
    },
    "required": ["key", "hosts"],
    "if": {"properties": {"urgent": {"const": True}}, "required": ["urgent"]},
    "then": {"properties": {"reason": {"type": "string", "title": "Reason"}},
             "required": ["reason"]},
}  # fmt: skip
UI: Json = {"share": {"ui:widget": "range"}, "why": {"ui:widget": "textarea"}}


@asynccontextmanager
async def form(
    browser: Browser,
    slack: World,
    schema: Json = SCHEMA,
    *,
    viewport: ViewportSize = DESKTOP,
    look: Look = "light",
    forgives: str = "^$",
    clock: bool = False,
) -> AsyncGenerator[Page]:
    """A form on the page, opened by Ana with her link; nothing may go wrong on it. With `clock` the
    page's time can be put forward.
    """
    call = {"name": "hitl_askHuman", "arguments": {"schema": schema, "uiSchema": UI}}
    await slack.plays({"calls": [call]}, {"text": "All done here."})
    task = await slack.person("ana").says("@signoff please see to checkout", "support")
    await slack.message(task.ts, "Question:")
    context = await browser.new_context(viewport=viewport, color_scheme=look)
    watch = Watch()
    watch.forgive(forgives)
    watch.homes.add(slack.settings.public_url or "")
    await watch.over(context)
    if clock:
        await context.clock.install()
    try:
        page = await context.new_page()
        await page.goto(await minted(slack, await request_of(slack)))
        await expect(page.get_by_text("You go on as Ana.")).to_be_visible()
        assert await violations(page) == []
        await page.get_by_role("button", name="Continue").click()
        await expect(page.get_by_text("The agent ops asks")).to_be_visible()
        yield page
        assert watch.troubles == []
    finally:
        await context.close()


async def told(slack: World) -> Json:
    """What the model was told of its question."""
    task = await slack.message((await slack.messages())[0].thread, "All done here.")
    assert task
    return json.loads((await slack.results())[-1])


async def test_every_kind_of_field(browser: Browser, tmp_path: Path, redis: str) -> None:
    """What is typed and picked is what the model gets, digit by digit; the secret by reference."""
    async with ops(tmp_path, redis, pages=True) as slack:
        async with form(browser, slack) as page:
            await page.get_by_label("Key", exact=True).fill(SECRET)
            await page.get_by_role("slider", name="Share, slider").fill("40")
            await expect(page.get_by_label("Share (optional)", exact=True)).to_have_value("40")
            await page.get_by_label("Price").fill("19.90")
            await page.get_by_role("radio", name="large").check()
            await page.get_by_role("checkbox", name="Tue").check()
            await page.get_by_role("checkbox", name="Mon").check()
            await page.get_by_role("searchbox", name="Region").fill("region-12")
            await page.get_by_role("listbox", name="Region: what fits").select_option("region-127")
            await page.get_by_label("When").fill("2027-02-28")
            await page.get_by_label("Why").fill("It leaked.\nTwice.")
            await page.get_by_role("checkbox", name="Urgent").check()
            await page.get_by_label("Reason").fill("now")
            await expect(page.get_by_text("payments")).to_be_visible()
            await page.get_by_label("Name").fill("a.example")
            await page.get_by_role("button", name="Add to Hosts").click()
            await page.get_by_label("Name").nth(1).fill("b.example")
            await page.get_by_role("button", name="Submit").click()
            await expect(page.get_by_role("heading", name="Sent")).to_be_visible()
            assert await violations(page) == []
        values = (await told(slack))["values"]
        assert values.pop("key").startswith("secret:")
        assert values == {
            "share": 40, "price": 19.90, "size": "large", "days": ["Mon", "Tue"],
            "region": "region-127", "when": "2027-02-28", "why": "It leaked.\nTwice.",
            "urgent": True, "hosts": [{"name": "a.example"}, {"name": "b.example"}],
            "fixed": "payments", "reason": "now",
        }  # fmt: skip


async def test_a_secret_is_masked_until_it_is_shown(
    browser: Browser, tmp_path: Path, redis: str
) -> None:
    """It stays typed while the form changes around it, and the page says who gets to see it."""
    async with (
        ops(tmp_path, redis, pages=True) as slack,
        form(browser, slack) as page,
    ):
        key = page.get_by_label("Key", exact=True)
        await key.fill(SECRET)
        await expect(key).to_have_attribute("type", "password")
        await page.get_by_role("button", name="Show Key").click()
        await expect(key).to_have_attribute("type", "text")
        await page.get_by_role("button", name="Hide Key").click()
        await expect(key).to_have_attribute("type", "password")
        await expect(page.get_by_text("never Slack or the model")).to_be_visible()
        await page.get_by_role("checkbox", name="Urgent").check()
        await expect(page.get_by_label("Reason")).to_be_visible()
        await expect(key).to_have_value(SECRET)
        await page.get_by_role("checkbox", name="Urgent").uncheck()
        await expect(page.get_by_label("Reason")).to_have_count(0)


async def test_what_is_wrong_is_said_at_its_field(
    browser: Browser, tmp_path: Path, redis: str
) -> None:
    """The first of them takes the focus; what was typed stays, and is sent once it is right."""
    async with ops(tmp_path, redis, pages=True) as slack:
        async with form(browser, slack) as page:
            key = page.get_by_label("Key", exact=True)
            await key.fill("short")
            await page.get_by_role("button", name="Submit").click()
            await expect(page.get_by_text("Not sent: look at what is marked.")).to_be_visible()
            await expect(key).to_have_attribute("aria-invalid", "true")
            await expect(key).to_be_focused()
            assert await violations(page) == []
            await page.get_by_label("Name").fill("a.example")
            await key.fill(SECRET)
            await expect(key).to_have_attribute("aria-invalid", "false")
            await key.press("Enter")
            await expect(page.get_by_role("heading", name="Sent")).to_be_focused()
        assert (await told(slack))["values"]["hosts"] == [{"name": "a.example"}]


async def test_what_was_typed_stays_when_the_time_is_over(
    browser: Browser, tmp_path: Path, redis: str
) -> None:
    """Nothing can be sent any more, the page says why, and whoever typed can copy it."""
    async with (
        ops(tmp_path, redis, pages=True) as slack,
        form(browser, slack, forgives="409") as page,
    ):
        await page.get_by_label("Key", exact=True).fill(SECRET)
        await page.get_by_label("Name").fill("a.example")
        question = await slack.message((await slack.messages())[0].thread, "Question:")
        await slack.person("ana").clicks(question, "Cancel question")
        await slack.message(question.thread, "Not answered:")
        await page.get_by_role("button", name="Submit").click()
        await expect(page.get_by_role("alert")).to_contain_text(
            "was cancelled, so nothing was sent"
        )
        await expect(page.get_by_label("Name")).to_have_value("a.example")
        await expect(page.get_by_role("button", name="Submit")).to_be_disabled()


async def test_the_page_says_by_itself_when_its_time_is_over(
    browser: Browser, tmp_path: Path, redis: str
) -> None:
    """A minute before, and then: nothing can be sent any more, and what was typed stays."""
    async with (
        ops(tmp_path, redis, pages=True) as slack,
        form(browser, slack, clock=True) as page,
    ):
        until = await page.get_by_text("can be sent until").inner_text()
        await page.get_by_label("Name").fill("a.example")
        await page.clock.fast_forward("09:02")
        await expect(page.get_by_text("can be sent until")).to_have_text(until)
        await expect(page.get_by_role("status")).to_have_text("One minute is left to send this.")
        await page.clock.fast_forward("01:00")
        await expect(page.get_by_role("alert")).to_contain_text("The time for this form is over")
        await expect(page.get_by_role("button", name="Submit")).to_be_disabled()
        await expect(page.get_by_label("Name")).to_have_value("a.example")


async def test_a_long_question_stands_below_the_title(
    browser: Browser, tmp_path: Path, redis: str
) -> None:
    """A short one is the title itself."""
    schema: Json = {
        "type": "object",
        "title": "Which key? " * 20,
        "properties": SCHEMA["properties"],
    }
    async with ops(tmp_path, redis, pages=True) as slack, form(browser, slack, schema) as page:
        await expect(page.get_by_role("heading", level=1)).to_have_text("The agent ops asks")
    async with ops(tmp_path, redis, pages=True) as slack, form(browser, slack) as page:
        await expect(page.get_by_role("heading", level=1)).to_have_text("Rotate the keys")


@pytest.mark.parametrize("look", ["light", "dark"])
async def test_on_a_phone(browser: Browser, tmp_path: Path, redis: str, look: Look) -> None:
    """Nothing is wider than the screen, and axe finds nothing grave, in light and dark."""
    async with (
        ops(tmp_path, redis, pages=True) as slack,
        form(browser, slack, viewport=PHONE, look=look) as page,
    ):
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not await page.evaluate(wide)
        assert await violations(page) == []


async def test_the_keyboard_is_enough(browser: Browser, tmp_path: Path, redis: str) -> None:
    """From the first field to the last button, in the order in which they stand."""
    schema: Json = {
        "type": "object",
        "properties": {
            "key": {"type": "string", "title": "Key", "format": "password"},
            "size": {"type": "string", "title": "Size", "enum": ["small", "large"]},
        },
        "required": ["key", "size"],
    }
    async with ops(tmp_path, redis, pages=True) as slack:
        async with form(browser, slack, schema) as page:
            keys = page.keyboard
            await keys.press("Tab")
            await keys.type(SECRET)
            for key in ("Tab", "Tab", "Space", "ArrowDown", "Tab", "Enter"):
                await keys.press(key)
            await expect(page.get_by_role("heading", name="Sent")).to_be_visible()
        assert (await told(slack))["values"]["size"] == "large"
