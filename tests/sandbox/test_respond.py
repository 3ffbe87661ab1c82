"""What an app can do with a response_url, and for how long."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.bolt import Bot, by_socket
from tests.sandbox.driver import Driver, driving

Json = dict[str, Any]
BLOCKS: list[Json] = [
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}},
            {
                "type": "static_select",
                "action_id": "pick",
                "options": [
                    {"text": {"type": "plain_text", "text": "Red"}, "value": "r"},
                    {"text": {"type": "plain_text", "text": "Blue"}, "value": "b"},
                ],
            },
            {
                "type": "overflow",
                "action_id": "more",
                "options": [{"text": {"type": "plain_text", "text": "Stop"}, "value": "stop"}],
            },
        ],
    }
]


class Clicker:
    """A bot that only acknowledges, and the bodies it got."""

    def __init__(self, driver: Driver, bot: Bot) -> None:
        self.driver = driver
        self.bot = bot
        self.bodies: list[Json] = []
        self.command_answer: Any = ""
        for action in ("go", "pick", "more"):
            bot.app.action(action)(self._keep)
        bot.app.command("/task")(self._command)

    async def _keep(self, ack: Any, body: Json) -> None:
        self.bodies.append(body)
        await ack()

    async def _command(self, ack: Any, body: Json) -> None:
        self.bodies.append(body)
        await ack(self.command_answer)

    async def click(self, *, ephemeral: bool = False, thread_ts: str | None = None) -> Json:
        """Ben's click on a message of the bot's; the body it sent."""
        post: Any = getattr(
            self.bot.client, "chat_postEphemeral" if ephemeral else "chat_postMessage"
        )
        more = {"user": "U0BEN"} if ephemeral else {}
        answer = await post(
            channel="C0OPS", text="card", blocks=BLOCKS, thread_ts=thread_ts, **more
        )
        ts = answer.get("ts") or answer["message_ts"]
        await self.driver.does("ben", "click", channel="ops", ts=ts, text="Go")
        return self.bodies[-1]

    async def respond(self, url: str, **body: Any) -> tuple[int, str]:
        """Status and text of a POST to the URL."""
        async with self.driver.http.post(url, json=body) as response:
            return response.status, await response.text()

    def texts(self) -> list[str]:
        """The texts in #ops."""
        return [message["text"] for message in self.driver.messages("ops")]


@pytest.fixture
async def clicker(tmp_path: Path) -> AsyncGenerator[Clicker]:
    """The bot over Socket Mode."""
    async with (
        driving(manifest_path=tmp_path / "none.yml") as driver,
        by_socket(driver.sandbox) as bot,
    ):
        yield Clicker(driver, bot)


class TestAnswers:
    async def test_an_answer_is_private_unless_it_says_otherwise(self, clicker: Clicker) -> None:
        """Ephemeral to the clicker by default, for all with in_channel, in a thread if named."""
        body = await clicker.click()
        url = body["response_url"]
        assert await clicker.respond(url, text="just you") == (200, "ok")
        thread_ts = body["message"]["ts"]
        await clicker.respond(url, text="all", response_type="in_channel", thread_ts=thread_ts)
        _, whisper, loud = clicker.driver.messages("ops")
        assert whisper["ephemeral_to"] == "U0BEN"
        assert ("ephemeral_to" in loud, loud["thread_ts"]) == (False, thread_ts)

    async def test_the_original_is_replaced_or_deleted(self, clicker: Clicker) -> None:
        """A message and an ephemeral one alike."""
        for ephemeral in (False, True):
            url = (await clicker.click(ephemeral=ephemeral))["response_url"]
            await clicker.respond(url, text="settled", replace_original=True)
            shown = clicker.driver.messages("ops")[-1]
            assert (shown["text"], "blocks" in shown) == ("settled", False)
            await clicker.respond(url, delete_original=True)
            assert clicker.texts() == []

    async def test_an_ephemeral_click_has_no_message(self, clicker: Clicker) -> None:
        """Only its timestamp in the container; nobody else can press it."""
        body = await clicker.click(ephemeral=True)
        assert body["container"]["is_ephemeral"] is True
        assert "message" not in body
        ts = body["container"]["message_ts"]
        other = await clicker.driver.does("chi", "click", channel="ops", ts=ts, text="Go")
        assert other["http"] == 404

    async def test_five_uses_and_thirty_minutes(self, clicker: Clicker) -> None:
        """The sixth use and a late one are refused."""
        url = (await clicker.click())["response_url"]
        for _ in range(5):
            assert (await clicker.respond(url, text="x"))[0] == 200
        assert await clicker.respond(url, text="x") == (404, "used_url")
        late = (await clicker.click())["response_url"]
        await clicker.driver.post("clock", advance_s=1801)
        assert await clicker.respond(late, text="x") == (404, "expired_url")

    async def test_a_wrong_answer_is_refused(self, clicker: Clicker) -> None:
        """Nothing to say, bad blocks, and no JSON."""
        url = (await clicker.click())["response_url"]
        assert await clicker.respond(url) == (400, "no_text")
        assert await clicker.respond(url, text="x", blocks=[{}]) == (400, "invalid_blocks")
        async with clicker.driver.http.post(url, data="{") as response:
            assert (response.status, await response.text()) == (400, "invalid_payload")

    async def test_a_fault_can_strike_it(self, clicker: Clicker) -> None:
        """Under the name response_url."""
        url = (await clicker.click())["response_url"]
        fault = {"method": "response_url", "kind": "error", "status": 503}
        await clicker.driver.post("faults", **fault)
        assert (await clicker.respond(url, text="x"))[0] == 503
        assert (await clicker.respond(url, text="x"))[0] == 200


class TestChoices:
    async def test_a_choice_is_sent_with_the_next_click_too(self, clicker: Clicker) -> None:
        """The state of the whole message comes along."""
        ts = (await clicker.click())["message"]["ts"]
        where: Json = {"channel": "ops", "ts": ts}
        await clicker.driver.does("ben", "click", **where, action_id="pick", value="Blue")
        assert clicker.bodies[-1]["actions"][0]["selected_option"]["value"] == "b"
        await clicker.driver.does("ben", "click", **where, text="Go")
        (values,) = clicker.bodies[-1]["state"]["values"].values()
        assert values["pick"]["selected_option"]["value"] == "b"

    async def test_an_option_of_a_menu_is_pressed_by_its_label(self, clicker: Clicker) -> None:
        """Overflow menus send the option and keep no state."""
        ts = (await clicker.click())["message"]["ts"]
        await clicker.driver.does("ben", "click", channel="ops", ts=ts, text="Stop")
        assert clicker.bodies[-1]["actions"][0]["selected_option"]["value"] == "stop"


class TestCommands:
    async def test_names_in_a_command_become_ids(self, clicker: Clicker, tmp_path: Path) -> None:
        """With should_escape in the manifest; without it the text is as typed."""
        manifest = tmp_path / "manifest.yml"
        manifest.write_text(
            "features: {slash_commands: [{command: /task, should_escape: true}]}\n"
            "oauth_config: {scopes: {bot: [commands]}}"
        )
        await clicker.driver.does(
            "ana", "command", channel="ops", command="/task", text="tell @ben <x>"
        )
        assert clicker.bodies[-1]["text"] == "tell @ben <x>"
        async with (
            driving(manifest_path=manifest) as driver,
            by_socket(driver.sandbox) as bot,
        ):
            other = Clicker(driver, bot)
            say: Json = {"channel": "ops", "command": "/task", "text": "tell @ben <x> in #support"}
            await driver.does("ana", "command", **say)
            assert other.bodies[-1]["text"] == (
                "tell <@U0BEN|ben> &lt;x&gt; in <#C0SUPPORT|support>"
            )
            unknown = await driver.does("ana", "command", channel="ops", command="/nothing")
            assert unknown["trouble"] == "/nothing is not a valid command."

    async def test_an_answer_in_channel_is_for_all(self, clicker: Clicker) -> None:
        """A JSON answer may say in_channel; its URL can't replace anything."""
        clicker.command_answer = {"text": "for all", "response_type": "in_channel"}
        await clicker.driver.does("ana", "command", channel="ops", command="/task", text="x")
        assert "ephemeral_to" not in clicker.driver.messages("ops")[0]
        url = clicker.bodies[-1]["response_url"]
        await clicker.respond(url, text="more", replace_original=True)
        assert clicker.texts() == ["for all", "more"]

    async def test_an_unanswered_command_says_so(self, clicker: Clicker) -> None:
        """Slack shows operation_timeout or dispatch_failed."""
        clicker.driver.sandbox.slack.hub.ack_s = 0.2
        answer = await clicker.driver.does("ana", "command", channel="ops", command="/none")
        assert (answer["status"], answer["code"]) == ("trouble", "operation_timeout")
