"""The links' port: how one person comes to a form on the web page, once.

Every method but `genuine`, `guard` and `guarded` raises StoreDown.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

from bot.core.ids import Who

Standing = Literal["new", "open", "sent"]


@dataclass(frozen=True, slots=True)
class Bound:
    """What a link is for: one person's answer to a request as it was at a revision.

    `action` is the one answer that can be sent with it, "" if the page offers all there are.
    """

    request: str
    revision: int
    who: Who
    action: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A link on record, for `left_ms` more. Its `id` opens nothing. It is `new` until somebody goes
    on from it, then `open` in that browser until the form is `sent`.
    """

    id: str
    bound: Bound
    standing: Standing
    left_ms: int


class Links(Protocol):
    """One-time links, each signed, and bound to one person."""

    async def mint(self, bound: Bound) -> str:
        """A new link's address, to be shown to `bound.who` and nobody else."""
        ...

    def genuine(self, token: str) -> bool:
        """Whether we signed it; nothing is asked of the store."""
        ...

    async def found(self, token: str) -> Opened | None:
        """The link, which stays as it is; None for one that isn't ours, or whose time is over."""
        ...

    async def exchange(self, token: str) -> str | None:
        """What the browser that goes on from a link shows for it from now on; None if the link has
        been used before, or is no more.
        """
        ...

    async def at(self, link: str, session: str) -> Opened | None:
        """The link of that id, for the browser that went on from it; else None."""
        ...

    def guard(self, session: str) -> str:
        """What a page of that browser sends along, so that no other site's page can."""
        ...

    def guarded(self, session: str, given: str) -> bool:
        """Whether that was made for a page of that browser, by this key or one before it."""
        ...

    async def sent(self, link: str) -> None:
        """The form was sent: nothing more can be, with this link."""
        ...
