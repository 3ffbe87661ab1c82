"""A TCP proxy before a Redis server that loses replies, loses requests or refuses to connect."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import unquote, urlsplit


class FaultProxy:
    """Relays, except for what it is told to lose: `losses` (replies) and `drops` (requests).

    `between` happens after a reply was lost and before its client knows.
    """

    def __init__(self, upstream: str) -> None:
        self._upstream = urlsplit(upstream)
        self._links: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.losses = 0
        self.drops = 0
        self.refusing = False
        self.between: Callable[[], Awaitable[None]] | None = None
        self.lost: list[bytes] = []
        self.url = ""

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one client until it, the server or a fault ends the connection."""
        task = asyncio.current_task()
        assert task is not None
        self._links[task] = writer
        try:
            with suppress(OSError):
                if not self.refusing:
                    await self._pump(reader, writer)
        finally:
            writer.transport.abort()
            del self._links[task]

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, server = await self._connect()
        # A client sends a script when it has every earlier reply: what the server says next is the
        # script's.
        asked = asyncio.Event()
        ways = {
            asyncio.create_task(self._ask(reader, server, asked)),
            asyncio.create_task(self._answer(answers, writer, asked)),
        }
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            server.transport.abort()

    async def _ask(
        self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, asked: asyncio.Event
    ) -> None:
        while data := await reader.read(2**20):
            if b"EVAL" in data or b"INCRBY" in data:
                if self.drops:
                    self.drops -= 1
                    return
                asked.set()
            server.write(data)

    async def _answer(
        self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: asyncio.Event
    ) -> None:
        while data := await answers.read(2**20):
            if asked.is_set() and self.losses and not data.startswith(b"-NOSCRIPT"):
                self.losses -= 1
                self.lost.append(data)
                if self.between is not None:
                    await self.between()
                return
            asked.clear()
            writer.write(data)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._upstream.scheme == "unix":
            return await asyncio.open_unix_connection(unquote(self._upstream.path))
        return await asyncio.open_connection(self._upstream.hostname, self._upstream.port or 6379)

    async def cut(self) -> None:
        """Ends all connections."""
        links = dict(self._links)
        for writer in links.values():
            writer.transport.abort()
        if links:
            await asyncio.wait(links)


@asynccontextmanager
async def fault_proxy(upstream: str) -> AsyncGenerator[FaultProxy]:
    """A proxy on a free port, for as long as the context lasts."""
    proxy = FaultProxy(upstream)
    server = await asyncio.start_server(proxy.relay, "127.0.0.1", 0)
    proxy.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.cut()
        await server.wait_closed()
