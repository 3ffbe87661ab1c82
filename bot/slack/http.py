"""Slack over HTTP: guards in front of Bolt, which answers a malformed request with a crash."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest

from bot.log import get

log = get(__name__)

PATH = "/slack/events"
MOST_BYTES = 1024 * 1024  # a modal of 250 KB, form-encoded, is Slack's largest

# Bolt reads the body before it looks at the signature: this is what it raises for one that is
# neither UTF-8 nor JSON, nested without end, or JSON of another kind than an object.
_UNREADABLE = (ValueError, RecursionError, AttributeError, TypeError)


def http_routes(app: AsyncApp) -> web.Application:
    """Events, clicks and commands at /slack/events, and /healthz for whoever watches the process.

    Bodies above a megabyte are refused with 413 before they are read.
    """
    routes = bare_routes()
    add_routes(routes, app)
    return routes


def bare_routes() -> web.Application:
    """/healthz alone, with the same limit."""
    routes = web.Application(client_max_size=MOST_BYTES)

    async def healthy(_: web.Request) -> web.StreamResponse:
        return web.json_response({"ok": True})

    routes.router.add_get("/healthz", healthy)
    return routes


def add_routes(routes: web.Application, app: AsyncApp) -> None:
    """Adds the same routes to a server that has others too."""

    async def slack(request: web.Request) -> web.StreamResponse:
        if not _stamped(request):
            return web.json_response({"error": "invalid request"}, status=401)
        try:
            body = (await request.read()).decode()
            asked = AsyncBoltRequest(
                body=body, query=request.query_string, headers=_headers(request)
            )
        except _UNREADABLE:
            return web.json_response({"error": "invalid request"}, status=400)
        return await to_aiohttp_response(await app.async_dispatch(asked))

    routes.router.add_post(PATH, slack)


@asynccontextmanager
async def listening(routes: web.Application, host: str, port: int) -> AsyncGenerator[None]:
    """A server for as long as the context lasts; port 0 takes a free one."""
    runner = web.AppRunner(routes, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        log.info("listening", addresses=[f"{a[0]}:{a[1]}" for a in runner.addresses])
        yield
    finally:
        await runner.cleanup()


def _stamped(request: web.Request) -> bool:
    """Whether the time of signing is a whole number, which Bolt takes for granted."""
    stamp = request.headers.get("X-Slack-Request-Timestamp", "")
    return stamp.isascii() and stamp.isdigit() and len(stamp) < 15


def _headers(request: web.Request) -> dict[str, str | Sequence[str]]:
    return {name: request.headers.getall(name) for name in request.headers}
