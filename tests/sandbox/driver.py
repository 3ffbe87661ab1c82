"""A sandbox with an HTTP client that acts through its control API."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from sandbox.server import Sandbox

Json = dict[str, Any]


class Driver:
    """Acts as people and looks at the state."""

    def __init__(self, sandbox: Sandbox, http: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.http = http
        self.client = AsyncWebClient(
            token=sandbox.bot_token, base_url=sandbox.api_url, retry_handlers=[]
        )

    async def post(self, path: str, **body: Any) -> Json:
        """POST to the control API; the answer with its HTTP status under `http`."""
        async with self.http.post(f"{self.sandbox.url}/sandbox/{path}", json=body) as response:
            return {**await response.json(), "http": response.status}

    async def does(self, user: str, action: str, **body: Any) -> Json:
        """Act as a person."""
        return await self.post(f"users/{user}/{action}", **body)

    async def state(self) -> Json:
        """GET /sandbox/state."""
        async with self.http.get(f"{self.sandbox.url}/sandbox/state") as response:
            return await response.json()

    def messages(self, channel: str) -> list[Json]:
        """A channel's timeline."""
        found = self.sandbox.slack.workspace.channel(channel)
        assert found is not None
        return self.sandbox.slack.workspace.timeline(found.id)

    def deliveries(self, **wanted: Any) -> list[Json]:
        """The deliveries whose entries have these values."""
        entries = self.sandbox.slack.workspace.deliveries
        return [e for e in entries if all(e.get(k) == v for k, v in wanted.items())]


@asynccontextmanager
async def driving(folder: Path | None = None, **options: Any) -> AsyncGenerator[Driver]:
    """A sandbox that is running, and its driver."""
    async with Sandbox.start(folder, **options) as sandbox, aiohttp.ClientSession() as http:
        yield Driver(sandbox, http)
