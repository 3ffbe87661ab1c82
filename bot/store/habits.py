"""The Habits port: a short list for each argument of a tool's target, one script each way."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import cast

from bot.store import scripts
from bot.store.keys import Names
from bot.store.link import Link

KEPT = 30  # values of one argument


class RedisHabits:
    """With which values calls have run, kept for `ms` after the last of them."""

    def __init__(self, link: Link, names: Names, ms: int) -> None:
        self._link = link
        self._names = names
        self._ms = ms

    async def note(self, tool: str, target: str, values: Mapping[str, str]) -> None:
        """See ports.Habits. Sent twice it counts twice, which harms nobody."""
        found = {_safe(name): value for name, value in values.items()}
        await self._link.run(scripts.habit(self._names, _of(tool, target), KEPT, self._ms, found))

    async def earlier(
        self, tool: str, target: str, names: Sequence[str]
    ) -> Mapping[str, tuple[str, ...]]:
        """See ports.Habits."""
        call = scripts.habits(self._names, _of(tool, target), [_safe(name) for name in names])
        found = cast("list[list[bytes]]", await self._link.run(call))
        kept = (tuple(value.decode() for value in values) for values in found)
        return dict(zip(names, kept, strict=True))


def _of(tool: str, target: str) -> str:
    """A hash tag, so that a tool's target is in one slot of a cluster."""
    return f"{{{_safe(tool)}/{sha256(target.encode()).hexdigest()[:16]}}}"


def _safe(name: str) -> str:
    """Names of tools and arguments are words; of anything else a key has its hash."""
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain and len(name) <= 64 else sha256(name.encode()).hexdigest()[:16]
