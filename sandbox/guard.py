"""What a page of another site may not do: nothing, though the browser reaches this server.

A browser sends what any page asks it to send to 127.0.0.1. Such a request names the page's site as
its Origin; and a site that makes its own name lead to this machine is told by the Host. Clients
other than browsers send no Origin and name the address that they called.
"""

from collections.abc import Awaitable, Callable

from aiohttp import web
from yarl import URL

_HERE = frozenset({"127.0.0.1", "localhost", "::1"})
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests under a foreign name, and changes that another site's page asks for."""
    host = request.headers.get("Host")
    if host is not None and _name(f"http://{host}") not in _HERE:
        return _refused("this server answers to 127.0.0.1 and localhost only")
    origin = request.headers.get("Origin")
    if request.method not in _READING and origin is not None and not _same(origin, host):
        return _refused("another site's page may change nothing here")
    return await handler(request)


def _same(origin: str, host: str | None) -> bool:
    """Whether the page that asks came from this very server."""
    return host is not None and origin == f"http://{host}"


def _name(url: str) -> str | None:
    try:
        return URL(url).host
    except ValueError:
        return None


def _refused(words: str) -> web.Response:
    return web.json_response({"error": words}, status=403)
