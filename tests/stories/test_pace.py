"""Slack's limits: kept together, waited for as told, and decisions before everything else."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.slack.paced import buckets_of, priority_of
from sandbox.people import BOT_USER
from tests.support import wait_until
from tests.world import UNHURRIED, Message, World, without_progress, world

QUESTION = "@signoff how is checkout doing?"
TASK = "@signoff refund order 1042, it arrived broken"
MANY = 14
BUSY = buckets_of("chat.postMessage", "C0SUPPORT", UNHURRIED)


async def _limited(slack: World) -> None:
    """From here on the local Slack refuses what the real one would."""
    async with slack.http.post(f"{slack.sandbox.url}/sandbox/limits", json={"on": True}) as answer:
        assert answer.status == 200


async def _posts(slack: World, channel: str) -> list[Message]:
    found = [m for m in await slack.messages() if m.channel == channel]
    return [m for m in found if m.raw.get("user") == BOT_USER and not m.raw.get("ephemeral_to")]


def _redraws(slack: World) -> int:
    payloads = slack.sandbox.slack.recorder.payloads
    return sum(1 for one in payloads if one["method"] == "chat.update")


async def test_a_busy_channel_delays_no_card_and_no_other_channel(
    tmp_path: Path, redis: str
) -> None:
    """Many answers queue in one channel: a card overtakes them, another channel doesn't notice.

    All arrive, each once, and Slack never has to refuse one.
    """
    async with world(tmp_path, redis, pace=1.0, config=without_progress(tmp_path)) as slack:
        await _limited(slack)
        with capture_logs() as logs:
            ana, eli = slack.person("ana"), slack.person("eli")
            asked = await asyncio.gather(*(ana.says(QUESTION) for _ in range(MANY)))

            async def all_written() -> bool:
                return len(await slack.requests()) >= 2 * MANY

            await wait_until(all_written, "all answers are written", 30)
            task, elsewhere = await asyncio.gather(
                eli.says(TASK), eli.says(QUESTION, channel="ops")
            )
            card = await slack.card(task.ts)
            await slack.message(elsewhere.ts, "checkout")
            assert len(await _posts(slack, "support")) < MANY + 1, "the last answers still wait"

            async def all_there() -> bool:
                return len(await _posts(slack, "support")) == MANY + 1

            await wait_until(all_there, "all posts", 30)
        order = sorted(await _posts(slack, "support"), key=lambda m: m.ts)
        assert [m.ts for m in order].index(card.ts) < MANY
        assert {m.thread for m in order} == {m.ts for m in (*asked, task)}
        assert not [line for line in logs if line["event"] == "Slack's limit"]


@pytest.mark.case("A40")
async def test_redraws_under_a_limit_are_merged_and_the_last_arrives(slack: World) -> None:
    """Slack says ten minutes: nothing is drawn before, one picture shows all that came since.

    Another channel's posts don't wait, and the end of it all stands on the card.
    """
    ana = slack.person("ana")
    task = await ana.says(TASK)
    card = await slack.card(task.ts)
    await slack.faults(kind="ratelimited", method="chat.update", retry_after=600)
    before = _redraws(slack)
    for n in range(12):
        await ana.says(f"word {n}", thread=task.ts)
    await slack.plays({"text": "Not held up."})
    other = await ana.says("@signoff hello", channel="ops")
    await slack.message(other.ts, "Not held up.")
    assert _redraws(slack) == before, "as long as Slack asked for"

    slack.passes(600)
    await slack.message(task.ts, "12 newer messages")
    assert _redraws(slack) - before <= 3, "pictures that nobody would have seen aren't drawn"
    await slack.faults(kind="ratelimited", method="chat.update", retry_after=1, times=2)
    await ana.says("@signoff stop", thread=task.ts)
    await slack.message(task.ts, "was stopped")
    settled = await slack.message(task.ts, "Stopped: refund order 1042")
    assert settled.ts == card.ts


@pytest.mark.case("A40")
async def test_a_limit_on_one_channels_posts_stops_no_other(slack: World) -> None:
    """What is owed there comes when it may; the answer elsewhere is there long before."""
    await slack.faults(kind="ratelimited", method="chat.postMessage", retry_after=600)
    ana = slack.person("ana")
    first = await ana.says(TASK)

    async def struck() -> bool:
        async with slack.store() as store:
            return await store.pace.turn(BUSY, "answer", "") > 0

    async def asked() -> bool:
        return len(await slack.requests()) == 2

    await wait_until(struck, "everybody knows of the limit")
    # What the model plays next isn't taken by the task that is held up: it has made its calls.
    await wait_until(asked, "the first task waits for people")
    await slack.plays({"text": "Not held up."})
    other = await ana.says("@signoff hello", channel="ops")
    await slack.message(other.ts, "Not held up.")
    assert await _posts(slack, "support") == []
    slack.passes(600)
    await slack.card(first.ts)


@pytest.mark.case("A40")
async def test_a_task_is_claimed_as_soon_as_slack_said(slack: World) -> None:
    """All work waits for the reaction on its message: no turns are kept free of it."""
    buckets, priority = buckets_of("reactions.add", ""), priority_of("reactions.add")
    async with slack.store() as store:
        await store.pace.limited(buckets[0], 1_000)
        assert 0 < await store.pace.turn(buckets, priority, "") <= 1_000
