"""Streams grow, end after five minutes, and can be stopped by a person."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.driver import Driver, driving
from tests.support import wait_until

Json = dict[str, Any]
RECIPIENT = {"recipient_user_id": "U0ANA", "recipient_team_id": "T0SIGNOFF"}


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


async def call(driver: Driver, name: str, **args: Any) -> Json:
    """The answer of a chat.* method."""
    answer = await driver.client.api_call(f"chat.{name}", json=args)
    return cast("Json", answer.data)


async def error(driver: Driver, name: str, **args: Any) -> str:
    """The error of a chat.* method."""
    with pytest.raises(SlackApiError) as refused:
        await call(driver, name, **args)
    return cast("str", refused.value.response["error"])


async def root(driver: Driver) -> Json:
    """Where a stream in a new thread goes."""
    said = await driver.does("ana", "say", channel="ops", text="go")
    return {"channel": "C0OPS", "thread_ts": said["ts"]}


async def started(driver: Driver) -> Json:
    """A stream's channel and ts."""
    answer = await call(driver, "startStream", **await root(driver), **RECIPIENT)
    return {"channel": answer["channel"], "ts": answer["ts"]}


async def test_the_clients_helper_streams_a_message(driver: Driver) -> None:
    """slack_sdk's chat_stream starts, appends and stops; blocks stand at the bottom."""
    stream = await driver.client.chat_stream(**await root(driver), **RECIPIENT, buffer_size=1)
    await stream.append(markdown_text="one ")
    message = driver.messages("ops")[-1]
    (session,) = (await driver.state())["sessions"]
    assert session["streaming"] == message["ts"]
    await stream.append(markdown_text="two")
    await stream.stop(blocks=[{"type": "divider"}])
    message = driver.messages("ops")[-1]
    assert message["text"] == "one two"
    assert [block["type"] for block in message["blocks"]] == ["markdown", "divider"]
    (session,) = (await driver.state())["sessions"]
    assert (session["status"], session["streaming"]) == ("active", "")


async def test_task_details_grow(driver: Driver) -> None:
    """A second update of a task appends its details and replaces its status."""
    where = await started(driver)
    task: Json = {"type": "task_update", "id": "1", "title": "Look", "status": "in_progress"}
    await call(driver, "appendStream", **where, chunks=[{**task, "details": "a"}])
    done = {**task, "status": "complete", "details": "b"}
    await call(driver, "appendStream", **where, chunks=[done])
    (card,) = driver.messages("ops")[-1]["blocks"]
    assert card["status"] == "complete"
    assert card["details"]["elements"][0]["elements"][0]["text"] == "ab"
    for wrong in ({**task, "title": "x" * 257}, {"type": "odd"}, "text"):
        code = await error(driver, "appendStream", **where, chunks=[wrong])
        assert code == "invalid_chunks"


async def test_a_stream_needs_its_recipient_in_a_channel(driver: Driver) -> None:
    """In a direct message it does not."""
    where = await root(driver)
    assert await error(driver, "startStream", **where) == "missing_recipient_user_id"
    code = await error(driver, "startStream", **where, recipient_user_id="U0ANA")
    assert code == "missing_recipient_team_id"
    said = await driver.does("ana", "say", channel="dm", text="go")
    await call(driver, "startStream", channel="D0ANA", thread_ts=said["ts"])


async def test_a_stream_ends_after_five_minutes(driver: Driver) -> None:
    """While it runs it can't be updated; afterwards nothing can be appended."""
    where = await started(driver)
    assert await error(driver, "appendStream", **where) == "no_text"
    assert await error(driver, "update", **where, text="x") == "streaming_state_conflict"
    await driver.post("clock", advance_s=301)
    code = await error(driver, "appendStream", **where, markdown_text="x")
    assert code == "message_not_in_streaming_state"
    await call(driver, "update", **where, text="x")


async def test_a_person_stops_a_stream(driver: Driver) -> None:
    """The event names it, and appending says why it can't."""
    where = await started(driver)
    thread_ts = driver.messages("ops")[-1]["thread_ts"]
    await driver.does("ana", "stop", channel="ops", thread_ts=thread_ts)
    code = await error(driver, "appendStream", **where, markdown_text="x")
    assert code == "stopped_by_user"
    (pending,) = [
        each["envelope"]["event"]
        for each in driver.sandbox.slack.store.load("pending").values()
        if each["envelope"]["event"]["type"] == "agent_session_stopped"
    ]
    assert pending["streaming_message_ts"] == [where["ts"]]


async def test_a_mere_message_is_no_stream(driver: Driver) -> None:
    """Others' messages and posted ones have their errors."""
    said = await driver.does("ana", "say", channel="ops", text="x")
    posted = await call(driver, "postMessage", channel="C0OPS", text="x")
    for ts, code in (
        (said["ts"], "message_not_owned_by_app"),
        (posted["ts"], "message_not_in_streaming_state"),
        ("1.000000", "message_not_found"),
    ):
        assert await error(
            driver, "appendStream", channel="C0OPS", ts=ts, markdown_text="x"
        ) == code  # fmt: skip


async def test_a_stream_takes_fifty_blocks(driver: Driver) -> None:
    """More are too many in chunks and at the end; too much text has its own error."""
    where = await started(driver)
    dividers = [{"type": "divider"}]
    chunk: Json = {"type": "blocks", "blocks": dividers * 30}
    await call(driver, "appendStream", **where, chunks=[chunk])
    assert await error(driver, "appendStream", **where, chunks=[chunk]) == "msg_blocks_too_many"
    assert await error(driver, "stopStream", **where, blocks=dividers * 51) == "msg_blocks_too_many"
    long: Json = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3000}}
    assert await error(driver, "stopStream", **where, blocks=[long] * 5) == "msg_blocks_too_long"
    wrong = await error(driver, "stopStream", **where, blocks=[{"type": "section"}])
    assert wrong == "invalid_blocks"


async def test_streams_survive_a_restart(tmp_path: Path) -> None:
    """A running one goes on, a stopped one stays stopped."""
    options: Json = {"folder": tmp_path / "slack", "manifest_path": tmp_path / "none.yml"}
    async with driving(**options) as driver:
        running, stopped = await started(driver), await started(driver)
        await call(driver, "appendStream", **running, markdown_text="one ")
        thread = driver.messages("ops")[-1]["thread_ts"]
        await driver.does("ana", "stop", channel="ops", thread_ts=thread)
    async with driving(**options) as driver:
        await call(driver, "appendStream", **running, markdown_text="two")
        texts = [m["text"] for m in driver.messages("ops") if m["ts"] == running["ts"]]
        assert texts == ["one two"]
        code = await error(driver, "appendStream", **stopped, markdown_text="x")
        assert code == "stopped_by_user"


async def test_a_manifest_must_subscribe_to_the_stop(tmp_path: Path) -> None:
    """Without it there are no streams, and sessions warn; an app that is no agent has neither."""
    manifest = tmp_path / "manifest.yml"
    scopes = "oauth_config: {scopes: {bot: ['chat:write', 'assistant:write', 'channels:read']}}"
    manifest.write_text(f"{{{scopes}, features: {{agent_view: {{}}}}, settings: {{}}}}")
    async with driving(manifest_path=manifest) as driver:
        where = await root(driver)
        code = await error(driver, "startStream", **where, **RECIPIENT)
        assert code == "not_subscribed_to_message_stream_stopped"
        place = {"channel_id": "C0OPS", "thread_ts": where["thread_ts"]}
        answer: Any = await driver.client.agents_sessions_setStatus(status="suspended", **place)
        assert answer["warning"] == "missing_agent_session_stopped_event_subscription"
        with pytest.raises(SlackApiError, match="user_not_found"):
            await driver.client.agents_sessions_setStatus(
                status="active", initiator_user_id="U0NOBODY", **place
            )
    manifest.write_text(f"{{{scopes}}}")
    async with driving(manifest_path=manifest) as driver:
        place = {"channel_id": "C0OPS", "thread_ts": (await root(driver))["thread_ts"]}
        with pytest.raises(SlackApiError, match="feature_disabled"):
            await driver.client.agents_sessions_setStatus(status="active", **place)
        with pytest.raises(SlackApiError, match="not_agent_app"):
            await driver.client.assistant_threads_setSuggestedPrompts(
                prompts=[{"title": "t", "message": "m"}], **place
            )


async def test_a_status_goes_two_minutes_after_the_last_message(tmp_path: Path) -> None:
    """A message in its thread gives it two more; a restart changes nothing."""
    options: Json = {"folder": tmp_path / "slack", "manifest_path": tmp_path / "none.yml"}

    async def status(driver: Driver) -> str:
        (session,) = (await driver.state())["sessions"]
        return f"{session['assistant_status']}/{session['status']}"

    async with driving(**options) as driver:
        where = await root(driver)
        await driver.client.assistant_threads_setStatus(
            channel_id="C0OPS", thread_ts=where["thread_ts"], status="looks"
        )
        await driver.post("clock", advance_s=100)
        await driver.client.chat_postMessage(text="so far", **where)
        await driver.post("clock", advance_s=100)
        assert await status(driver) == "looks/processing"
    async with driving(**options) as driver:
        await driver.post("clock", advance_s=221)
        await wait_until(lambda: not _shown(driver), "the end of the status")
        assert await status(driver) == "/active"


def _shown(driver: Driver) -> bool:
    """Whether a status is shown anywhere."""
    sessions = driver.sandbox.slack.workspace.sessions.values()
    return any(session["assistant_status"] for session in sessions)
