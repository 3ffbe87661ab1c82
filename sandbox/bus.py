"""Changes of the workspace as a numbered stream for pages and tests."""

import asyncio
import json
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager

from aiohttp import web

from sandbox.jsons import Json

KEPT = 2_000
BEAT_S = 10.0


class Bus:
    """Numbers each change and hands it to whoever listens."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, str, Json]] = deque(maxlen=KEPT)
        self._last = 0
        self._listeners: set[asyncio.Queue[tuple[int, str, Json]]] = set()

    def tell(self, what: str, data: Json) -> None:
        """Publish a change; `what` is its kind, such as message or view."""
        self._last += 1
        change = (self._last, what, data)
        self._kept.append(change)
        for queue in tuple(self._listeners):
            if queue.full():
                # Its stream ends once it has sent these; it comes again with Last-Event-ID.
                self._listeners.discard(queue)
            else:
                queue.put_nowait(change)

    @contextmanager
    def listen(self, after: int | None) -> Generator[asyncio.Queue[tuple[int, str, Json]]]:
        """A queue of the changes from now on, or of those after the number that is still kept."""
        queue: asyncio.Queue[tuple[int, str, Json]] = asyncio.Queue(maxsize=2 * KEPT)
        if after is not None:
            for change in self._kept:
                if change[0] > after:
                    queue.put_nowait(change)
        self._listeners.add(queue)
        try:
            yield queue
        finally:
            self._listeners.discard(queue)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """GET /sandbox/events: server-sent events with ids, and a heartbeat in between."""
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
        )
        await response.prepare(request)
        last = request.headers.get("Last-Event-ID", "")
        with self.listen(int(last) if last.isdecimal() else None) as queue:
            await response.write(b"retry: 1000\n\n: hello\n\n")
            try:
                while queue in self._listeners or not queue.empty():
                    await response.write(await self._next(queue))
            except ConnectionResetError:
                pass
        return response

    @staticmethod
    async def _next(queue: asyncio.Queue[tuple[int, str, Json]]) -> bytes:
        try:
            async with asyncio.timeout(BEAT_S):
                number, what, data = await queue.get()
        except TimeoutError:
            return b": beat\n\n"
        return f"id: {number}\nevent: {what}\ndata: {json.dumps(data)}\n\n".encode()
