"""One WebSocket of the bot."""

import asyncio
import json
from contextlib import suppress

from aiohttp import web

from sandbox.deliver import Answer
from sandbox.jsons import Json, is_obj, obj


class Connection:
    """One WebSocket of the bot and the envelopes it has not acknowledged."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request) -> None:
        self.ws = ws
        self._request = request
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        # It was told to go: nothing new is sent to it.
        self.leaving = False
        self._gone = asyncio.Event()

    def expect(self, envelope: str) -> asyncio.Future[Answer]:
        """Its answer to an envelope that is about to be sent."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[envelope] = answer
        return answer

    def forget(self, envelope: str) -> None:
        """Nobody waits for this any more."""
        self._waiting.pop(envelope, None)

    def acknowledge(self, text: str) -> bool:
        """Settle the envelope that a frame of the bot names; false if nobody waits for it."""
        try:
            frame: object = json.loads(text)
        except ValueError:
            return True
        if not is_obj(frame) or "envelope_id" not in frame:
            return True
        future = self._waiting.pop(str(frame["envelope_id"]), None)
        if future is None or future.done():
            return False
        payload = obj(frame.get("payload"))
        future.set_result(Answer(True, payload or None, str(payload.get("text", ""))))
        return True

    async def tell(self, reason: str) -> None:
        """Send a disconnect frame."""
        frame: Json = {"type": "disconnect", "reason": reason, "debug_info": {"host": "sandbox"}}
        await self.ws.send_json(frame)

    async def end(self, seconds: float) -> None:
        """Close it, once the bot has gone by itself or had so many seconds for it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._gone.wait()
        await self.ws.close()

    def cut(self) -> None:
        """Reset the connection without a word."""
        self.lose()
        if self._request.transport is not None:
            self._request.transport.abort()

    def lose(self) -> None:
        """The socket is gone: nothing that waits will be acknowledged."""
        self._gone.set()
        for future in self._waiting.values():
            if not future.done():
                future.set_result(Answer(False, reason="timeout", gone=True))
        self._waiting.clear()
