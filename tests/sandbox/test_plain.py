"""The page without JavaScript: whatever was sent, it is there."""

import json
from html import escape
from pathlib import Path
from typing import Any

import pytest

from sandbox.web import plain
from tests.sandbox.driver import driving

Json = dict[str, Any]
GOLDEN = sorted((Path(__file__).parent.parent / "blocks/golden").glob("*.json"))
ANA = {"id": "U0ANA", "name": "ana", "is_bot": False}
BOT = {"id": "U0BOT", "name": "signoff", "is_bot": True}


def page(*, blocks: list[Json] | None = None, view: Json | None = None) -> str:
    """What Ana sees of a message, or of her modal."""
    message = {"ts": "1.1", "user": "U0BOT", "text": "in words", "blocks": blocks or []}
    channel = {"id": "C1", "name": "ops", "members": ["U0ANA"], "messages": [message]}
    views = [{"user": "U0ANA", "view": {"id": "V1", **view}}] if view else []
    return plain.render({"users": [ANA, BOT], "channels": [channel], "views": views}, "ana")


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_view_is_drawn(file: Path) -> None:
    """All that the bot sends, by its words."""
    payload = json.loads(file.read_text(encoding="utf-8"))
    if payload.get("type") == "modal":
        html = page(view=payload)
        assert f"<h2>{escape(payload['title']['text'])}</h2>" in html
    else:
        html = page(blocks=payload.get("blocks"))
    assert "can't be shown" not in html


@pytest.mark.parametrize(
    "block",
    [
        {},
        {"type": "markdown"},
        {"type": "section", "fields": None},
        {"type": "plan", "title": "x", "tasks": [None]},
        {"type": "rich_text", "elements": [{"elements": [{"type": "user"}]}]},
        {"type": "actions", "elements": [{"type": "button"}]},
    ],
)
def test_what_has_an_odd_shape_is_its_text_alone(block: Json) -> None:
    """And takes nothing else away."""
    html = page(blocks=[block])
    assert "in words" in html
    assert "Message ops" in html


def test_an_odd_view_says_so() -> None:
    """The rest is there."""
    html = page(view={"blocks": [{"type": "input"}]})
    assert "A view can't be shown here." in html
    assert "in words" in html


async def test_a_plan_without_tasks_leaves_the_page_there() -> None:
    """Slack takes one, so that a bot may send it."""
    async with driving() as driver:
        plan = {"type": "plan", "title": "Nothing yet"}
        await driver.client.chat_postMessage(channel="C0OPS", text="x", blocks=[plan])
        async with driver.http.get(driver.sandbox.url) as answer:
            assert answer.status == 200
            assert "Nothing yet" in await answer.text()
