"""`signoff check` before a Slack that tells less than the real one."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from aiohttp import web

from bot.cli.check_channels import MOST_PAGES
from bot.cli.check_slack import check_slack
from bot.settings import Settings, load_settings

Json = dict[str, Any]
PAGE: Json = {
    "ok": True,
    "channels": [{"name": "one"}, None],
    "response_metadata": {"next_cursor": "more"},
}


class Terse:
    """Answers each method as it is told, with no word on scopes or apps."""

    def __init__(self) -> None:
        self.answers: dict[str, Json] = {
            "auth.test": {"ok": True, "user": "signoff", "team": "T", "bot_id": "B1"},
            "bots.info": {"ok": True, "bot": {"app_id": "A1"}},
            "users.conversations": {"ok": True, "channels": []},
            "apps.connections.open": {"ok": True, "url": "wss://slack.test/link/?ticket=x"},
        }
        self.asked: list[str] = []

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a call."""
        method = request.match_info["method"]
        self.asked.append(method)
        return web.json_response(self.answers[method], headers={"Date": "one of these days"})


@pytest.fixture
async def terse(bare: pytest.MonkeyPatch) -> AsyncGenerator[Terse]:
    """Such a Slack, to which the settings lead."""
    slack = Terse()
    app = web.Application()
    app.router.add_post("/api/{method}", slack.serve)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    bare.setenv("SLACK_API_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/api/")
    bare.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    bare.setenv("SLACK_APP_TOKEN", "xapp-1-A1-2-abc")
    yield slack
    await runner.cleanup()


async def _look(settings: Settings) -> list[tuple[str, str]]:
    return [(one.state, one.words) for one in await check_slack(settings, (), ())]


async def test_what_is_not_told_is_not_made_up(terse: Terse) -> None:
    """No scopes, no time, no app: said where it matters, and never as a problem."""
    found = await _look(load_settings())
    assert found == [
        ("ok", "@signoff in T ()"),
        ("note", "Slack doesn't say which the token has"),
        ("note", "the bot is in no channel yet; it hears only direct messages"),
        ("ok", "Socket Mode can be opened"),
    ]
    assert "bots.info" in terse.asked


async def test_the_app_is_looked_up_elsewhere(terse: Terse) -> None:
    """By the bot's own entry, and in the app token; where neither tells, nothing is compared."""
    terse.answers["bots.info"] = {"ok": True, "bot": {"app_id": "A9"}}
    words = "SLACK_APP_TOKEN is of the app A1, SLACK_BOT_TOKEN of A9"
    assert ("problem", words) in await _look(load_settings())
    terse.answers["bots.info"] = {"ok": False, "error": "missing_scope"}
    assert ("ok", "Socket Mode can be opened") in await _look(load_settings())


async def test_pages_without_an_end_end(terse: Terse) -> None:
    """A cursor that always leads on isn't followed for ever."""
    terse.answers["users.conversations"] = PAGE
    found = await _look(load_settings())
    assert terse.asked.count("users.conversations") == MOST_PAGES
    assert any(words.startswith(f"in {MOST_PAGES}: #one") for _, words in found)


async def test_an_answer_that_is_no_object_is_told(terse: Terse) -> None:
    """As what it was: its status, of the method that was asked."""
    terse.answers["auth.test"] = {}
    found = await _look(load_settings())
    assert ("problem", "SLACK_BOT_TOKEN: auth.test says HTTP 200") in found
