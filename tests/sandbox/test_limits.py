"""Slack's rate limits, when they are turned on."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import cast

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.driver import Driver, driving


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
