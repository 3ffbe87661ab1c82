"""Where the bot may post, what only one person sees, and what people do besides."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.bolt import by_socket
from tests.sandbox.driver import Driver, driving
from tests.support import wait_until

Json = dict[str, Any]
BUTTON: Json = {
    "type": "actions",
    "elements": [
        {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    ],
}

READ_ONLY = "restricted_action_read_only_channel"


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


async def post(driver: Driver, **args: str) -> str:
    """ "ok", or the error of chat.postMessage."""
    message = {"channel": "C0OPS", "text": "x", **args}
    try:
        await driver.client.api_call("chat.postMessage", json=message)
    except SlackApiError as error:
        return str(cast("object", error.response["error"]))
    return "ok"


class TestPosting:
    @pytest.mark.parametrize(
        ("posting", "top", "reply"),
        [
            ("read_only", READ_ONLY, READ_ONLY),
            ("thread_only", "restricted_action_thread_only_channel", "ok"),
            ("non_threadable", "ok", "restricted_action_non_threadable_channel"),
            ("", "ok", "ok"),
        ],
    )  # fmt: skip
    async def test_a_channel_restricts_what_is_posted(
        self, driver: Driver, posting: str, top: str, reply: str
    ) -> None:
        """At the top and in threads."""
        said = await driver.does("ana", "say", channel="ops", text="x")
        assert (await driver.post("channels/ops", posting=posting))["http"] == 200
        assert await post(driver) == top
        assert await post(driver, thread_ts=said["ts"]) == reply
        assert (await driver.post("channels/ops", posting="odd"))["http"] == 400

    async def test_membership_privacy_and_archives(self, driver: Driver) -> None:
        """A private channel without the bot does not exist for it."""
        await driver.post("channels/open", add=["ana"])
        await driver.post("channels/hidden", private=True, add=["ana"])
        await driver.post("channels/old", archived=True, add=["signoff"])
        ids = {c["name"]: c["id"] for c in (await driver.state())["channels"]}
        assert await post(driver, channel=ids["open"]) == "not_in_channel"
        assert await post(driver, channel=ids["hidden"]) == "channel_not_found"
        assert await post(driver, channel=ids["old"]) == "is_archived"
        assert await post(driver, channel="C0NOWHERE") == "channel_not_found"
        assert (await driver.does("ana", "say", channel="old", text="x"))["http"] == 403

    async def test_tabs_that_are_off_take_nothing(self, tmp_path: Path) -> None:
        """Neither the messages tab nor the Home tab."""
        manifest = tmp_path / "manifest.yml"
        manifest.write_text(
            "features: {app_home: {home_tab_enabled: false, messages_tab_enabled: false}}\n"
            "oauth_config: {scopes: {bot: ['chat:write']}}"
        )
        async with driving(manifest_path=manifest) as driver:
            assert await post(driver, channel="U0ANA") == "messages_tab_disabled"
            section = {"type": "section", "text": {"type": "plain_text", "text": "x"}}
            with pytest.raises(SlackApiError, match="not_enabled"):
                await driver.client.views_publish(
                    user_id="U0ANA", view={"type": "home", "blocks": [section]}
                )

    async def test_the_state_says_what_the_manifest_says_of_the_app(self, tmp_path: Path) -> None:
        """Its name, what it is for, and what an agent suggests."""
        manifest = tmp_path / "manifest.yml"
        manifest.write_text(
            "display_information: {name: Signoff, description: Asks., long_description: More}\n"
            "features: {agent_view: {suggested_prompts: [{title: Help, message: 'What now?'}]}}\n"
        )
        async with driving(manifest_path=manifest) as driver:
            app = (await driver.state())["app"]
        assert (app["name"], app["description"], app["long_description"], app["agent"]) == (
            "Signoff", "Asks.", "More", True,
        )  # fmt: skip
        assert app["prompts"] == [{"title": "Help", "message": "What now?"}]

    async def test_a_channel_can_be_shared_later(self, driver: Driver) -> None:
        """Then outsiders can be added, and events say so."""
        await driver.post("channels/ops", shared=True, add=["olga"])
        await driver.does("olga", "say", channel="ops", text="hello")
        await driver.post("channels/ops", shared=False)
        await driver.does("ana", "say", channel="ops", text="bye")
        pending = driver.sandbox.slack.store.load("pending").values()
        shared = {
            e["envelope"]["event"]["text"]: e["envelope"]["is_ext_shared_channel"] for e in pending
        }
        assert shared == {"hello": True, "bye": False}


class TestWhispers:
    async def test_a_private_message_is_not_in_the_history(self, driver: Driver) -> None:
        """It can be neither changed nor deleted by its ts, and is gone after a reload."""
        answer: Any = await driver.client.chat_postEphemeral(
            channel="C0OPS", user="U0ANA", text="psst"
        )
        where: Json = {"channel": "C0OPS", "ts": answer["message_ts"]}
        with pytest.raises(SlackApiError, match="cant_update_message"):
            await driver.client.chat_update(**where, text="x")
        with pytest.raises(SlackApiError, match="cant_delete_message"):
            await driver.client.chat_delete(**where)
        history: Any = await driver.client.conversations_history(channel="C0OPS")
        assert history["messages"] == []
        assert (await driver.does("eli", "reload"))["gone"] == 0
        assert len(driver.messages("ops")) == 1
        assert (await driver.does("ana", "reload"))["gone"] == 1
        assert driver.messages("ops") == []


class TestPeople:
    async def test_a_button_is_pressed_twice_at_once(self, driver: Driver) -> None:
        """Slack disables nothing: the bot gets both, each with a trigger of its own."""
        async with by_socket(driver.sandbox) as bot:
            bodies: list[Json] = []

            async def keep(ack: Any, body: Json) -> None:
                bodies.append(body)
                await ack()

            bot.app.action("go")(keep)
            posted: Any = await bot.client.chat_postMessage(
                channel="C0OPS", text="x", blocks=[BUTTON]
            )
            where: Json = {"channel": "ops", "ts": posted["ts"], "text": "Go"}
            both = (await driver.does("ben", "double_click", **where))["both"]
            assert [each["status"] for each in both] == ["ok", "ok"]
            assert len({body["trigger_id"] for body in bodies}) == 2

    async def test_a_session_is_renamed(self, driver: Driver) -> None:
        """The event has both titles; without a session there is nothing to rename."""
        said = await driver.does("ana", "say", channel="dm", text="go")
        where: Json = {"channel": "dm", "thread_ts": said["ts"]}
        assert (await driver.does("ana", "rename", **where, title="New"))["http"] == 404
        await driver.client.agents_sessions_setStatus(
            channel_id="D0ANA", thread_ts=said["ts"], status="active", title="Old"
        )
        await driver.does("ana", "rename", **where, title="New")
        events = [
            e["envelope"]["event"] for e in driver.sandbox.slack.store.load("pending").values()
        ]
        (event,) = [e for e in events if e["type"] == "agent_session_title_changed"]
        assert (event["title"], event["previous_title"]) == ("New", "Old")

    async def test_replies_are_never_called_so(self, driver: Driver) -> None:
        """No message_replied, and the bot's naming of itself is no mention; its update is told."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            said = await driver.does("ana", "say", channel="ops", text="one")
            posted: Any = await bot.client.chat_postMessage(
                channel="C0OPS", text="I am <@U0SIGNOFF>", thread_ts=said["ts"]
            )
            await bot.client.chat_update(channel="C0OPS", ts=posted["ts"], text="I was")
            await wait_until(lambda: len(bot.events) == 3, "three events")
            kinds = [(b["event"]["type"], b["event"].get("subtype")) for b in bot.events]
            assert sorted(kinds, key=str) == [
                ("message", "message_changed"), ("message", None), ("message", None),
            ]  # fmt: skip


class TestFiles:
    async def test_files_survive_a_restart(self, tmp_path: Path) -> None:
        """What was uploaded can be read and shared later."""
        options: Json = {"folder": tmp_path / "slack", "manifest_path": tmp_path / "none.yml"}
        async with driving(**options) as driver:
            asked: Any = await driver.client.files_getUploadURLExternal(filename="a.txt", length=3)
            async with driver.http.post(asked["upload_url"], data=b"abc") as response:
                assert response.status == 200
        async with driving(**options) as driver:
            done: Any = await driver.client.files_completeUploadExternal(
                files=[{"id": asked["file_id"], "title": "A"}], channel_id="C0OPS"
            )
            (shared,) = done["files"]
            assert (shared["mimetype"], shared["title"]) == ("text/plain", "A")
            async with driver.http.get(shared["url_private"]) as response:
                assert await response.read() == b"abc"
            await driver.post("channels/ops", posting="read_only")
            with pytest.raises(SlackApiError, match="posting_to_channel_denied"):
                await driver.client.files_completeUploadExternal(
                    files=[{"id": asked["file_id"]}], channel_id="C0OPS"
                )
