"""Take: a run under a fence, with all that its worker needs."""

import asyncio

import pytest

from bot.core.ids import shard_of
from bot.ports import Claim, Fenced, Gone, Parked, Snapshot, TooNew, ToRun, ToThread
from bot.store import RedisStore, Times
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
from tests.support import wait_until


async def test_each_take_raises_the_fence_and_counts(store: RedisStore) -> None:
    """The latest taker has the run; tries count until a commit."""
    run = await started(store)
    takes = [await taken(store, run) for _ in range(3)]
    assert [take.fence for take in takes] == [1, 2, 3]
    assert [take.tries for take in takes] == [1, 2, 3]
    assert isinstance(await store.commit(step(takes[1])), Fenced)
    await committed(store, step(takes[2]))
    assert (await taken(store, run)).tries == 1


async def test_two_stores_racing_get_two_fences(store: RedisStore, opens: Opens) -> None:
    """Of many takers at once exactly one commits."""
    run = await started(store)
    async with opens() as other:
        takes = await asyncio.gather(*[taken((store, other)[n % 2], run) for n in range(10)])
        results = await asyncio.gather(
            *[
                (store, other)[n % 2].commit(step(take, entries=("{}",)))
                for n, take in enumerate(takes)
            ]
        )
    assert sorted(take.fence for take in takes) == list(range(1, 11))
    assert sum(not isinstance(result, Fenced) for result in results) == 1
    assert (await taken(store, run)).version == 1


async def test_a_caller_gets_only_the_log_that_it_lacks(store: RedisStore) -> None:
    """Entries after the caller's version, and no snapshot that it doesn't need."""
    run = await started(store)
    first = step(await taken(store, run), entries=('{"a":1}', '{"b":2}'))
    await committed(store, first)
    await committed(store, step(first, entries=('{"c":3}',)))
    assert (await taken(store, run, 0)).log == ('{"a":1}', '{"b":2}', '{"c":3}')
    assert (await taken(store, run, 2)).log == ('{"c":3}',)
    assert (await taken(store, run, 3)).log == ()
    assert (await taken(store, run, 3)).version == 3


async def test_a_snapshot_stands_for_the_log_before_it(store: RedisStore) -> None:
    """Bytes come back as bytes; a caller that is newer gets none; weights say when one is due."""
    run, blob = await started(store), bytes(range(256))
    first = step(await taken(store, run), entries=("[1]", "[2]"), snapshot=blob)
    await committed(store, first)
    second = step(first, entries=("[33]",))
    await committed(store, second)

    old = await taken(store, run, 1)
    assert (old.snapshot, old.log) == (Snapshot(2, blob), ("[33]",))
    assert (old.snapshot_bytes, old.log_bytes) == (256, 4)
    assert (await taken(store, run, 2)).snapshot is None

    await committed(store, step(await taken(store, run, 3), snapshot=b"new"))
    newer = await taken(store, run, 0)
    assert (newer.snapshot, newer.log, newer.log_bytes) == (Snapshot(3, b"new"), (), 0)


async def test_a_caller_from_a_lost_future_starts_over(store: RedisStore) -> None:
    """After a failover a worker may remember more than there is: it gets everything."""
    run = await started(store)
    await committed(store, step(await taken(store, run), entries=("[1]",)))
    assert (await taken(store, run, 7)).log == ("[1]",)


async def test_an_older_reader_leaves_the_run_alone(opens: Opens) -> None:
    """It counts no try, takes no fence, and the run is hinted again a little later."""
    async with opens(times=Times(too_new=30)) as store:
        run = await idle(store)
        await committed(store, step(await taken(store, run), min_reader=3))
        await send(store, run, "k")
        assert await store.take(run, 0, 2) == TooNew(3)
        assert await store.wait(0.01) is None
        assert await wait_until(store.sweep, "the run to be hinted again") == 1
        assert await store.wait(1) == run
        result = await taken(store, run, reader=3)
        assert (result.fence, result.tries) == (3, 1)


async def test_the_reader_that_a_run_needs_never_sinks(store: RedisStore) -> None:
    """A newer worker's events stay in the log when an older one has no more to add."""
    run = await idle(store)
    for needs in (3, 1):
        await committed(store, step(await taken(store, run, reader=3), min_reader=needs))
    assert await store.take(run, 0, 2) == TooNew(3)


async def test_a_run_that_is_given_back_is_as_if_not_taken(opens: Opens) -> None:
    """It counts no try, its mail is kept, and it is hinted again a little later."""
    async with opens(times=Times(too_new=30)) as store:
        run = await idle(store)
        await send(store, run, "k")
        for _ in range(3):
            assert await store.wait(1) == run
            result = await taken(store, run)
            assert (keys(result.mail), result.tries) == (["k"], 1)
            assert not await store.leave(run, result.fence - 1)
            assert await store.leave(run, result.fence)
            assert await store.wait(0.01) is None
            assert await wait_until(store.sweep, "the run to be hinted again") == 1


async def test_a_parked_run_is_not_given_back(store: RedisStore) -> None:
    """It stays asleep; nor is a run made by giving back one that isn't there."""
    run = await started(store)
    fence = (await taken(store, run)).fence
    assert await store.park(run, fence)
    assert not await store.leave(run, fence)
    assert await store.sweep() == 0
    assert not await store.leave(fresh(), 1)


async def test_a_take_says_which_thread_it_is(store: RedisStore) -> None:
    """Whatever of the run can be read."""
    thread = "T1/C1/7.0"
    run = fresh(shard_of(thread, store.shards))
    await store.enqueue(ToThread(thread, starts=True, run=run), "k", ASK)
    assert (await taken(store, run)).thread == thread


async def test_a_run_that_is_not_there_is_gone(store: RedisStore) -> None:
    """Unknown runs are told apart from idle ones."""
    assert await store.take(fresh(), 0, 1) == Gone()


async def test_expired_claims_are_lost_mail(store: RedisStore) -> None:
    """A take finds what has expired as mail, once, behind what came before."""
    run = await started(store)
    claims = (Claim("a1", 0), Claim('odd"1', 0), Claim("b", 60_000))
    await committed(store, step(await taken(store, run), start=claims))
    await send(store, run, "k")
    mail = (await taken(store, run)).mail
    assert keys(mail) == ["k", "lost:a1", 'lost:odd"1']
    assert [item.body for item in mail[1:]] == [
        '{"kind":"lost","attempt":"a1"}',
        '{"kind":"lost","attempt":"odd\\"1"}',
    ]
    assert len((await taken(store, run)).mail) == 3


async def test_a_parked_run_sleeps_with_its_mail(store: RedisStore) -> None:
    """Mail is kept, nobody is woken, and unparking starts it anew."""
    run = await started(store)
    fence = (await taken(store, run)).fence
    await send(store, run, "before")
    assert not await store.park(run, fence - 1)
    assert await store.park(run, fence)
    assert await store.park(run, fence)
    assert (await store.enqueue(ToRun(run), "while", ASK)).status == "parked"
    assert await store.take(run, 0, 1) == Parked()
    assert await store.sweep() == 0
    assert await store.wait(0.01) is None

    assert await store.unpark(run)
    assert not await store.unpark(run)
    assert await store.wait(1) == run
    result = await taken(store, run)
    assert (keys(result.mail), result.tries) == (["first", "before", "while"], 1)


async def test_a_commit_does_not_wake_a_parked_run(store: RedisStore) -> None:
    """What its worker had under way is saved; the run stays parked."""
    run = await started(store)
    take = await taken(store, run)
    await store.park(run, take.fence)
    await committed(store, step(take, start=(Claim("a", 1),), next_at=1))
    assert await store.sweep() == 0


async def test_a_caller_that_knows_nothing_gets_a_short_transcript(store: RedisStore) -> None:
    """All lines or none; one that knows the run has read them already."""
    run = await started(store)
    assert (await taken(store, run)).transcript == ()
    await committed(store, step(await taken(store, run), entries=("[1]",), lines=("a", "ü")))
    assert (await taken(store, run)).transcript == ("a", "ü")
    assert (await taken(store, run, 1)).transcript == ()


@pytest.mark.parametrize("lines", [("l",) * 33, ("l" * 8_000, "l" * 193), ("l" * 1_000_000,)])
async def test_a_long_transcript_stays_where_it_is(
    store: RedisStore, lines: tuple[str, ...]
) -> None:
    """Many lines or big ones: a click on such a run reads nothing of them."""
    run = await started(store)
    await committed(store, step(await taken(store, run), lines=lines))
    take = await taken(store, run)
    assert (take.lines, take.transcript) == (len(lines), ())


@pytest.mark.parametrize("lines", [("l",) * 32, ("l" * 8_000, "l" * 192)])
async def test_a_transcript_at_its_limit_comes_along(
    store: RedisStore, lines: tuple[str, ...]
) -> None:
    """Exactly as much as may be."""
    run = await started(store)
    await committed(store, step(await taken(store, run), lines=lines))
    assert (await taken(store, run)).transcript == lines


async def test_a_fresh_run_is_told_which_one_its_thread_had(store: RedisStore) -> None:
    """Until its first event is saved; the first run of a thread follows none."""
    thread, first, second = thread_on(3), fresh(3), fresh(3)
    await store.enqueue(ToThread(thread, starts=True, run=first), "a", ASK)
    take = await taken(store, first)
    assert take.past is None
    await committed(store, step(take, entries=("[1]",), last=True))
    await store.enqueue(ToThread(thread, starts=True, run=second), "b", ASK)
    take = await taken(store, second)
    assert take.past == first
    await committed(store, step(take, entries=("[1]",)))
    assert (await taken(store, second)).past is None
