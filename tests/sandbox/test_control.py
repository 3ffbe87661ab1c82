"""The control API: people and their limits, faults, the stream, the clock, and restarts."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.bolt import by_socket
from tests.sandbox.driver import Driver, driving
from tests.support import wait_until

Json = dict[str, Any]


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


class TestPeople:
    async def test_typed_text_is_stored_as_slack_stores_it(self, driver: Driver) -> None:
        """Names become mentions, addresses links, and the rest is escaped."""
        text = "@signoff ask @ben & @nobody <b> at https://x.test/?a=1&b=2 or a@ben"
        await driver.does("ana", "say", channel="#support", text=text)
        (message,) = driver.messages("support")
        assert message["text"] == (
            "<@U0SIGNOFF> ask <@U0BEN> &amp; @nobody &lt;b&gt; at"
            " <https://x.test/?a=1&amp;b=2> or a@ben"
        )
        kinds = [e["type"] for e in message["blocks"][0]["elements"][0]["elements"]]
        assert kinds == ["user", "text", "user", "text", "link", "text"]

    async def test_groups_and_channels_are_named_by_id_too(self, driver: Driver) -> None:
        """Those that exist; a direct message is no channel that one could name."""
        await driver.does("ana", "home")
        text = "@oncall see #support, not #1042, #nowhere, #dm-ana or a#support"
        await driver.does("ana", "say", channel="ops", text=text)
        (message,) = driver.messages("ops")
        assert message["text"] == (
            "<!subteam^S0ONCALL|@oncall> see <#C0SUPPORT|support>,"
            " not #1042, #nowhere, #dm-ana or a#support"
        )
        elements = message["blocks"][0]["elements"][0]["elements"]
        assert elements[0] == {"type": "usergroup", "usergroup_id": "S0ONCALL"}
        assert elements[2] == {"type": "channel", "channel_id": "C0SUPPORT"}

    async def test_code_and_emoji_are_typed_by_their_marks(self, driver: Driver) -> None:
        """Nothing in code is a name, and a time of day is no emoji."""
        text = "`@ben <x>` at 10:30:45 :+1: :wave:"
        await driver.does("ana", "say", channel="ops", text=text)
        (message,) = driver.messages("ops")
        assert message["text"] == "`@ben &lt;x&gt;` at 10:30:45 :+1: :wave:"
        assert message["blocks"][0]["elements"][0]["elements"] == [
            {"type": "text", "text": "@ben <x>", "style": {"code": True}},
            {"type": "text", "text": " at 10:30:45 "},
            {"type": "emoji", "name": "+1"},
            {"type": "text", "text": " "},
            {"type": "emoji", "name": "wave"},
        ]

    async def test_words_are_styled_by_their_marks(self, driver: Driver) -> None:
        """Marks count at the edges of words; a name in them is still a name."""
        text = "*now* _or_ ~never~ 2*3*4 snake_case_x *@ben*"
        await driver.does("ana", "say", channel="ops", text=text)
        (message,) = driver.messages("ops")
        assert message["text"] == "*now* _or_ ~never~ 2*3*4 snake_case_x *<@U0BEN>*"
        elements = message["blocks"][0]["elements"][0]["elements"]
        assert [one.get("text", one["type"]) for one in elements] == [
            "now", " ", "or", " ", "never", " 2*3*4 snake_case_x *", "user", "*",
        ]  # fmt: skip
        styles = [list(one["style"]) for one in elements if "style" in one]
        assert styles == [["bold"], ["italic"], ["strike"]]

    @pytest.mark.parametrize(
        ("user", "channel", "status"),
        [
            ("ana", "C0SUPPORT", 200),
            ("olga", "partners", 200),
            ("olga", "support", 403),
            ("gus", "support", 200),
            ("gus", "ops", 403),
            ("chi", "private-deals", 403),
            ("ana", "nowhere", 404),
            ("zoe", "support", 404),
            ("signoff", "support", 404),
        ],
    )
    async def test_people_write_where_they_may(
        self, driver: Driver, user: str, channel: str, status: int
    ) -> None:
        """Guests, outsiders and strangers to a private channel are kept out."""
        answer = await driver.does(user, "say", channel=channel, text="x")
        assert answer["http"] == status

    async def test_an_outsider_is_seen_as_one(self, driver: Driver) -> None:
        """Events and clicks carry the other team, and the channel is called shared."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            await driver.does("olga", "say", channel="partners", text="@signoff hi")
            await wait_until(lambda: len(bot.events) == 2, "both events")
            for body in bot.events:
                assert body["is_ext_shared_channel"] is True
                assert body["event"]["user_team"] == "T0OUTSIDE"

    async def test_edits_deletions_and_replies_are_events(self, driver: Driver) -> None:
        """Only one's own messages can be changed."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            said = await driver.does("ana", "say", channel="ops", text="one")
            where: Json = {"channel": "ops", "ts": said["ts"]}
            reply = await driver.does("eli", "say", channel="ops", text="two", thread_ts=said["ts"])
            assert (await driver.does("eli", "edit", **where, text="x"))["http"] == 404
            await driver.does("ana", "edit", **where, text="uno")
            await driver.does("eli", "delete", channel="ops", ts=reply["ts"])
            await wait_until(lambda: len(bot.events) == 4, "four events")
            events = sorted((b["event"] for b in bot.events), key=lambda e: e["event_ts"])
            assert [e.get("subtype") for e in events] == [
                None, None, "message_changed", "message_deleted",
            ]  # fmt: skip
            assert events[1]["thread_ts"] == said["ts"]
            assert (events[2]["message"]["text"], events[2]["message"]["edited"]["user"]) == (
                "uno", "U0ANA",
            )  # fmt: skip

    async def test_a_deactivated_person_does_nothing(self, driver: Driver) -> None:
        """And the API says that they are deleted."""
        await driver.does("gus", "deactivate")
        assert (await driver.does("gus", "say", channel="support", text="x"))["http"] == 403
        info: Any = await driver.client.users_info(user="U0GUS")
        assert info["user"]["deleted"] is True

    async def test_opening_the_home_tab_is_an_event(self, driver: Driver) -> None:
        """With the tab that was opened."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            await driver.does("ana", "home", tab="messages")
            await wait_until(lambda: bot.events, "the event")
            assert bot.events[0]["event"]["tab"] == "messages"

    async def test_native_stop_is_an_event(self, driver: Driver) -> None:
        """It names the thread and who pressed it."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            said = await driver.does("ana", "say", channel="dm", text="go")
            await driver.does("ana", "stop", channel="dm", thread_ts=said["ts"])
            await wait_until(lambda: len(bot.events) == 2, "both events")
            stopped = next(b["event"] for b in bot.events if b["event"]["type"] != "message")
            assert (stopped["user"], stopped["thread_ts"]) == ("U0ANA", said["ts"])


class TestFaults:
    async def test_a_limit_is_a_429(self, driver: Driver) -> None:
        """For one method, as often as ordered."""
        await driver.post(
            "faults", method="chat.postMessage", kind="ratelimited", times=1, retry_after=7
        )
        assert (await driver.client.auth_test())["ok"]
        with pytest.raises(SlackApiError, match="ratelimited") as limited:
            await driver.client.chat_postMessage(channel="C0OPS", text="x")
        assert limited.value.response.status_code == 429
        assert limited.value.response.headers["Retry-After"] == "7"
        assert (await driver.client.chat_postMessage(channel="C0OPS", text="x"))["ok"]

    async def test_a_reset_after_the_commit_leaves_the_message(self, driver: Driver) -> None:
        """The caller can't tell, but everybody sees the message."""
        await driver.post("faults", kind="reset_after_commit")
        with pytest.raises(aiohttp.ClientError):
            await driver.client.chat_postMessage(channel="C0OPS", text="x")
        assert len(driver.messages("ops")) == 1

    async def test_an_error_and_a_slow_answer(self, driver: Driver) -> None:
        """An error of choice with its status; slowness that a timeout meets."""
        await driver.post("faults", kind="error", error="fatal_error", status=500)
        with pytest.raises(SlackApiError, match="fatal_error"):
            await driver.client.auth_test()
        await driver.post("faults", kind="slow", seconds=30)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(driver.client.auth_test(), 0.2)
        assert (await driver.post("faults", kind="odd"))["http"] == 400

    async def test_a_share_of_the_calls_fails_by_seeded_dice(self, driver: Driver) -> None:
        """The same seed hits the same calls; without `times` it never ends."""

        async def struck() -> list[int]:
            await driver.post("faults", kind="error", method="auth.test", rate=0.3, seed=4)
            hit: list[int] = []
            for number in range(30):
                try:
                    await driver.client.auth_test()
                except SlackApiError:
                    hit.append(number)
            await driver.post("faults", kind="clear")
            return hit

        first = await struck()
        assert 3 <= len(first) <= 15
        assert await struck() == first
        assert (await driver.post("faults", kind="error", rate=0))["http"] == 400


class TestStream:
    async def test_changes_are_streamed_and_can_be_caught_up(self, driver: Driver) -> None:
        """Each has a number; with Last-Event-ID one goes on after it."""
        url = f"{driver.sandbox.url}/sandbox/events"
        async with driver.http.get(url) as live:
            assert live.content_type == "text/event-stream"
            await driver.does("ana", "say", channel="ops", text="one")
            first = await _event(live)
        await driver.does("ana", "say", channel="ops", text="two")
        async with driver.http.get(url, headers={"Last-Event-ID": first["id"]}) as again:
            missed = [await _event(again)]
            while missed[-1]["event"] != "message":
                missed.append(await _event(again))
        assert (first["event"], first["data"]["message"]["text"]) == ("message", "one")
        numbers = [int(event["id"]) - int(first["id"]) for event in missed]
        assert numbers == list(range(1, len(missed) + 1))
        assert missed[-1]["data"]["message"]["text"] == "two"


async def _event(response: aiohttp.ClientResponse) -> Json:
    """The next event of a stream."""
    event: Json = {}
    async with asyncio.timeout(60):
        async for line in response.content:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name in ("id", "event"):
                event[name] = value
            if name == "data":
                return {**event, "data": json.loads(value)}
    raise AssertionError("the stream ended")


def by_id(state: Json) -> Json:
    """The channels of a state by their ids."""
    return {channel["id"]: channel for channel in state["channels"]}


class TestRestart:
    async def test_a_workspace_survives(self, tmp_path: Path) -> None:
        """Messages, direct messages, channels, tokens and owed events stay."""
        async with driving(tmp_path) as driver:
            token = driver.sandbox.bot_token
            await driver.client.chat_postMessage(channel="U0ANA", text="x")
            await driver.post("channels/new", add=["ana", "signoff"])
            await driver.does("ana", "say", channel="new", text="@signoff hi")
            before = await driver.state()
        async with driving(tmp_path) as driver:
            assert driver.sandbox.bot_token == token
            after = await driver.state()
            assert by_id(after) == by_id(before)
            async with by_socket(driver.sandbox) as bot:
                bot.remember_events()
                await wait_until(lambda: len(bot.events) == 3, "the owed events")
                await driver.client.chat_postMessage(channel="C0OPS", text="later")
            stamps = [m["ts"] for c in (await driver.state())["channels"] for m in c["messages"]]
            assert len(set(stamps)) == len(stamps)
        lines = (tmp_path / "payloads.jsonl").read_text().splitlines()
        payloads = [json.loads(line) for line in lines]
        assert [p["payload"]["text"] for p in payloads] == ["x", "later"]
        saved = json.loads((tmp_path / "tokens.json").read_text())
        assert saved["bot_token"] == token

    async def test_the_command_line_says_when_it_is_ready(self, tmp_path: Path) -> None:
        """It writes where it is and how to get in, and ends cleanly on SIGTERM."""
        where = tmp_path / "app.json"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandbox", "--dir", tmp_path, "--app-token-file", where,
            stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2],
        )  # fmt: skip
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        app = json.loads(where.read_text())
        assert line == f"sandbox ready at {app['url']}\n"
        assert where.stat().st_mode & 0o077 == 0
        async with aiohttp.ClientSession() as http, http.get(f"{app['url']}/") as page:
            assert page.status == 200
        os.kill(process.pid, signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 60) == 0
