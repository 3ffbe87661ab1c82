"""Turns of all processes: never more than the limit, the urgent first, and nobody for ever last."""

import asyncio
import random
import secrets
import time
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from bot.ports.pace import Bucket, Priority
from bot.store import RedisStore, pace
from bot.store.keys import Names
from bot.store.link import Link
from bot.store.pace import GRACE_MS, RedisPace, kept
from tests.store.conftest import Opens, Passes
from tests.store.proxy import fault_proxy

PRIORITIES: tuple[Priority, ...] = ("decision", "answer", "progress")
SLOW = Bucket("slow", 200_000, 1)  # nobody's turn comes again within a test
FOUR = Bucket("four", 200_000, 4)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine's store isn't taken for one that is away."""
    monkeypatch.setattr(pace, "ANSWER_S", 30.0)


async def test_a_burst_goes_at_once_and_the_next_waits(store: RedisStore) -> None:
    """Four turns are free; the fifth is told when the bucket has one again."""
    marks = [f"m{n}" for n in range(5)]
    waits = [await store.pace.turn((FOUR,), "decision", mark) for mark in marks]
    assert waits[:4] == [0, 0, 0, 0]
    assert 100_000 < waits[4] <= 200_000


async def test_all_processes_share_the_turns(opens: Opens) -> None:
    """What one took the other doesn't get."""
    async with opens() as one, opens() as other:
        assert await one.pace.turn((SLOW,), "decision", "a") == 0
        assert await other.pace.turn((SLOW,), "decision", "b") > 0


async def test_who_waits_is_told_a_place_in_the_line(store: RedisStore) -> None:
    """One interval after the other, and asking again keeps the place: nobody asks in vain often."""
    quick = Bucket("quick", 200_000, 1)
    await store.pace.turn((quick,), "answer", "first")
    waits = [await store.pace.turn((quick,), "answer", f"m{n}") for n in range(3)]
    again = [await store.pace.turn((quick,), "answer", f"m{n}") for n in range(3)]
    for line in (waits, again):
        assert [round(wait / 200_000) for wait in line] == [1, 2, 3]


async def test_the_urgent_one_goes_first(store: RedisStore) -> None:
    """A decision is told the first turn although progress and an answer came before it."""
    quick = Bucket("quick", 200_000, 1)
    await store.pace.turn((quick,), "decision", "taken")
    order: list[Priority] = ["progress", "answer", "decision"]
    for priority in order:
        await store.pace.turn((quick,), priority, priority)
    waits = [round(await store.pace.turn((quick,), p, p) / 200_000) for p in order]
    assert waits == [3, 2, 1]


async def test_progress_leaves_turns_for_decisions(store: RedisStore) -> None:
    """Half of a burst is kept from it, a quarter from answers."""
    waits = [await store.pace.turn((FOUR,), "progress", f"p{n}") for n in range(3)]
    assert [wait > 0 for wait in waits] == [False, False, True]
    assert await store.pace.turn((FOUR,), "answer", "a1") == 0
    assert await store.pace.turn((FOUR,), "answer", "a2") > 0
    assert await store.pace.turn((FOUR,), "decision", "d1") == 0
    assert [kept(SLOW, priority) for priority in ("decision", "answer", "progress")] == [0, 0, 0]


@pytest.mark.parametrize("seed", range(6))
async def test_no_more_than_the_limit_and_the_urgent_first(
    store: RedisStore, passes: Passes, seed: int
) -> None:
    """Whoever asks, in whatever order: a line by urgency and arrival, at the pace of the bucket."""
    dice = random.Random(seed)
    bucket = Bucket("line", dice.choice((5_000, 8_000)), 1)
    passed = 0.0

    def now() -> float:
        return time.monotonic() + passed

    await store.pace.limited(bucket, 60_000)  # so that all of them are in the line when it moves
    line: list[tuple[str, Priority]] = [(f"m{n:02}", dice.choice(PRIORITIES)) for n in range(24)]
    due: dict[tuple[str, Priority], float] = {}
    for mark, priority in line:
        wait_ms = await store.pace.turn((bucket,), priority, mark)
        assert wait_ms > 0
        due[mark, priority] = now() + wait_ms / 1000
    asked, gone, spans = 0, list[tuple[str, Priority]](), list[tuple[float, float]]()
    while due:
        mark, priority = one = min(due, key=lambda waits: due[waits])
        passes(ahead := max(0.0, due[one] - now()))
        passed, before, asked = passed + ahead, now() + ahead, asked + 1
        if wait_ms := await store.pace.turn((bucket,), priority, mark):
            due[one] = now() + wait_ms / 1000
            continue
        del due[one]
        gone.append(one)
        spans.append((before, now()))
    assert gone == sorted(line, key=lambda one: (PRIORITIES.index(one[1]), one[0]))
    assert asked <= 6 * len(line), "nobody asks in vain again and again"
    for first in range(len(line)):
        for last in range(first, len(line)):
            within = spans[last][1] - spans[first][0]
            assert (last - first) * bucket.every_ms <= within * 1000 + 1


async def test_a_burst_and_what_follows_never_exceed_a_window(store: RedisStore) -> None:
    """Many ask at once, without marks and as often as they like: burst plus one an interval."""
    bucket, spans = Bucket("many", 10, 5), list[tuple[float, float]]()

    async def ask() -> None:
        for _ in range(40):
            before = time.monotonic()
            if await store.pace.turn((bucket,), "answer", "") == 0:
                spans.append((before, time.monotonic()))
            await asyncio.sleep(random.random() / 100)

    await asyncio.gather(*(ask() for _ in range(8)))
    assert len(spans) > bucket.burst
    spans.sort()
    for first in range(len(spans)):
        for last in range(first, len(spans)):
            within = max(end for _, end in spans[first : last + 1]) - spans[first][0]
            assert last - first + 1 <= bucket.burst + within * 1000 / bucket.every_ms + 1


async def test_a_turn_in_two_buckets_is_taken_in_both_or_in_none(store: RedisStore) -> None:
    """A busy channel uses up nothing of the workspace, and doesn't stand in the way there."""
    all_posts = Bucket("all", 200_000, 2)
    assert await store.pace.turn((SLOW, all_posts), "answer", "a") == 0
    for n in range(5):
        assert await store.pace.turn((SLOW, all_posts), "answer", f"waits{n}") > 0
    assert await store.pace.turn((Bucket("idle", 1_000), all_posts), "answer", "b") == 0
    assert await store.pace.turn((Bucket("idle2", 1_000), all_posts), "answer", "c") > 0


async def test_a_limit_that_the_chat_names_holds_for_everybody(
    opens: Opens, passes: Passes
) -> None:
    """Nobody gets a turn before, then one at a time; a shorter one shortens nothing."""
    bucket, other = Bucket("b", 40_000, 4), Bucket("other", 40_000, 4)
    async with opens() as one, opens() as two:
        await one.pace.limited(bucket, 200_000)
        await one.pace.limited(bucket, 10_000)
        wait = await two.pace.turn((bucket,), "decision", "m")
        assert 100_000 < wait <= 200_000
        assert await two.pace.turn((other,), "decision", "m") == 0
        passes(wait / 1000 - 40)
        assert 0 < await two.pace.turn((bucket,), "decision", "m") <= 40_000
        passes(40)
        assert await two.pace.turn((bucket,), "decision", "m") == 0
        assert 0 < await two.pace.turn((bucket,), "decision", "n") <= 40_000


async def test_who_does_not_come_back_loses_the_place(store: RedisStore, passes: Passes) -> None:
    """A dead process or a stopped run holds nobody up for long."""
    bucket = Bucket("b", 200_000, 1)
    await store.pace.turn((bucket,), "answer", "first")
    due_ms = await store.pace.turn((bucket,), "decision", "dead")
    assert due_ms > 0
    assert 200_000 < await store.pace.turn((bucket,), "answer", "next") <= 400_000
    passes(due_ms / 1000)
    assert await store.pace.turn((bucket,), "answer", "next") > 0
    passes(GRACE_MS / 1000 + 1)
    assert await store.pace.turn((bucket,), "answer", "next") == 0


async def test_keys_of_turns_lapse(redis_url: str, namespace: str, store: RedisStore) -> None:
    """Each of the three, soon after it means nothing any more."""
    bucket = Bucket("b", 200_000, 1)
    await store.pace.turn((bucket,), "answer", "a")
    await store.pace.turn((bucket,), "answer", "b")
    prefix = Names(namespace).pace
    async with Redis.from_url(redis_url) as client:
        redis = cast("Any", client)
        left = {kind: await redis.pttl(f"{prefix}{kind}:b") for kind in ("next", "queue", "due")}
    assert 0 < left["next"] <= 200_000
    assert all(100_000 < left[kind] <= 200_000 + GRACE_MS for kind in ("queue", "due"))


async def test_a_script_that_fails_keeps_nothing_back(
    redis_url: str, namespace: str, store: RedisStore
) -> None:
    """Somebody wrote something else where a bucket is: the call leaves, and the log says so."""
    async with Redis.from_url(redis_url) as client:
        redis = cast("Any", client)
        await redis.lpush(f"{Names(namespace).pace}next:slow", "x")
        with capture_logs() as logs:
            assert await store.pace.turn((SLOW,), "answer", "m") == 0
        await redis.delete(f"{Names(namespace).pace}next:slow")
    assert [line["event"] for line in logs] == ["no pace"]


async def test_without_the_store_calls_leave_unpaced(redis_url: str) -> None:
    """It answers 0 at once and says so in the log; what can't be told isn't."""
    async with fault_proxy(redis_url) as proxy:
        proxy.refusing = True
        link = Link(proxy.url)
        away = RedisPace(link, Names(f"test-{secrets.token_hex(4)}:"))
        with capture_logs() as logs:
            assert await away.turn((SLOW,), "answer", "m") == 0
            await away.limited(SLOW, 1_000)
        await link.aclose()
    assert [line["event"] for line in logs] == ["no pace", "no pace"]
