"""What the demo tells the local Slack's drawer of the bot's own side: runs, records, processes.

On 127.0.0.1 only, and for whoever knows the token, which is made anew at each start and handed to
the local Slack alone. It reads; the one thing that it does is kill a process that is kept alive.

| request | answer |
| --- | --- |
| `GET /parts` | `{"parts": [Part]}`, see bot.cli.parts |
| `GET /runs` | see bot.cli.telling.runs |
| `GET /runs/{id}` | see bot.cli.telling.run |
| `GET /runs/{id}/record` | see bot.cli.telling.record |
| `POST /kill` `{"part": name}` | `{"killed": name}` |

A refusal is `{"error": words}` with 400, 401, 404, 409, or 503 while Redis is away.
"""

import asyncio
import hmac
import json
import secrets
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from typing import Protocol, cast

from aiohttp import web

from bot.cli import telling
from bot.cli.parts import Part
from bot.ports import StoreDown
from bot.store.archive import Archive

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_MOST_BYTES = 4_096
_START_S = 10.0


class Keeper(Protocol):
    """Whoever keeps the processes; called from the server's thread."""

    def seen(self) -> list[Part]:
        """Each process as it stands now."""
        ...

    def kill(self, name: str) -> bool:
        """SIGKILL to one; False if there is none of that name that runs."""
        ...


@dataclass(frozen=True, slots=True)
class Address:
    """Where it is served, and what opens it."""

    url: str
    token: str


class Backstage:
    """The requests, answered from the store and from whoever keeps the processes."""

    def __init__(self, archive: Archive, keeper: Keeper, token: str) -> None:
        self._archive = archive
        self._keeper = keeper
        self._token = token.encode()

    def application(self) -> web.Application:
        """All routes, behind the token."""
        app = web.Application(middlewares=[self._guard], client_max_size=_MOST_BYTES)
        app.router.add_get("/parts", self._parts)
        app.router.add_get("/runs", self._runs)
        app.router.add_get("/runs/{run}", self._run)
        app.router.add_get("/runs/{run}/record", self._record)
        app.router.add_post("/kill", self._kill)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), self._token):
            return _refused(401, "this needs the token that the demo gave the local Slack")
        try:
            return await handler(request)
        except StoreDown as trouble:
            return _refused(503, trouble.words)
        except web.HTTPException as refusal:
            return _refused(refusal.status, refusal.reason)

    async def _parts(self, _request: web.Request) -> web.Response:
        return web.json_response({"parts": [asdict(part) for part in self._keeper.seen()]})

    async def _runs(self, _request: web.Request) -> web.Response:
        return web.json_response(telling.runs(await self._archive.runs()))

    async def _run(self, request: web.Request) -> web.Response:
        run = _id(request)
        kept = await self._archive.run(run)
        if kept is None:
            return _refused(404, f"there is no run {run}, or it has lapsed")
        return web.json_response(telling.run(kept))

    async def _record(self, request: web.Request) -> web.Response:
        return web.json_response(telling.record(await self._archive.audit(_id(request))))

    async def _kill(self, request: web.Request) -> web.Response:
        try:
            part = cast("object", json.loads(await request.text())["part"])
        except (ValueError, KeyError, TypeError):
            part = ""
        names = [each.name for each in self._keeper.seen()]
        if not isinstance(part, str) or part not in names:
            return _refused(400, f"part must be one of {', '.join(names)}")
        if not self._keeper.kill(part):
            return _refused(409, f"{part} isn't running just now")
        return web.json_response({"killed": part})


def _id(request: web.Request) -> str:
    """The run's id in the path; 404 for what isn't one."""
    run = request.match_info["run"]
    shard, dot, token = run.partition(".")
    if not (dot and shard.isdecimal() and token.isalnum() and token.isascii()):
        raise web.HTTPNotFound(reason="this isn't a run's id")
    return run


def _refused(status: int, words: str) -> web.Response:
    return web.json_response({"error": words}, status=status)


@asynccontextmanager
async def serving(redis: str, namespace: str, keeper: Keeper) -> AsyncGenerator[Address]:
    """Served on any port of 127.0.0.1 for as long as the context lasts; `redis` is a URL."""
    token = secrets.token_urlsafe(32)
    async with Archive.open(redis, namespace=namespace) as archive:
        app = Backstage(archive, keeper, token).application()
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            yield Address(f"http://127.0.0.1:{runner.addresses[0][1]}", token)
        finally:
            await runner.cleanup()


@contextmanager
def in_a_thread(redis: str, namespace: str, keeper: Keeper) -> Generator[Address]:
    """The same beside a program that has no event loop; it ends with the context."""
    begun: Future[tuple[Address, Callable[[], object]]] = Future()

    async def serve() -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        async with serving(redis, namespace, keeper) as address:
            begun.set_result((address, lambda: loop.call_soon_threadsafe(stop.set)))
            await stop.wait()

    def work() -> None:
        try:
            asyncio.run(serve())
        except (OSError, StoreDown) as trouble:
            if begun.done():
                raise
            begun.set_exception(trouble)

    thread = threading.Thread(target=work, name="backstage", daemon=True)
    thread.start()
    address, stop = begun.result(_START_S)
    try:
        yield address
    finally:
        stop()
        thread.join(_START_S)
