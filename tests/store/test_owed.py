"""What is owed: hints may be lost, the index of what is owed may not."""

import asyncio

import pytest

from bot.ports import Claim
from bot.store import RedisStore, Times
from tests.store.conftest import FOLD_S, LEASE_S, Opens, Passes
from tests.store.helpers import committed, idle, keys, raw, send, started, step, taken


async def hints(store: RedisStore) -> list[str]:
    """All hints that are out, taken off."""
    found: list[str] = []
    while (run := await store.wait(0.02)) is not None:
        found.append(run)
    return found


async def test_one_hint_however_much_mail(store: RedisStore) -> None:
    """Mail for a run that is already hinted adds no second hint."""
    run = await idle(store)
    await send(store, run, "a", "b", "c")
    assert await hints(store) == [run]


async def test_a_hint_reaches_whoever_waits(store: RedisStore, opens: Opens) -> None:
    """A waiting worker is woken by another process's mail."""
    run = await idle(store)
    async with opens() as other:
        waiting = asyncio.create_task(other.wait(30))
        await send(store, run, "a")
        assert await waiting == run


async def test_a_wait_that_is_cancelled_harms_nobody(store: RedisStore) -> None:
    """A worker that stops waiting, or only looks, leaves the next wait whole."""
    run = await idle(store)
    waiting = asyncio.create_task(store.wait(30))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(waiting, 0.05)
    assert await store.wait(0) is None
    await send(store, run, "a")
    assert await store.wait(0) == run


async def test_a_wait_goes_on_after_a_block(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block is shorter than a time-out of its connection; a wait lasts as long as asked."""
    monkeypatch.setattr("bot.store.redis.BLOCK_S", 0.02)
    run = await idle(store)
    waiting = asyncio.create_task(store.wait(30))
    await asyncio.wait({waiting}, timeout=0.1)
    await send(store, run, "a")
    assert await waiting == run


async def test_every_shard_gets_its_turn(store: RedisStore) -> None:
    """A busy shard doesn't starve the next."""
    runs = [await idle(store, shard) for shard in (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4)]
    for run in runs:
        await send(store, run, "a")
    first = [await store.wait(1) for _ in range(8)]
    assert runs[-1] in first
    assert sorted([*first, *await hints(store)], key=str) == sorted(runs)


async def test_a_worker_between_take_and_commit_is_not_disturbed(store: RedisStore) -> None:
    """Its commit answers the mail, so nobody else is woken to fence it."""
    run = await started(store)
    take = await taken(store, run)
    await send(store, run, "a")
    assert await hints(store) == []
    first = step(take)
    result = await committed(store, first)
    assert keys(result.mail) == ["a"]
    await send(store, run, "b")
    assert await store.sweep() == 0
    assert await hints(store) == []
    await committed(store, step(first, folded_to=3))
    await send(store, run, "c")
    assert await hints(store) == [run]


async def test_a_lost_hint_costs_only_time(store: RedisStore) -> None:
    """A worker dies with the hint in its hand: the sweeper hints again, once."""
    run = await idle(store)
    await send(store, run, "a")
    assert await hints(store) == [run]
    assert await store.sweep() == 1
    assert await store.sweep() == 0
    assert await hints(store) == [run]


async def test_a_run_that_was_taken_and_left_is_hinted_again(
    store: RedisStore, passes: Passes
) -> None:
    """A worker dies between take and commit: its lease ends, and others get all of its mail."""
    run = await started(store)
    await taken(store, run)
    assert await store.sweep() == 0
    passes(LEASE_S)
    assert await store.sweep() == 1
    assert await hints(store) == [run]
    assert keys((await taken(store, run)).mail) == ["first"]


async def test_mail_for_a_worker_that_died_wakes_another_soon(
    store: RedisStore, passes: Passes
) -> None:
    """Mail that came while a worker folded isn't left until the worker's lease ends."""
    run = await started(store)
    await taken(store, run)
    await send(store, run, "stop")
    assert await store.sweep() == 0
    passes(FOLD_S)
    assert await store.sweep() == 1
    assert await hints(store) == [run]


async def test_mail_that_a_commit_answered_is_not_left_with_it(
    store: RedisStore, passes: Passes
) -> None:
    """A worker that is told of mail and dies leaves it to others."""
    run = await started(store)
    take = await taken(store, run)
    await send(store, run, "a")
    await committed(store, step(take))
    assert await store.sweep() == 0
    passes(FOLD_S)
    assert await store.sweep() == 1


async def test_an_idle_run_is_never_looked_at(store: RedisStore, passes: Passes) -> None:
    """Nothing owed, nothing swept."""
    await idle(store)
    passes(LEASE_S)
    assert await store.sweep() == 0
    assert await hints(store) == []


async def test_a_timer_wakes_its_run(store: RedisStore) -> None:
    """The run is hinted once its time has come, not before."""
    run = await started(store)
    take = await taken(store, run)
    first = step(take, next_at=take.now + 60_000)
    await committed(store, first)
    assert await store.sweep() == 0
    await committed(store, step(first, next_at=take.now))
    assert await store.sweep() == 1
    assert await hints(store) == [run]


async def test_a_claim_that_expires_becomes_mail(store: RedisStore, passes: Passes) -> None:
    """The sweeper says that an attempt is lost, and wakes the run."""
    run = await started(store)
    claims = (Claim("a", 60_000), Claim("b", 600_000))
    await committed(store, step(await taken(store, run), start=claims, next_at=4_000_000_000_000))
    assert await store.sweep() == 0
    passes(60)
    assert await store.sweep() == 1
    assert await hints(store) == [run]
    assert await raw(store, "LLEN", f"{{q0}}mail:{run}") == 1
    take = await taken(store, run)
    assert keys(take.mail) == ["lost:a"]
    # What is left in flight keeps the look-out.
    await committed(store, step(take, drop=("b",)))
    assert await store.sweep() == 0


async def test_a_renewed_claim_lives(store: RedisStore, passes: Passes) -> None:
    """A thread extends it, and nobody is woken for it; one that is gone stays gone."""
    run = await started(store)
    claims = (Claim("a", 60_000), Claim("b", 60_000))
    await committed(store, step(await taken(store, run), start=claims))
    await asyncio.to_thread(store.renew, {run: ["a", "unknown"], "3.none": []}, 600_000)
    passes(60)
    assert await store.sweep() == 1
    take = await taken(store, run)
    assert keys(take.mail) == ["lost:b"]
    await asyncio.to_thread(store.renew, {run: ["b"]}, 60_000)
    await committed(store, step(take))
    assert await store.sweep() == 0
    assert await hints(store) == []


async def test_renewing_all_claims_moves_the_look_out(store: RedisStore) -> None:
    """A run in flight whose worker lives isn't hinted at each old expiry."""
    run = await started(store)
    result = await committed(store, step(await taken(store, run), start=(Claim("a", 5_000),)))
    await asyncio.to_thread(store.renew, {run: ["a"]}, 60_000)
    assert float(await raw(store, "ZSCORE", "{q0}owed", run)) >= result.now + 60_000


async def test_renewing_makes_no_claim(store: RedisStore) -> None:
    """What has become lost mail, or never was, isn't in flight for being renewed."""
    run = await idle(store)
    await asyncio.to_thread(store.renew, {run: ["unknown"]}, 60_000)
    assert await raw(store, "EXISTS", f"{{q0}}claims:{run}") == 0


async def test_renewing_keeps_a_timer(store: RedisStore, passes: Passes) -> None:
    """A timer before the claim's new expiry still wakes the run."""
    run = await started(store)
    take = await taken(store, run)
    await committed(store, step(take, start=(Claim("a", 50_000),), next_at=take.now + 60_000))
    await asyncio.to_thread(store.renew, {run: ["a"]}, 600_000)
    assert await store.sweep() == 0
    passes(60)
    assert await store.sweep() == 1


async def test_a_sweep_goes_through_all_batches(store: RedisStore) -> None:
    """More runs than one script looks at are all hinted by one sweep."""
    runs = [await idle(store, shard) for shard in (0, 1) for _ in range(60)]
    for run in runs:
        await send(store, run, "a")
    assert sorted(await hints(store)) == sorted(runs)
    assert await store.sweep() == 120
    assert sorted(await hints(store)) == sorted(runs)


async def test_a_run_that_has_lapsed_is_forgotten(opens: Opens) -> None:
    """The sweeper drops what is owed to a run that is no more."""
    async with opens(times=Times(seen=1)) as store:
        run = await started(store)
        take = await taken(store, run)
        await committed(store, step(take, start=(Claim("a", 1),), ttl_s=0))
        assert await store.sweep() == 0
        assert await hints(store) == []


async def test_a_waiting_run_outlives_what_it_waits_for(opens: Opens) -> None:
    """However short the keep time, a run lives until its timer, with the keep time on top."""
    async with opens() as store:
        run = await started(store)
        take = await taken(store, run)
        requests = {f"{run}.1": "{}"}
        first = step(take, next_at=take.now + 7 * 86_400_000, ttl_s=0, requests=requests)
        await committed(store, first)
        assert (await store.request(f"{run}.1")) == "{}"
        assert (await taken(store, run)).version == 0
