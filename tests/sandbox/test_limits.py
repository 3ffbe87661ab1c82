"""Slack's rate limits, when they are turned on."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.driver import Driver, driving
from tests.sandbox.endpoints import endpoint
from tests.support import wait_until


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox with limits."""
    async with driving(manifest_path=tmp_path / "none.yml", limits=True) as driver:
        yield driver


async def test_a_method_has_its_calls_a_minute(driver: Driver) -> None:
    """The call after the last is told how long to wait, and after that it passes."""
    for _ in range(20):
        await driver.client.usergroups_list()
    with pytest.raises(SlackApiError, match="ratelimited") as limited:
        await driver.client.usergroups_list()
    wait_s = int(cast("str", limited.value.response.headers["Retry-After"]))
    assert 50 < wait_s <= 60
    await driver.client.users_info(user="U0ANA")
    await driver.post("clock", advance_s=wait_s)
    await driver.client.usergroups_list()


async def test_a_channel_takes_one_message_a_second_after_a_burst(driver: Driver) -> None:
    """Another channel is free meanwhile."""
    for _ in range(4):
        await driver.client.chat_postMessage(channel="C0OPS", text="x")
    with pytest.raises(SlackApiError, match="ratelimited"):
        await driver.client.chat_postMessage(channel="C0OPS", text="x")
    await driver.client.chat_postMessage(channel="C0SUPPORT", text="x")
    await driver.post("clock", advance_s=1)
    await driver.client.chat_postMessage(channel="C0OPS", text="x")


async def test_limits_can_be_turned_off(driver: Driver) -> None:
    """Nothing is counted then."""
    assert await driver.post("limits", on=False) == {"on": False, "http": 200}
    for _ in range(6):
        await driver.client.chat_postMessage(channel="C0OPS", text="x")


async def test_too_many_events_are_one_notice(driver: Driver) -> None:
    """app_rate_limited says it once a minute, and an hour later events come again."""
    await driver.post("limits", on=True, events_an_hour=2)

    def kinds() -> list[str]:
        pending = driver.sandbox.slack.store.load("pending").values()
        return sorted(each["envelope"]["type"] for each in pending)

    for _ in range(5):
        await driver.does("ana", "say", channel="dm", text="x")
    assert kinds() == ["app_rate_limited", "event_callback", "event_callback"]
    async with endpoint(driver) as end:
        driver.sandbox.slack.deliverer.connected()
        await wait_until(lambda: len(driver.deliveries(status="ok")) == 3, "all of them")
        notices = [json.loads(body) for _, body in end.requests]
        (notice,) = [each for each in notices if each["type"] == "app_rate_limited"]
        assert notice["minute_rate_limited"] % 60 == 0
    await driver.post("clock", advance_s=3_601)
    await driver.does("ana", "say", channel="dm", text="x")
    await wait_until(lambda: driver.deliveries(type="message", status="pending"), "an event")


async def test_a_response_url_takes_one_answer_a_second(driver: Driver) -> None:
    """Another URL is free meanwhile."""
    hooks = driver.sandbox.slack.hooks
    about = {"channel": "C0OPS", "user": "U0ANA"}
    first, second = hooks.mint("actions", about), hooks.mint("actions", about)

    async def status(url: str) -> int:
        async with driver.http.post(url, json={"text": "x"}) as response:
            return response.status

    assert [await status(first), await status(first), await status(second)] == [200, 429, 200]
    await driver.post("clock", advance_s=1)
    assert await status(first) == 200
