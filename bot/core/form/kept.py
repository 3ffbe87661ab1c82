"""What a form comes to, kept with its schema: only a draft changes, and of that little at a time.

All of it can be made again, so that nothing is lost when it is forgotten. Pure.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.core.form import limits

Made = TypeVar("Made")
Key = tuple[object, ...]

DRAFTS = 3  # that were drawn last: each press looks at one several times, and at the next one


@dataclass(slots=True)
class Kept:
    """`plain` and `looks` are of the schema alone; `drawn` controls and `places` within a place are
    by what that is (Place.same); `drafts` are what drafts came to, the last one first.
    """

    plain: dict[tuple[str, ...], Any] = field(default_factory=dict[tuple[str, ...], Any])
    looks: dict[str, Any] = field(default_factory=dict[str, Any])
    drawn: dict[Key, Any] = field(default_factory=dict[Key, Any])
    places: dict[Key, Any] = field(default_factory=dict[Key, Any])
    drafts: list[tuple[Any, Any]] = field(default_factory=list[tuple[Any, Any]])

    def add(self, found: dict[Key, Any], key: Key, one: Made) -> Made:
        """Keeps one, and forgets all others once they are many: added rows are ever new."""
        if len(found) >= limits.PLACES:
            found.clear()
        found[key] = one
        return one

    def of(self, draft: Any, make: Callable[[], Made]) -> Made:
        """What an equal draft came to, or what is made now."""
        for known, one in self.drafts:
            if known == draft:
                return one
        one = make()
        self.drafts[:] = [(draft, one), *self.drafts[: DRAFTS - 1]]
        return one
