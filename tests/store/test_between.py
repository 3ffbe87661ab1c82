"""What another process does between two scripts of one call, and scripts that are wrong."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import pytest
from redis.exceptions import ResponseError

from bot.ports import StoreDown, ToThread
from bot.store import RedisStore, Times, replies, scripts
from bot.store.keys import Names
from bot.store.link import Link
from bot.store.post import Post
from bot.store.scripts import Call, Parcel, Script
from tests.store.helpers import ASK, committed, fresh, give, idle, step, taken, thread_on

INDEX = scripts.index(Names(), 0, "", "", 0).script
ENQUEUE = scripts.enqueue_run(Names(), Times(), "0.x", Parcel(key="", body="", token="")).script


class Watched(Link):
    """Connections that tell of each script after it has run."""

    then: Callable[[Call], Awaitable[None]] | None = None

    async def run(self, call: Call, *, resend: bool = True) -> Any:
        """The reply, after `then` has had its way."""
        reply = await super().run(call, resend=resend)
        if self.then is not None:
            await self.then(call)
        return reply


@pytest.fixture
async def link(redis_url: str) -> AsyncGenerator[Watched]:
    """Connections of a process that is watched."""
    opened = Watched(redis_url)
    yield opened
    await opened.aclose()


async def test_a_run_that_ends_while_its_early_mail_is_moved(
    store: RedisStore, link: Watched, namespace: str
) -> None:
    """The mover is told that the run is over, and puts nothing into it."""
    run, thread = await idle(store, 1), thread_on(6)
    await store.enqueue(ToThread(thread, False, fresh(6), ours=True), "early", ASK)

    async def end(call: Call) -> None:
        if call.script is INDEX:
            await committed(store, step(await taken(store, run), last=True))

    link.then = end
    assert await Post(link, Names(namespace), Times(), store.shards).index(thread, run) == 0
    assert (await taken(store, run)).mail == ()


async def test_a_thread_that_changes_hands_all_the_time(
    store: RedisStore, link: Watched, namespace: str
) -> None:
    """An enqueue that finds run after run ended gives up in words, for the caller to repeat."""
    names, thread = Names(namespace), thread_on(6)
    ended = [await idle(store, shard) for shard in (1, 2)]
    for run in ended:
        await committed(store, step(await taken(store, run), last=True))

    async def swap(call: Call) -> None:
        if call.script is ENQUEUE:
            await give(store, thread, ended[call.args[0] == ended[0]])

    await give(store, thread, ended[0])
    link.then = swap
    post = Post(link, names, Times(), store.shards)
    with pytest.raises(StoreDown, match="changed 5 times"):
        to = ToThread(thread, True, fresh(6))
        await post.deliver(to, Parcel(key="k", body=ASK, token="t"))
    assert (await store.enqueue(ToThread(thread, True, fresh(6)), "k", ASK)).status == "queued"


async def test_a_wrong_script_is_seen(link: Watched) -> None:
    """A fault of ours isn't called a fault of the store, whichever way it is run."""
    call = Call(Script("return redis.call('NO SUCH COMMAND')", "0" * 40), "wrong:", ())
    with pytest.raises(ResponseError):
        await link.run(call)
    with pytest.raises(ResponseError):
        await link.run_all([call])
    with pytest.raises(ResponseError):
        link.run_all_sync([call])


async def test_a_reply_that_is_an_error_in_a_batch_is_seen(link: Watched) -> None:
    """One failure among many scripts isn't taken for a reply."""
    good = scripts.sweep(Names("none:"), Times(), 0, 1)
    await link.run_all([good])
    bad = Call(good.script, "none:", ("x", "y"))
    with pytest.raises(ResponseError):
        await link.run_all([good, bad])
    with pytest.raises(ResponseError):
        link.run_all_sync([good, bad])


def test_a_mailbox_item_that_is_not_ours_is_refused() -> None:
    """Whoever writes to the mailbox by hand is told, rather than folded."""
    with pytest.raises(ValueError, match="isn't ours"):
        replies.read_mail([b'{"kind":"asked"}'])
