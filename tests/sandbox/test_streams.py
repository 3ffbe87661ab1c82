"""Streams grow, end after five minutes, and can be stopped by a person."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.driver import Driver, driving

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
    await stream.append(markdown_text="two")
    await stream.stop(blocks=[{"type": "divider"}])
    message = driver.messages("ops")[-1]
    assert message["text"] == "one two"
    assert [block["type"] for block in message["blocks"]] == ["markdown", "divider"]
    (session,) = (await driver.state())["sessions"]
    assert session["status"] == "active"


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
