"""The page as a server gives it, and the rules that keep messages from running in it."""

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

SCRIPTS = sorted(STATIC.glob("*.js"))


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
        async with aiohttp.ClientSession(f"http://127.0.0.1:{runner.addresses[0][1]}") as http:
            yield http
    finally:
        await runner.cleanup()


async def test_the_page_and_all_that_it_names_are_served() -> None:
    """Each file that the page or a script asks for exists, with its type and the headers."""
    async with served() as http:
        async with http.get("/") as answer:
            html = await answer.text()
            assert answer.content_type == "text/html"
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
        named = set(re.findall(rf'"({ASSETS}/[^"]+)"', html))
        for script in SCRIPTS:
            found = re.findall(r'from "\./([^"]+)"', script.read_text(encoding="utf-8"))
            named |= {f"{ASSETS}/{name}" for name in found}
        assert len(named) >= 10
        for path in sorted(named):
            async with http.get(path) as answer:
                assert answer.status == 200, path
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
                assert answer.content_type == kinds[path.rsplit(".", 1)[1]]


@pytest.mark.parametrize("name", ["nothing.js", "..%2F__init__.py", "%2e%2e/__init__.py", "%2F"])
async def test_nothing_else_is_served(name: str) -> None:
    """A name can't leave the folder."""
    async with served() as http, http.get(f"{ASSETS}/{name}") as answer:
        assert answer.status == 404


def test_the_page_loads_and_runs_nothing_from_elsewhere() -> None:
    """No inline script, style or handler, and no address of another server."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"\son\w+=|\sstyle=|<style|javascript:|https?://", html)
    assert re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL) == [""]
    css = (STATIC / "style.css").read_text(encoding="utf-8")
    assert not re.search(r"@import|url\(", css)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_never_parse_html(script: Path) -> None:
    """Text from messages can only ever become text."""
    code = script.read_text(encoding="utf-8")
    parsing = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|Function\("
    )
    assert not re.search(parsing, code)
    assert len(code.splitlines()) <= 300


def test_inputs_and_groups_of_the_page_have_names() -> None:
    """Every group points at the words that name it."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    ids = set(re.findall(r'id="([^"]+)"', html))
    assert set(re.findall(r'aria-labelledby="([^"]+)"', html)) <= ids
    scripts = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert set(re.findall(r'\$\("([^"]+)"\)', scripts)) <= ids
