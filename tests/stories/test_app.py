"""How a process starts: what it says when it can't, and how its roles share the work."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.app import Role, serve
from bot.config import ConfigTrouble
from bot.settings import Settings, SettingsTrouble
from bot.store import RedisStore
from tests.logs import logged
from tests.support import wait_until
from tests.world import CONFIG, World, changed, world


@asynccontextmanager
async def _serving(settings: Settings, role: Role) -> AsyncGenerator[None]:
    """One more process of a world, in this one, ready."""
    ready = settings.ready_file
    assert ready is not None
    task = asyncio.create_task(serve(settings, settings.config, role))
    try:
        await wait_until(lambda: ready.exists() or task.done(), "the process is ready")
        yield
    finally:
        task.cancel()
        assert isinstance((await asyncio.gather(task, return_exceptions=True))[0],
                          asyncio.CancelledError)  # fmt: skip


@pytest.fixture
async def idle(tmp_path: Path, redis: str) -> AsyncGenerator[World]:
    """A world without a bot."""
    async with world(tmp_path, redis, bot=False) as made:
        yield made


async def _fails(slack: World, **change: Any) -> str:
    """What a process says that can't start with these settings."""
    settings = slack.settings.model_copy(update=change)
    with pytest.raises((SettingsTrouble, ConfigTrouble)) as found:
        await serve(settings, settings.config, "all")
    return str(found.value)


async def test_web_and_worker_share_the_work(idle: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process receives, another works: together they are a bot."""
    monkeypatch.setenv("SIGNOFF_SHOP", str(idle.folder / "shop.sqlite"))
    web = idle.settings.model_copy(update={"ready_file": idle.folder / "web"})
    worker = idle.settings.model_copy(update={"ready_file": idle.folder / "worker"})
    async with _serving(web, "web"), _serving(worker, "worker"):
        task = await idle.person("ana").says("@signoff refund order 1042, it arrived broken")
        card = await idle.card(task.ts)
        await idle.person("ben").clicks(card, "Approve once")
        await idle.message(task.ts, "Refunded order 1042")
    assert idle.shop("select count(*) from refunds") == [(1,)]


async def test_processes_agree_on_the_policys_number(idle: World) -> None:
    """The same file is the same version; each loading of it stands on the record."""
    before = time.time() * 1000 - 1
    for n in range(2):
        settings = idle.settings.model_copy(update={"ready_file": idle.folder / f"ready{n}"})
        async with _serving(settings, "worker"):
            pass
    async with idle.store() as store:
        notes = await store.notes()
    assert len(notes) == 2 and notes[0].count('"number": 1') == notes[1].count('"number": 1') == 1
    first, second = [json.loads(note)["at"] for note in notes]
    assert before <= first <= second <= time.time() * 1000


async def test_a_missing_or_wrong_token_is_named(idle: World) -> None:
    """The setting's name and what it should hold; a token itself is never shown."""
    assert "SLACK_BOT_TOKEN is not set" in await _fails(idle, slack_bot_token=None)
    wrong = SecretStr("xoxb-not-this-one")
    said = await _fails(idle, slack_bot_token=wrong)
    assert "SLACK_BOT_TOKEN" in said and "invalid_auth" in said and "not-this" not in said


async def test_a_way_to_receive_is_needed(idle: World) -> None:
    """Neither Socket Mode nor HTTP is set up: both settings are named."""
    said = await _fails(idle, slack_app_token=None, slack_signing_secret=None)
    assert "SLACK_APP_TOKEN" in said and "SLACK_SIGNING_SECRET" in said


async def test_tools_that_cannot_be_loaded_are_told_with_their_file(idle: World) -> None:
    """A module that isn't there, and one without tools."""
    for module, why in (("bot.tools.nowhere", "nowhere"), ("bot.mask", "no tools")):
        config = changed(idle.folder, ("bot.tools.shop", module))
        said = await _fails(idle, config=config)
        assert str(config) in said and why in said


async def test_a_rule_about_no_tool_stops_the_start(idle: World) -> None:
    """With its line; nothing runs under a policy that means something else."""
    config = changed(idle.folder, ("tools: refund_order", "tools: refund_ordre"))
    said = await _fails(idle, config=config)
    assert "refund_ordre matches no tool" in said and "did you mean refund_order" in said


async def test_autonomy_is_announced_and_then_asks_nobody(tmp_path: Path, redis: str) -> None:
    """`allow_all` is said at every start, and calls run without a card."""
    config = tmp_path / "signoff.yaml"
    config.write_text(CONFIG.read_text().partition("policy:\n")[0] + "policy: allow_all\n")
    with logged() as configure:
        lines = configure()
        async with world(tmp_path, redis, config=config) as slack:
            task = await slack.person("ana").says("@signoff refund order 1042, it arrived broken")
            await slack.message(task.ts, "Refunded order 1042")
            assert slack.shop("select count(*) from refunds") == [(1,)]
            assert not any(m.buttons for m in await slack.messages(task.ts))
        (said,) = [line["why"] for line in lines() if line["event"] == "announcement"]
    assert said.startswith("The policy is allow_all")


async def test_http_alone_needs_no_app_token(tmp_path: Path, redis: str) -> None:
    """The bot listens where it is told, and a signing secret is enough."""
    async with world(tmp_path, redis, http=True) as slack:
        assert slack.settings.slack_app_token is None
        await slack.plays({"text": "Over HTTP."})
        task = await slack.person("ana").says("@signoff hello")
        await slack.message(task.ts, "Over HTTP.")


async def test_another_shard_count_is_refused(idle: World) -> None:
    """It is fixed at first start: another one would strand every waiting run."""
    async with RedisStore.open(idle.redis, namespace=f"{idle.namespace}:"):
        pass
    settings = idle.settings.model_copy(update={"shards": 4})
    with pytest.raises(Exception, match="8 shards, but 4 are set"):
        await serve(settings, settings.config, "worker")
