"""Links and secrets of one namespace, once there are keys for them."""

from bot.store.keyring import Keyring
from bot.store.keys import Names
from bot.store.link import Link
from bot.store.links import RedisLinks
from bot.store.scripts import Times
from bot.store.vault import RedisVault


class Confided:
    """Makes the Links and the Vault port, on the same connections as the runs."""

    def __init__(self, link: Link, names: Names, times: Times) -> None:
        self._link = link
        self._names = names
        self._times = times

    def links(self, keys: tuple[bytes, ...], address: str, ms: int) -> RedisLinks:
        """Links under an address such as https://host, each good for that long."""
        return RedisLinks(self._link, self._names, Keyring(keys), address, ms)

    def vault(self, keys: tuple[bytes, ...]) -> RedisVault:
        """The vault; values that none of the keys can read are as if they weren't there."""
        return RedisVault(self._link, self._names, Keyring(keys), self._times)
