"""How mail finds its run: by a run id, or by a thread whose run may be in another shard."""

import secrets
from typing import cast

from bot.core.ids import shard_of
from bot.ports import Enqueued, StoreDown, ToRun, ToThread
from bot.store import replies, scripts
from bot.store.keys import Names, shard_of_run
from bot.store.link import Link
from bot.store.scripts import Parcel, Times

# A thread's run can end, and another start, between the scripts of two shards; more often than this
# in one enqueue it doesn't.
_ROUTES = 5


class Post:
    """Delivers mail. No script touches two shards, so a way over two of them is several steps, each
    safe to repeat, with the decision of the first kept under the mail's key.
    """

    def __init__(self, link: Link, names: Names, times: Times, shards: int) -> None:
        self._link = link
        self._names = names
        self._times = times
        self._shards = shards

    def shard_of(self, thread: str) -> int:
        """The shard that keeps a thread's index."""
        return shard_of(thread, self._shards)

    async def deliver(self, to: ToRun | ToThread, parcel: Parcel) -> Enqueued:
        """Saves the mail; ValueError if a fresh run's id isn't on its thread's shard."""
        if isinstance(to, ToRun):
            return await self._to_run(to.run, parcel)
        if shard_of_run(to.run) != self.shard_of(to.thread):
            raise ValueError(f"run {to.run} isn't on the shard of thread {to.thread}")
        over = ""
        for _ in range(_ROUTES):
            call = scripts.enqueue_thread(self._names, self._times, to, parcel, over)
            reply = await self._link.run(call)
            if reply[0] != b"away":
                return replies.read_enqueue(reply)
            over = cast("bytes", reply[1]).decode()
            done = await self._to_run(over, parcel, thread=to.thread)
            if done.status != "gone":
                return done
        raise StoreDown(f"The thread's run changed {_ROUTES} times in one enqueue.")

    async def index(self, thread: str, run: str) -> int:
        """Makes the run the thread's and moves early mail to it; see `RedisStore.index_thread`."""
        shard = self.shard_of(thread)
        same = shard == shard_of_run(run)
        kept = await self._link.run(scripts.join(self._names, run, thread, same_shard=same))
        if kept <= 0:
            return 0
        ours, early = await self._link.run(scripts.index(self._names, shard, thread, run, kept))
        while ours and early:
            # One by one and off the list only when saved, so that a repeat keeps their order.
            item = cast("bytes", early[0])
            (mail,) = replies.read_mail([item])
            parcel = Parcel(key=mail.key, body=mail.body, token=secrets.token_hex(6), at=mail.at)
            # Its key is taken already, on the thread: what is counted here is the move.
            if (await self._to_run(run, parcel, thread=f"{thread}/early")).status == "gone":
                return 0
            early = await self._link.run(scripts.moved(self._names, shard, thread, (item,)))
        return ours

    async def _to_run(self, run: str, parcel: Parcel, *, thread: str | None = None) -> Enqueued:
        call = scripts.enqueue_run(self._names, self._times, run, parcel, thread=thread)
        return replies.read_enqueue(await self._link.run(call))
