"""Mail: saved once, in order, for the run that it is meant for."""

import json

import pytest

from bot.ports import Enqueued, ToRun, ToThread
from bot.store import RedisStore, Times
from tests.store.conftest import Opens
from tests.store.helpers import (
    ASK,
    committed,
    fresh,
    give,
    idle,
    keys,
    raw,
    send,
    started,
    step,
    taken,
    thread_on,
)


async def test_mail_is_stamped_and_numbered(store: RedisStore) -> None:
    """Mail of a run counts from 1 and carries the server's time."""
    run = await started(store)
    await send(store, run, "a", "b")
    result = await taken(store, run)
    assert [(mail.seq, mail.key) for mail in result.mail] == [(1, "first"), (2, "a"), (3, "b")]
    times = [mail.at for mail in result.mail]
    assert times == sorted(times)
    assert 0 <= result.now - times[0] < 60_000


@pytest.mark.parametrize(
    "body",
    [
        '{"n":12345678901234567890,"f":1.10,"e":[],"o":{}}',
        '{"text":"\\u00e9\\n\\"}] , é 日本 \\ud83d\\ude00"}',
        '{ "spaced" : null }',
        "[]",
    ],
)
async def test_a_body_comes_back_as_it_was(store: RedisStore, body: str) -> None:
    """The store keeps the very text: no number is rounded, no empty list becomes an object."""
    run = await started(store)
    key = 'odd "key" \\ / é\n'
    await store.enqueue(ToRun(run), key, body)
    mail = (await taken(store, run)).mail[1]
    assert (mail.body, mail.key) == (body, key)
    assert json.loads(mail.body) == json.loads(body)


async def test_a_key_is_taken_once(store: RedisStore) -> None:
    """Slack's second delivery is refused, even after the first was folded."""
    run = await started(store)
    await send(store, run, "click")
    assert await store.enqueue(ToRun(run), "click", ASK) == Enqueued("duplicate", run)
    await committed(store, step(await taken(store, run)))
    assert (await store.enqueue(ToRun(run), "click", ASK)).status == "duplicate"
    assert (await taken(store, run)).mail == ()


async def test_the_same_key_may_go_to_two_runs(store: RedisStore) -> None:
    """Keys are told apart by the run: `expired` of one isn't that of another."""
    one, two = await started(store, 1), await started(store, 1)
    await send(store, one, "expired")
    await send(store, two, "expired")


async def test_a_run_that_is_not_there_keeps_nothing(store: RedisStore) -> None:
    """Mail for an unknown run is told so, and its key stays free."""
    run = fresh()
    for _ in range(2):
        assert await store.enqueue(ToRun(run), "k", ASK) == Enqueued("gone", run)


async def test_a_name_that_is_no_run_is_refused(store: RedisStore) -> None:
    """A run id names its shard; anything else is a fault of the caller."""
    with pytest.raises(ValueError, match="not a run id"):
        await store.enqueue(ToRun("nonsense"), "k", ASK)
    with pytest.raises(ValueError, match="isn't on the shard"):
        await store.enqueue(ToThread(thread_on(3), True, fresh(4)), "k", ASK)


async def test_a_thread_without_a_run_is_not_for_us(store: RedisStore) -> None:
    """Talk in a thread that nobody gave us is dropped, and its key stays free for a mention."""
    thread, run = thread_on(2), fresh(2)
    assert await store.enqueue(ToThread(thread, False, run), "k", ASK) == Enqueued("not_for_us", "")
    assert await store.enqueue(ToThread(thread, True, run), "k", ASK) == Enqueued("queued", run)


async def test_a_thread_keeps_its_run(store: RedisStore) -> None:
    """Replies and further mentions go to the run that the first mention started."""
    thread, run = thread_on(2), fresh(2)
    await store.enqueue(ToThread(thread, True, run), "m1", ASK)
    assert await store.enqueue(ToThread(thread, False, fresh(2)), "m2", ASK) == Enqueued(
        "queued", run
    )
    assert await store.enqueue(ToThread(thread, True, fresh(2)), "m3", ASK) == Enqueued(
        "queued", run
    )
    assert await store.enqueue(ToThread(thread, True, fresh(2)), "m1", ASK) == Enqueued(
        "duplicate", run
    )
    assert keys((await taken(store, run)).mail) == ["m1", "m2", "m3"]


async def test_two_first_mentions_start_one_run(store: RedisStore, opens: Opens) -> None:
    """Two processes that get the same mention agree on the run."""
    import asyncio

    thread, ids = thread_on(5), [fresh(5) for _ in range(8)]
    async with opens() as other:
        results = await asyncio.gather(
            *[
                (store, other)[n % 2].enqueue(ToThread(thread, True, run), "m", ASK)
                for n, run in enumerate(ids)
            ]
        )
    assert sorted(result.status for result in results) == ["duplicate"] * 7 + ["queued"]
    assert len({result.run for result in results}) == 1


async def test_a_finished_run_frees_its_thread(store: RedisStore) -> None:
    """After the last commit a reply isn't for us, and a mention starts anew, once."""
    thread, run, next_run = thread_on(2), fresh(2), fresh(2)
    await store.enqueue(ToThread(thread, True, run), "m1", ASK)
    await committed(store, step(await taken(store, run), last=True))
    assert (
        await store.enqueue(ToThread(thread, False, next_run), "m2", ASK)
    ).status == "not_for_us"
    assert (await store.enqueue(ToThread(thread, True, next_run), "m1", ASK)).status == "duplicate"
    again = await store.enqueue(ToThread(thread, True, next_run), "m3", ASK)
    assert again == Enqueued("queued", next_run)
    # The old run's mail still arrives by its id, as for a click on its card.
    assert await store.enqueue(ToRun(run), "click", ASK) == Enqueued("queued", run)


async def test_a_done_ends_its_claim_in_the_same_step(store: RedisStore) -> None:
    """A completion drops its claim, so that the sweeper doesn't call it lost."""
    from bot.ports import Claim

    run = await started(store)
    await committed(store, step(await taken(store, run), start=(Claim("x", 0),)))
    await store.enqueue(ToRun(run), "done:x", ASK, drop="x")
    assert keys((await taken(store, run)).mail) == ["done:x"]


async def test_a_side_value_is_kept_beside_the_mail(store: RedisStore) -> None:
    """A response_url is found by its run and key, and nowhere in the log."""
    run = await started(store)
    await store.enqueue(ToRun(run), "click", ASK, side=("url:1", "http://127.0.0.1/é"))
    assert await store.side(run, "url:1") == "http://127.0.0.1/é"
    assert await store.side(run, "url:2") is None


@pytest.mark.parametrize(("ttl_s", "days"), [(5, 1), (9 * 86_400, 8)])
async def test_mail_keeps_a_lapsing_run_alive(store: RedisStore, ttl_s: int, days: int) -> None:
    """A run about to lapse is kept for as long as mail may be redelivered; others as they were."""
    run = await started(store)
    await committed(store, step(await taken(store, run), ttl_s=ttl_s))
    await send(store, run, "late")
    for kind in ("run", "mail"):
        assert await raw(store, "PTTL", f"{{q0}}{kind}:{run}") > days * 86_400_000


async def test_a_thread_whose_run_has_lapsed_is_free(store: RedisStore) -> None:
    """Its index may stay a moment longer: a reply isn't early then, and a mention starts anew."""
    thread, run = thread_on(2), fresh(2)
    await give(store, thread, run)
    ours = ToThread(thread, False, fresh(2), ours=True)
    assert await store.enqueue(ours, "r", ASK) == Enqueued("not_for_us", "")
    to = ToThread(thread, True, fresh(2))
    assert await store.enqueue(to, "m", ASK) == Enqueued("queued", to.run)


async def test_a_key_is_refused_only_for_its_time(opens: Opens) -> None:
    """The time for which a key is refused is a setting."""
    from tests.support import wait_until

    async with opens(times=Times(seen=20)) as store:
        run = await idle(store)
        await send(store, run, "k")

        async def again() -> bool:
            return (await store.enqueue(ToRun(run), "k", ASK)).status == "queued"

        await wait_until(again, "the key to be free again")
