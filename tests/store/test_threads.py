"""A thread whose run is in another shard: no script sees both, and nothing is lost between them."""

from dataclasses import replace

import pytest

from bot.ports import Enqueued, Listed, ToRun, ToThread
from bot.store import RedisStore
from tests.store.helpers import (
    ASK,
    committed,
    fresh,
    give,
    idle,
    keys,
    raw,
    step,
    taken,
    thread_on,
)

SAME_AND_OTHER = pytest.mark.parametrize("shard", [6, 1], ids=["same shard", "another shard"])


def reply(thread: str, *, starts: bool = False, ours: bool = True) -> ToThread:
    """A message in a thread on shard 6."""
    return ToThread(thread, starts, fresh(6), ours)


@SAME_AND_OTHER
async def test_replies_before_the_index_wait_for_it(store: RedisStore, shard: int) -> None:
    """Replies to our own root are kept, and come to the run in order, as they were stamped."""
    run, thread = await idle(store, shard), thread_on(6)
    for key in ("r1", "r2", "r3"):
        assert await store.enqueue(reply(thread), key, f'"{key}"') == Enqueued("early", "")
    assert (await store.enqueue(reply(thread), "r1", ASK)).status == "duplicate"
    before = (await taken(store, run)).now

    assert await store.index_thread(thread, run) == 1
    assert await store.enqueue(reply(thread), "r4", '"r4"') == Enqueued("queued", run)

    mail = (await taken(store, run)).mail
    assert [(item.key, item.body) for item in mail] == [(f"r{n}", f'"r{n}"') for n in range(1, 5)]
    assert all(item.at <= before for item in mail[:3])
    assert (await store.enqueue(reply(thread), "r2", ASK)).status == "duplicate"
    assert (await store.enqueue(reply(thread), "r4", ASK)).status == "duplicate"


@SAME_AND_OTHER
async def test_indexing_again_changes_nothing(store: RedisStore, shard: int) -> None:
    """An owed effect that is repeated finds its work done."""
    run, thread = await idle(store, shard), thread_on(6)
    await store.enqueue(reply(thread), "r1", ASK)
    assert [await store.index_thread(thread, run) for _ in range(3)] == [1, 1, 1]
    assert keys((await taken(store, run)).mail) == ["r1"]


@SAME_AND_OTHER
async def test_a_thread_with_a_run_is_not_given_to_another(store: RedisStore, shard: int) -> None:
    """The first run keeps the thread; the other is told."""
    first, second, thread = await idle(store, 6), await idle(store, shard), thread_on(6)
    assert await store.index_thread(thread, first) == 1
    assert await store.index_thread(thread, second) == 0
    await committed(store, step(await taken(store, second), last=True))
    assert await store.enqueue(reply(thread), "r", ASK) == Enqueued("queued", first)


@SAME_AND_OTHER
async def test_a_run_that_got_a_thread_is_told_of_there(store: RedisStore, shard: int) -> None:
    """Whatever else can be read of it: that is where people are. Its past is found there too."""
    run, thread = await idle(store, shard), thread_on(6)
    await store.index_thread(thread, run)
    have = await taken(store, run)
    assert have.thread == thread
    assert await store.past(thread) is None
    await committed(store, step(have, last=True))
    assert await store.past(thread) == run
    assert await store.doing(run) is None, "nothing was listed of it"


async def test_what_lists_say_of_a_run_is_read_by_its_id(store: RedisStore) -> None:
    """As its last commit said it."""
    run = await idle(store, 3)
    listed = Listed(person="T1/U1", number=7, about="about", doing="doing")
    await committed(store, replace(step(await taken(store, run)), listed=listed))
    assert await store.doing(run) == "doing"


async def test_a_mention_behind_mail_that_nobody_will_move_starts_a_run(store: RedisStore) -> None:
    """A reply was kept for a root's run that never came: the next run isn't stuck behind it."""
    thread = thread_on(6)
    assert (await store.enqueue(reply(thread), "r1", ASK)).status == "early"
    to = reply(thread, starts=True, ours=False)
    assert await store.enqueue(to, "r2", ASK) == Enqueued("queued", to.run)
    assert await store.enqueue(reply(thread), "r3", ASK) == Enqueued("queued", to.run)
    assert keys((await taken(store, to.run)).mail) == ["r2", "r3"]


@SAME_AND_OTHER
async def test_a_last_commit_frees_the_thread(store: RedisStore, shard: int) -> None:
    """A reply under an old /task root isn't kept as if it were early; a mention starts anew."""
    run, thread = await idle(store, shard), thread_on(6)
    await store.index_thread(thread, run)
    await committed(store, step(await taken(store, run), last=True))
    assert await raw(store, "GET", f"{{q6}}idx:{thread}") == b"-"
    assert await store.enqueue(reply(thread), "r1", ASK) == Enqueued("not_for_us", "")
    to = reply(thread, starts=True)
    assert await store.enqueue(to, "r2", ASK) == Enqueued("queued", to.run)
    assert await store.index_thread(thread, run) == 0


async def test_a_run_that_is_over_gets_no_thread(store: RedisStore) -> None:
    """Indexing for a finished or unknown run says no."""
    run, thread = await idle(store, 1), thread_on(6)
    await committed(store, step(await taken(store, run), last=True))
    assert await store.index_thread(thread, run) == 0
    assert await store.index_thread(thread, fresh(1)) == 0


async def test_a_last_commit_whose_worker_died_leaves_the_thread_usable(
    store: RedisStore,
) -> None:
    """The index in the other shard still names the ended run: enqueue finds out and goes on."""
    run, thread = await idle(store, 1), thread_on(6)
    await store.index_thread(thread, run)
    await store.enqueue(reply(thread), "m1", ASK)
    await committed(store, step(await taken(store, run), last=True))
    await give(store, thread, run)

    assert await store.enqueue(reply(thread), "m2", ASK) == Enqueued("not_for_us", "")
    await give(store, thread, run)
    to = reply(thread, starts=True)
    assert await store.enqueue(to, "m3", ASK) == Enqueued("queued", to.run)
    again = reply(thread, starts=True)
    assert await store.enqueue(again, "m3", ASK) == Enqueued("duplicate", to.run)
    assert await store.enqueue(again, "m1", ASK) == Enqueued("duplicate", run)


async def test_a_step_saved_again_frees_the_thread_it_missed(store: RedisStore) -> None:
    """A worker that lost the reply of its last commit sends it again, and the thread is free."""
    run, thread = await idle(store, 1), thread_on(6)
    await store.index_thread(thread, run)
    last = step(await taken(store, run), last=True)
    await committed(store, last)
    await give(store, thread, run)
    await store.commit(last)
    assert (await store.enqueue(reply(thread), "m", ASK)).status == "not_for_us"


async def test_mail_waits_behind_early_mail_that_is_not_moved_yet(store: RedisStore) -> None:
    """The mover died half way: what comes next stays in line, and the repeat moves all of it."""
    run, thread = await idle(store, 1), thread_on(6)
    for key in ("r1", "r2"):
        await store.enqueue(reply(thread), key, ASK)
    await give(store, thread, run)
    assert await store.enqueue(reply(thread), "r3", ASK) == Enqueued("early", run)
    assert (await taken(store, run)).mail == ()
    assert await store.index_thread(thread, run) == 1
    assert keys((await taken(store, run)).mail) == ["r1", "r2", "r3"]


async def test_a_command_and_its_thread_are_two_names_of_a_run(store: RedisStore) -> None:
    """A run started under one name keeps it when it is given a thread."""
    name, thread, run = thread_on(6), thread_on(6), fresh(6)
    await store.enqueue(ToThread(name, True, run), "command", ASK)
    await store.index_thread(thread, run)
    for to in (name, thread):
        assert (await store.enqueue(reply(to, ours=False), f"in {to}", ASK)).run == run
    await committed(store, step(await taken(store, run), last=True))
    for to in (name, thread):
        assert (await store.enqueue(reply(to), "late", ASK)).status == "not_for_us"
    assert (await store.enqueue(ToRun(run), "click", ASK)).status == "queued"
