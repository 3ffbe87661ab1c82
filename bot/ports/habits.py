"""The habits' port: with which values calls have run. Every method raises StoreDown."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class Habits(Protocol):
    """The newest values of each argument, by tool and target, kept for a while.

    Values are as `core.unusual.kept` makes them. `target` is the tool's own word, "" for none.
    """

    async def note(self, tool: str, target: str, values: Mapping[str, str]) -> None:
        """Adds the values of a call that ran."""
        ...

    async def earlier(
        self, tool: str, target: str, names: Sequence[str]
    ) -> Mapping[str, tuple[str, ...]]:
        """The values of these arguments so far, the newest first."""
        ...
