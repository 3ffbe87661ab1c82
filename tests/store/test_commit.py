"""Commit: a step is saved whole, once, and only by whom has the run."""

from dataclasses import replace

import pytest

from bot.ports import Already, Commit, Fenced, More
from bot.store import RedisStore
from tests.store.helpers import (
    ASK,
    committed,
    fresh,
    keys,
    send,
    started,
    step,
    taken,
    thread_on,
)


def full(commit: Commit) -> Commit:
    """A step with something of everything."""
    return replace(
        commit,
        entries=('{"e":"é"}', '{"e":2}'),
        lines=("line 1", "line 2"),
        audit=("audit 1",),
        audit_head="abc",
        requests={f"{commit.run}.1": '{"r":1}', f"{commit.run}.2": '{"r":2}'},
    )


async def test_a_step_is_saved_whole(store: RedisStore) -> None:
    """Log, transcript, audit, requests, version and place in the mailbox, in one script."""
    run = await started(store)
    result = await committed(store, full(step(await taken(store, run))))
    assert (result.version, result.mail) == (2, ())
    take = await taken(store, run)
    assert (take.version, take.folded_to, take.mail) == (2, 1, ())
    assert (take.log, take.lines) == (('{"e":"é"}', '{"e":2}'), 2)
    assert (take.audit_head, take.audit_count) == ("abc", 1)
    assert await store.audit(run) == ("audit 1",)
    assert await store.lines(run, 0, 9) == ("line 1", "line 2")
    assert await store.lines(run, 1, 2) == ("line 2",)
    assert await store.lines(run, 2, 2) == ()
    assert await store.request(f"{run}.1") == '{"r":1}'


async def test_a_record_is_read_with_its_news(store: RedisStore) -> None:
    """Each is written apart and stays until it is written anew; a fenced step writes neither."""
    run = await started(store)
    one, two = f"{run}.1", f"{run}.2"
    first = step(await taken(store, run), requests={one: "asked"}, news={two: "early"})
    await committed(store, first)
    assert (await store.request(one), await store.request(two)) == ("asked", None)
    second = step(first, news={one: "posted"})
    assert await store.commit(replace(second, fence=99)) == Fenced()
    assert await store.request(one) == "asked"
    await committed(store, second)
    assert isinstance(await store.commit(second), Already)
    assert await store.request(one) == "asked\nposted"
    third = step(second, requests={one: "edited", two: "asked"})
    await committed(store, third)
    assert (await store.request(one), await store.request(two)) == (
        "edited\nposted",
        "asked\nearly",
    )
    await committed(store, step(third, requests={one: "both"}, news={one: "new"}))
    assert await store.request(one) == "both\nnew"


async def test_requests_are_found_by_their_id_only(store: RedisStore) -> None:
    """A button's value is untrusted: whatever isn't a request's id finds nothing."""
    run = await started(store)
    await committed(store, full(step(await taken(store, run))))
    for name in (
        f"{run}.3",
        f"{run}.1:now",
        f"{fresh()}.1",
        run,
        "",
        "x",
        f"{run}.1.1",
        f"0.*.{1}",
        "..",
        "9.é.1",
    ):
        assert await store.request(name) is None


async def test_a_request_of_another_run_is_refused(store: RedisStore) -> None:
    """A run can't write another's requests."""
    run = await started(store)
    commit = step(await taken(store, run), requests={f"{fresh()}.1": "{}"})
    with pytest.raises(ValueError, match="isn't of run"):
        await store.commit(commit)


async def test_the_same_step_again_is_a_success(store: RedisStore) -> None:
    """A resend changes nothing and says what the first said, mail included."""
    run = await started(store)
    commit = full(step(await taken(store, run)))
    await committed(store, commit)
    await send(store, run, "later")
    result = await store.commit(commit)
    assert isinstance(result, Already)
    assert (result.version, keys(result.mail)) == (2, ["later"])
    take = await taken(store, run)
    assert (take.version, take.lines, take.audit_count) == (2, 2, 1)
    # Even when another worker has the run by now: what was saved is saved.
    assert isinstance(await store.commit(commit), Already)


async def test_a_step_without_entries_is_told_from_another(store: RedisStore) -> None:
    """A take that found nothing to do commits too; its version says nothing, its id does."""
    run = await started(store)
    empty = step(await taken(store, run), lines=("one",))
    await committed(store, empty)
    assert isinstance(await store.commit(empty), Already)
    await committed(store, step(empty, lines=("two",)))
    assert await store.lines(run, 0, 9) == ("one", "two")


async def test_a_stale_worker_writes_nothing(store: RedisStore) -> None:
    """A wrong fence, a wrong version or a run that isn't there: nothing is changed."""
    run = await started(store)
    old, new = await taken(store, run), await taken(store, run)
    assert await store.commit(full(step(old))) == Fenced()
    assert await store.commit(full(step(new, version=1))) == Fenced()
    assert await store.commit(full(step(new, run=fresh()))) == Fenced()
    take = await taken(store, run)
    assert (take.version, take.lines, take.audit_count, len(take.mail)) == (0, 0, 0, 1)
    assert await store.request(f"{run}.1") is None


async def test_mail_that_came_meanwhile_is_answered_and_kept(store: RedisStore) -> None:
    """Only what was folded leaves the mailbox, by its number and never by count."""
    run = await started(store)
    first = step(await taken(store, run))
    await send(store, run, "a", "b")
    result = await committed(store, first)
    assert keys(result.mail) == ["a", "b"]

    # The worker folds one of the two; a third comes.
    await send(store, run, "c")
    second = step(first, folded_to=result.mail[0].seq)
    assert keys((await committed(store, second)).mail) == ["b", "c"]
    assert keys((await taken(store, run)).mail) == ["b", "c"]


async def test_a_step_that_folds_nothing_trims_nothing(store: RedisStore) -> None:
    """A commit behind what another had folded doesn't eat new mail."""
    run = await started(store)
    first = step(await taken(store, run))
    await send(store, run, "a")
    await committed(store, first)
    assert keys((await committed(store, step(first, folded_to=1))).mail) == ["a"]


async def test_a_last_step_waits_for_late_mail(store: RedisStore) -> None:
    """With mail waiting nothing is written and the worker gets it; without, the run ends."""
    run = await started(store)
    first = full(step(await taken(store, run), last=True))
    await send(store, run, "stop")
    result = await store.commit(first)
    assert isinstance(result, More)
    assert keys(result.mail) == ["stop"]
    assert (await store.audit(run), await store.lines(run, 0, 9)) == ((), ())
    again = replace(first, id="other", folded_to=result.mail[-1].seq)
    assert (await committed(store, again)).version == 2


async def test_late_mail_meets_the_end_or_the_worker(store: RedisStore) -> None:
    """Mail and last commits race: whatever was queued is in a mailbox or was folded."""
    import asyncio

    from bot.ports import ToThread

    for _ in range(30):
        run, thread = fresh(3), thread_on(3)
        await store.enqueue(ToThread(thread, True, run), "m", ASK)
        last = step(await taken(store, run), last=True)
        queued, result = await asyncio.gather(
            store.enqueue(ToThread(thread, False, fresh(3)), "late", ASK), store.commit(last)
        )
        if isinstance(result, More):
            assert queued.status == "queued"
            assert keys(result.mail) == ["late"]
        else:
            assert queued.status == "not_for_us"


async def test_many_entries_and_a_full_mailbox_fit(store: RedisStore) -> None:
    """Lua can't unpack ten thousand values at once; nobody notices."""
    import asyncio

    from bot.ports import ToRun

    run = await started(store)
    take = await taken(store, run)
    await asyncio.gather(*[store.enqueue(ToRun(run), f"k{n}", ASK) for n in range(300)])
    entries = tuple(f'{{"n":{n}}}' for n in range(9_000))
    result = await committed(store, step(take, entries=entries))
    assert (result.version, len(result.mail)) == (9_000, 300)
    assert (await taken(store, run)).log == entries


async def test_an_audit_head_stays_without_new_lines(store: RedisStore) -> None:
    """A step with nothing for the record doesn't cut its chain."""
    run = await started(store)
    first = full(step(await taken(store, run)))
    await committed(store, first)
    await committed(store, step(first))
    assert (await taken(store, run)).audit_head == "abc"
