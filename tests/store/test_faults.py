"""A reply that is lost doubles nothing, and a server that is away is told of in words."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from bot.ports import Claim, Enqueued, StoreDown, ToRun, ToThread
from bot.store import RedisStore
from bot.store.link import RESENDS
from tests.store.conftest import Opens
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
from tests.store.proxy import FaultProxy, fault_proxy


@pytest.fixture
async def proxy(redis_url: str) -> AsyncGenerator[FaultProxy]:
    """A way to the server that can be made to fail."""
    async with fault_proxy(redis_url) as opened:
        yield opened


@pytest.fixture
async def shaky(opens: Opens, proxy: FaultProxy) -> AsyncGenerator[RedisStore]:
    """A store behind the proxy."""
    async with opens(url=proxy.url) as opened:
        yield opened


@pytest.mark.parametrize("times", [1, len(RESENDS)])
async def test_a_lost_reply_of_enqueue_doubles_nothing(
    shaky: RedisStore, proxy: FaultProxy, times: int
) -> None:
    """The store's own resend is answered as the first send was."""
    run = await idle(shaky)
    proxy.losses = times
    assert await shaky.enqueue(ToRun(run), "k", ASK) == Enqueued("queued", run)
    assert len(proxy.lost) == times
    assert keys((await taken(shaky, run)).mail) == ["k"]


async def test_a_lost_reply_starts_one_run(shaky: RedisStore, proxy: FaultProxy) -> None:
    """A mention, a reply before its index and one in another shard are each kept once."""
    thread, run, away = thread_on(2), fresh(2), await idle(shaky, 5)
    proxy.losses = 1
    to = ToThread(thread, True, run)
    assert await shaky.enqueue(to, "m", ASK) == Enqueued("queued", run)
    proxy.losses = 1
    early = ToThread(thread_on(2), False, fresh(2), ours=True)
    assert await shaky.enqueue(early, "r", ASK) == Enqueued("early", "")
    proxy.losses = 3
    assert await shaky.index_thread(early.thread, away) == 1
    proxy.losses = 3
    assert await shaky.enqueue(early, "s", ASK) == Enqueued("queued", away)
    assert keys((await taken(shaky, run)).mail) == ["m"]
    assert keys((await taken(shaky, away)).mail) == ["r", "s"]
    assert proxy.losses == 0


async def test_a_parked_run_is_told_of_again(shaky: RedisStore, proxy: FaultProxy) -> None:
    """The resend for a parked run says parked, by its id and by its thread."""
    thread, run = thread_on(2), fresh(2)
    await shaky.enqueue(ToThread(thread, True, run), "m", ASK)
    await shaky.park(run, (await taken(shaky, run)).fence)
    for n, to in enumerate((ToRun(run), ToThread(thread, False, fresh(2)))):
        proxy.losses = 1
        assert (await shaky.enqueue(to, f"k{n}", ASK)).status == "parked"
    assert len(proxy.lost) == 2


async def test_a_lost_reply_of_commit_doubles_nothing(shaky: RedisStore, proxy: FaultProxy) -> None:
    """A step whose reply was lost is saved once, and the worker goes on from it."""
    run = await started(shaky)
    commit = step(
        await taken(shaky, run),
        entries=("[1]",),
        lines=("l",),
        audit=("a",),
        start=(Claim("x", 1),),
    )
    proxy.losses = 2
    result = await shaky.commit(commit)
    assert result.version == 1  # pyright: ignore[reportAttributeAccessIssue]
    take = await taken(shaky, run)
    assert (take.version, take.lines, take.audit_count) == (1, 1, 1)
    assert keys(take.mail) == ["lost:x"]


async def test_a_lost_reply_of_the_rest_is_harmless(shaky: RedisStore, proxy: FaultProxy) -> None:
    """Take, sweep, notes, counters and numbers may run twice; numbers leave a gap."""
    run = await idle(shaky)
    await send(shaky, run, "k")
    assert await shaky.wait(1) == run
    await shaky.note_audit("before")
    await shaky.counter("policy", "before")
    proxy.losses = 1
    assert (await taken(shaky, run)).fence == 3
    proxy.losses = 1
    await shaky.note_audit("line")
    proxy.losses = 1
    assert await shaky.counter("policy", "a") == 2
    proxy.losses = 1
    assert await shaky.numbers("run", 5) == 6
    proxy.losses = 1
    assert await shaky.sweep() == 0
    assert await shaky.notes() == ("before", "line")
    assert len(proxy.lost) == 5


async def test_a_request_that_never_arrived_is_sent_again(
    shaky: RedisStore, proxy: FaultProxy
) -> None:
    """A connection that breaks before the server saw anything costs nothing but time."""
    run = await idle(shaky)
    proxy.drops = 2
    assert await shaky.enqueue(ToRun(run), "k", ASK) == Enqueued("queued", run)
    await proxy.cut()
    assert keys((await taken(shaky, run)).mail) == ["k"]


async def test_a_store_that_stays_away_is_down_in_words(
    shaky: RedisStore, proxy: FaultProxy
) -> None:
    """After a few tries StoreDown is raised, without an address in it; then all is well again."""
    run = await idle(shaky)
    proxy.losses = len(RESENDS) + 1
    with pytest.raises(StoreDown, match="can't be reached") as trouble:
        await shaky.enqueue(ToRun(run), "k", ASK)
    assert "127.0.0.1" not in trouble.value.words
    # It had been saved, which the caller can't know: its own repeat is answered so.
    assert await shaky.enqueue(ToRun(run), "k", ASK) == Enqueued("duplicate", run)

    proxy.refusing = True
    await proxy.cut()
    for work in (shaky.wait(1), shaky.sweep(), shaky.health(), shaky.unpark(run)):
        with pytest.raises(StoreDown):
            await work
    with pytest.raises(StoreDown):
        await asyncio.to_thread(shaky.renew, {run: ["a"]}, 1_000)
    proxy.refusing = False
    assert keys((await taken(shaky, run)).mail) == ["k"]


async def test_scripts_are_loaded_anew(shaky: RedisStore, redis_url: str) -> None:
    """A server that was restarted knows no script: each is sent whole, once."""
    from redis.asyncio import Redis

    run = await started(shaky)
    commit = step(await taken(shaky, run), start=(Claim("a", 60_000),))
    async with Redis.from_url(redis_url) as redis:
        await redis.script_flush()
        await committed(shaky, commit)
        await redis.script_flush()
        await asyncio.to_thread(shaky.renew, {run: ["a"]}, 60_000)
        await redis.script_flush()
        assert await shaky.sweep() == 0
        assert keys((await taken(shaky, run)).mail) == []


async def test_more_callers_than_connections_wait(store: RedisStore) -> None:
    """Three hundred at once are all served: the pool waits where the default one raises."""
    run = await idle(store)
    results = await asyncio.gather(
        *[store.enqueue(ToRun(run), f"k{n}", ASK) for n in range(300)], store.sweep()
    )
    assert {result.status for result in results[:-1] if isinstance(result, Enqueued)} == {"queued"}
    assert len((await taken(store, run)).mail) == 300
