"""What people see when bot processes die."""

from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.stories.deadly import HITS
from tests.support import wait_until
from tests.world import CONFIG, Message, World, world

TASK = "@signoff refund order 1042, it arrived broken"


@pytest.mark.case("A34")
async def test_the_same_button_works_after_the_bot_was_killed(tmp_path: Path, redis: str) -> None:
    """The bot is killed while a card waits; started again, the button on it still works."""
    async with world(tmp_path, redis, bot=False) as slack:
        bot = await slack.start("all")
        ana, ben = slack.person("ana"), slack.person("ben")
        task = await ana.says(TASK)
        card = await slack.card(task.ts)
        bot.kill()
        await bot.wait()

        assert (await ben.clicks(card, "Approve once"))["status"] == "trouble"
        await slack.start("all")
        assert (await ben.clicks(card, "Approve once"))["status"] == "ok"
        await slack.message(task.ts, "Refunded order 1042")
        assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_a_message_sent_while_the_bot_is_dead_is_answered(tmp_path: Path, redis: str) -> None:
    """Slack delivers again what nobody acknowledged, and it is one task."""
    async with world(tmp_path, redis, bot=False) as slack:
        task = await slack.person("ana").says("@signoff how is checkout doing?")
        await slack.start("all")
        await slack.message(task.ts, "<@U0ANA>")
        assert len([m for m in await slack.messages(task.ts) if "<@U0ANA>" in m.text]) == 1
        assert len(await slack.messages(task.ts)) == 3, "the task, its timeline and its answer"


async def test_a_lost_result_asks_a_person(tmp_path: Path, redis: str) -> None:
    """The process dies inside the tool: nobody runs it again by itself, the thread asks."""
    async with cable(tmp_path, redis) as (slack, hits):
        bot = await slack.start("all", **{HITS: str(hits)})
        question, task = await lost(slack, bot)
        assert hits.read_text() == "hit\n"
        assert "may still be running" in question.text
        await slack.person("chi").clicks(question, "It ran")
        await slack.message(task.ts, "Cut it is")
        assert hits.read_text() == "hit\n"
        result = (await slack.requests())[-1]["body"]["messages"][-1]
        assert '"outcome": "ran"' in result["content"]


async def test_running_it_again_takes_an_approver(tmp_path: Path, redis: str) -> None:
    """Whoever asked may not say *run it again*; one of the call's own set may, and it runs once."""
    async with cable(tmp_path, redis) as (slack, hits):
        bot = await slack.start("all", **{HITS: str(hits)})
        question, task = await lost(slack, bot)
        await slack.person("ana").clicks(question, "Run it again")
        await slack.person("ana").hears("You asked for this")
        assert hits.read_text() == "hit\n"
        await slack.person("ben").clicks(question, "Run it again")
        await slack.message(task.ts, "Cut it is")
        assert hits.read_text() == "hit\nhit\n"


@asynccontextmanager
async def cable(tmp_path: Path, redis: str) -> AsyncGenerator[tuple[World, Path]]:
    """A world whose only tool is the deadly one, and the file that counts its runs."""
    config = tmp_path / "signoff.yaml"
    head = CONFIG.read_text().replace("bot.tools.shop", "tests.stories.deadly").split("  rules:")[0]
    config.write_text(f'{head}  rules:\n    - {{name: all, tools: "*", verdict: by_risk}}\n')
    async with world(tmp_path, redis, bot=False, config=config) as slack:
        yield slack, tmp_path / "hits"


async def lost(slack: World, bot: Process) -> tuple[Message, Message]:
    """Approves the deadly call, sees the bot die, starts another, and waits for the question."""
    await slack.plays({"calls": [{"name": "cut_cable", "arguments": "{}"}]}, {"text": "Cut it is."})
    task = await slack.person("ana").says("@signoff cut the cable")
    card = await slack.card(task.ts)
    await slack.person("ben").clicks(card, "Approve once")
    await wait_until(lambda: bot.returncode is not None, "the tool takes the bot along", 20)
    await slack.start("all", **{HITS: str(slack.folder / "hits")})
    return await slack.message(task.ts, "Run it again"), task
