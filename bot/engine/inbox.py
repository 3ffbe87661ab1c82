"""The inbox: every event from outside is saved by one script, once, before it is acknowledged."""

import secrets

from bot.core import switching
from bot.core.amends import Deleted, Edited
from bot.core.checkpoint import Record, dump_event, load_record
from bot.core.events import Asked, Clicked
from bot.core.ids import Thread, run_of, shard_of
from bot.core.opening import NOTE as OPENING_NOTE
from bot.core.replacing import replace
from bot.core.request import Click
from bot.engine.slots import Slots
from bot.ports import Enqueued, Store, ToRun, ToThread
from bot.ports.filling import Filling
from bot.ports.links import Links

TOKEN_BYTES = 5  # 40 bits a shard: no two runs of one shard meet within their lifetime
NAME_BYTES = 16  # nobody guesses the name of what somebody else's form is about
# Commands that the thread's last run may still answer.
OF_THE_PAST = ("status", "ask_again", *switching.ACTIONS)


class StoreInbox:
    """The `Inbox` port on a store of `shards` shards; `slots` are those of a worker in this process
    that may begin at once on what comes in, `links` lead to forms on the web.
    """

    def __init__(
        self, store: Store, shards: int, slots: Slots | None = None, links: Links | None = None
    ) -> None:
        self._store = store
        self._links = links
        self._shards = shards
        self._enqueue = slots.enqueue if slots else store.enqueue

    @property
    def filling(self) -> Filling:
        """See ports.Inbox."""
        return self._store.filling

    @property
    def links(self) -> Links | None:
        """See ports.Inbox."""
        return self._links

    async def asked(self, event: Asked, *, key: str, starts: bool, ours: bool = False) -> Enqueued:
        """See ports.Inbox."""
        to = await self._to(event.thread, starts=starts, ours=ours)
        return await self._enqueue(to, key, dump_event(event))

    async def edited(self, thread: Thread, event: Edited, *, key: str) -> Enqueued:
        """See ports.Inbox."""
        to = ToThread(thread.key, starts=False, run=self._fresh(thread))
        return await self._enqueue(to, key, dump_event(event))

    async def deleted(self, thread: Thread, event: Deleted, *, key: str, message: str) -> Enqueued:
        """See ports.Inbox."""
        to = ToThread(thread.key, starts=False, run=self._fresh(thread), closes=True)
        body = dump_event(event)
        found = await self._enqueue(to, message, body)
        if found.status != "duplicate":
            return found  # the message itself never came, and won't be taken any more
        return await self._enqueue(replace(to, closes=False), key, body)

    async def card_deleted(self, request: str, event: Deleted, *, key: str) -> Enqueued:
        """See ports.Inbox."""
        run = run_of(request)
        if run is None:
            return Enqueued("gone", "")
        return await self._enqueue(ToRun(run), key, dump_event(event))

    async def ordered(self, event: Asked, *, key: str, response_url: str | None) -> Enqueued:
        """See ports.Inbox. Until it has a thread, the run is found under a name made of the key."""
        name = Thread(event.thread.team, "", key.replace("/", "_"))
        to = ToThread(name.key, starts=True, run=self._fresh(name))
        side = (f"url:{OPENING_NOTE}", response_url) if response_url else None
        return await self._enqueue(to, key, dump_event(event), side=side)

    async def clicked(self, click: Click, *, key: str, response_url: str | None) -> Enqueued:
        """See ports.Inbox."""
        run = run_of(click.request)
        if run is None:
            return Enqueued("gone", "")
        side = (f"url:{click.id}", response_url) if response_url else None
        return await self._enqueue(ToRun(run), key, dump_event(Clicked(click)), side=side)

    async def commanded(
        self, thread: Thread, click: Click, *, key: str, ours: bool = False
    ) -> Enqueued:
        """See ports.Inbox."""
        body = dump_event(Clicked(click))
        to = await self._to(thread, starts=False, ours=ours)
        found = await self._enqueue(to, key, body)
        past = None
        if found.status == "not_for_us" and click.action in OF_THE_PAST:
            past = await self._store.past(thread.key)
        return await self._enqueue(ToRun(past), key, body) if past else found

    async def _to(self, thread: Thread, *, starts: bool, ours: bool) -> ToThread:
        """The thread's address. Mail is kept for a root's run only while one is on its way: under
        any other post of ours it would wait for ever.
        """
        early = ours and await self._store.shelf.expected(thread.place)
        return ToThread(thread.key, starts, self._fresh(thread), early)

    def _fresh(self, thread: Thread) -> str:
        """A run id that nobody has, on the thread's shard."""
        return f"{shard_of(thread.key, self._shards)}.{secrets.token_hex(TOKEN_BYTES)}"

    async def keep(self, body: str) -> str:
        """See ports.Inbox."""
        name = secrets.token_urlsafe(NAME_BYTES)
        await self._store.shelf.keep(name, body)
        return name

    async def kept(self, name: str) -> str | None:
        """See ports.Inbox."""
        return await self._store.shelf.kept(name)

    async def record(self, request: str) -> Record | None:
        """See ports.Inbox."""
        body = await self._store.request(request)
        return load_record(body) if body else None
