"""The real Bolt app takes part in a conversation over both transports."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from tests.sandbox.bolt import Bot, by_http, by_socket
from tests.sandbox.driver import Driver, driving
from tests.support import wait_until

CARD: list[dict[str, Any]] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "Refund <@U0ANA> & co?"}},
    {
        "type": "actions",
        "block_id": "decide",
        "elements": [
            {
                "type": "button",
                "action_id": "approve",
                "text": {"type": "plain_text", "text": "Approve"},
                "value": "1.abc.1",
                "style": "primary",
            },
            {
                "type": "button",
                "action_id": "reject",
                "text": {"type": "plain_text", "text": "Reject"},
                "value": "1.abc.1",
            },
        ],
    },
]
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "why",
    "private_metadata": "1.abc.1",
    "title": {"type": "plain_text", "text": "Reject"},
    "submit": {"type": "plain_text", "text": "Reject"},
    "blocks": [
        {
            "type": "input",
            "block_id": "reason",
            "label": {"type": "plain_text", "text": "Reason"},
            "element": {"type": "plain_text_input", "action_id": "text", "min_length": 3},
        }
    ],
}


@pytest.fixture(params=["socket", "http"])
async def world(request: pytest.FixtureRequest) -> AsyncGenerator[tuple[Driver, Bot]]:
    """A driver and a bot that posts a card when it is mentioned, by each transport."""
    connect = by_socket if request.param == "socket" else by_http
    async with driving() as driver, connect(driver.sandbox) as bot:
        _register(bot)
        yield driver, bot


def _register(bot: Bot) -> None:
    @bot.app.event("app_mention")
    async def _(event: dict[str, Any]) -> None:
        bot.events.append(event)
        await bot.client.chat_postMessage(
            channel=event["channel"],
            thread_ts=event.get("thread_ts", event["ts"]),
            text="A card",
            blocks=CARD,
            metadata={"event_type": "card", "event_payload": {"id": "1.abc.1"}},
        )

    @bot.app.event("message")
    async def _(event: dict[str, Any]) -> None:
        bot.seen.append(event)

    @bot.app.action("approve")
    async def _(ack: Any, body: dict[str, Any]) -> None:
        bot.seen.append(body)
        await ack()
        await bot.client.chat_update(
            channel=body["channel"]["id"],
            ts=body["container"]["message_ts"],
            text="Approved",
            blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": "Approved"}}],
        )

    _register_modal(bot)


def _register_modal(bot: Bot) -> None:
    @bot.app.action("reject")
    async def _(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        await bot.client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @bot.app.view("why")
    async def _(ack: Any, view: dict[str, Any]) -> None:
        reason = view["state"]["values"]["reason"]["text"]["value"]
        bot.seen.append(view)
        if reason == "bad":
            await ack(response_action="errors", errors={"reason": "Say more."})
        elif reason == "wrong key":
            await ack(response_action="errors", errors={"other": "Say more."})
        else:
            await ack()

    @bot.app.command("/task")
    async def _(ack: Any, body: dict[str, Any]) -> None:
        bot.seen.append(body)
        await ack("Working on it")


async def _card(driver: Driver) -> dict[str, Any]:
    await driver.does("ana", "say", channel="support", text="@signoff refund 1042")
    found = await wait_until(
        lambda: [m for m in driver.messages("support") if m.get("text") == "A card"], "card"
    )
    return found[0]


class TestMention:
    async def test_a_mention_reaches_the_bot_twice_and_its_card_is_in_the_thread(
        self, world: tuple[Driver, Bot]
    ) -> None:
        """app_mention and message have one ts; the card is stored with ids and escaped text."""
        driver, bot = world
        card = await _card(driver)
        pair = await wait_until(
            lambda: [e for e in bot.seen if e.get("user") == "U0ANA"], "message event"
        )
        assert pair[0]["ts"] == bot.events[0]["ts"] == card["thread_ts"]
        assert bot.events[0]["text"] == "<@U0SIGNOFF> refund 1042"
        assert card["blocks"][0]["text"]["text"] == "Refund <@U0ANA> &amp; co?"
        assert card["blocks"][0]["block_id"]
        assert card["blocks"][1]["elements"][0]["text"]["emoji"] is True

    async def test_replies_give_metadata_only_if_asked(self, world: tuple[Driver, Bot]) -> None:
        """A card whose post had no answer can be found by its metadata."""
        driver, bot = world
        card = await _card(driver)
        ask: dict[str, Any] = {"channel": "C0SUPPORT", "ts": card["thread_ts"]}
        plain = await bot.client.conversations_replies(**ask)
        full = await bot.client.conversations_replies(**ask, include_all_metadata=True)
        assert ["metadata" in message for message in plain.get("messages", [])] == [False, False]
        assert full.get("messages", [])[1]["metadata"]["event_payload"] == {"id": "1.abc.1"}


class TestClick:
    async def test_a_click_updates_the_card(self, world: tuple[Driver, Bot]) -> None:
        """The payload has Slack's shape, and the update comes back as message_changed."""
        driver, bot = world
        card = await _card(driver)
        answer = await driver.does("ben", "click", channel="support", ts=card["ts"], text="Approve")
        assert answer == {"status": "ok", "http": 200}
        body = next(each for each in bot.seen if each.get("type") == "block_actions")
        assert body["user"]["id"] == "U0BEN"
        assert body["actions"][0]["value"] == "1.abc.1"
        assert body["container"]["thread_ts"] == card["thread_ts"]
        assert body["message"]["metadata"]["event_type"] == "card"
        changed = await wait_until(
            lambda: [
                e
                for e in bot.seen
                if e.get("subtype") == "message_changed" and e["message"]["text"] == "Approved"
            ],
            "message_changed",
        )
        assert changed[0]["previous_message"]["text"] == "A card"
        assert (
            await driver.does("ben", "click", channel="support", ts=card["ts"], action_id="approve")
        )["http"] == 404
        stale = await driver.does(
            "ben", "click", channel="support", ts=card["ts"], action_id="approve", stale=True
        )
        assert stale["status"] == "ok"

    async def test_an_unknown_action_is_trouble(self, world: tuple[Driver, Bot]) -> None:
        """Bolt answers 404 or sends no acknowledgement; the person sees trouble."""
        driver, bot = world
        driver.sandbox.slack.hub.ack_s = 0.2
        block = {**CARD[1], "elements": [{**CARD[1]["elements"][0], "action_id": "nobody"}]}
        posted = await bot.client.chat_postMessage(channel="C0OPS", text="x", blocks=[block])
        answer = await driver.does("ben", "click", channel="ops", ts=posted["ts"], text="Approve")
        assert answer["status"] == "trouble"
        assert driver.deliveries(status="trouble")[0]["type"] == "block_actions"


class TestModal:
    async def test_a_modal_is_opened_and_submitted(self, world: tuple[Driver, Bot]) -> None:
        """Client checks, the app's errors and an empty ack each do what they do on Slack."""
        driver, bot = world
        card = await _card(driver)
        await driver.does("ben", "click", channel="support", ts=card["ts"], text="Reject")
        (view,) = (await driver.state())["views"]
        assert view["user"] == "U0BEN"

        async def submit(text: str) -> dict[str, Any]:
            return await driver.does("ben", "submit", view_id=view["id"], by_label={"Reason": text})

        short = await submit("no")
        assert short["checked_by"] == "client"
        refused = await submit("bad")
        assert refused["errors"] == {"reason": "Say more."}
        assert (await submit("wrong key"))["status"] == "trouble"
        done = await submit("Not ours to refund")
        assert done == {"status": "ok", "http": 200}
        assert (await driver.state())["views"] == []
        assert bot.seen[-1]["private_metadata"] == "1.abc.1"


class TestCommand:
    async def test_a_command_is_answered_privately(self, world: tuple[Driver, Bot]) -> None:
        """The text of the acknowledgement is shown to the one who typed it."""
        driver, bot = world
        answer = await driver.does("eli", "command", channel="ops", command="/task", text="restart")
        assert answer["status"] == "ok"
        whisper = driver.messages("ops")[-1]
        assert (whisper["text"], whisper["ephemeral_to"]) == ("Working on it", "U0ELI")
        assert bot.seen[-1]["response_url"].startswith(driver.sandbox.url + "/commands/")
