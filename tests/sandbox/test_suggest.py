"""Selects whose options the app supplies, in messages and in modals."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.bolt import Bot, by_socket
from tests.sandbox.driver import Driver, driving

Json = dict[str, Any]


def plain(text: str) -> Json:
    """A plain_text object."""
    return {"type": "plain_text", "text": text}


def option(text: str) -> Json:
    """An option."""
    return {"text": plain(text), "value": text.lower()}


SELECT: Json = {"type": "external_select", "action_id": "city", "min_query_length": 2}


class Cities:
    """A bot that offers what a test says."""

    def __init__(self, driver: Driver, bot: Bot) -> None:
        self.driver = driver
        self.bot = bot
        self.answer: Json = {"options": [option("Oslo"), option("Osaka")]}
        self.bodies: list[Json] = []
        bot.app.options("city")(self._offer)
        bot.app.action("city")(self._keep)
        bot.app.action("open")(self._open)
        bot.app.view("form")(self._keep)

    async def _keep(self, ack: Any, body: Json) -> None:
        self.bodies.append(body)
        await ack()

    async def _offer(self, ack: Any, body: Json) -> None:
        self.bodies.append(body)
        await ack(self.answer)

    async def _open(self, ack: Any, body: Json) -> None:
        await ack()
        blocks = [
            {"type": "input", "block_id": "b", "label": plain("City"), "element": SELECT},
            {
                "type": "input",
                "block_id": "c",
                "label": plain("Where"),
                "element": {
                    "type": "conversations_select",
                    "action_id": "where",
                    "response_url_enabled": True,
                },
            },
        ]
        view = {"type": "modal", "callback_id": "form", "title": plain("T"), "submit": plain("S")}
        await self.bot.client.views_open(
            trigger_id=body["trigger_id"], view={**view, "blocks": blocks}
        )

    async def post(self) -> Json:
        """Where a message with the select and a button is."""
        button = {"type": "button", "action_id": "open", "text": plain("Open")}
        blocks: list[Json] = [{"type": "actions", "elements": [SELECT, button]}]
        posted: Any = await self.bot.client.chat_postMessage(
            channel="C0OPS", text="x", blocks=blocks
        )
        return {"channel": "ops", "ts": posted["ts"]}

    async def suggest(self, **more: Any) -> Json:
        """What Ana is offered when she types."""
        return await self.driver.does("ana", "suggest", **{"action_id": "city", **more})


@pytest.fixture
async def cities(tmp_path: Path) -> AsyncGenerator[Cities]:
    """The bot over Socket Mode."""
    async with (
        driving(manifest_path=tmp_path / "none.yml") as driver,
        by_socket(driver.sandbox) as bot,
    ):
        yield Cities(driver, bot)


async def test_what_was_offered_can_be_chosen(cities: Cities) -> None:
    """Only that, and only after enough was typed to ask."""
    where = await cities.post()
    assert (await cities.suggest(**where, value="o"))["asked"] is False
    chosen: Json = {**where, "action_id": "city", "value": "Oslo"}
    assert (await cities.driver.does("ana", "click", **chosen))["http"] == 400
    offered = await cities.suggest(**where, value="os")
    assert [o["value"] for o in offered["options"]] == ["oslo", "osaka"]
    body = cities.bodies[-1]
    assert (body["type"], body["value"], body["action_id"]) == ("block_suggestion", "os", "city")
    assert body["container"]["message_ts"] == body["message"]["ts"] == where["ts"]
    assert (await cities.driver.does("ana", "click", **chosen))["status"] == "ok"
    assert cities.bodies[-1]["actions"][0]["selected_option"]["value"] == "oslo"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"options": [option(f"O{n}") for n in range(101)]}, "no more than 100 items allowed"),
        ({"options": [option("x" * 76)]}, "must be less than 76 characters"),
        (
            {"options": [], "option_groups": []},
            "must define either",
        ),
    ],
)
async def test_a_wrong_answer_shows_no_results(cities: Cities, answer: Json, why: str) -> None:
    """The person sees nothing, the developer why."""
    cities.answer = answer
    shown = await cities.suggest(**await cities.post(), value="os")
    assert (shown["status"], "options" in shown) == ("trouble", False)
    assert why in shown["why"]


async def test_a_modals_select_and_its_response_url(cities: Cities) -> None:
    """Groups are offered too; a chosen channel comes with an address to answer to."""
    where = await cities.post()
    await cities.driver.does("ana", "click", **where, text="Open")
    (view,) = cities.driver.sandbox.slack.workspace.views.values()
    view_id = view["view"]["id"]
    cities.answer = {"option_groups": [{"label": plain("North"), "options": [option("Oslo")]}]}
    offered = await cities.suggest(view_id=view_id, value="os")
    assert offered["option_groups"][0]["label"]["text"] == "North"
    assert cities.bodies[-1]["container"] == {"type": "view", "view_id": view_id}
    wanted = {"City": "Oslo", "Where": "C0OPS"}
    await cities.driver.does("ana", "submit", view_id=view_id, by_label=wanted)
    ((given,),) = [body["response_urls"] for body in cities.bodies if "response_urls" in body]
    assert (given["channel_id"], given["action_id"]) == ("C0OPS", "where")
    async with cities.driver.http.post(given["response_url"], json={"text": "done"}) as answer:
        assert await answer.text() == "ok"
    assert cities.driver.messages("ops")[-1]["text"] == "done"


async def test_other_selects_have_their_own_options(cities: Cities) -> None:
    """Nothing is asked for them."""
    assert (await cities.suggest(**await cities.post(), action_id="open"))["http"] == 400
