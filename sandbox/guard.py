"""What a page of another site may not do: nothing, though the browser reaches this server.

And what an answer of this server may do in a browser: nothing, unless it is the page itself.

A browser sends what any page asks it to send to 127.0.0.1. Such a request names the page's site as
its Origin; and a site that makes its own name lead to this machine is told by the Host. Clients
other than browsers send no Origin and name the address that they called.
"""

from collections.abc import Awaitable, Callable

from aiohttp import web
from yarl import URL

_HERE = frozenset({"127.0.0.1", "localhost", "::1"})
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
# An uploaded file, a refusal, JSON: none of it runs or loads anything, whatever is in it.
_INERT = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


async def inert(_request: web.BaseRequest, answer: web.StreamResponse) -> None:
    """For `on_response_prepare`: every answer that has no rules of its own gets the strictest."""
    for name, value in _INERT.items():
        answer.headers.setdefault(name, value)


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
