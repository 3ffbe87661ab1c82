"""The page as a server gives it, and the rules that keep messages from running in it."""

import gzip
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from sandbox.control import Control
from sandbox.slack import Slack
from sandbox.web import ASSETS, STATIC, add_routes

MOST_BYTES = 500_000  # of the whole page on its way, what is loaded later counted too
BUILT = sorted(STATIC.iterdir())
SOURCES = sorted(
    one for one in (STATIC.parent / "page/src").rglob("*.ts*") if ".test." not in one.name
)
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

# In a script's imports, and in its list of what they need.
_NAMES = re.compile(r"[\"'`](?:\./|/?sandbox/web/)?([\w-]+\.(?:js|css))[\"'`]")


@asynccontextmanager
async def served() -> AsyncGenerator[aiohttp.ClientSession]:
    """Give a client of a server that has only the page."""
    app = web.Application()
    slack = Slack(None)
    add_routes(app, slack.workspace.state, Control(slack).act)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with aiohttp.ClientSession(url, auto_decompress=False) as http:
            yield http
    finally:
        await runner.cleanup()


def named() -> set[str]:
    """What the page, a script or a style names of the page's own files, by path."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    found = set(re.findall(rf'"({ASSETS}/[^"]+)"', html))
    for script in STATIC.glob("*.js"):
        code = script.read_text(encoding="utf-8")
        found |= {f"{ASSETS}/{name}" for name in _NAMES.findall(code)}
    return found


@pytest.mark.parametrize("path", ["/", "/gallery"])
async def test_the_page_is_served_with_its_rules(path: str) -> None:
    """The page and the gallery are one file, and only this server's own files run in it."""
    async with served() as http, http.get(path) as answer:
        assert answer.status == 200
        assert answer.content_type == "text/html"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert "unsafe" not in answer.headers["Content-Security-Policy"]


async def test_all_that_the_page_names_is_served() -> None:
    """Each file that the page or a script asks for exists, with its type and the headers."""
    paths = named()
    assert {f"{ASSETS}/page.js", f"{ASSETS}/index.css", f"{ASSETS}/icon.svg"} <= paths
    assert {f"{ASSETS}/{one.name}" for one in BUILT} - paths == {f"{ASSETS}/index.html"}
    async with served() as http:
        for path in sorted(paths):
            async with http.get(path) as answer:
                assert answer.status == 200, path
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.content_type == KINDS[Path(path).suffix]


@pytest.mark.parametrize("name", ["nothing.js", "..%2F__init__.py", "%2e%2e/__init__.py", "%2F"])
async def test_nothing_else_is_served(name: str) -> None:
    """A name can't leave the folder."""
    async with served() as http, http.get(f"{ASSETS}/{name}") as answer:
        assert answer.status == 404


async def test_the_whole_page_is_small_on_its_way() -> None:
    """Each file comes compressed, and all of them together are under the limit."""
    total = 0
    async with served() as http:
        for path in sorted({"/", *named()}):
            async with http.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
                assert answer.headers["Content-Encoding"] == "gzip", path
                body = await answer.read()
                assert gzip.decompress(body)
                total += len(body)
    assert total < MOST_BYTES


def test_the_page_loads_and_runs_nothing_from_elsewhere() -> None:
    """No inline script, style or handler, and no address of another server."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"\son\w+=|\sstyle=|<style|javascript:|https?://", html)
    assert re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL) == [""]
    for style in STATIC.glob("*.css"):
        assert not re.search(r"@import|url\(", style.read_text(encoding="utf-8"))


def test_the_sources_are_where_they_are_looked_for() -> None:
    """The rules for sources below hold for something."""
    assert "App.tsx" in {one.name for one in SOURCES}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_sources_never_parse_html(source: Path) -> None:
    """Text from messages can only ever become text."""
    code = source.read_text(encoding="utf-8")
    parsing = (
        r"(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment"
        r"|dangerouslySetInnerHTML|srcDoc|\beval\(|\bFunction\("
    )
    assert not re.search(parsing, code)


async def test_a_permalink_opens_its_thread_on_the_page() -> None:
    """Whoever follows a link in a window of its own sees the message; others are told 404."""
    async with served() as http:
        async with http.get("/archives/C0OPS/p1796047200000100", allow_redirects=False) as answer:
            assert answer.status == 302
            assert answer.headers["Location"] == "/#channel=ops&thread=1796047200.000100"
        async with http.get("/archives/C0NOWHERE/p1796047200000100") as answer:
            assert answer.status == 404
