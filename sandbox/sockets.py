"""Socket Mode: tickets, up to ten connections in turn, acknowledgements, lost frames."""

import asyncio
import json
import secrets
from collections.abc import Callable

from aiohttp import WSMsgType, web

from sandbox import people
from sandbox.deliver import Answer, Attempt
from sandbox.jsons import Json, is_obj, obj

MOST_CONNECTIONS = 10


class Connection:
    """One WebSocket of the bot and the envelopes it has not acknowledged."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request) -> None:
        self.ws = ws
        self._request = request
        self.waiting: dict[str, asyncio.Future[Answer]] = {}

    def acknowledge(self, text: str) -> None:
        """Settle the envelope that a frame of the bot names; anything else is ignored."""
        try:
            frame: object = json.loads(text)
        except ValueError:
            return
        if not is_obj(frame):
            return
        future = self.waiting.pop(str(frame.get("envelope_id")), None)
        if future is not None and not future.done():
            payload = obj(frame.get("payload"))
            future.set_result(Answer(True, payload or None, str(payload.get("text", ""))))

    def cut(self) -> None:
        """Reset the connection without a word."""
        self.lose()
        if self._request.transport is not None:
            self._request.transport.abort()

    def lose(self) -> None:
        """The socket is gone: nothing that waits will be acknowledged."""
        for future in self.waiting.values():
            if not future.done():
                future.set_result(Answer(False, reason="timeout"))
        self.waiting.clear()


class Hub:
    """All connections of the app; a Transport."""

    def __init__(self, ack_s: float, on_connect: Callable[[], None]) -> None:
        self.ack_s = ack_s
        self._on_connect = on_connect
        self._tickets: set[str] = set()
        self._connections: list[Connection] = []
        self._turn = 0
        self.frames_to_lose = 0
        self.opened = 0

    def ticket(self) -> str:
        """A ticket for one connection."""
        ticket = secrets.token_hex(16)
        self._tickets.add(ticket)
        return ticket

    def ready(self) -> bool:
        """Whether a bot is connected."""
        return bool(self._connections)

    @property
    def count(self) -> int:
        """How many connections are open."""
        return len(self._connections)

    async def send(self, attempt: Attempt) -> Answer:
        """Send to the connection whose turn it is and wait for its acknowledgement."""
        self._turn += 1
        connection = self._connections[self._turn % len(self._connections)]
        envelope = secrets.token_hex(16)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        connection.waiting[envelope] = answer
        frame: Json = {
            "envelope_id": envelope,
            "type": attempt.kind,
            "payload": attempt.payload,
            "accepts_response_payload": attempt.kind != "events_api",
            "retry_attempt": attempt.retry,
            "retry_reason": attempt.reason,
        }
        try:
            async with asyncio.timeout(self.ack_s):
                await self._put(connection, frame)
                return await answer
        except (TimeoutError, ConnectionError):
            return Answer(False, reason="timeout")
        finally:
            connection.waiting.pop(envelope, None)

    async def _put(self, connection: Connection, frame: Json) -> None:
        if self.frames_to_lose:
            self.frames_to_lose -= 1
            return
        await connection.ws.send_json(frame)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """GET /link/: the WebSocket itself."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=401, text="invalid ticket")
        self._tickets.discard(ticket)
        ws = web.WebSocketResponse(heartbeat=30, timeout=1, max_msg_size=16 * 1024 * 1024)
        await ws.prepare(request)
        if self.count >= MOST_CONNECTIONS:
            await ws.send_json({"type": "disconnect", "reason": "too_many_websockets"})
            await ws.close()
            return ws
        connection = Connection(ws, request)
        await ws.send_json(self._hello())
        self._connections.append(connection)
        self.opened += 1
        self._on_connect()
        try:
            async for message in ws:
                if message.type == WSMsgType.TEXT:
                    connection.acknowledge(message.data)
        finally:
            self._connections.remove(connection)
            connection.lose()
        return ws

    def _hello(self) -> Json:
        return {
            "type": "hello",
            "num_connections": self.count + 1,
            "connection_info": {"app_id": people.APP},
            "debug_info": {
                "host": "sandbox",
                "build_number": 1,
                "approximate_connection_time": 18060,
            },
        }

    async def disconnect(self, reason: str, times: int) -> int:
        """Tell some connections to reconnect, as Slack does; how many were told."""
        told = self._connections[:times]
        for connection in told:
            await connection.ws.send_json({"type": "disconnect", "reason": reason})
        return len(told)

    def drop(self, times: int) -> int:
        """Cut some connections without a word; how many were cut."""
        gone = self._connections[:times]
        for connection in gone:
            connection.cut()
        return len(gone)

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(connection.ws.close() for connection in self._connections))
