"""What is only reported of the real Slack can be turned off."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.driver import Driver, driving

Json = dict[str, Any]
TABLE: Json = {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}
LONG: Json = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3000}}


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


async def said(driver: Driver, method: str, **args: Any) -> str:
    """ "ok", or the error of a method."""
    try:
        await driver.client.api_call(method, json=args)
    except SlackApiError as error:
        return str(cast("object", error.response["error"]))
    return "ok"


@pytest.mark.parametrize(
    ("quirk", "blocks", "error"),
    [
        ("message_size", [LONG] * 5, "msg_blocks_too_long"),
        ("one_table", [TABLE, TABLE], "invalid_attachments"),
    ],
)
async def test_a_message_is_held_to_what_is_reported(
    driver: Driver, quirk: str, blocks: list[Json], error: str
) -> None:
    """Unless it is turned off."""
    message: Json = {"channel": "C0OPS", "text": "x", "blocks": blocks}
    assert await said(driver, "chat.postMessage", **message) == error
    assert (await driver.post("quirks", **{quirk: False}))[quirk] is False
    assert await said(driver, "chat.postMessage", **message) == "ok"


async def test_a_stream_may_live_on(driver: Driver) -> None:
    """Without its end it takes text after an hour."""
    start = await driver.does("ana", "say", channel="dm", text="go")
    where: Json = {"channel": "D0ANA", "thread_ts": start["ts"]}
    answer = await driver.client.api_call("chat.startStream", json=where)
    ts = cast("Json", answer.data)["ts"]
    await driver.post("clock", advance_s=3_600)
    await driver.post("quirks", stream_end=False)
    more: Json = {"channel": "D0ANA", "ts": ts, "markdown_text": "x"}
    assert await said(driver, "chat.appendStream", **more) == "ok"
    await driver.post("quirks", stream_end=True)
    assert await said(driver, "chat.appendStream", **more) == "message_not_in_streaming_state"


async def test_only_quirks_can_be_turned(driver: Driver) -> None:
    """By name, on or off."""
    assert (await driver.post("quirks", gravity=False))["http"] == 400
    assert (await driver.post("quirks", one_table="no"))["http"] == 400
