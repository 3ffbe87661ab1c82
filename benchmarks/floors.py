"""The lifecycle by hand, with nothing that it could do without: what it costs at least.

A run is a hash (its header) and a list (its messages); each transition is one pipeline in a
transaction. There is no policy, card, fence, dedupe, record or other worker. `post` sends ready
bytes by the client's `post`; `create` calls its `create()`, as its documents say.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from openai import AsyncOpenAI, AsyncStream
from openai.types.chat import ChatCompletionChunk
from redis.asyncio import Redis

from benchmarks import lifecycle
from benchmarks.lifecycle import PATIENCE_S, QUESTION, Job, Marks

KEEP_S = 30 * 24 * 3600
SYSTEM = "You are shop, a careful agent in Slack. Look things up first. People approve the rest."
TOOLS: list[dict[str, Any]] = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": about,
            "parameters": {
                "type": "object",
                "properties": {"order_id": {"type": "integer"}, "reason": {"type": "string"}},
                "required": ["order_id"],
            },
        },
    }
    for name, about in (
        ("look_up_order", "Look up an order: customer, item, total in euros, status."),
        ("refund_order", "Pay money back for an order."),
    )
]
GATED = {"refund_order"}


class Client(ABC):
    """A way to ask the model; `lines` are messages as they are stored."""

    def __init__(self, client: AsyncOpenAI) -> None:
        self._client = client

    @abstractmethod
    async def chunks(self, lines: list[bytes]) -> AsyncIterator[ChatCompletionChunk]:
        """The reply as it comes."""

    async def reply(self, lines: list[bytes]) -> dict[str, Any]:
        """The whole reply as a message."""
        words, calls = list[str](), dict[int, dict[str, Any]]()
        async for chunk in await self.chunks(lines):
            for choice in chunk.choices:
                words.append(choice.delta.content or "")
                for part in choice.delta.tool_calls or ():
                    call = calls.setdefault(part.index, {"id": part.id, "name": "", "args": ""})
                    if part.function:
                        call["name"] += part.function.name or ""
                        call["args"] += part.function.arguments or ""
        message: dict[str, Any] = {"role": "assistant", "content": "".join(words) or None}
        if calls:
            message["tool_calls"] = [
                {
                    "id": call["id"],
                    "type": "function",
                    "function": {"name": call["name"], "arguments": call["args"]},
                }
                for call in calls.values()
            ]
        return message


class Create(Client):
    """The client's `create()`."""

    async def chunks(self, lines: list[bytes]) -> AsyncIterator[ChatCompletionChunk]:
        """See Client."""
        create = cast("Any", self._client.chat.completions).create
        return await create(
            model="instant",
            messages=[json.loads(line) for line in lines],
            tools=TOOLS,
            stream=True,
            stream_options={"include_usage": True},
        )


class Post(Client):
    """The client's `post` with ready bytes."""

    _head = b'{"model":"instant","stream":true,"stream_options":{"include_usage":true},"tools":%s,'
    _head = _head % json.dumps(TOOLS).encode() + b'"messages":['

    async def chunks(self, lines: list[bytes]) -> AsyncIterator[ChatCompletionChunk]:
        """See Client."""
        return await self._client.post(
            "/chat/completions",
            cast_to=ChatCompletionChunk,
            content=self._head + b",".join(lines) + b"]}",
            options={"headers": {"Content-Type": "application/json"}},
            stream=True,
            stream_cls=AsyncStream[ChatCompletionChunk],
        )


class Loop:
    """One object graph that works on runs; the decision comes to another one."""

    def __init__(self, redis: Redis, client: Client, namespace: str, marks: Marks) -> None:
        self._redis = cast("Any", redis)
        self._client = client
        self._namespace = namespace
        self._marks = marks

    async def ask(self, run: str, text: str) -> None:
        """From a person's words to the pause."""
        asked = _line({"role": "user", "content": text})
        earlier = await self._save(run, {"status": "thinking"}, [asked], load=True)
        lines = [_line({"role": "system", "content": SYSTEM}), *earlier, asked]
        await self._go_on(run, lines)

    async def decide(self, run: str, by: str) -> None:
        """From a person's yes to the answer."""
        began = time.perf_counter()
        pipe = self._redis.pipeline(transaction=False)
        pipe.hgetall(self._key(run)).lrange(self._key(run, "lines"), 0, -1)
        header, stored = await pipe.execute()
        assert header[b"status"] == b"paused"
        lines = [_line({"role": "system", "content": SYSTEM}), *stored]
        call = json.loads(header[b"call"])
        await self._save(run, {"status": "started", "by": by}, [])
        self._marks.tool_started.append((time.perf_counter() - began) * 1000)
        lines.append(await self._run_tool(run, call, []))
        await self._go_on(run, lines)

    async def _go_on(self, run: str, lines: list[bytes]) -> None:
        while True:
            message = await self._client.reply(lines)
            replied, line = time.perf_counter(), _line(message)
            lines.append(line)
            calls = message.get("tool_calls")
            if not calls:
                await self._save(run, {"status": "done"}, [line])
                return
            if calls[0]["function"]["name"] in GATED:
                paused = {"status": "paused", "call": json.dumps(calls[0]), "at": time.time()}
                await self._save(run, paused, [line])
                self._marks.pause_saved.append((time.perf_counter() - replied) * 1000)
                return
            lines.append(await self._run_tool(run, calls[0], [line]))

    async def _run_tool(self, run: str, call: dict[str, Any], before: list[bytes]) -> bytes:
        name, args = call["function"]["name"], json.loads(call["function"]["arguments"])
        text = await (refund_order if name in GATED else look_up_order)(**args)
        result = _line({"role": "tool", "tool_call_id": call["id"], "content": text})
        await self._save(run, {"status": "thinking"}, [*before, result])
        return result

    async def _save(
        self, run: str, header: dict[str, Any], lines: list[bytes], *, load: bool = False
    ) -> list[bytes]:
        """One transition; `load`: the lines that stood before."""
        pipe = self._redis.pipeline(transaction=True)
        if load:
            pipe.lrange(self._key(run, "lines"), 0, -1)
        pipe.hset(self._key(run), mapping=header)
        if lines:
            pipe.rpush(self._key(run, "lines"), *lines)
        if header["status"] == "thinking":
            pipe.expire(self._key(run), KEEP_S).expire(self._key(run, "lines"), KEEP_S)
        replies = await pipe.execute()
        return replies[0] if load else []

    def _key(self, run: str, part: str = "run") -> str:
        return f"{self._namespace}{part}:{run}"


async def look_up_order(order_id: int, reason: str = "") -> str:
    """The ungated tool."""
    return f'{{"order": {order_id}, "item": "desk lamp", "euros": 129.90, "status": "lost"}}'


async def refund_order(order_id: int, reason: str) -> str:
    """The gated tool."""
    return f"refunded 129.90 euros for order {order_id}: {reason}"


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


class Floor:
    """Implements `lifecycle.Contestant`."""

    def __init__(self, redis: Redis, client: Client, job: Job, marks: Marks) -> None:
        self._redis, self._client, self._job, self._marks = redis, client, job, marks

    def _loop(self) -> Loop:
        return Loop(self._redis, self._client, self._job.namespace, self._marks)

    async def seed(self, n: int, messages: list[tuple[str, str]]) -> None:
        """See lifecycle.Contestant."""
        lines = [_line({"role": role, "content": text}) for role, text in messages]
        if lines:
            push = cast("Any", self._redis).rpush
            await push(f"{self._job.namespace}lines:{n}", *lines)

    async def play(self, n: int, *, decide: bool = True) -> None:
        """See lifecycle.Contestant."""
        await self._loop().ask(str(n), QUESTION)
        if decide:
            await self._loop().decide(str(n), "U0BEN")

    async def settle(self) -> None:
        """See lifecycle.Contestant."""


def opened(kind: type[Client]) -> lifecycle.Opened:
    """A floor of that kind."""

    @asynccontextmanager
    async def open_it(job: Job, marks: Marks) -> AsyncGenerator[Floor]:
        redis = cast("Any", Redis).from_url(job.redis, protocol=2)
        client = AsyncOpenAI(base_url=job.model, api_key="x", max_retries=0, timeout=PATIENCE_S)
        async with redis, client:
            yield Floor(redis, kind(client), job, marks)

    return open_it
