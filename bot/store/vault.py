"""The Vault port: a value is a key beside its run, encrypted, bound to run and reference.

Whoever can read or write Redis but hasn't the keys can neither read a value nor move it to another
run.
"""

import secrets
from collections.abc import Iterable
from typing import cast

from bot.core import references
from bot.store import scripts
from bot.store.keyring import Keyring
from bot.store.keys import Names, shard_of_run
from bot.store.link import Link
from bot.store.scripts import Times


class RedisVault:
    """What people gave for the runs of one namespace."""

    def __init__(self, link: Link, names: Names, keyring: Keyring, times: Times) -> None:
        self._link = link
        self._names = names
        self._keyring = keyring
        self._times = times

    async def keep(self, run: str, value: str) -> str:
        """See ports.Vault."""
        name = secrets.token_urlsafe(references.NAME_BYTES)
        sealed = self._keyring.seal(value.encode(), _about(run, name))
        await self._link.run(scripts.secret_kept(self._names, self._times, run, name, sealed))
        return references.made(name)

    async def reveal(self, run: str, reference: str) -> str | None:
        """See ports.Vault."""
        name = references.name_of(reference)
        if name is None:
            return None
        sealed = cast("bytes | None", await self._link.command("GET", self._key(run, name)))
        value = None if sealed is None else self._keyring.unseal(sealed, _about(run, name))
        return None if value is None else value.decode()

    async def references(self, run: str) -> tuple[str, ...]:
        """See ports.Vault."""
        names = f"{self._names.shard(shard_of_run(run))}secrets:{run}"
        found = cast("list[bytes]", await self._link.command("ZRANGE", names, 0, -1))
        return tuple(references.made(one.decode()) for one in found)

    async def forget(self, run: str, given: Iterable[str]) -> None:
        """See ports.Vault."""
        names = [name for one in given if (name := references.name_of(one)) is not None]
        if names:
            await self._link.run(scripts.secrets_forgotten(self._names, run, names))

    def _key(self, run: str, name: str) -> str:
        return f"{self._names.shard(shard_of_run(run))}secret:{run}:{name}"


def _about(run: str, name: str) -> bytes:
    return f"{run} {name}".encode()
