"""Everything the bot sends that people see is kept, with its kind and surface."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from slack_sdk.errors import SlackApiError

from tests.sandbox.bolt import Bot, by_socket
from tests.sandbox.driver import Driver, driving

Json = dict[str, Any]
BUTTON: Json = {
    "type": "actions",
    "elements": [
        {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    ],
}
SECTION: Json = {"type": "section", "text": {"type": "mrkdwn", "text": "x"}}


def modal(title: str) -> Json:
    """A modal with submit."""
    text = {"type": "plain_text", "text": title}
    return {
        "type": "modal", "callback_id": "form", "title": text, "submit": text, "blocks": [SECTION],
    }  # fmt: skip


def answering(driver: Driver, bot: Bot) -> None:
    """Let the bot open a modal, update it, answer a command and a response URL."""

    async def open_modal(ack: Any, body: Json) -> None:
        await ack()
        await bot.client.views_open(trigger_id=body["trigger_id"], view=modal("One"))
        async with driver.http.post(body["response_url"], json={"text": "r"}) as answer:
            assert answer.status == 200

    async def submitted(ack: Any) -> None:
        await ack(response_action="update", view=modal("Two"))

    async def command(ack: Any) -> None:
        await ack({"text": "c", "blocks": [SECTION]})

    bot.app.action("go")(open_modal)
    bot.app.view("form")(submitted)
    bot.app.command("/task")(command)


async def test_each_way_to_show_something_is_recorded(tmp_path: Path) -> None:
    """Messages, private ones, updates, views, the Home tab, streams, answers and what failed."""
    async with driving(manifest_path=tmp_path / "x") as driver, by_socket(driver.sandbox) as bot:
        web = bot.client
        answering(driver, bot)
        posted: Any = await web.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
        await driver.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
        (record,) = driver.sandbox.slack.workspace.views.values()
        await driver.does("ben", "submit", view_id=record["view"]["id"])
        await driver.does("ben", "command", channel="ops", command="/task")
        await web.chat_postEphemeral(channel="C0OPS", user="U0BEN", text="x", blocks=[SECTION])
        await web.chat_update(channel="C0OPS", ts=posted["ts"], text="y", blocks=[SECTION])
        await web.views_publish(user_id="U0BEN", view={"type": "home", "blocks": [SECTION]})
        for bad in ([{"type": "section"}], "{"):
            with suppress(SlackApiError):
                await web.api_call("chat.postMessage", json={"channel": "C0OPS", "blocks": bad})
        stream = await web.chat_stream(channel="D0BEN", thread_ts=await _said(driver))
        await stream.append(markdown_text="s" * 300)
        await stream.stop(blocks=[SECTION])
        async with driver.http.get(f"{driver.sandbox.url}/sandbox/payloads") as response:
            payloads: list[Json] = await response.json()
    assert [(p["kind"], p["surface"], p["ok"]) for p in payloads] == [
        ("message", "message", True),
        ("view", "modal", True),
        ("response_url", "message", True),
        ("submission", "modal", True),
        ("command", "message", True),
        ("ephemeral", "message", True),
        ("update", "message", True),
        ("home", "home", True),
        ("message", "message", False),
        ("stream", "message", True),
        ("stream", "message", True),
    ]
    assert payloads[8]["error"] == "invalid_blocks"
    assert payloads[3]["payload"]["view"]["title"]["text"] == "Two"
    assert payloads[-1]["payload"]["blocks"] == [SECTION]


async def _said(driver: Driver) -> str:
    """Where a stream can be in Ben's direct message."""
    return (await driver.does("ben", "say", channel="dm", text="go"))["ts"]
