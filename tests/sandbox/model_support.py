"""A scripted model on a free port, the tools that the examples use, and ways to talk to it."""

import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import aiohttp
from aiohttp import web
from openai import AsyncOpenAI

from sandbox.model import create_app

Json = dict[str, Any]


def tool(name: str, required: Iterable[str], **properties: Json) -> Json:
    """Give a tool as a request offers it."""
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


LOOK_UP = tool("look_up_order", ["order_id"], order_id={"type": "integer"})
HEALTH = tool("service_health", ["service"], service={"type": "string"})
REFUND = tool(
    "refund_order",
    ["order_id", "reason"],
    order_id={"type": "integer"},
    amount={"anyOf": [{"type": "number"}, {"type": "null"}]},
    reason={"type": "string"},
)
RESTART = tool(
    "restart_service",
    ["service"],
    service={"type": "string"},
    environment={"enum": ["production", "staging"]},
)
TOOLS = [LOOK_UP, HEALTH, REFUND, RESTART]


class Talker:
    """A running model with the official client and the test channel."""

    def __init__(self, root: str, http: aiohttp.ClientSession) -> None:
        self.root = root
        self.http = http
        self.client = AsyncOpenAI(api_key="any", base_url=f"{root}/v1", max_retries=0)

    async def script(self, *steps: Json) -> None:
        """Add steps for the next requests."""
        async with self.http.post(f"{self.root}/script", json=list(steps)) as answer:
            assert answer.status == 200, await answer.text()

    async def journal(self) -> list[Json]:
        """Give the requests received so far."""
        async with self.http.get(f"{self.root}/requests") as answer:
            return cast(list[Json], (await answer.json())["requests"])

    async def ask(self, messages: object, **more: Any) -> tuple[int, Json]:
        """Send one request as raw JSON; give status and body."""
        body = {"model": "any", "messages": messages, **more}
        headers = {"Authorization": "Bearer any"}
        url = f"{self.root}/v1/chat/completions"
        async with self.http.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def turn(self, messages: list[Json], tools: list[Json] | None = None) -> Json:
        """Give the model's next message and append it to the conversation."""
        status, body = await self.ask(messages, tools=tools or TOOLS)
        assert status == 200, body
        said: Json = body["choices"][0]["message"]
        messages.append({key: value for key, value in said.items() if key != "refusal"})
        return said


@asynccontextmanager
async def talking() -> AsyncGenerator[Talker]:
    """Run a scripted model for as long as the block lasts."""
    runner = web.AppRunner(create_app(), shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    root = f"http://127.0.0.1:{runner.addresses[0][1]}/model"
    try:
        async with aiohttp.ClientSession() as http:
            talker = Talker(root, http)
            async with talker.client:
                yield talker
    finally:
        await runner.cleanup()


def calls_of(said: Mapping[str, Any]) -> list[tuple[str, Json]]:
    """Give the calls of a message as names and arguments."""
    functions = [call["function"] for call in said.get("tool_calls", [])]
    return [(one["name"], json.loads(one["arguments"])) for one in functions]


def answer_calls(messages: list[Json], *contents: object) -> None:
    """Append a result for each call of the last message."""
    calls = messages[-1]["tool_calls"]
    for call, content in zip(calls, contents, strict=True):
        text = content if isinstance(content, str) else json.dumps(content)
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})


def user(text: str) -> Json:
    """Give a person's message."""
    return {"role": "user", "content": text}


def called(*ids: str, name: str = "f", arguments: object = "{}") -> Json:
    """Give an assistant's message that calls, with these ids."""
    function = {"name": name, "arguments": arguments}
    calls = [{"id": one, "type": "function", "function": function} for one in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def result(ident: str) -> Json:
    """Give a tool's result."""
    return {"role": "tool", "tool_call_id": ident, "content": "fine"}
