"""The page at `/`: the local Slack as a person sees it, drawn from the control API."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from aiohttp import web

from sandbox.errors import ApiError, ControlError
from sandbox.web import plain

Json = dict[str, Any]
Act = Callable[[str, str, Json], Awaitable[Json]]

STATIC = Path(__file__).parent / "static"
ASSETS = "/sandbox/web"
PLAIN = "<!-- plain -->"
# Only this server's own files run or are loaded: what a message contains can do neither.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: forms would then say that they come from nowhere, which is refused.
    "Referrer-Policy": "same-origin",
    # A page of an older version must not talk to a newer server after an update.
    "Cache-Control": "no-cache",
}
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


class Page:
    """The page at `/`, drawn by its scripts; where there are none, plain HTML with forms."""

    def __init__(self, state: Callable[[int], Json], act: Act) -> None:
        self._state = state
        self._act = act

    def add_routes(self, app: web.Application) -> None:
        """Serve the page, its files, and where its forms go."""
        app.router.add_get("/", self._page)
        app.router.add_get("/gallery", self._page)
        app.router.add_get(r"/archives/{channel}/p{ts:\d{16}}", self._message)
        app.router.add_get(ASSETS + "/{name}", asset)
        app.router.add_post(plain.ACT, self._form)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        html = (STATIC / "index.html").read_text(encoding="utf-8")
        shown = plain.render(self._state(0), request.query.get("as", "ana"))
        text = html.replace(PLAIN, shown)
        answer = web.Response(text=text, content_type="text/html", headers=HEADERS)
        answer.enable_compression()
        return answer

    async def _message(self, request: web.Request) -> web.StreamResponse:
        """A permalink opens the message's thread on the page."""
        ts = f"{request.match_info['ts'][:10]}.{request.match_info['ts'][10:]}"
        for channel in self._state(0)["channels"]:
            if channel["id"] == request.match_info["channel"]:
                roots = {m["ts"]: m.get("thread_ts", "") for m in channel["messages"]}
                place = "dm" if channel["kind"] == "im" else channel["name"]
                thread = str(request.query.get("thread_ts") or roots.get(ts) or ts)
                raise web.HTTPFound(f"/#{urlencode({'channel': place, 'thread': thread})}")
        raise web.HTTPNotFound(headers=HEADERS)

    async def _form(self, request: web.Request) -> web.StreamResponse:
        given = {k: str(v) for k, v in (await request.post()).items() if v}
        user, action = given.pop("user", ""), given.pop("action", "")
        labels = {k.removeprefix("label:"): v for k, v in given.items() if k.startswith("label:")}
        body: Json = {k: v for k, v in given.items() if not k.startswith("label:")}
        try:
            done = await self._act(user, action, {**body, "by_label": labels} if labels else body)
        except (ApiError, ControlError) as error:
            return web.Response(text=str(error), status=400, headers=HEADERS)
        if trouble := done.get("trouble") or done.get("errors"):
            return web.Response(text=str(trouble), status=400, headers=HEADERS)
        raise web.HTTPSeeOther(f"/?as={quote(user)}")


def add_routes(app: web.Application, state: Callable[[int], Json], act: Act) -> None:
    """Serve the page and its files; `state` and `act` are the control API's."""
    Page(state, act).add_routes(app)


async def asset(request: web.Request) -> web.StreamResponse:
    """Give a script or a style sheet; 404 for anything else."""
    answer = _file(request.match_info["name"])
    answer.enable_compression()
    return answer


def _file(name: str) -> web.Response:
    # Looked up among the files that exist: a name can't climb out of the folder.
    path = next((one for one in STATIC.iterdir() if one.name == name), None)
    if path is None or path.suffix not in TYPES:
        raise web.HTTPNotFound(headers=HEADERS)
    text = path.read_text(encoding="utf-8")
    return web.Response(text=text, content_type=TYPES[path.suffix], headers=HEADERS)
