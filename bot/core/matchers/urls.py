"""A URL whose host is on a list, read so that nobody else reads another host in it."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from bot.core.matchers.found import Off, Unread, listed, text_of

SCHEMES = ("https",)
_PORTS = {"https": 443, "http": 80, "wss": 443, "ws": 80, "ftp": 21}
_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([/?#].*)?", re.DOTALL)
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_HOST = re.compile(rf"((?:{_LABEL}\.)*{_LABEL}|\[[0-9A-Fa-f:.]+\])(?::([0-9]{{1,5}}))?")


@dataclass(frozen=True, slots=True)
class HostIn:
    """A URL of one of these schemes, to one of these hosts.

    A host may have a port (`api.example.com:8443`); without one its scheme's own is meant. `*.` in
    front stands for any name below.
    """

    hosts: tuple[str, ...]
    schemes: tuple[str, ...] = SCHEMES
    kind: Literal["host_in"] = "host_in"

    def check(self, value: Any) -> Off | None:
        """None if it is."""
        try:
            scheme, host, port = _read(value)
        except Unread as why:
            return Off(str(why), unread=True)
        if scheme not in self.schemes:
            return Off(f"has the scheme {scheme}, not {listed(self.schemes)}")
        if any(_is(entry, scheme, host, port) for entry in self.hosts):
            return None
        shown = host if port == _PORTS.get(scheme) else f"{host}:{port}"
        return Off(f"leads to {shown}, not to {listed(self.hosts)}")


def host_problem(entry: str) -> str | None:
    """Why an entry of the list can't be used, in words; None if it can."""
    if _HOST.fullmatch(entry.removeprefix("*.")) and entry == entry.lower():
        return None
    return "isn't a host; write for example api.example.com, or *.example.com"


def _read(value: Any) -> tuple[str, str, int | None]:
    """Scheme, host and port. Raises Unread."""
    url = text_of(value)
    if any(char.isspace() for char in url) or "\\" in url:
        raise Unread("holds a blank or a backslash")
    found = _URL.fullmatch(url)
    if found is None:
        raise Unread("isn't a whole URL; start it with a scheme, as https://")
    scheme, authority = found[1].lower(), found[2]
    if "@" in authority:
        raise Unread("names a user before its host; leave that out")
    if found[3] and found[3][0] != "/" and "@" in found[3]:
        raise Unread("has an @ after its host; put a / between them")
    host = _HOST.fullmatch(authority)
    if host is None:
        raise Unread("has a host that can't be read for certain")
    port = int(host[2]) if host[2] else _PORTS.get(scheme)
    return scheme, host[1].lower(), port


def _is(entry: str, scheme: str, host: str, port: int | None) -> bool:
    name = _HOST.fullmatch(entry.removeprefix("*."))
    if name is None:
        return False
    wanted = int(name[2]) if name[2] else _PORTS.get(scheme)
    below = host.endswith(f".{name[1]}") if entry.startswith("*.") else host == name[1]
    return below and port == wanted
