"""The Filling port: one small hash a form, one script for who has it."""

from typing import Literal, cast

from bot.core.ids import Who
from bot.ports.filling import LEASE_MS, Held
from bot.store import scripts
from bot.store.keys import Names
from bot.store.link import Link


class RedisFilling:
    """Forms that people have open, of one namespace."""

    def __init__(self, link: Link, names: Names, lease_ms: int = LEASE_MS) -> None:
        self._link = link
        self._names = names
        self._lease_ms = lease_ms

    async def hold(
        self, request: str, who: Who, *, keep_s: int, draft: str | None = None, over: bool = False
    ) -> Held:
        """See ports.Filling. Sent twice it does the same twice."""
        call = scripts.fill(
            self._names, request, who.key, (self._lease_ms, max(keep_s, 1) * 1000),
            draft=draft, over=over,
        )  # fmt: skip
        found = cast("list[bytes]", await self._link.run(call))
        state, by, until, kept = (part.decode() for part in found)
        return Held(cast("Literal['yours', 'theirs', 'left']", state), by, int(until), kept)

    async def done(self, request: str) -> None:
        """See ports.Filling."""
        await self._link.command("DEL", self._names.alone("fill", request))
