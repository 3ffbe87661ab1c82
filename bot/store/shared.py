"""The Shared port: facts that all processes of one installation know."""

import secrets
from typing import cast

from bot.store import scripts
from bot.store.keys import Names
from bot.store.link import Link


class Shared:
    """`ports.Shared`, on the same connections as the runs."""

    def __init__(self, link: Link, names: Names) -> None:
        self._link = link
        self._names = names

    async def home(self) -> str:
        """See ports.Shared."""
        key = self._names.alone("home")
        await self._link.command("SETNX", key, secrets.token_hex(6))
        return cast("bytes", await self._link.command("GET", key)).decode()

    async def shut(self) -> str | None:
        """See ports.Shared."""
        found = cast("bytes | None", await self._link.command("GET", self._names.alone("shut")))
        return None if found is None else found.decode()

    async def set_shut(self, why: str | None) -> None:
        """See ports.Shared."""
        key = self._names.alone("shut")
        await self._link.command(*(("DEL", key) if why is None else ("SET", key, why)))

    async def present(self, kind: str, member: str, ms: int) -> int:
        """See ports.Shared."""
        call = scripts.present(self._names, kind, member, ms)
        return cast("int", await self._link.run(call))
