"""pydantic-ai with its message history in Redis: a tool that requires approval, then its results.

As its documents say: the run ends with `DeferredToolRequests`, the history is kept as JSON, and
another run goes on from it with `DeferredToolResults`. Nothing is saved in between.
"""

# This runs in benchmarks/.peers, where these are installed; the product's environment has none.
# pyright: basic, reportMissingImports=false

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from openai import AsyncOpenAI
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import (
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.providers.openai import OpenAIProvider
from redis.asyncio import Redis

from benchmarks import floors, lifecycle
from benchmarks.floors import KEEP_S, SYSTEM
from benchmarks.lifecycle import PATIENCE_S, QUESTION, Job, Marks

_decided: ContextVar[float] = ContextVar("decided")
_replied: ContextVar[list[float]] = ContextVar("replied")


class Telling(WrapperModel):
    """Notes when the latest reply was there."""

    async def request(self, *args: Any, **more: Any) -> ModelResponse:
        """See Model."""
        reply = await super().request(*args, **more)
        _replied.get()[0] = time.perf_counter()
        return reply


class Agents:
    """Implements `lifecycle.Contestant`; the decision goes to an agent that was built apart."""

    def __init__(self, job: Job, marks: Marks, client: AsyncOpenAI, redis: Redis) -> None:
        self._marks, self._redis, self._job = marks, redis, job
        self._asks, self._decides = self._agent(client), self._agent(client)

    def _agent(self, client: AsyncOpenAI) -> Agent[None, Any]:
        model = OpenAIChatModel("instant", provider=OpenAIProvider(openai_client=client))
        agent = Agent(Telling(model), instructions=SYSTEM, output_type=[str, DeferredToolRequests])

        @agent.tool_plain
        async def look_up_order(order_id: int) -> str:
            """Look up an order: customer, item, total in euros, status."""
            return await floors.look_up_order(order_id)

        @agent.tool_plain(requires_approval=True)
        async def refund_order(order_id: int, reason: str) -> str:
            """Pay money back for an order."""
            self._marks.tool_started.append((time.perf_counter() - _decided.get()) * 1000)
            return await floors.refund_order(order_id, reason)

        return agent

    async def seed(self, n: int, messages: list[tuple[str, str]]) -> None:
        """See lifecycle.Contestant."""
        past = [
            ModelRequest(parts=[UserPromptPart(content=text)])
            if role == "user"
            else ModelResponse(parts=[TextPart(content=text)])
            for role, text in messages
        ]
        if past:
            await self._redis.set(self._key(n), ModelMessagesTypeAdapter.dump_json(past))

    async def play(self, n: int, *, decide: bool = True) -> None:
        """See lifecycle.Contestant."""
        _replied.set([0.0])
        found = await self._asks.run(QUESTION, message_history=await self._load(n))
        await self._redis.set(self._key(n), found.all_messages_json(), ex=KEEP_S)
        self._marks.pause_saved.append((time.perf_counter() - _replied.get()[0]) * 1000)
        assert isinstance(found.output, DeferredToolRequests)
        if decide:
            await self._decide(n, found.output.approvals[0].tool_call_id)

    async def _decide(self, n: int, call: str) -> None:
        _decided.set(time.perf_counter())
        results = DeferredToolResults(approvals={call: True})
        done = await self._decides.run(
            message_history=await self._load(n), deferred_tool_results=results
        )
        await self._redis.set(self._key(n), done.all_messages_json(), ex=KEEP_S)
        assert "paid back" in done.output

    async def _load(self, n: int) -> Any:
        stored = await self._redis.get(self._key(n))
        return ModelMessagesTypeAdapter.validate_json(stored) if stored else None

    def _key(self, n: int) -> str:
        return f"{self._job.namespace}history:{n}"

    async def settle(self) -> None:
        """See lifecycle.Contestant."""


@asynccontextmanager
async def opened(job: Job, marks: Marks) -> AsyncGenerator[Agents]:
    """Two agents on one Redis."""
    redis = Redis.from_url(job.redis, protocol=2)
    async with (
        redis,
        AsyncOpenAI(base_url=job.model, api_key="x", max_retries=0, timeout=PATIENCE_S) as client,
    ):
        yield Agents(job, marks, client, redis)


if __name__ == "__main__":
    lifecycle.main(opened)
