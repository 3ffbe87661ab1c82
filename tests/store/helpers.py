"""Short ways to say what a store test needs said."""

import secrets
from typing import Any

from bot.core.ids import shard_of
from bot.ports import Commit, Committed, Taken, ToRun, ToThread
from bot.store import RedisStore

ASK = '{"kind":"asked"}'


def fresh(shard: int = 0) -> str:
    """A run id that nobody has."""
    return f"{shard}.{secrets.token_hex(5)}"


def thread_on(shard: int, shards: int = 8) -> str:
    """A new thread key of a shard."""
    while True:
        thread = f"T1/C1/{secrets.randbelow(10**9)}.1"
        if shard_of(thread, shards) == shard:
            return thread


async def started(store: RedisStore, shard: int = 0) -> str:
    """A run with one piece of mail, `first`, and its hint taken off."""
    to = ToThread(thread_on(shard), starts=True, run=fresh(shard))
    assert (await store.enqueue(to, "first", ASK)).status == "queued"
    assert await store.wait(1) == to.run
    return to.run


async def taken(store: RedisStore, run: str, have: int = 0, reader: int = 1) -> Taken:
    """The run, which must be there to take."""
    result = await store.take(run, have, reader)
    assert isinstance(result, Taken)
    return result


def step(have: Taken | Commit, **change: Any) -> Commit:
    """A commit that folds all mail of a take, or goes on after another commit."""
    if isinstance(have, Commit):
        base: dict[str, Any] = {
            "version": have.version + len(have.entries),
            "folded_to": have.folded_to,
        }
    else:
        seqs = [mail.seq for mail in have.mail]
        base = {"version": have.version, "folded_to": max(seqs, default=have.folded_to)}
    base |= {"run": have.run, "fence": have.fence, "id": secrets.token_hex(4)}
    return Commit(**(base | change))


async def committed(store: RedisStore, commit: Commit) -> Committed:
    """The commit's result, which must be a fresh success."""
    result = await store.commit(commit)
    assert type(result) is Committed
    return result


async def idle(store: RedisStore, shard: int = 0) -> str:
    """A run that was taken and committed, with nothing owed."""
    run = await started(store, shard)
    await committed(store, step(await taken(store, run)))
    return run


async def send(store: RedisStore, run: str, *keys: str) -> None:
    """Mail to a run, a key each."""
    for key in keys:
        assert (await store.enqueue(ToRun(run), key, ASK)).status == "queued"


def keys(mail: Any) -> list[str]:
    """The keys of mail, in order."""
    return [item.key for item in mail]


async def raw(store: RedisStore, command: str, key: str, *args: str | int | bytes) -> Any:
    """The reply of one command on a key, for what no method of the port shows.

    `key` is as in keys.py after the namespace, its hash tag included: `{q1}claims:1.abc`.
    """
    full = store._names.namespace + key  # pyright: ignore[reportPrivateUsage]
    link = store._link  # pyright: ignore[reportPrivateUsage]
    return await link.command(command, full, *args)


async def give(store: RedisStore, thread: str, run: str) -> None:
    """Sets a thread's index, as a process leaves it that dies between two shards' scripts."""
    shard = shard_of(thread, store.shards)
    await raw(store, "SET", f"{{q{shard}}}idx:{thread}", run, "PX", 60_000)
