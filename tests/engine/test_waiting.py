"""What waiting costs: nothing outside Redis, and little to load when somebody answers."""

import asyncio
import gc
import json
import time
from typing import Any, cast

import pytest
from redis.asyncio import Redis

from bot.core.checkpoint import VERSION
from bot.core.events import Asked
from bot.core.request import Request
from bot.core.state import Run
from bot.engine.desk import Desk
from bot.engine.step import SNAPSHOT_FROM, Step
from bot.ports import Taken
from bot.store.keys import Names
from tests.engine.bench import ANA, BEN, LEASE_S, THREAD, Bench, calls, serving, words
from tests.support import wait_until

MESSAGES = 1_000
TEXT = "a long message " * 100  # 1.5 kB


def _remembered(run: str) -> list[object]:
    """What this process holds of a run: values, desks, tasks."""
    gc.collect()
    values = [o for o in gc.get_objects() if isinstance(o, Run | Desk) and o.id == run]
    asked = [o for o in gc.get_objects() if isinstance(o, Request) and o.id.startswith(run)]
    return [*values, *asked, *(t for t in asyncio.all_tasks() if run in t.get_name())]


async def _looked_at(bench: Bench, redis: str) -> float:
    """When somebody is to look at the run next, in ms."""
    shard = Names(bench.namespace).shard(int(bench.run.partition(".")[0]))
    async with Redis.from_url(redis) as client:
        return cast("float", await cast("Any", client).zscore(f"{shard}owed", bench.run))


async def test_a_waiting_run_is_nowhere_but_in_redis(bench: Bench, redis: str) -> None:
    """Its worker serves on, with no desk, task, claim or memory of it (promise 8)."""
    bench.model.plays(calls("hit", "peek"), words("done"))
    worker, asked_at = bench.worker(), time.time() * 1000
    async with serving(worker):
        await bench.says()
        await bench.until(lambda: bench.told("card") and bench.told("peek"), "the card")
        await bench.until(lambda: worker.busy == 0, "nothing is under way")

        async def only_timers() -> bool:
            return await _looked_at(bench, redis) > asked_at + 2_000 * LEASE_S

        await wait_until(only_timers, "the timeline shows what ran, and only timers are left")
        await bench.until(lambda: worker.busy == 0, "nothing is under way")
        bench.model.requests.clear()
        assert _remembered(bench.run) == []
        assert worker.renewer.idle
        assert await only_timers()
        await bench.clicks(BEN, "approve")
        await bench.until(lambda: bench.said("answer"), "the answer")
        await bench.until(lambda: worker.busy == 0, "nothing is under way")
        bench.model.requests.clear()
        assert _remembered(bench.run) == []


async def _weigh(bench: Bench) -> int:
    """Bytes that a worker has to load of the run to fold a click."""
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    desk = Desk(bench.run)
    desk.load(taken)
    assert desk.run is not None and desk.run.lines == taken.lines, "all of the log was folded"
    snapshot = len(taken.snapshot.data) if taken.snapshot else 0
    return snapshot + sum(len(entry) for entry in taken.log)


async def _stats(client: Any) -> tuple[int, int]:
    """Scripts that the server ran so far, and bytes that it sent."""
    commands, stats = await client.info("commandstats"), await client.info("stats")
    return commands["cmdstat_evalsha"]["calls"], stats["total_net_output_bytes"]


async def test_a_click_on_a_long_run_loads_little(bench: Bench, redis: str) -> None:
    """Of a thousand messages neither the state nor a click's replies hold the text."""
    bench.model.plays(calls("hit"), words("done"))
    worker = bench.worker()
    await bench.says(TEXT)
    await bench.moves(worker)
    early = 0
    for n in range(1, MESSAGES):
        await bench.says(TEXT, ts=f"1.{n}")
        if n % 10 == 0:
            await bench.moves(worker)
        if n == MESSAGES // 10:
            early = await _weigh(bench)
    await bench.moves(worker)
    assert len(json.dumps(await bench.transcript())) > 1_000_000
    late = await _weigh(bench)
    assert 0 < late < early + 5_000, "what is loaded doesn't grow with the transcript"

    async with Redis.from_url(redis) as client:
        before = await _stats(cast("Any", client))
        await bench.clicks(ANA, "approve")
        await bench.moves(worker)
        scripts, sent = [
            b - a for a, b in zip(before, await _stats(cast("Any", client)), strict=True)
        ]
    assert [note["about"] for note in bench.told("note")] == ["not_linked"]
    assert scripts == 4, "enqueue, take, and a commit each for click and note"
    assert sent < 50_000


@pytest.mark.parametrize("last", [0, 4 * SNAPSHOT_FROM])
def test_a_snapshot_is_taken_when_the_log_weighs_as_much_as_the_last(last: int) -> None:
    """By bytes, however many events they are; so all snapshots together weigh about one log."""

    def snapshot(log_bytes: int, events: int = 1) -> bytes | None:
        desk = Desk("0.a", version=8, snapshot_bytes=last, log_bytes=log_bytes)
        step = Step(desk)
        for n in range(events):
            step.fold(Asked("more", ANA, THREAD, f"1.{n}", run="0.a"), 1_000 + n)
        return step.commit(0, ttl_s=1, again_at=None, encode=lambda: "id").snapshot

    enough = max(last, SNAPSHOT_FROM)
    assert snapshot(enough - 500) is None
    assert snapshot(enough) is not None
    assert snapshot(enough - 500, events=5) is not None
    assert snapshot(enough, events=0) is None
