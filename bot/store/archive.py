"""Runs as they are stored, for whoever looks at them from outside: it reads, and writes nothing."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

from bot.store.keys import NAMESPACE, Names
from bot.store.link import Link

# Keys that one step of a search looks at, and headers that are read at most.
_SCAN = 500
MOST_RUNS = 1_000

_GLOB = str.maketrans({c: f"\\{c}" for c in "*?[]^\\"})


@dataclass(frozen=True, slots=True)
class Shelved:
    """A run in a list: what `core.gist` keeps of it (empty before its first commit)."""

    run: str
    about: str
    doing: str
    parked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """All that is stored of a run. `lines` may be ahead of `log`, which was read first."""

    run: str
    header: Mapping[str, str]
    log: tuple[str, ...]
    lines: tuple[str, ...]
    snapshot: int
    mail: tuple[str, ...]
    requests: Mapping[str, str]

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each part: keys' names and Redis's own overhead aside."""
        return {
            "header": _weight(self.header),
            "events": sum(len(line.encode()) for line in self.log),
            "transcript": sum(len(line.encode()) for line in self.lines),
            "snapshot": self.snapshot,
            "requests": _weight(self.requests),
            "mail": sum(len(line.encode()) for line in self.mail),
        }


class Archive:
    """What is stored in one namespace. Every method raises StoreDown when the server is away."""

    def __init__(self, link: Link, namespace: str) -> None:
        self._link = link
        self._namespace = namespace
        self._names = Names(namespace)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, *, namespace: str = NAMESPACE) -> AsyncGenerator["Archive"]:
        """An archive for as long as the context lasts; it connects when it is first asked."""
        link = Link(url)
        try:
            yield cls(link, namespace)
        finally:
            await link.aclose()

    async def runs(self) -> tuple[Shelved, ...]:
        """Every run that is kept, at most MOST_RUNS of them, in no order."""
        found: list[Shelved] = []
        for run in await self._ids():
            key = self._names.of_run("run", run)
            fields = await self._link.command("HMGET", key, "about", "doing", "parked")
            about, doing, parked = (_text(value) for value in cast("list[bytes | None]", fields))
            found.append(Shelved(run, about, doing, bool(parked)))
        return tuple(found)

    async def _ids(self) -> list[str]:
        """The runs by their headers' names, as one server has them."""
        pattern, cursor, ids = f"{self._namespace.translate(_GLOB)}{{q*}}run:*", b"0", set[str]()
        while len(ids) < MOST_RUNS:
            reply = await self._link.command("SCAN", cursor, "MATCH", pattern, "COUNT", _SCAN)
            cursor, names = cast("tuple[bytes, list[bytes]]", reply)
            ids |= {name.decode().rpartition(":")[2] for name in names}
            if int(cursor) == 0:
                break
        return sorted(ids)[:MOST_RUNS]

    async def run(self, run: str) -> Kept | None:
        """All that is stored of a run, or None. ValueError if it isn't a run's id."""
        header = await self._hash("run", run)
        if not header:
            return None
        return Kept(
            run=run,
            header=header,
            log=await self._list("log", run),
            lines=await self._list("lines", run),
            snapshot=int(await self._link.command("STRLEN", self._names.of_run("snap", run))),
            mail=await self._list("mail", run),
            requests=await self._hash("req", run),
        )

    async def audit(self, run: str) -> tuple[str, ...]:
        """The run's record, oldest first; it outlives the run."""
        return await self._list("audit", run)

    async def _list(self, kind: str, run: str) -> tuple[str, ...]:
        items = await self._link.command("LRANGE", self._names.of_run(kind, run), 0, -1)
        return tuple(item.decode() for item in cast("list[bytes]", items))

    async def _hash(self, kind: str, run: str) -> dict[str, str]:
        flat = await self._link.command("HGETALL", self._names.of_run(kind, run))
        if isinstance(flat, dict):
            return {k.decode(): v.decode() for k, v in cast("dict[bytes, bytes]", flat).items()}
        both = [item.decode() for item in cast("list[bytes]", flat)]
        return dict(zip(both[::2], both[1::2], strict=True))


def _text(value: bytes | None) -> str:
    return "" if value is None else value.decode()


def _weight(fields: Mapping[str, str]) -> int:
    return sum(len(name.encode()) + len(value.encode()) for name, value in fields.items())
