"""Socket Mode: tickets, up to ten connections in turn, acknowledgements, their end, lost frames."""

import asyncio
import secrets
import time
import uuid
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import people
from sandbox.clock import Clock
from sandbox.connection import Connection
from sandbox.deliver import Answer, Attempt
from sandbox.jsons import Json
from sandbox.patience import Patience

MOST_CONNECTIONS = 10
# How long Slack keeps a connection, and one that was opened with debug_reconnects.
LIFE_S = 18_060
DEBUG_LIFE_S = 360
# How long before its end a connection is warned.
WARNING_S = 10.0


class Hub:
    """All connections of the app; a Transport. `tell` publishes what changes here."""

    name = "socket"
    signed = False  # the connection itself proves who sends

    def __init__(
        self,
        ack_s: float,
        clock: Clock,
        on_connect: Callable[[], None],
        tell: Callable[[str, Json], None],
    ) -> None:
        self.ack_s = ack_s
        self._clock = clock
        self._on_connect = on_connect
        self._tell = tell
        self._tickets: set[str] = set()
        self._connections: list[Connection] = []
        self._tasks: set[asyncio.Task[None]] = set()
        # Each kind of payload takes its own turns, so that tests know where a click goes.
        self._turns: Counter[str] = Counter()
        self.frames_to_lose = 0
        self.opened = 0
        # Acknowledgements that came when nobody waited for them any more.
        self.late = 0

    def ticket(self) -> str:
        """A ticket for one connection."""
        ticket = secrets.token_hex(16)
        self._tickets.add(ticket)
        return ticket

    def ready(self) -> bool:
        """Whether a bot is connected by a connection that is not about to be closed."""
        return bool(self._open())

    def _open(self) -> list[Connection]:
        return [each for each in self._connections if not each.leaving]

    @property
    def count(self) -> int:
        """How many connections are open."""
        return len(self._connections)

    async def send(self, attempt: Attempt) -> Answer:
        """Send to the connection whose turn it is and wait for its acknowledgement."""
        self._turns[attempt.kind] += 1
        every = self._open()
        connection = every[self._turns[attempt.kind] % len(every)]
        envelope = str(uuid.uuid4())
        answer = connection.expect(envelope)
        frame: Json = {
            "envelope_id": envelope,
            "type": attempt.kind,
            "payload": attempt.payload,
            "accepts_response_payload": attempt.kind != "events_api",
            "retry_attempt": attempt.retry,
            "retry_reason": attempt.reason,
        }
        try:
            async with Patience(self.ack_s):
                await self._put(connection, frame)
                return await answer
        except ConnectionError:
            return Answer(False, reason="timeout", gone=True)
        except TimeoutError:
            return Answer(False, reason="timeout")
        finally:
            connection.forget(envelope)

    async def _put(self, connection: Connection, frame: Json) -> None:
        if self.frames_to_lose:
            self.frames_to_lose -= 1
            self._tell("faults", {})
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
        connection = Connection(ws, request)
        if self.count >= MOST_CONNECTIONS:
            await connection.tell("too_many_websockets")
            await ws.close()
            return ws
        life_s = DEBUG_LIFE_S if request.query.get("debug_reconnects") == "true" else LIFE_S
        await ws.send_json(self._hello(life_s))
        self._connections.append(connection)
        self.opened += 1
        end = self._spawn(self._live(connection, life_s))
        self._on_connect()
        self._tell("connection", {"connections": self.count})
        try:
            async for message in ws:
                if message.type == WSMsgType.TEXT and not self._settled(connection, message.data):
                    self.late += 1
        finally:
            end.cancel()
            self._connections.remove(connection)
            connection.lose()
            self._tell("connection", {"connections": self.count})
        return ws

    def _settled(self, connection: Connection, text: str) -> bool:
        """Whether somebody waited for this acknowledgement, which names an envelope of the app's.

        Slack's clients answer on their newest connection what came in by the one it replaces.
        """
        others = (each for each in self._connections if each is not connection)
        return connection.acknowledge(text) or any(each.acknowledge(text) for each in others)

    def _hello(self, life_s: int) -> Json:
        return {
            "type": "hello",
            "num_connections": self.count + 1,
            "connection_info": {"app_id": people.APP},
            "debug_info": {
                "host": "sandbox",
                "started": time.strftime("%Y-%m-%d %H:%M:%S.000"),
                "build_number": 1,
                "approximate_connection_time": life_s,
            },
        }

    async def _live(self, connection: Connection, life_s: float) -> None:
        """Warn it ten seconds before its time is over, and then send it away."""
        end = self._clock.now() + life_s
        await self._clock.until(end - WARNING_S)
        await connection.tell("warning")
        await self._clock.until(end)
        await self._leave(connection, "refresh_requested")

    async def _leave(self, connection: Connection, reason: str) -> None:
        """Say why, send nothing new, and close it unless the bot does it first."""
        connection.leaving = True
        await connection.tell(reason)
        await connection.end(self.ack_s)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def disconnect(self, reason: str, times: int) -> int:
        """Send some connections away, as Slack does; after a warning they have ten seconds."""
        told = self._open()[:times]
        for connection in told:
            if reason == "warning":
                self._spawn(self._live(connection, WARNING_S))
            else:
                self._spawn(self._leave(connection, reason))
        return len(told)

    def drop(self, times: int) -> int:
        """Cut some connections without a word; how many were cut."""
        gone = self._connections[:times]
        for connection in gone:
            connection.cut()
        return len(gone)

    async def close(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(connection.ws.close() for connection in self._connections))
