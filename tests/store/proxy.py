"""A TCP proxy before a Redis server that loses replies, loses requests or refuses to connect."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from urllib.parse import unquote, urlsplit


class FaultProxy:
    """Relays, except for what it is told to lose: `losses` (replies) and `drops` (requests)."""

    def __init__(self, upstream: str) -> None:
        self._upstream = urlsplit(upstream)
        self._links: set[asyncio.Task[None]] = set()
        self.losses = 0
        self.drops = 0
        self.refusing = False
        self.lost: list[bytes] = []
        self.url = ""

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one client until it, the server or a fault ends the connection."""
        task = asyncio.current_task()
        assert task is not None
        self._links.add(task)
        task.add_done_callback(self._links.discard)
        try:
            with suppress(OSError):
                if not self.refusing:
                    await self._pump(reader, writer)
        finally:
            writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, server = await self._connect()
        try:
            # Redis answers one request at a time: what is read here is a whole exchange, as no
            # client of ours sends the next before it has the last reply.
            while asked := await reader.read(2**20):
                faulty = asked.find(b"EVAL") >= 0 or asked.find(b"INCRBY") >= 0
                if faulty and self.drops:
                    self.drops -= 1
                    return
                server.write(asked)
                answer = await answers.read(2**20)
                if faulty and self.losses and not answer.startswith(b"-NOSCRIPT"):
                    self.losses -= 1
                    self.lost.append(answer)
                    return
                writer.write(answer)
        finally:
            server.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._upstream.scheme == "unix":
            return await asyncio.open_unix_connection(unquote(self._upstream.path))
        return await asyncio.open_connection(self._upstream.hostname, self._upstream.port or 6379)

    async def cut(self) -> None:
        """Ends all connections."""
        links = list(self._links)
        for task in links:
            task.cancel()
        await asyncio.gather(*links, return_exceptions=True)


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
