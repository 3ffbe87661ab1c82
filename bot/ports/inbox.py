"""The inbox: how whatever comes in from outside is saved before it is acknowledged.

The engine implements it; `slack` and `web` use it. Every method raises StoreDown, and answers in
one script's time, so that an acknowledgement never waits for work.
"""

from typing import Protocol

from bot.core.amends import Deleted, Edited
from bot.core.checkpoint import Record
from bot.core.events import Asked
from bot.core.ids import Thread
from bot.core.request import Click
from bot.ports.filling import Filling
from bot.ports.links import Links
from bot.ports.store import Enqueued


class Inbox(Protocol):
    """Saves events once by their key."""

    @property
    def filling(self) -> Filling:
        """Who has which form open, and what they filled in."""
        ...

    @property
    def links(self) -> Links | None:
        """Links to forms on the web; None where there are none."""
        ...

    async def asked(self, event: Asked, *, key: str, starts: bool, ours: bool = False) -> Enqueued:
        """A person's message in a thread; `starts`: it may start a run (it mentions us).

        `ours`: we posted the thread's root, so its run may not have the thread yet.
        """
        ...

    async def ordered(self, event: Asked, *, key: str, response_url: str | None) -> Enqueued:
        """A task that has no thread yet; it starts a run, one a key."""
        ...

    async def edited(self, thread: Thread, event: Edited, *, key: str) -> Enqueued:
        """A correction of a message in a thread: it never starts a run."""
        ...

    async def deleted(self, thread: Thread, event: Deleted, *, key: str, message: str) -> Enqueued:
        """A deletion in a thread: it never starts a run, nor does the message if it comes later.

        `message` is the key of the message itself.
        """
        ...

    async def card_deleted(self, request: str, event: Deleted, *, key: str) -> Enqueued:
        """A request's card was deleted."""
        ...

    async def clicked(self, click: Click, *, key: str, response_url: str | None) -> Enqueued:
        """A button or submission about a request; `click.request` names the run."""
        ...

    async def commanded(
        self, thread: Thread, click: Click, *, key: str, ours: bool = False
    ) -> Enqueued:
        """A command said in a thread (stop_run, withdraw): it never starts a run."""
        ...

    async def keep(self, body: str) -> str:
        """Keeps what an open form is about for an hour; answers an opaque name for it."""
        ...

    async def kept(self, name: str) -> str | None:
        """What was kept under that name, or None."""
        ...

    async def record(self, request: str) -> Record | None:
        """What is stored of a request, for a modal; None if there is no such request."""
        ...
