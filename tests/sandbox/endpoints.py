"""A request URL that answers as a test says, and sockets without a client."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
from aiohttp import web

from tests.sandbox.driver import Driver

Json = dict[str, Any]


class Endpoint:
    """A request URL that answers as a test says and keeps what it was sent."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 200
        self.text = ""
        self.echo = False
        self.headers: dict[str, str] = {}
        self.hold: asyncio.Event | None = None
        self.hops = 0
        self.requests: list[tuple[dict[str, str], bytes]] = []

    async def serve(self, request: web.Request) -> web.Response:
        """Keep the request; wait if told to; answer."""
        body = await request.read()
        self.requests.append((dict(request.headers), body))
        if self.hold is not None:
            await self.hold.wait()
        if self.hops:
            self.hops -= 1
            return web.Response(status=307, headers={"Location": str(request.url)})
        if self.echo:
            return web.json_response({"challenge": (await request.json()).get("challenge")})
        return web.Response(status=self.status, headers=self.headers, text=self.text)

    def retries(self) -> list[tuple[str | None, str | None]]:
        """Number and reason of each request's retry headers."""
        return [
            (headers.get("X-Slack-Retry-Num"), headers.get("X-Slack-Retry-Reason"))
            for headers, _ in self.requests
        ]


@asynccontextmanager
async def endpoint(driver: Driver) -> AsyncGenerator[Endpoint]:
    """An endpoint that the sandbox delivers to."""
    app, end = web.Application(), Endpoint()
    app.router.add_post("/slack/events", end.serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    end.url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    driver.sandbox.slack.webhook.point(end.url)
    try:
        yield end
    finally:
        await runner.cleanup()


@asynccontextmanager
async def raw_socket(
    driver: Driver, query: str = ""
) -> AsyncGenerator[aiohttp.ClientWebSocketResponse]:
    """A WebSocket of our own whose first frame has not been read yet."""
    headers = {"Authorization": f"Bearer {driver.sandbox.app_token}"}
    url = driver.sandbox.api_url + "apps.connections.open"
    async with driver.http.post(url, headers=headers) as response:
        address = (await response.json())["url"]
    async with driver.http.ws_connect(address + query) as ws:
        yield ws


@asynccontextmanager
async def raw_sockets(
    driver: Driver, count: int
) -> AsyncGenerator[list[aiohttp.ClientWebSocketResponse]]:
    """So many open sockets that have read their hello."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(raw_socket(driver)) for _ in range(count)]
        for ws in sockets:
            await ws.receive_json(timeout=60)
        yield sockets
