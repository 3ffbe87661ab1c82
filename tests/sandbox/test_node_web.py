"""Slack's own Node client, @slack/web-api, takes the sandbox for Slack."""

import asyncio
from typing import Any

import pytest

from sandbox.server import Sandbox
from tests.sandbox.node import node

Json = dict[str, Any]


@pytest.fixture(scope="module")
def web() -> Json:
    """What the script saw, in one run of Node."""

    async def run() -> Json:
        async with Sandbox.start() as sandbox:
            return await node("web.mjs", sandbox)

    return asyncio.run(run())


def test_the_token_is_somebody(web: Json) -> None:
    """auth.test answers as the client types it, and the scopes stand in the headers."""
    who = web["who"]
    assert (who["user_id"], who["bot_id"], who["team_id"]) == (
        "U0SIGNOFF",
        "B0SIGNOFF",
        "T0SIGNOFF",
    )
    assert "chat:write" in who["response_metadata"]["scopes"]


def test_messages_are_posted_read_changed_and_deleted(web: Json) -> None:
    """Stored text is escaped, mentions stay; cursors lead through a thread page by page."""
    said = web["messages"]
    [block] = said["posted"]["blocks"]
    assert block["text"]["text"] == "A &amp; B <@U0ANA>"
    assert said["posted"]["text"] == "A &amp; B"
    assert said["pages"] == [["A &amp; B", "one"], ["two", "three"]]
    assert said["metadata"] == {"event_type": "card", "event_payload": {"id": "r1"}}
    assert (said["updated"], said["newest"], said["left"]) == ("C", ["C"], 3)
    assert f"?thread_ts={said['posted']['ts']}&cid=C0SUPPORT" in said["link"]
    assert said["whisper"] == "string"


def test_blocks_are_refused_with_every_error(web: Json) -> None:
    """The client hands on `errors` and `response_metadata.messages`, all of them."""
    refused = web["refusals"]["blocks"]
    listed = [
        "must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
        "unsupported type: sektion [json-pointer:/blocks/1/type]",
        "invalid additional property: style [json-pointer:/blocks/2]",
    ]
    assert (refused["error"], refused["errors"]) == ("invalid_blocks", listed)
    assert refused["response_metadata"]["messages"] == [f"[ERROR] {one}" for one in listed]


def test_other_refusals_have_slacks_codes(web: Json) -> None:
    """Each is a WebAPIPlatformError whose data says which; only a known token has scopes."""
    refused = web["refusals"]
    codes = {name: data["error"] for name, data in refused.items()}
    assert codes == {
        "blocks": "invalid_blocks",
        "empty": "no_text",
        "nowhere": "channel_not_found",
        "nothing": "message_not_found",
        "unknown": "unknown_method",
        "token": "invalid_auth",
        "trigger": "invalid_arguments",
    }
    assert "scopes" not in refused["token"].get("response_metadata", {})
    assert refused["trigger"]["response_metadata"]["messages"] == [
        "[ERROR] must be less than 25 characters [json-pointer:/view/title/text]"
    ]


def test_people_and_channels_are_looked_up(web: Json) -> None:
    """Pages of people, one by address, a group's, a direct message, the bot's own channels."""
    people = web["people"]
    assert [len(page) for page in people["pages"]] == [3, 3, 2]
    assert people["ana"]["profile"]["email"] == "ana@signoff.test"
    assert (people["found"], people["lost"]["error"]) == ("U0BEN", "users_not_found")
    assert (people["group"], people["direct"]) == (["U0BEN", "U0CHI"], "D0BEN")
    assert {"support", "private-deals"} <= set(people["channels"])


def test_reactions_are_once(web: Json) -> None:
    """The second of the same is refused; so is taking back what isn't there."""
    assert web["reactions"] == {"twice": "already_reacted", "gone": "no_reaction"}


def test_files_are_uploaded_in_three_steps(web: Json) -> None:
    """filesUploadV2 asks for addresses, sends the bytes and shares both files in one message."""
    files = web["files"]
    assert files["ok"] is True
    assert files["text"] == "The log &amp; more"
    assert (files["titles"], files["bodies"]) == (["a.txt", "B"], ["first file", "second"])


def test_a_stream_grows_and_ends(web: Json) -> None:
    """ChatStreamer's buffer arrives whole; a running stream isn't updated, an ended one is deaf."""
    stream = web["streams"]
    assert (stream["text"], stream["kinds"]) == ("**hello world!**", ["markdown", "divider"])
    assert stream["busy"] == "streaming_state_conflict"
    assert stream["late"] == "message_not_in_streaming_state"
    assert stream["nobody"] == "missing_recipient_user_id"


def test_the_client_waits_when_it_is_told_to(web: Json) -> None:
    """429 with Retry-After is waited for, or told; a 500 is tried again."""
    limits = web["limits"]
    assert (limits["ok"], limits["after"], web["broken"]) == (True, 7, True)
    assert limits["waited"] >= 1000
