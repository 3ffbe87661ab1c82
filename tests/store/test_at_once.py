"""Mail that is saved and whose run is taken in one step, by a worker that receives it itself."""

import pytest

from bot.ports import Claim, Enqueued, Fenced, StoreDown, Taken, ToRun, ToThread
from bot.store import RedisStore, Times
from bot.store.link import RESENDS
from tests.store.conftest import LEASE_S, Opens, Passes
from tests.store.helpers import (
    ASK,
    committed,
    fresh,
    idle,
    keys,
    raw,
    send,
    step,
    taken,
    thread_on,
)
from tests.store.proxy import fault_proxy
from tests.support import wait_until


def had(found: Enqueued) -> Taken:
    """The take that came with an answer."""
    assert found.status == "queued" and found.taken is not None
    assert found.taken.run == found.run
    return found.taken


async def hinted(store: RedisStore) -> list[str]:
    """The runs that were hinted at, which are so no more."""
    found = list[str]()
    while (run := await store.wait(0.01)) is not None:
        found.append(run)
    return found


async def test_an_idle_run_comes_with_its_mail(store: RedisStore) -> None:
    """As a take would have it, its fence included, and nobody else is woken."""
    run = await idle(store)
    first = step(await taken(store, run), entries=("[1]", "[2]"), lines=("l",))
    await committed(store, first)
    found = await store.enqueue(ToRun(run), "k", '{"a":1}', reader=1)
    take = had(found)
    assert (take.fence, take.tries, take.version, take.log) == (3, 1, 2, ("[1]", "[2]"))
    assert [(mail.key, mail.body) for mail in take.mail] == [("k", '{"a":1}')]
    assert take.transcript == ("l",)
    assert await hinted(store) == []
    assert isinstance(await store.commit(step(first, entries=("[3]",))), Fenced)
    await committed(store, step(take, entries=("[3]",)))
    assert await store.sweep() == 0


async def test_a_fresh_run_comes_with_its_first_mail(store: RedisStore) -> None:
    """And the thread's last run; a resend by Slack starts nothing."""
    thread, first, second = thread_on(2), fresh(2), fresh(2)
    take = had(await store.enqueue(ToThread(thread, True, first), "a", ASK, reader=1))
    assert (take.fence, take.version, take.past, take.thread) == (1, 0, None, thread)
    await committed(store, step(take, entries=("[1]",), last=True))
    take = had(await store.enqueue(ToThread(thread, True, second), "b", ASK, reader=1))
    assert (take.past, keys(take.mail)) == (first, ["b"])
    again = ToThread(thread, True, fresh(2))
    assert await store.enqueue(again, "b", ASK, reader=1) == Enqueued("duplicate", second)
    assert await store.enqueue(again, "c", ASK, reader=1) == Enqueued("queued", second)
    assert await hinted(store) == []


async def test_a_thread_in_another_shard_leads_to_its_run(store: RedisStore) -> None:
    """The second step takes it."""
    thread, run = thread_on(4), await idle(store, 1)
    assert await store.index_thread(thread, run) == 1
    take = had(await store.enqueue(ToThread(thread, False, fresh(4)), "k", ASK, reader=1))
    assert (take.run, keys(take.mail)) == (run, ["k"])


async def test_a_run_that_somebody_folds_is_left_to_them(store: RedisStore) -> None:
    """Their commit answers the mail, as ever."""
    run = await idle(store)
    take = await taken(store, run)
    assert await store.enqueue(ToRun(run), "k", ASK, reader=1) == Enqueued("queued", run)
    assert await hinted(store) == []
    assert keys((await committed(store, step(take))).mail) == ["k"]


async def test_a_run_at_which_somebody_failed_is_only_hinted(opens: Opens) -> None:
    """So that takes are counted by those who may park it."""
    async with opens(times=Times(fold=1)) as store:
        run = await idle(store)
        await taken(store, run)
        await wait_until(lambda: _over(store, run), "its time to fold is up")
        assert await store.enqueue(ToRun(run), "k", ASK, reader=1) == Enqueued("queued", run)
        assert await hinted(store) == [run]


async def _over(store: RedisStore, run: str) -> bool:
    busy = await raw(store, "HGET", f"{{q0}}run:{run}", "busy")
    seconds, micros = await store._link.command("TIME")  # pyright: ignore[reportPrivateUsage]
    return int(seconds) * 1000 + int(micros) // 1000 > int(busy)


async def test_a_run_of_a_newer_version_is_only_hinted(store: RedisStore) -> None:
    """The mail is saved; who can read it is told."""
    run = await idle(store)
    await committed(store, step(await taken(store, run, reader=3), min_reader=3))
    assert await store.enqueue(ToRun(run), "k", ASK, reader=2) == Enqueued("queued", run)
    assert await hinted(store) == [run]
    assert had(await store.enqueue(ToRun(run), "l", ASK, reader=3)).tries == 1


async def test_what_starts_no_work_takes_nothing(store: RedisStore) -> None:
    """A parked run, an unknown one, early mail, and a thread that isn't ours."""
    run = await idle(store)
    await store.park(run, (await taken(store, run)).fence)
    assert await store.enqueue(ToRun(run), "k", ASK, reader=1) == Enqueued("parked", run)
    gone = await store.enqueue(ToRun(fresh()), "k", ASK, reader=1)
    assert (gone.status, gone.taken) == ("gone", None)
    early = ToThread(thread_on(2), False, fresh(2), ours=True)
    assert await store.enqueue(early, "k", ASK, reader=1) == Enqueued("early", "")
    other = ToThread(thread_on(2), False, fresh(2))
    assert await store.enqueue(other, "k", ASK, reader=1) == Enqueued("not_for_us", "")
    assert await hinted(store) == []


async def test_older_mail_and_its_hint_are_taken_along(store: RedisStore) -> None:
    """And claims that are gone."""
    run = await idle(store)
    await committed(store, step(await taken(store, run), start=(Claim("a", 0),)))
    await send(store, run, "k")
    take = had(await store.enqueue(ToRun(run), "l", ASK, reader=1))
    assert keys(take.mail) == ["k", "l", "lost:a"]
    assert await hinted(store) == []


async def test_a_taker_that_dies_at_once_is_followed_by_another(
    store: RedisStore, passes: Passes
) -> None:
    """As after any take: the sweeper looks when the lease is up, and the try is counted."""
    run = await idle(store)
    had(await store.enqueue(ToRun(run), "k", ASK, reader=1))
    assert await store.sweep() == 0
    passes(LEASE_S)
    assert await store.sweep() == 1
    assert await hinted(store) == [run]
    take = await taken(store, run)
    assert (take.tries, keys(take.mail)) == (2, ["k"])


@pytest.mark.parametrize("times", [1, len(RESENDS)])
@pytest.mark.parametrize("by", ["run", "thread"])
async def test_a_take_whose_answer_is_lost_is_given_away(
    opens: Opens, redis_url: str, times: int, by: str
) -> None:
    """The store's own resend finds that nobody heard of it, and wakes others at once."""
    async with fault_proxy(redis_url) as proxy, opens(url=proxy.url) as shaky:
        run = await idle(shaky, 2) if by == "run" else fresh(2)
        to = ToRun(run) if by == "run" else ToThread(thread_on(2), True, run)
        proxy.losses = times
        assert await shaky.enqueue(to, "k", ASK, reader=1) == Enqueued("queued", run)
        assert len(proxy.lost) == times
        assert await hinted(shaky) == [run]
        take = await taken(shaky, run)
        assert (take.tries, keys(take.mail)) == (1, ["k"])


async def test_a_resend_disturbs_nobody(opens: Opens, redis_url: str) -> None:
    """If another has taken the run since, nobody is woken and nobody fenced."""
    async with opens() as store, fault_proxy(redis_url) as proxy, opens(url=proxy.url) as shaky:
        run = await idle(store)
        takes = list[Taken]()

        async def meanwhile() -> None:
            takes.append(await taken(store, run))

        proxy.losses, proxy.between = 1, meanwhile
        assert await shaky.enqueue(ToRun(run), "k", ASK, reader=1) == Enqueued("queued", run)
        assert await hinted(store) == []
        await committed(store, step(takes[0]))


async def test_a_sender_that_gives_up_leaves_the_run_to_others(
    opens: Opens, redis_url: str
) -> None:
    """It was saved and taken, which nobody knows; its repeat is a duplicate and takes nothing."""
    async with fault_proxy(redis_url) as proxy, opens(url=proxy.url) as shaky:
        run = await idle(shaky)
        proxy.losses = len(RESENDS) + 1
        with pytest.raises(StoreDown):
            await shaky.enqueue(ToRun(run), "k", ASK, reader=1)
        assert await shaky.enqueue(ToRun(run), "k", ASK, reader=1) == Enqueued("duplicate", run)
        assert await hinted(shaky) == [run]
        assert keys((await taken(shaky, run)).mail) == ["k"]
