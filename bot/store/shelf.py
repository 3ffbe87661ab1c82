"""The Shelf port: single commands and a script, each of which may be sent twice."""

import time
from typing import cast

from bot.store import scripts
from bot.store.keys import Names
from bot.store.link import Link

KEPT_S = 3600  # as long as anybody leaves a form open
# From a root's post to its index takes a second. Should nobody work for longer than this, then a
# mention in that thread starts a run of its own, and the first one says so.
EXPECTED_S = 600


class RedisShelf:
    """What is kept beside the runs of one namespace."""

    def __init__(self, link: Link, names: Names) -> None:
        self._link = link
        self._names = names

    async def keep(self, name: str, body: str) -> None:
        """See ports.Shelf."""
        await self._link.command("SET", self._kept(name), body, "EX", KEPT_S)

    async def kept(self, name: str) -> str | None:
        """See ports.Shelf."""
        found = cast("bytes | None", await self._link.command("GET", self._kept(name)))
        return None if found is None else found.decode()

    async def expect(self, channel: str, run: str) -> None:
        """See ports.Shelf."""
        call = scripts.present(self._names, _roots(channel), run, EXPECTED_S * 1000)
        await self._link.run(call)

    async def arrived(self, channel: str, run: str) -> None:
        """See ports.Shelf."""
        await self._link.command("ZREM", self._present(channel), run)

    async def expected(self, channel: str) -> bool:
        """See ports.Shelf."""
        now = int(time.time() * 1000)  # a clock that is off by seconds harms nobody here
        return bool(await self._link.command("ZCOUNT", self._present(channel), now, "+inf"))

    def _kept(self, name: str) -> str:
        return self._names.alone("kept", name)

    def _present(self, channel: str) -> str:
        return self._names.alone("present", _roots(channel))


def _roots(channel: str) -> str:
    return f"root:{channel}"
