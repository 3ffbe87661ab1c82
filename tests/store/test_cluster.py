"""A node in cluster mode refuses a script that reaches into another slot: none of ours does."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import Redis

from bot.ports import Claim, Listed, Look, ToRun, ToThread
from bot.ports.pace import Bucket
from bot.store import EmbeddedRedis, RedisStore
from tests.store.helpers import ASK, committed, fresh, keys, step, taken, thread_on
from tests.support import wait_until


@pytest.fixture
def node(short_folder: Path) -> Generator[EmbeddedRedis]:
    """One node of a cluster."""
    with EmbeddedRedis(short_folder, options=("--cluster-enabled", "yes")) as opened:
        yield opened


@pytest.fixture
async def store(node: EmbeddedRedis) -> AsyncGenerator[RedisStore]:
    """A store on it, once it serves all slots."""
    async with Redis.from_url(node.url, protocol=2) as client:
        redis = cast("Any", client)
        await redis.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)

        async def serves() -> bool:
            return "cluster_state:ok" in str(await redis.execute_command("CLUSTER", "INFO"))

        await wait_until(serves, "the node to serve its slots")
    async with RedisStore.open(node.url) as opened:
        yield opened


async def test_no_script_leaves_its_slot(store: RedisStore) -> None:
    """A run's life, with a thread in another shard, keeps to one slot a script."""
    name, thread, run = thread_on(1), thread_on(6), fresh(1)
    found = await store.enqueue(ToThread(name, True, run), "asked", ASK, reader=1)
    assert found.taken is not None
    early = ToThread(thread, False, fresh(6), ours=True)
    assert (await store.enqueue(early, "early", ASK)).status == "early"
    first = step(
        found.taken,
        entries=("[1]",),
        lines=("l",),
        audit=("a",),
        start=(Claim("x", 1),),
        requests={f"{run}.1": "{}"},
        deadlines={f"{run}.1": 9},
        listed=Listed(person="T1/U1", number=1, about="a", doing="d"),
        snapshot=b"s",
    )
    await committed(store, first)
    assert await store.index_thread(thread, run) == 1
    assert (await store.enqueue(early, "reply", ASK)).status == "queued"
    found = await store.enqueue(ToRun(run), "click", ASK, drop="y", side=("u", "v"), reader=1)
    assert found.taken is not None
    await asyncio.to_thread(store.renew, {run: ["x"], fresh(2): ["y"]}, 1_000)
    await store.sweep()
    take = await taken(store, run)
    assert [key for key in keys(take.mail) if key != "lost:x"] == ["early", "reply", "click"]
    assert await store.park(run, take.fence)
    assert await store.unpark(run)
    take = await taken(store, run)
    vault = store.confided.vault((bytes(32),))
    kept = await vault.keep(run, "1")
    seen = await store.look(Look(person="T1/U1", runs=1, requests=1, since=0, number=1))
    assert (len(seen.runs), seen.open, seen.numbered is not None) == (1, ("{}",), True)
    ended = {"requests": {f"{run}.1": "{}"}, "ended": {f"{run}.1": 9}}
    await committed(store, step(take, last=True, **ended))
    assert (await store.enqueue(early, "late", ASK)).status == "not_for_us"
    assert await vault.reveal(run, kept) == "1"
    await vault.forget(run, [kept])
    assert await store.numbers("run", 1) == await store.counter("policy", "a") == 1
    await store.note_audit("line")
    assert (await store.notes(), await store.audit(run)) == (("line",), ("a",))
    assert (await store.request(f"{run}.1"), await store.side(run, "u")) == ("{}", "v")
    buckets = (Bucket("narrow", 60_000), Bucket("wide", 60_000))
    await store.pace.limited(buckets[1], 1)
    assert [await store.pace.turn(buckets, "answer", mark) > 0 for mark in "abc"][1:] == [True] * 2
