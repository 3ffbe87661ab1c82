"""The web form over HTTP: links, what a browser shows for them, and the page's own requests.

A link is exchanged once for a cookie, by a button: whoever only looks at it changes nothing. What
the page asks for needs that cookie, a word that only the page knows, and to come from the page.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from aiohttp import web

from bot.log import get
from bot.ports.links import Opened
from bot.ports.store import StoreDown
from bot.web import html, words
from bot.web.forms import Forms, Refused
from bot.web.limiter import Limiter

log = get(__name__)

STATIC = Path(__file__).parent / "static"
GUARD = "X-Guard"
MOST_BYTES = 1024 * 1024
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "signoff",  # and not which libraries it is made of
    "X-Robots-Tag": "noindex, nofollow",
}

Asked = Callable[[Opened, Mapping[str, Any]], Awaitable[Mapping[str, Any]]]


def add_forms(routes: web.Application, forms: Forms, address: str) -> None:
    """Adds the pages below /forms to a server that browsers reach at `address`, https://host."""
    site = _Site(forms, address)
    own = web.Application()
    own.on_response_prepare.append(_with_headers)
    own.router.add_get("/page/{name}", site.part)
    own.router.add_get("/at/{link}", site.page)
    own.router.add_get("/at/{link}/view", site.view)
    own.router.add_post("/at/{link}/{what:draw|find|send}", site.asked)
    own.router.add_get("/{token}", site.link)
    own.router.add_post("/{token}", site.go_on)
    routes.add_subapp("/forms", own)


async def _with_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


class _Site:
    """The handlers."""

    def __init__(self, forms: Forms, address: str) -> None:
        self._forms = forms
        self._links = forms.links
        self._secure = urlsplit(address).scheme == "https"
        self._origin = origin_of(address)
        self._limiter = Limiter()
        self._parts = {path.name: path.read_bytes() for path in STATIC.iterdir()}
        self._asked: Mapping[str, Asked] = {
            "draw": forms.drawn, "find": forms.found, "send": forms.sent,
        }  # fmt: skip

    async def part(self, request: web.Request) -> web.StreamResponse:
        """A script or style of the page."""
        name = request.match_info["name"]
        body = self._parts.get(name) if name != "index.html" else None
        if body is None:
            raise web.HTTPNotFound
        return web.Response(body=body, content_type=_TYPES[Path(name).suffix], charset="utf-8")

    # --- a link ----------------------------------------------------------------------------------

    async def link(self, request: web.Request) -> web.StreamResponse:
        """Looking at a link changes nothing."""
        found = await self._found(request)
        if not isinstance(found, Opened):
            return found
        mine = await self._mine(request, found)
        return mine or _html(html.going_on(found))

    async def go_on(self, request: web.Request) -> web.StreamResponse:
        """Exchanges a link for a cookie, once."""
        if not self._same_site(request):
            return _no(words.ELSEWHERE, 403)
        found = await self._found(request)
        if not isinstance(found, Opened):
            return found
        if mine := await self._mine(request, found):
            return mine
        try:
            session = await self._links.exchange(request.match_info["token"])
        except StoreDown as error:
            return _down(error)
        if session is None:
            return _no(words.USED, 410)
        log.info("form opened", request=found.bound.request)
        answer = _to(found)
        answer.set_cookie(
            _cookie(found.id),
            session,
            path="/forms",
            max_age=found.left_ms // 1000,
            httponly=True,
            secure=self._secure,
            samesite="Strict",
        )
        return answer

    async def _found(self, request: web.Request) -> Opened | web.Response:
        """The link of an address, or why there is none."""
        token = request.match_info["token"]
        try:
            found = await self._links.found(token)
        except StoreDown as error:
            return _down(error)
        if found is not None:
            return found
        if self._limiter.bad(request.remote or ""):
            return _no(words.TOO_MANY, 429)
        genuine = self._links.genuine(token)
        return _no(words.LAPSED, 410) if genuine else _no(words.NO_LINK, 404)

    async def _mine(self, request: web.Request, found: Opened) -> web.Response | None:
        """What a used link leads to: the form, in the browser that has it open. None: it's new."""
        if found.standing == "new":
            return None
        if found.standing == "sent":
            return _no(words.SENT, 410)
        try:
            mine = await self._links.at(found.id, request.cookies.get(_cookie(found.id), ""))
        except StoreDown as error:
            return _down(error)
        return _no(words.USED, 410) if mine is None else _to(found)

    # --- the page --------------------------------------------------------------------------------

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The page itself, which then asks for the form."""
        try:
            opened = await self._opened(request)
        except Refused as no:
            return _no(no.words, 410)
        except StoreDown as error:
            return _down(error)
        del opened
        return _html(self._parts["index.html"].decode())

    async def view(self, request: web.Request) -> web.StreamResponse:
        """The form as it is at first, and the page's own word."""
        return await self._answer(request, self._first)

    async def asked(self, request: web.Request) -> web.StreamResponse:
        """What the page asks for by its own word."""
        if not self._same_site(request):
            return _said(words.ELSEWHERE, 403)
        if not self._links.guarded(self._session(request), request.headers.get(GUARD, "")):
            return _said(words.NO_SESSION, 403)
        return await self._answer(request, self._told)

    async def _first(self, request: web.Request, opened: Opened) -> Mapping[str, Any]:
        guard = self._links.guard(self._session(request))
        return {**await self._forms.first(opened), "guard": guard}

    async def _told(self, request: web.Request, opened: Opened) -> Mapping[str, Any]:
        told = await self._asked[request.match_info["what"]](opened, await _body(request))
        return {**told, "guard": request.headers[GUARD]}

    async def _answer(
        self,
        request: web.Request,
        work: Callable[[web.Request, Opened], Awaitable[Mapping[str, Any]]],
    ) -> web.Response:
        try:
            return web.json_response(await work(request, await self._opened(request)))
        except Refused as no:
            return _said(no.words, 409, over=no.over)
        except StoreDown as error:
            log.warning("form not served", why=error.words)
            return _said(words.STORE_DOWN, 503, over=False)

    async def _opened(self, request: web.Request) -> Opened:
        opened = await self._links.at(request.match_info["link"], self._session(request))
        if opened is None:
            raise Refused(words.NO_SESSION)
        if opened.standing == "sent":
            raise Refused(words.SENT)
        return opened

    def _session(self, request: web.Request) -> str:
        return request.cookies.get(_cookie(request.match_info["link"]), "")

    def _same_site(self, request: web.Request) -> bool:
        """Whether a page of ours asks. A form of a page without referrer has the origin "null"."""
        origin, site = request.headers.get("Origin", ""), request.headers.get("Sec-Fetch-Site")
        if site is not None:
            return site == "same-origin" and origin in ("", "null", self._origin)
        return origin == self._origin


def origin_of(address: str) -> str:
    """As browsers write it: without the port that its scheme has anyway."""
    found = urlsplit(address.lower())
    usual = {"https": ":443", "http": ":80"}.get(found.scheme, "-")
    return f"{found.scheme}://{found.netloc.removesuffix(usual)}"


def _cookie(link: str) -> str:
    return f"signoff-{link[:16]}"


def _to(found: Opened) -> web.Response:
    return web.Response(status=303, headers={"Location": f"/forms/at/{found.id}"})


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


def _no(said: str, status: int) -> web.Response:
    return _html(html.refused(said), status)


def _down(error: StoreDown) -> web.Response:
    log.warning("link not served", why=error.words)
    return _no(words.STORE_DOWN, 503)


def _said(said: str, status: int, *, over: bool = True) -> web.Response:
    return web.json_response({"words": said, "over": over}, status=status)


async def _body(request: web.Request) -> Mapping[str, Any]:
    if request.content_type != "application/json" or (request.content_length or 0) > MOST_BYTES:
        raise Refused(words.UNREADABLE, over=False)
    try:
        found: object = json.loads(await request.text())
    except (ValueError, LookupError, RecursionError, web.HTTPRequestEntityTooLarge):
        raise Refused(words.UNREADABLE, over=False) from None
    if not isinstance(found, dict):
        raise Refused(words.UNREADABLE, over=False)
    return cast("dict[str, Any]", found)
