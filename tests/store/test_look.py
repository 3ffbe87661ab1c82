"""Look: lists over all runs that can't drift, as the commit itself writes them."""

from dataclasses import replace
from typing import Any

from bot.ports import Commit, Listed, Look, Looked
from bot.store import RedisStore, scripts
from tests.store.helpers import committed, fresh, idle, raw, started, step, taken

ANA = "T1/U1ANA"


def listed(number: int, person: str = ANA, about: str = "about", doing: str = "doing") -> Listed:
    """A run's place in the lists."""
    return Listed(person=person, number=number, about=f"{about} {number}", doing=doing)


async def at_work(
    store: RedisStore, number: int, shard: int = 0, person: str = ANA, **change: Any
) -> Commit:
    """A run that is listed, and its last commit."""
    run = await started(store, shard)
    first = step(await taken(store, run), listed=listed(number, person), **change)
    await committed(store, first)
    return first


async def looked(store: RedisStore, **change: Any) -> Looked:
    """What Ana sees."""
    wanted = Look(person=ANA, runs=10, requests=10)
    return await store.look(replace(wanted, **change))


async def test_a_persons_runs_are_listed_newest_first(store: RedisStore) -> None:
    """Of all shards, with what the last commits said of them, and of nobody else."""
    first = await at_work(store, 1)
    second = await at_work(store, 2, shard=5)
    await at_work(store, 3, shard=5, person="T1/U1BEN")
    seen = await looked(store)
    assert [(s.run, s.about, s.doing, s.parked) for s in seen.runs] == [
        (second.run, "about 2", "doing", False),
        (first.run, "about 1", "doing", False),
    ]
    assert seen.runs_count == 2 and seen.runs[0].at >= seen.runs[1].at > 0

    # A change brings a run to the front; what isn't said anew stays.
    third = await at_work(store, 4)
    await raw(store, "ZADD", f"{{q0}}runs:{ANA}", 1, first.run, 2, third.run)
    later = Listed(person=ANA, number=1, about="", doing="later")
    await committed(store, step(first, listed=later))
    seen = await looked(store)
    assert [(s.about, s.doing) for s in seen.runs] == [
        ("about 1", "later"),
        ("about 2", "doing"),
        ("about 4", "doing"),
    ]
    seen = await looked(store, runs=1)
    assert ([s.run for s in seen.runs], seen.runs_count) == ([first.run], 3)


async def test_what_is_in_front_moves_only_after_some_seconds(store: RedisStore) -> None:
    """A run changes often: its place is written anew if another's could come before it."""
    first = await at_work(store, 1)
    (before,) = (await looked(store)).runs
    second = step(first, listed=replace(listed(1), about="", doing="soon"))
    await committed(store, second)
    (soon,) = (await looked(store)).runs
    assert (soon.at, soon.doing) == (before.at, "soon")
    await raw(store, "ZADD", f"{{q0}}runs:{ANA}", before.at - 5_001, first.run)
    await committed(store, step(second, listed=replace(listed(1), about="", doing="late")))
    (late,) = (await looked(store)).runs
    assert (late.at >= before.at, late.doing) == (True, "late")


async def test_a_step_that_says_nothing_changes_no_list(store: RedisStore) -> None:
    """The order is that of changes, not of commits."""
    first = await at_work(store, 1)
    second = await at_work(store, 2)
    await committed(store, step(first, lines=("line",)))
    assert [s.run for s in (await looked(store)).runs] == [second.run, first.run]


async def test_a_live_run_is_found_by_its_number(store: RedisStore) -> None:
    """Whoever asked for it, in whichever shard, until it is over."""
    bens = await at_work(store, 7, shard=3, person="T1/U1BEN")
    seen = await looked(store, number=7)
    assert seen.runs == () and seen.numbered is not None
    assert (seen.numbered.run, seen.numbered.about) == (bens.run, "about 7")
    assert (await looked(store, number=8)).numbered is None
    assert (await looked(store)).numbered is None
    over = Listed(person="T1/U1BEN", number=0, about="", doing="done")
    await committed(store, step(bens, listed=over, last=True))
    assert (await looked(store, number=7)).numbered is None


async def test_open_requests_are_listed_until_they_end(store: RedisStore) -> None:
    """By deadline within a shard; answered ones since when; a fenced step lists nothing."""
    run = await started(store, 2)
    one, two = f"{run}.1", f"{run}.2"
    first = step(
        await taken(store, run),
        requests={one: "one", two: "two"},
        deadlines={one: 9_000_000_000_000, two: 8_000_000_000_000},
    )
    await committed(store, first)
    seen = await looked(store, since=0)
    assert (seen.open, seen.open_count, seen.ended, seen.ended_count) == (("two", "one"), 2, (), 0)
    assert (await looked(store, requests=1)).open == ("two",)

    ended = step(first, requests={two: "two, ended"}, ended={two: 5_000})
    await store.commit(replace(ended, fence=99))
    assert (await looked(store)).open_count == 2
    await committed(store, ended)
    seen = await looked(store, since=5_000)
    assert (seen.open, seen.ended, seen.ended_count) == (("one",), ("two, ended",), 1)
    assert (await looked(store, since=5_001)).ended == ()
    assert (await looked(store)).ended == ()


async def test_a_request_is_listed_with_its_news(store: RedisStore) -> None:
    """As one record; that it ended may be its only news."""
    run = await started(store, 2)
    one = f"{run}.1"
    first = step(await taken(store, run), requests={one: "one"}, deadlines={one: 9_000_000_000_000})
    await committed(store, first)
    posted = step(first, news={one: "posted"}, deadlines={one: 9_000_000_000_000})
    await committed(store, posted)
    assert (await looked(store)).open == ("one\nposted",)
    await committed(store, step(posted, news={one: "ended"}, ended={one: 5_000}))
    seen = await looked(store, since=0)
    assert (seen.open, seen.open_count, seen.ended) == ((), 0, ("one\nended",))


async def test_a_parked_runs_requests_wait_for_nobody(store: RedisStore) -> None:
    """Its run is still listed, as set aside."""
    run = await started(store)
    request = {f"{run}.1": "one"}
    wanted = {"requests": request, "deadlines": {f"{run}.1": 9}, "listed": listed(1)}
    await committed(store, step(await taken(store, run), **wanted))
    assert await store.park(run, (await taken(store, run)).fence)
    seen = await looked(store, number=1)
    assert seen.open == () and seen.runs[0].parked
    assert seen.numbered is not None and seen.numbered.parked


async def test_what_has_lapsed_leaves_the_lists(store: RedisStore) -> None:
    """A list outlives its runs; whoever looks doesn't see what is gone, and takes it off."""
    run = await started(store, 1)
    wanted = {"requests": {f"{run}.1": "one"}, "listed": listed(1)}
    first = step(await taken(store, run), deadlines={f"{run}.1": 9}, **wanted)
    await committed(store, first)
    await committed(store, step(first, deadlines={f"{run}.1": 9}, ttl_s=1, **wanted))
    for name in ("open", "live", f"runs:{ANA}"):
        assert await raw(store, "PTTL", f"{{q1}}{name}") > 2_000_000_000
    for kind in ("run", "req"):
        await raw(store, "DEL", f"{{q1}}{kind}:{run}")
    seen = await looked(store, number=1)
    assert (seen.runs, seen.open, seen.numbered) == ((), (), None)
    seen = await looked(store)
    assert (seen.runs_count, seen.open_count) == (0, 0)
    assert await raw(store, "ZCARD", "{q1}live") == 0


async def test_lists_are_trimmed(store: RedisStore) -> None:
    """A person's runs and the answered requests of a shard are kept up to a named number."""
    run = fresh(4)
    for kind, most in (("runs:" + ANA, scripts.RUNS_KEPT), ("ended", scripts.ENDED_KEPT)):
        for n in range(most + 5):
            await raw(store, "ZADD", f"{{q4}}{kind}", n, f"{run}.{n}")
        await raw(store, "PEXPIRE", f"{{q4}}{kind}", 60_000)
    own = await started(store, 4)
    ended = {"requests": {f"{own}.1": "one"}, "ended": {f"{own}.1": 9_000}}
    await committed(store, step(await taken(store, own), listed=listed(1), **ended))
    assert await raw(store, "ZCARD", f"{{q4}}runs:{ANA}") == scripts.RUNS_KEPT
    assert await raw(store, "ZCARD", "{q4}ended") == scripts.ENDED_KEPT
    assert [s.run for s in (await looked(store)).runs] == [own]
    assert (await looked(store, since=9_000)).ended == ("one",)


async def test_a_run_that_was_never_listed_is_not(store: RedisStore) -> None:
    """Nothing is in a list that no commit put there."""
    await idle(store)
    assert await looked(store, since=0, number=1) == Looked((), 0, (), 0, (), 0, None)
