"""chat.*, conversations.*, users.*, reactions.*, files.*, sessions: what they do and refuse."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.driver import Driver, driving

BUTTON: dict[str, Any] = {
    "type": "actions",
    "elements": [
        {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    ],
}

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"channel": "C0NOWHERE", "text": "x"}, "channel_not_found"),
    ({"channel": "C0OPS"}, "no_text"),
    ({"channel": "C0OPS", "text": "", "blocks": []}, "no_text"),
    ({"channel": "C0OPS", "text": "x", "markdown_text": "x"}, "markdown_text_conflict"),
    ({"channel": "C0OPS", "markdown_text": "x" * 12_001}, "msg_too_long"),
    ({"channel": "C0OPS", "text": "x", "blocks": {}}, "invalid_blocks_format"),
    ({"channel": "C0OPS", "text": "x", "blocks": [{}]}, "invalid_blocks"),
    ({"channel": "C0OPS", "text": "x", "metadata": {"event_type": 1}},
     "invalid_metadata_format"),
    ({"channel": "C0OPS", "text": "x", "metadata": {"event_type": "a"}},
     "invalid_metadata_schema"),
    ({"channel": "C0OPS", "text": "x",
      "metadata": {"event_type": "a", "event_payload": {"a": "x" * 16_000}}},
     "metadata_too_large"),
    ({"channel": "C0OPS", "text": "x", "attachments": [{}] * 101},
     "too_many_attachments"),
    ({"channel": "C0OPS", "text": "x", "thread_ts": "1.000000"},
     "cannot_reply_to_message"),
    ({"channel": "C0OPS", "text": "x",
      "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2900}}] * 5},
     "msg_blocks_too_long"),
]  # fmt: skip


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


async def error(driver: Driver, method: str, **args: Any) -> str:
    """The error that a call is refused with."""
    with pytest.raises(SlackApiError) as refused:
        await driver.client.api_call(method, json=args)
    return cast("str", refused.value.response["error"])


async def ok(driver: Driver, method: str, **args: Any) -> dict[str, Any]:
    """The answer of a call that succeeds."""
    return cast("dict[str, Any]", (await driver.client.api_call(method, json=args)).data)


class TestPosting:
    @pytest.mark.parametrize(("args", "code"), REFUSED)
    async def test_a_post_is_refused(self, driver: Driver, args: dict[str, Any], code: str) -> None:
        """Each refusal has Slack's own code."""
        assert await error(driver, "chat.postMessage", **args) == code

    async def test_membership_and_archiving_count(self, driver: Driver) -> None:
        """A public channel says not_in_channel, a private one hides, an archived one is closed."""
        await driver.post("channels/random", add=["ana"])
        await driver.post("channels/secret", private=True, add=["ana"])
        await driver.post("channels/ops", archived=True)
        for channel, code in (
            ("C0RANDOM", "not_in_channel"),
            ("C0SECRET", "channel_not_found"),
            ("C0OPS", "is_archived"),
        ):
            assert await error(driver, "chat.postMessage", channel=channel, text="x") == code

    async def test_text_is_stored_escaped_and_links_stay(self, driver: Driver) -> None:
        """Only what Slack itself understands keeps its brackets."""
        text = "<@U0BEN> a < b & c &amp; <https://x.test|x> <!here> <b>"
        posted = await ok(driver, "chat.postMessage", channel="C0OPS", text=text)
        assert posted["message"]["text"] == (
            "<@U0BEN> a &lt; b &amp; c &amp; <https://x.test|x> <!here> &lt;b&gt;"
        )

    async def test_a_long_text_is_cut_with_a_warning(self, driver: Driver) -> None:
        """Beyond 40,000 characters Slack cuts and says so."""
        posted = await ok(driver, "chat.postMessage", channel="C0OPS", text="x" * 40_001)
        assert posted["response_metadata"]["warnings"] == ["message_truncated"]
        assert len(posted["message"]["text"]) == 40_000

    async def test_a_person_as_channel_is_the_direct_message(self, driver: Driver) -> None:
        """It is the same one that conversations.open answers and the person writes in."""
        posted = await ok(driver, "chat.postMessage", channel="U0ANA", text="x")
        opened = await ok(driver, "conversations.open", users="U0ANA")
        said = await driver.does("ana", "say", channel="@signoff", text="hi")
        assert posted["channel"] == opened["channel"]["id"] == said["channel"] == "D0ANA"
        assert opened["already_open"]
        await driver.does("eli", "say", channel="dm", text="hi")
        names = [channel["name"] for channel in (await driver.state())["channels"]]
        assert {"dm-ana", "dm-eli"} <= set(names)

    async def test_only_a_member_sees_an_ephemeral_message(self, driver: Driver) -> None:
        """It is in nobody's history and can't be updated."""
        args = {"channel": "C0DEALS", "text": "psst"}
        assert await error(driver, "chat.postEphemeral", **args, user="U0CHI") == (
            "user_not_in_channel"
        )
        shown = await ok(driver, "chat.postEphemeral", **args, user="U0ANA")
        ts = shown["message_ts"]
        assert await error(driver, "chat.update", channel="C0DEALS", ts=ts, text="y") == (
            "cant_update_message"
        )
        history = await ok(driver, "conversations.history", channel="C0DEALS")
        assert history["messages"] == []
        assert driver.messages("private-deals")[0]["ephemeral_to"] == "U0ANA"


class TestChanging:
    async def test_an_update_keeps_what_it_does_not_name(self, driver: Driver) -> None:
        """Blocks and metadata stay, `{}` clears metadata, and buttons left behind are noted."""
        metadata: dict[str, Any] = {"event_type": "card", "event_payload": {}}
        posted = await ok(
            driver, "chat.postMessage", channel="C0OPS", text="a", blocks=[BUTTON],
            metadata=metadata,
        )  # fmt: skip
        where = {"channel": "C0OPS", "ts": posted["ts"]}
        changed = await ok(driver, "chat.update", **where, text="b")
        assert changed["message"]["blocks"] == posted["message"]["blocks"]
        assert changed["message"]["metadata"] == metadata
        assert "without blocks" in (await driver.state())["lint"][0]
        changed = await ok(driver, "chat.update", **where, text="c", blocks=[], metadata={})
        assert not {"blocks", "metadata"} & changed["message"].keys()

    async def test_only_own_messages_of_the_right_length_change(self, driver: Driver) -> None:
        """Others' messages, missing ones, and texts over 4,000 characters are refused."""
        said = await driver.does("ana", "say", channel="ops", text="mine")
        posted = await ok(driver, "chat.postMessage", channel="C0OPS", text="a")
        theirs = {"channel": "C0OPS", "ts": said["ts"]}
        assert await error(driver, "chat.update", **theirs, text="x") == "cant_update_message"
        assert await error(driver, "chat.delete", **theirs) == "cant_delete_message"
        own = {"channel": "C0OPS", "ts": posted["ts"]}
        assert await error(driver, "chat.update", **own, text="x" * 4_001) == "msg_too_long"
        await ok(driver, "chat.delete", **own)
        assert await error(driver, "chat.delete", **own) == "message_not_found"

    async def test_a_deleted_root_leaves_a_tombstone(self, driver: Driver) -> None:
        """The thread can still be read and replied in."""
        root = await ok(driver, "chat.postMessage", channel="C0OPS", text="root")
        reply = {"channel": "C0OPS", "thread_ts": root["ts"], "text": "reply"}
        await ok(driver, "chat.postMessage", **reply)
        await ok(driver, "chat.delete", channel="C0OPS", ts=root["ts"])
        await ok(driver, "chat.postMessage", **reply)
        thread = await ok(driver, "conversations.replies", channel="C0OPS", ts=root["ts"])
        assert [m.get("subtype") for m in thread["messages"]] == ["tombstone", None, None]


class TestReading:
    async def test_a_thread_is_read_in_pages(self, driver: Driver) -> None:
        """The root comes first, a cursor leads on, and a bad cursor is refused."""
        root = await ok(driver, "chat.postMessage", channel="C0OPS", text="0")
        for text in "1234":
            await ok(driver, "chat.postMessage", channel="C0OPS", text=text, thread_ts=root["ts"])
        ask = {"channel": "C0OPS", "ts": root["ts"], "limit": 3}
        first = await ok(driver, "conversations.replies", **ask)
        cursor = first["response_metadata"]["next_cursor"]
        second = await ok(driver, "conversations.replies", **ask, cursor=cursor)
        texts = [m["text"] for m in [*first["messages"], *second["messages"]]]
        assert (texts, first["has_more"], second["has_more"]) == (list("01234"), True, False)
        assert first["messages"][0]["reply_count"] == 4
        assert await error(driver, "conversations.replies", **ask, cursor="x") == "invalid_cursor"
        assert await error(driver, "conversations.replies", channel="C0OPS", ts="1.2") == (
            "thread_not_found"
        )
        newer = await ok(driver, "conversations.replies", **ask, oldest=first["messages"][2]["ts"])
        assert [m["text"] for m in newer["messages"]] == ["0", "3", "4"]

    async def test_history_has_no_replies_but_broadcasts(self, driver: Driver) -> None:
        """Newest first, threads only by their roots."""
        root = await ok(driver, "chat.postMessage", channel="C0OPS", text="root")
        reply = {"channel": "C0OPS", "thread_ts": root["ts"]}
        await ok(driver, "chat.postMessage", **reply, text="hidden")
        await ok(driver, "chat.postMessage", **reply, text="loud", reply_broadcast=True)
        history = await ok(driver, "conversations.history", channel="C0OPS")
        assert [m["text"] for m in history["messages"]] == ["loud", "root"]

    async def test_people_and_groups_are_known(self, driver: Driver) -> None:
        """Guests and outsiders can be told apart; unknown ones have their errors."""
        everybody = (await ok(driver, "users.list"))["members"]
        by_name = {user["name"]: user for user in everybody}
        assert by_name["gus"]["is_restricted"]
        assert (by_name["olga"]["team_id"], by_name["olga"]["is_stranger"]) == ("T0OUTSIDE", True)
        found = await ok(driver, "users.lookupByEmail", email="ben@signoff.test")
        assert found["user"]["id"] == "U0BEN"
        group = await ok(driver, "usergroups.users.list", usergroup="S0ONCALL")
        assert group["users"] == ["U0BEN", "U0CHI"]
        assert await error(driver, "users.info", user="U0NOBODY") == "user_not_found"
        assert await error(driver, "usergroups.users.list", usergroup="S0X") == "no_such_subteam"
        members = await ok(driver, "conversations.members", channel="C0PARTNERS")
        assert "U0OLGA" in members["members"]
        info = (await ok(driver, "conversations.info", channel="C0PARTNERS"))["channel"]
        assert (info["is_ext_shared"], info["context_team_id"]) == (True, "T0SIGNOFF")
        listed = await ok(driver, "conversations.list", types="public_channel,private_channel")
        assert {"support", "private-deals"} <= {c["name"] for c in listed["channels"]}

    async def test_a_group_is_made_and_changed(self, driver: Driver) -> None:
        """As its admins would; whoever is taken out is out at once."""
        made = await driver.post("groups/payments-oncall", add=["ana", "ben"])
        assert made["users"] == ["U0ANA", "U0BEN"]
        await driver.post("groups/payments-oncall", add=["chi"], remove=["ana"])
        group = await ok(driver, "usergroups.users.list", usergroup=made["id"])
        assert group["users"] == ["U0BEN", "U0CHI"]
        await driver.post("groups/S0ONCALL", remove=["ben"])
        listed = await ok(driver, "usergroups.list", include_users=True)
        users = {one["handle"]: one["users"] for one in listed["usergroups"]}
        assert users["oncall"] == ["U0CHI"] and users["payments-oncall"] == ["U0BEN", "U0CHI"]
        assert (await driver.post("groups/oncall", add=["nobody"]))["http"] == 404

    async def test_whose_channels_are_asked(self, driver: Driver) -> None:
        """Without a person the bot's own; with one, those that the bot may know of."""
        both = {"types": "public_channel,private_channel"}
        own = await ok(driver, "users.conversations", **both)
        guest = await ok(driver, "users.conversations", **both, user="U0GUS")
        assert {"support", "private-deals"} <= {c["name"] for c in own["channels"]}
        assert [c["name"] for c in guest["channels"]] == ["support"]
        assert await error(driver, "users.conversations", types="x") == "invalid_types"
        assert await error(driver, "users.conversations", user="U0NOBODY") == "user_not_found"


class TestChannelScopes:
    async def test_each_kind_of_channel_needs_its_scope(self, tmp_path: Path) -> None:
        """An app that may read public channels can't list private ones."""
        manifest = tmp_path / "manifest.yml"
        manifest.write_text("oauth_config: {scopes: {bot: ['channels:read']}}", "utf-8")
        async with driving(manifest_path=manifest) as driver:
            await ok(driver, "users.conversations", types="public_channel")
            refused = await error(driver, "users.conversations", types="private_channel")
        assert refused == "missing_scope"


class TestTheRest:
    async def test_reactions_are_counted_once(self, driver: Driver) -> None:
        """Adding twice and removing what is not there are errors."""
        posted = await ok(driver, "chat.postMessage", channel="C0OPS", text="x")
        item = {"channel": "C0OPS", "timestamp": posted["ts"], "name": "eyes"}
        await ok(driver, "reactions.add", **item)
        assert await error(driver, "reactions.add", **item) == "already_reacted"
        await driver.does("ana", "react", channel="ops", ts=posted["ts"], name="eyes")
        assert driver.messages("ops")[0]["reactions"][0]["count"] == 2
        await ok(driver, "reactions.remove", **item)
        assert await error(driver, "reactions.remove", **item) == "no_reaction"
        at = {"channel": "ops", "ts": posted["ts"]}
        await driver.does("ana", "react", **at, name="eyes", remove=True)
        assert driver.messages("ops")[0]["reactions"] == []

    async def test_the_client_uploads_a_file(self, driver: Driver) -> None:
        """files_upload_v2 takes both steps and the file is shared in the thread."""
        root = await ok(driver, "chat.postMessage", channel="C0OPS", text="x")
        await driver.client.files_upload_v2(
            channel="C0OPS", thread_ts=root["ts"], filename="a.txt", content="abc",
            initial_comment="See here",
        )  # fmt: skip
        shared = driver.messages("ops")[-1]
        assert (shared["text"], shared["thread_ts"]) == ("See here", root["ts"])
        upload = driver.sandbox.slack.uploads.files[shared["files"][0]["id"]]
        assert upload.body == b"abc"

    async def test_session_status_and_titles_are_kept(self, driver: Driver) -> None:
        """What an agent shows for a thread is in the state."""
        root = await ok(driver, "chat.postMessage", channel="U0ANA", text="x")
        thread = {"channel_id": root["channel"], "thread_ts": root["ts"]}
        await driver.client.assistant_threads_setStatus(**thread, status="is thinking")
        await driver.client.assistant_threads_setTitle(**thread, title="Refund")
        await ok(driver, "agents.sessions.setStatus", **thread, status="suspended")
        (session,) = (await driver.state())["sessions"]
        assert (session["status"], session["title"]) == ("suspended", "Refund")
        assert await error(driver, "agents.sessions.setStatus", status="odd") == "invalid_status"
        assert await error(
            driver, "assistant.threads.setStatus", channel_id="C0OPS", thread_ts="1.0", status=""
        ) == "invalid_thread_ts"  # fmt: skip

    async def test_a_permalink_names_its_thread(self, driver: Driver) -> None:
        """Only messages that exist have one."""
        root = await ok(driver, "chat.postMessage", channel="C0OPS", text="x")
        reply = await ok(
            driver, "chat.postMessage", channel="C0OPS", text="y", thread_ts=root["ts"]
        )
        link = await ok(driver, "chat.getPermalink", channel="C0OPS", message_ts=reply["ts"])
        assert link["permalink"].endswith(f"?thread_ts={root['ts']}&cid=C0OPS")
        assert await error(
            driver, "chat.getPermalink", channel="C0OPS", message_ts="1.0"
        ) == "message_not_found"  # fmt: skip
