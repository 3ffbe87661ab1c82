"""Filling in: who has a question's form open, and what they have filled in so far."""

from dataclasses import dataclass
from typing import Literal, Protocol

from bot.core.ids import Who

LEASE_MS = 5 * 60_000  # for which nobody else may take a form over (PRODUCT.md 7)


@dataclass(frozen=True, slots=True)
class Held:
    """Who fills a form in after all: `by` is their `Who.key`, `draft` what they have so far.

    `yours`: whoever asked may go on. `theirs`: somebody else is at it until `until`, in ms. `left`:
    somebody else was, and may be taken over from.
    """

    state: Literal["yours", "theirs", "left"]
    by: str
    until: int
    draft: str = ""


class Filling(Protocol):
    """One person fills in a form at a time. Every method raises StoreDown."""

    async def hold(
        self, request: str, who: Who, *, keep_s: int, draft: str | None = None, over: bool = False
    ) -> Held:
        """Takes the form, or goes on with it for another while, and keeps a `draft` with it.

        `over`: from somebody who has left it. What is kept is gone after `keep_s`. Of a form that
        is another's nothing is changed.
        """
        ...

    async def done(self, request: str) -> None:
        """The form was sent: nothing of it is kept."""
        ...
