"""The page at `/`: the local Slack as a person sees it, drawn from the control API."""

from pathlib import Path

from aiohttp import web

STATIC = Path(__file__).parent / "static"
ASSETS = "/sandbox/web"
# Only this server's own files run or are loaded: what a message contains can do neither.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # A page of an older version must not talk to a newer server after an update.
    "Cache-Control": "no-cache",
}
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


def add_routes(app: web.Application, workspace: object = None) -> None:
    """Serve the page at `/` and its files; it asks the control API for all it shows.

    `workspace` is taken so that every part of the sandbox is added alike; the page needs none.
    """
    del workspace
    app.router.add_get("/", page)
    app.router.add_get(ASSETS + "/{name}", asset)


async def page(request: web.Request) -> web.StreamResponse:
    """Give the page itself, the same for everybody."""
    return _file("index.html")


async def asset(request: web.Request) -> web.StreamResponse:
    """Give a script or the style sheet; 404 for anything else."""
    return _file(request.match_info["name"])


def _file(name: str) -> web.Response:
    # Looked up among the files that exist: a name can't climb out of the folder.
    path = next((one for one in STATIC.iterdir() if one.name == name), None)
    if path is None or path.suffix not in TYPES:
        raise web.HTTPNotFound(headers=HEADERS)
    text = path.read_text(encoding="utf-8")
    return web.Response(text=text, content_type=TYPES[path.suffix], headers=HEADERS)
