"""Whatever dies or gets lost: nothing is lost, doubled or misordered, no tool starts twice."""

import asyncio
import itertools
import json
import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.core.checkpoint import load_entry
from bot.core.request import Request
from bot.core.run import advance
from bot.core.state import Run
from bot.engine import unbroken
from tests.chaos.driver import BEN, CHI, POINTS, Chaos, chaos
from tests.store.helpers import raw
from tests.store.leaks import leaks
from tests.support import wait_until

RUNS = 24
FAULTS = 2 * len(POINTS)
MESSAGES = 4  # in each thread, the task included


async def _trouble(world: Chaos) -> None:
    """Loses replies and requests all the time, and kills the server twice."""
    kills = 2
    while True:
        await asyncio.sleep(0.15)
        world.proxy.losses += world.dice.random() < 0.5
        world.proxy.drops += world.dice.random() < 0.2
        if kills and world.dice.random() < 0.04 and world.server.pid:
            kills -= 1
            os.kill(world.server.pid, signal.SIGKILL)
            await wait_until(world.server.revive, "the server is seen to be dead")


async def _ask(world: Chaos) -> dict[str, list[str]]:
    """Starts the runs, says more in each thread, and decides every card on the way.

    Gives each run's messages: one that comes after a run has ended starts another. Further threads
    are begun until every worker has died and stopped where it was told to.
    """
    done: set[str] = set()
    runs: dict[str, list[str]] = {}

    async def say(n: int, k: int) -> None:
        text = f"message {k} in thread {n}"
        runs.setdefault((await world.say(n, k, text)).run, []).append(text)
        await world.decide(done)

    for k in range(MESSAGES):
        for n in range(RUNS):
            await say(n, k)
    further = itertools.count(RUNS)
    while len(world.crew.done()) < FAULTS:
        await say(next(further), 0)
        await asyncio.sleep(0.5)
    waiting = True
    while waiting:
        await world.decide(done)
        await asyncio.sleep(0.2)
        waiting = any([await _unanswered(world, run) for run in runs])
    return runs


async def _unanswered(world: Chaos, run: str) -> bool:
    """Whether a run still owes an answer to the last message in its thread."""
    lines = [json.loads(line) for line in await world.store.lines(run, 0, 10_000)]
    said = max((n for n, line in enumerate(lines) if line["k"] == "user"), default=0)
    answers = [n for n, line in enumerate(lines) if line["k"] == "assistant" and not line["calls"]]
    told = sum(
        line["kind"] == "say" and line["run"] == run and line["about"] == "answer"
        for line in world.ledger.read()
    )
    return not answers or answers[-1] < said or told < len(answers)


@pytest.mark.timeout(900)
async def test_no_crash_loses_doubles_or_misorders_anything(tmp_path: Path) -> None:
    """Killed and stopped workers, a killed server, lost replies, doubled input: all comes right."""
    async with chaos(
        tmp_path,
        seed=int(os.environ.get("CHAOS_SEED", "7")),
        workers=4,
        kill=0.001,
        stop=0.0002,
        loss=0.05,
        model_fault=0.05,
    ) as world:
        asking, trouble = asyncio.create_task(_ask(world)), asyncio.create_task(_trouble(world))
        done, _ = await asyncio.wait({asking, trouble}, timeout=600, return_when="FIRST_COMPLETED")
        trouble.cancel()
        assert asking in done, trouble if trouble in done else "the runs didn't end in time"
        await wait_until(lambda: _nothing_owed(world), "every run comes to rest", 120)
        runs = asking.result()
        lines = world.ledger.read()
        starts = Counter(line["key"] for line in lines if line["kind"] == "hit")
        assert [key for key, count in starts.items() if count > 1] == []
        assert world.model.bad == []
        assert [line for line in lines if line["kind"] == "parked"] == []
        for run, texts in runs.items():
            await _check(world, run, texts)
        for line in lines:
            if line["kind"] == "card":
                await _check_card(world, line["request"], line["run"])
        marks = Counter(line["mark"] for line in lines if line.get("mark"))
        doubled = [mark for mark, count in marks.items() if count > 1]
        assert doubled == [], "posts whose reply was lost are looked up before they are sent again"
        assert await leaks(world.server.url, world.crew.given["namespace"]) == []


async def _nothing_owed(world: Chaos) -> bool:
    """Whether no run waits for mail, a claim or a timer."""
    namespace = world.crew.given["namespace"]
    async with Redis.from_url(world.server.url) as client:
        owed = [await client.zcard(f"{namespace}{{q{n}}}owed") for n in range(world.store.shards)]
    return not any(owed)


async def _check(world: Chaos, run: str, texts: list[str]) -> None:
    """One run: each message once and in order, one result a call, a whole record.

    Every hit stands on it as started, under an approval, by the attempt that did it.
    """
    lines = [json.loads(line) for line in await world.store.lines(run, 0, 10_000)]
    said = [line["text"] for line in lines if line["k"] == "user"]
    assert said == texts
    called = [c["id"] for line in lines if line["k"] == "assistant" for c in line["calls"]]
    results = [line["call"] for line in lines if line["k"] == "result"]
    assert sorted(called) == sorted(results)
    record = await world.store.audit(run)
    assert unbroken(record)
    facts = [json.loads(line) for line in record]
    started = {f["attempt"] for f in facts if f["what"] == "call started"}
    approved = {f["call"] for f in facts if f["what"] == "request approved"}
    for line in world.ledger.read():
        if line["kind"] == "hit" and line["key"].startswith(f"{run}:"):
            assert line["attempt"] in started and line["key"].split(":")[1] in approved


async def _request(world: Chaos, request_id: str, run: str) -> Request:
    """The request as the whole log tells it, its pictures included."""
    state: Run | None = None
    for line in await raw(world.store, "LRANGE", f"{{q{run.split('.')[0]}}}log:{run}", 0, -1):
        state = advance(state, load_entry(line.decode()))
    request = state and state.request(request_id)
    assert request is not None
    return request


async def _check_card(world: Chaos, request_id: str, run: str) -> None:
    """One card: one outcome, its last picture shows it, and who came too late was told."""
    record = await world.inbox.record(request_id)
    assert record is not None and record.request.ended is not None
    request, ended = await _request(world, request_id, run), record.request.ended
    assert request.ended == ended
    lines = world.ledger.read()
    draws = [line for line in lines if line["kind"] == "draw" and line["request"] == request_id]
    assert {line["outcome"] for line in draws} <= {"", ended.outcome}
    assert [copy.drawn for copy in request.copies] == [request.draws] * len(request.copies)
    assert {line["ts"] for line in draws if line["draws"] == request.draws} >= {
        copy.ts for copy in request.copies
    }
    if request.kind == "approval" and ended.by is not None:
        late = CHI if ended.by.same(BEN) else BEN
        assert [
            line for line in lines
            if line["kind"] == "note" and line["run"] == run and line["to"] == late.user
        ]  # fmt: skip
