"""/sandbox/backstage/…: what the bot's own side tells of it, passed on as it comes.

This server knows nothing of the bot. Whoever starts both may serve an address that tells of the
bot's runs and processes; requests go on to it with a token that the browser never sees.
"""

import aiohttp
from aiohttp import web

ABSENT = (
    "Nothing here tells of the bot's own side: this local Slack was started by itself. "
    "`signoff demo` starts both."
)
AWAY = "The bot's own side doesn't answer just now."
_TIMEOUT = aiohttp.ClientTimeout(total=20)
_METHODS = ("GET", "POST")


class Backstage:
    """Passes requests on to `url` with `token`; without an address it says what is missing."""

    def __init__(self, url: str | None = None, token: str = "") -> None:
        self._url = url.rstrip("/") if url else None
        self._headers = {"Authorization": f"Bearer {token}"}
        self._session: aiohttp.ClientSession | None = None

    def add_routes(self, app: web.Application) -> None:
        """Mount it."""
        for method in _METHODS:
            app.router.add_route(method, "/sandbox/backstage/{path:.+}", self._pass)
        app.on_cleanup.append(self._close)

    async def _pass(self, request: web.Request) -> web.Response:
        if self._url is None:
            return web.json_response({"error": ABSENT}, status=404)
        if self._session is None:
            # Without the environment's proxies: it is on this machine.
            self._session = aiohttp.ClientSession(timeout=_TIMEOUT, trust_env=False)
        body = await request.read() if request.method == "POST" else None
        try:
            sent = self._session.request(
                request.method,
                f"{self._url}/{request.match_info['path']}",
                params=request.query,
                data=body,
                headers=self._headers,
                allow_redirects=False,
            )
            async with sent as answer:
                return web.Response(
                    body=await answer.read(),
                    status=answer.status,
                    content_type="application/json",
                    headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"},
                )
        except (aiohttp.ClientError, TimeoutError):
            return web.json_response({"error": AWAY}, status=502)

    async def _close(self, _app: web.Application) -> None:
        if self._session is not None:
            await self._session.close()
