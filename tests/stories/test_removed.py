"""The app is removed, its token revoked, or only a user's: runs wait, and go on afterwards."""

import json
from pathlib import Path

import pytest

from tests.support import wait_until
from tests.world import World, world

TASK = "@signoff refund order 1042, it arrived broken"


async def _app(slack: World, what: str, **body: object) -> dict[str, str]:
    url = f"{slack.sandbox.url}/sandbox/app/{what}"
    async with slack.http.post(url, json=body) as response:
        assert response.status == 200, await response.text()
        return await response.json()


def _said(folder: Path, event: str) -> int:
    lines = (folder / "bot.log").read_text().splitlines()
    return sum(json.loads(line)["event"].startswith(event) for line in lines)


@pytest.mark.case("A39")
@pytest.mark.parametrize("how", ["uninstall", "revoke"])
async def test_a_removed_app_waits_without_a_loop(tmp_path: Path, redis: str, how: str) -> None:
    """It says so once; with the new token the same card works, and the run goes on."""
    async with world(tmp_path, redis, bot=False) as slack:
        first = await slack.start("all")
        task = await slack.person("ana").says(TASK)
        card = await slack.card(task.ts)
        await _app(slack, how)
        await wait_until(lambda: _said(tmp_path, "Slack refuses our token, so"), "it is said")
        assert first.returncode is None
        first.terminate()
        await first.wait()
        assert _said(tmp_path, "Slack refuses our token, so") == 1
        token = (await _app(slack, "install"))["bot_token"]
        await slack.start("all", SLACK_BOT_TOKEN=token)
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "Refunded order 1042")
        assert slack.shop("select count(*) from refunds") == [(1,)]


@pytest.mark.case("A39")
async def test_revoked_tokens_of_users_change_nothing(slack: World) -> None:
    """The bot has none of its own to lose by that."""
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    await _app(slack, "revoke", oauth=["ana"])
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
