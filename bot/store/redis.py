"""The Store port on Redis 6.2 or later, or Valkey: PROTOCOL.md 1.

Every write is one script. All of them may be sent twice, so that a lost reply is resent here a few
times before StoreDown is raised; the exceptions are named where they are.
"""

import secrets
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import cast

from bot.core.ids import run_of
from bot.ports import (
    Already,
    Commit,
    Committed,
    Enqueued,
    Fenced,
    Gone,
    Health,
    Look,
    Looked,
    More,
    Parked,
    Taken,
    TooNew,
    ToRun,
    ToThread,
)
from bot.store import looking, replies, scripts
from bot.store.confided import Confided
from bot.store.filling import RedisFilling
from bot.store.habits import RedisHabits
from bot.store.health import read_health
from bot.store.keys import NAMESPACE, Names
from bot.store.link import BLOCK_S, Link
from bot.store.pace import RedisPace
from bot.store.post import Post
from bot.store.scripts import Parcel, Times
from bot.store.shared import Shared
from bot.store.shelf import RedisShelf

SHARDS = 8

# Runs that one script of the sweeper looks at: about a millisecond of the server's time.
SWEEP_BATCH = 50


class ShardMismatch(Exception):
    """The store was started with another shard count, which would strand every run in it."""

    def __init__(self, found: int, wanted: int) -> None:
        super().__init__(
            f"This Redis holds runs in {found} shards, but {wanted} are set. "
            f"The shard count is fixed at first start: set it to {found}."
        )
        self.found = found
        self.wanted = wanted


class RedisStore:
    """Runs in Redis, one namespace of it. Made by `open`.

    Every method raises StoreDown when the server is away, full or read-only.
    """

    def __init__(self, link: Link, names: Names, shards: int, times: Times) -> None:
        self._link = link
        self._names = names
        self._shards = shards
        self._times = times
        self._post = Post(link, names, times, shards)
        self.shared = Shared(link, names)
        self.pace = RedisPace(link, names)
        self._turn = 0
        self.shelf = RedisShelf(link, names)
        self.habits = RedisHabits(link, names, times.habits)
        self.filling = RedisFilling(link, names, times.filling)
        self.confided = Confided(link, names, times)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str,
        *,
        shards: int = SHARDS,
        namespace: str = NAMESPACE,
        times: Times | None = None,
    ) -> AsyncGenerator["RedisStore"]:
        """A store for as long as the context lasts; ShardMismatch if another count was fixed."""
        link = Link(url)
        names = Names(namespace)
        try:
            await link.command("SETNX", names.alone("shards"), shards)
            found = int(await link.command("GET", names.alone("shards")))
            if found != shards:
                raise ShardMismatch(found, shards)
            yield cls(link, names, shards, times or Times())
        finally:
            await link.aclose()

    @property
    def shards(self) -> int:
        """How many shards there are; a new run's id starts with one of them."""
        return self._shards

    async def enqueue(
        self,
        to: ToRun | ToThread,
        key: str,
        body: str,
        *,
        drop: str | None = None,
        side: tuple[str, str] | None = None,
        reader: int | None = None,
    ) -> Enqueued:
        """Saves mail once by its key (per run or thread) and has somebody look at the run.

        `body` is JSON. `drop` ends that attempt's claim and `side` keeps a value for 30 minutes, in
        the same script; so does `reader` take the run, as `take` does, if nobody is at it. Safe to
        call again after StoreDown: if the first call had been saved, the second answers
        `duplicate`, which is a success; a run that the first took is found by its lease.
        """
        parcel = Parcel(
            key=key, body=body, token=secrets.token_hex(6), drop=drop or "", side=side or ("", ""),
            reader=reader,
        )  # fmt: skip
        return await self._post.deliver(to, parcel)

    async def take(self, run: str, have: int, reader: int) -> Taken | TooNew | Parked | Gone:
        """The run under a fence of the caller's; `have` is the version that it remembers.

        Claims that have expired are in the mailbox as lost. `tries` counts takes since the last
        commit, this one included.
        """
        call = scripts.take(self._names, self._times, run, have, reader)
        return replies.read_take(run, await self._link.run(call))

    async def commit(self, step: Commit) -> Committed | Already | Fenced | More:
        """Saves a step whole or not at all. Safe to call again with the same step.

        A caller that gets mail goes on with it or leaves it: others look after `Times.fold`.
        """
        reply = await self._link.run(scripts.commit(self._names, self._times, step))
        result = replies.read_commit(reply)
        if isinstance(result, Committed) and reply[4]:
            thread = reply[4].decode()
            shard = self._post.shard_of(thread)
            await self._link.run(
                scripts.touch(self._names, shard, thread, step.run, reply[5], last=step.last)
            )
        return result

    async def leave(self, run: str, fence: int) -> bool:
        """Gives back a run whose mail is for a newer version; False if another has taken it since.

        The take counts as no try, and the run is hinted again a little later. Sent twice it takes
        off two tries, which only lets a run that fails be tried once more.
        """
        call = scripts.leave(self._names, self._times, run, fence)
        return bool(await self._link.run(call))

    async def park(self, run: str, fence: int) -> bool:
        """Stops all wake-ups of the run; False if another worker has taken it since.

        Its mail is kept, and the run for a year, until `unpark`.
        """
        call = scripts.park(self._names, self._times, run, fence)
        return bool(await self._link.run(call))

    async def unpark(self, run: str) -> bool:
        """Wakes a parked run with its tries at none; False if it isn't parked.

        Not resent: after StoreDown, calling again may answer False although it was unparked.
        """
        return bool(await self._link.run(scripts.unpark(self._names, run), resend=False))

    async def wait(self, timeout_s: float) -> str | None:
        """A run to take, of any shard; None when the time is up.

        A hint whose reply is lost isn't given again: the sweeper finds its run.
        """
        ends = monotonic() + timeout_s
        while True:
            # A block of 0 would last for ever.
            block = min(max(ends - monotonic(), 0.01), BLOCK_S)
            popped = await self._link.pop(self._hint_keys(), block)
            if popped:
                return cast("bytes", popped[1]).decode()
            if monotonic() >= ends:
                return None

    def _hint_keys(self) -> list[str]:
        # Redis looks at the keys in the order given: each wait starts at another, or the first
        # shard would starve the rest.
        self._turn = (self._turn + 1) % self._shards
        turns = range(self._turn, self._turn + self._shards)
        return [self._names.hints(shard % self._shards) for shard in turns]

    async def sweep(self) -> int:
        """Hints every run that somebody should have looked at by now; answers how many."""
        hinted, left = 0, list(range(self._shards))
        while left:
            replies = await self._link.run_all(
                [scripts.sweep(self._names, self._times, shard, SWEEP_BATCH) for shard in left]
            )
            hinted += sum(found for found, _ in replies)
            full = [looked == SWEEP_BATCH for _, looked in replies]
            left = [shard for shard, more in zip(left, full, strict=True) if more]
        return hinted

    def renew(self, claims: Mapping[str, Collection[str]], lease: int) -> None:
        """Extends claims that still exist by `lease` ms from now; for a thread, not the loop."""
        calls = [
            scripts.renew(self._names, run, attempts, lease)
            for run, attempts in claims.items()
            if attempts
        ]
        if calls:
            self._link.run_all_sync(calls)

    async def lines(self, run: str, start: int, stop: int) -> tuple[str, ...]:
        """The transcript's lines from `start` up to, not including, `stop`."""
        if stop <= start:
            return ()
        return await self._list(self._names.of_run("lines", run), start, stop - 1)

    async def request(self, request: str) -> str | None:
        """The request as its last commit wrote it; None if unknown, lapsed or not an id."""
        run = run_of(request)
        if run is None:
            return None
        key, number = self._names.of_run("req", run), request.rpartition(".")[2]
        body, news = await self._link.command("HMGET", key, number, f"{number}:now")
        return _text(body + b"\n" + news if body and news else body)

    async def look(self, wanted: Look) -> Looked:
        """Lists over all shards, in one round trip. What has lapsed leaves them on the way."""
        calls = [scripts.look(self._names, shard, wanted) for shard in range(self._shards)]
        return looking.merged(await self._link.run_all(calls), wanted)

    async def side(self, run: str, key: str) -> str | None:
        """The value that an enqueue kept beside its mail, for 30 minutes."""
        name = self._names.of_run("side", f"{run}:{key}")
        return _text(await self._link.command("GET", name))

    async def index_thread(self, thread: str, run: str) -> int:
        """1: the thread is the run's, and mail that came early is in its mailbox, in order.

        0: another run has the thread, or this one is over. Safe to call again.
        """
        return await self._post.index(thread, run)

    async def past(self, thread: str) -> str | None:
        """The thread's last run that has ended, while it is kept."""
        name = f"{self._names.shard(self._post.shard_of(thread))}past:{thread}"
        return _text(await self._link.command("GET", name))

    async def doing(self, run: str) -> str | None:
        """What lists say of a run now; None if it isn't kept."""
        return _text(await self._link.command("HGET", self._names.of_run("run", run), "doing"))

    async def numbers(self, kind: str, count: int) -> int:
        """The first of `count` numbers that nobody else gets. Gaps are possible."""
        key = self._names.alone("num", kind)
        last = cast("int", await self._link.command("INCRBY", key, count))
        return last - count + 1

    async def audit(self, run: str) -> tuple[str, ...]:
        """The run's record, oldest first; it outlives the run."""
        return await self._list(self._names.of_run("audit", run), 0, -1)

    async def note_audit(self, line: str) -> None:
        """Adds a line to the record of what happens outside runs."""
        token = secrets.token_hex(8)
        await self._link.run(scripts.note(self._names, self._times, line, token))

    async def notes(self) -> tuple[str, ...]:
        """The record of what happened outside runs, oldest first."""
        return await self._list(f"{self._names.outside}lines", 0, -1)

    async def counter(self, name: str, value: str) -> int:
        """The number of a value, the same for all processes; a new value gets the next."""
        return cast("int", await self._link.run(scripts.counter(self._names, name, value)))

    async def health(self) -> Health:
        """What the server says of itself, with a sentence for each thing that is wrong."""
        return await read_health(self._link)

    async def _list(self, key: str, start: int, stop: int) -> tuple[str, ...]:
        items = cast("list[bytes]", await self._link.command("LRANGE", key, start, stop))
        return tuple(item.decode() for item in items)


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode()
