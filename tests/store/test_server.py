"""A server of the test's own: killed, full, read-only. Runs on the embedded one only."""

import os
import secrets
import signal
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import Redis

from bot.ports import Claim, StoreDown, ToRun, ToThread
from bot.store import EmbeddedRedis, RedisStore
from tests.store.helpers import (
    ASK,
    committed,
    fresh,
    idle,
    keys,
    send,
    started,
    step,
    taken,
    thread_on,
)
from tests.store.leaks import leaks
from tests.support import wait_until

NAMESPACE = "server:"


@pytest.fixture
def server(short_folder: Path) -> Generator[EmbeddedRedis]:
    """A server that nobody else uses."""
    with EmbeddedRedis(short_folder / "redis", fsync="always") as opened:
        yield opened


@pytest.fixture
async def store(server: EmbeddedRedis) -> AsyncGenerator[RedisStore]:
    """A store on it."""
    async with RedisStore.open(server.url, namespace=NAMESPACE) as opened:
        yield opened


@pytest.fixture
async def redis(server: EmbeddedRedis) -> AsyncGenerator[Any]:
    """A plain client."""
    async with Redis.from_url(server.url, protocol=2) as client:
        yield cast("Any", client)


async def test_a_killed_server_comes_back_with_everything(
    server: EmbeddedRedis, store: RedisStore
) -> None:
    """kill -9 of the server: log, mail, claims, timers and requests are there, with their TTLs."""
    run = await started(store)
    commit = step(
        await taken(store, run),
        entries=("[1]",),
        start=(Claim("a", 1),),
        requests={f"{run}.1": "{}"},
        audit=("line",),
        snapshot=b"\x00\xff",
    )
    await committed(store, commit)
    await send(store, run, "k")
    assert not server.revive()
    pid = server.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert await wait_until(server.revive, "the server to be started again")
    assert server.pid != pid

    take = await taken(store, run)
    assert (take.version, keys(take.mail)) == (1, ["k", "lost:a"])
    assert take.snapshot is not None
    assert take.snapshot.data == b"\x00\xff"
    assert await store.request(f"{run}.1") == "{}"
    assert await store.audit(run) == ("line",)
    assert (await store.enqueue(ToRun(run), "k", ASK)).status == "duplicate"
    assert await leaks(server.url, NAMESPACE) == []


async def test_a_full_server_writes_nothing_by_halves(store: RedisStore, redis: Any) -> None:
    """Out of memory every write is StoreDown, and afterwards each goes through as if new."""
    run, name = await started(store), f"hog:{secrets.token_hex(4)}"
    take = await taken(store, run)
    commit = step(take, entries=("[1]",), lines=("l",), drop=("x",), audit=("a",))
    await committed(store, step(await taken(store, await idle(store)), start=(Claim("c", 1),)))
    other, new = ToRun(await idle(store)), ToThread(thread_on(0), True, fresh())
    await redis.set(name, "x" * 100_000)
    await redis.config_set("maxmemory", "1")

    tries = (
        lambda: store.enqueue(ToRun(run), "k", ASK),
        lambda: store.enqueue(other, "k", ASK, reader=1),
        lambda: store.enqueue(new, "k", ASK, reader=1),
        lambda: store.take(run, 0, 1),
        lambda: store.commit(commit),
        lambda: store.numbers("run", 1),
        lambda: store.note_audit("line"),
        lambda: store.counter("policy", "a"),
        lambda: store.park(run, take.fence),
        lambda: store.leave(run, take.fence),
    )
    for work in tries:
        with pytest.raises(StoreDown, match="out of memory"):
            await work()
    await redis.config_set("maxmemory", "0")

    assert (await committed(store, commit)).version == 1
    assert (await store.enqueue(ToRun(run), "k", ASK)).status == "queued"
    after = await taken(store, run)
    assert (after.fence, after.tries, after.lines, after.audit_count) == (2, 1, 1, 1)
    assert keys(after.mail) == ["k"]
    assert await store.notes() == ()
    for to in (other, new):
        found = (await store.enqueue(to, "k", ASK, reader=1)).taken
        assert found is not None and (found.tries, keys(found.mail)) == (1, ["k"])


async def test_a_replica_is_down_for_us(store: RedisStore, redis: Any) -> None:
    """A read-only server is named as such, and health says it too."""
    run = await idle(store)
    await redis.execute_command("REPLICAOF", "127.0.0.1", "1")
    with pytest.raises(StoreDown, match="read-only replica"):
        await store.enqueue(ToRun(run), "k", ASK)
    assert any("slave" in problem for problem in (await store.health()).problems)
    await redis.execute_command("REPLICAOF", "NO", "ONE")
    await send(store, run, "k")
