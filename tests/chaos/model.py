"""A model server for the crash harness: two calls, then an answer; sometimes it breaks."""

import json
import random
from typing import Any

from aiohttp import web

from bot.llm.check import check_messages


class ChaosModel:
    """Speaks the streaming wire protocol. `bad` holds what a strict API would have refused."""

    def __init__(self, dice: random.Random, fault: float) -> None:
        self._dice = dice
        self._fault = fault
        self.bad: list[str] = []

    def app(self) -> web.Application:
        """The server's application."""
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._reply)
        return app

    async def _reply(self, request: web.Request) -> web.StreamResponse:
        messages: list[dict[str, Any]] = (await request.json())["messages"]
        self.bad.extend(check_messages(messages))
        if self._dice.random() < self._fault:
            return web.json_response({"error": {"message": "broken"}}, status=500)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        chunks = self._chunks(messages)
        if self._dice.random() < self._fault:
            chunks = chunks[:-1]  # cut before its finish reason
        for chunk in chunks:
            await response.write(f"data: {json.dumps(chunk)}\n\n".encode())
        await response.write(b"data: [DONE]\n\n")
        return response

    def _chunks(self, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        acted = any(m["role"] == "assistant" and m.get("tool_calls") for m in messages)
        if acted:
            said = [m["content"] for m in messages if m["role"] == "user"]
            return [_chunk({"content": f"I read {len(said)} messages."}), _chunk({}, "stop")]
        calls = [
            {"index": n, "id": "same", "function": {"name": name, "arguments": "{}"}}
            for n, name in enumerate(("peek", "hit"))
        ]
        return [_chunk({"tool_calls": calls}), _chunk({}, "tool_calls")]


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {
        "id": "x",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "chaos",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
