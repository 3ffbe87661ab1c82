"""Signed HTTP and Socket Mode: what comes in, what is turned away, what is never logged."""

import asyncio
import hashlib
import hmac
import io
import json
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from structlog.testing import capture_logs

from bot.ports.chat import ChatTrouble
from bot.slack.http import MOST_BYTES, http_routes
from bot.slack.identity import Identity, identify, is_local, make_client, web_client
from bot.slack.listeners import make_app
from bot.slack.socket import socket_mode
from bot.slack.tasks import Tasks
from sandbox.server import Sandbox
from tests.slack.samples import ME, click, event, submission
from tests.slack.world import MemoryBoard, MemoryInbox, World
from tests.support import wait_until

SECRET = "signing-secret"
API = "http://127.0.0.1:1/api/"


@asynccontextmanager
async def door(inbox: MemoryInbox, secret: str = SECRET) -> AsyncGenerator[str]:
    """The address of the routes, with nothing behind them but an inbox."""
    tasks = Tasks()
    app = make_app(make_client("xoxb-1", API), secret, inbox, ME, tasks, board=MemoryBoard())
    runner = web.AppRunner(http_routes(app), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await tasks.close()
        await runner.cleanup()


def signed(body: bytes, stamp: str | None = None) -> dict[str, str]:
    """The headers that prove that Slack sent it."""
    at = stamp or str(int(time.time()))
    digest = hmac.new(SECRET.encode(), f"v0:{at}:".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": f"v0={digest}"}


async def post(
    url: str, body: bytes | io.BytesIO, headers: dict[str, str] | None = None
) -> tuple[int, str]:
    """The status and the text of the answer."""
    sent = body if isinstance(body, bytes) else b""
    kind = "application/json" if sent.startswith(b"{") else "application/x-www-form-urlencoded"
    given = {"Content-Type": kind, **(signed(sent) if headers is None else headers)}
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{url}/slack/events", data=body, headers=given) as answer,
    ):
        return answer.status, await answer.text()


def as_json(body: object) -> bytes:
    """An event's body."""
    return json.dumps(body).encode()


def as_form(body: object) -> bytes:
    """An interaction's body."""
    return urlencode({"payload": json.dumps(body)}).encode()


async def test_a_signed_event_is_saved_and_acknowledged() -> None:
    """Twice the same is one."""
    inbox = MemoryInbox()
    async with door(inbox) as url:
        for _ in range(2):
            assert await post(url, as_json(event())) == (200, "")

    assert len(inbox.events) == 1


async def test_slacks_check_of_the_address_is_answered() -> None:
    """With the challenge, before anything is set up."""
    async with door(MemoryInbox()) as url:
        body = as_json({"type": "url_verification", "challenge": "abc", "token": "x"})
        status, text = await post(url, body)

    assert (status, json.loads(text)) == (200, {"challenge": "abc"})


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Slack-Request-Timestamp": "soon"},
        {"X-Slack-Request-Timestamp": "١٢٣"},
        {"X-Slack-Request-Timestamp": "-5"},
        {"X-Slack-Request-Timestamp": "9" * 30},
        signed(b"another body"),
        signed(as_json(event()), "1600000000"),
        {**signed(as_json(event())), "X-Slack-Signature": ""},
    ],
)
async def test_what_slack_did_not_sign_just_now_is_turned_away(headers: dict[str, str]) -> None:
    """Malformed times too, which would be a crash further in."""
    inbox = MemoryInbox()
    async with door(inbox) as url:
        status, _ = await post(url, as_json(event()), headers)

    assert status == 401
    assert inbox.keys == []


@pytest.mark.parametrize(
    "body", [b"{", b"\xff\xfe", b"payload=nonsense", b'{"a":' * 5000, b"payload=%5B1%5D"]
)
async def test_an_unreadable_body_is_refused_not_crashed_on(body: bytes) -> None:
    """Whoever sends it gets 4xx, and nothing of it is logged."""
    async with door(MemoryInbox()) as url:
        status, _ = await post(url, body)

    assert 400 <= status < 500


async def test_a_huge_body_is_refused_unread() -> None:
    """Slack's largest is a quarter of the limit."""
    async with door(MemoryInbox()) as url:
        status, _ = await post(url, io.BytesIO(b"x" * (MOST_BYTES + 1)), signed(b""))

    assert status == 413


async def test_every_kind_of_payload_is_acknowledged() -> None:
    """Menus, legacy dialogs, closed views, unknown events: Slack never shows trouble."""
    closed = {**submission(), "type": "view_closed"}
    menu = {"type": "block_suggestion", "action_id": "x", "block_id": "y", "value": ""}
    legacy = {"type": "dialog_submission", "callback_id": "x", "submission": "", "state": ""}
    async with door(MemoryInbox()) as url:
        answers = [
            await post(url, as_form(closed)),
            await post(url, as_form({**menu, "user": {"id": "U0BEN"}, "team": {"id": "T"}})),
            await post(url, as_form({**legacy, "user": {"id": "U0BEN"}, "team": {"id": "T"}})),
            await post(url, as_json(event(type="team_join", user={"id": "U0NEW"}))),
        ]

    assert [status for status, _ in answers] == [200] * 4
    assert json.loads(answers[1][1]) == {"options": []}


async def test_an_event_that_was_not_saved_is_not_acknowledged() -> None:
    """Slack sends it again."""
    inbox = MemoryInbox(down=True)
    async with door(inbox) as url:
        status, _ = await post(url, as_json(event()))

    assert status == 500


async def test_health_is_told_without_a_signature() -> None:
    """To whoever watches the process."""
    async with (
        door(MemoryInbox()) as url,
        aiohttp.ClientSession() as http,
        http.get(f"{url}/healthz") as answer,
    ):
        assert (answer.status, await answer.json()) == (200, {"ok": True})


async def test_no_body_is_ever_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Not when the signature is wrong, not when nothing fits, not when saving fails."""
    caplog.set_level(logging.INFO)
    body = as_json(event(text="<@U0SIGNOFF> my secret words"))
    with capture_logs() as logs:
        await misdelivered(body)

    assert "secret words" not in caplog.text
    assert "secret words" not in str(logs)


async def misdelivered(body: bytes) -> None:
    """Sends it, and some other payloads, in ways that don't work out."""
    async with door(MemoryInbox(down=True)) as url:
        await post(url, body, signed(b"another"))
        await post(url, body)
        await post(url, as_form({"type": "unheard_of", "secret words": 1}))
        await post(url, as_form(click(value="secret words")))


async def test_socket_mode_delivers_clicks_and_events() -> None:
    """Without a public address; the answers go back the same way."""
    async with Sandbox.start() as sandbox, aiohttp.ClientSession() as http:
        inbox, tasks = MemoryInbox(), Tasks()
        async with web_client(sandbox.bot_token, sandbox.api_url) as client:
            app = make_app(client, "", inbox, await identify(client), tasks, board=MemoryBoard())
            async with socket_mode(app, sandbox.app_token):
                people = f"{sandbox.url}/sandbox/users/ana"
                said = {"channel": "signoff", "text": "refund order 1042"}
                await http.post(f"{people}/say", json=said)
                await wait_until(lambda: inbox.events, "the event")
                command = {"channel": "support", "command": "/task", "text": ""}
                async with http.post(f"{people}/command", json=command) as answer:
                    assert (await answer.json())["status"] == "ok"
            await tasks.close()


async def test_a_refused_app_token_is_said_at_once(world: World) -> None:
    """Rather than tried for ever; an address with its ticket never gets into the log."""
    app = make_app(world.client, "", world.inbox, world.me, board=world.board)
    with pytest.raises(ChatTrouble, match="invalid_auth"):
        async with socket_mode(app, "xapp-wrong"):
            pass


async def test_a_slack_that_hiccups_at_the_start_is_tried_again(world: World) -> None:
    """The first address wasn't given; the connection is there all the same."""
    await world.fault("error", "apps.connections.open", error="internal_error")
    app = make_app(world.client, "", world.inbox, world.me, board=world.board)
    async with socket_mode(app, world.sandbox.app_token) as (handler,):
        assert await handler.client.is_connected()


async def test_without_a_signing_secret_nothing_is_taken_over_http() -> None:
    """An empty one would let anybody sign."""
    body = as_json(event())
    stamp = str(int(time.time()))
    digest = hmac.new(b"", f"v0:{stamp}:".encode() + body, hashlib.sha256).hexdigest()
    headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}
    async with door(MemoryInbox(), secret="") as url:
        status, _ = await post(url, body, headers)

    assert status == 401


def test_a_sockets_address_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """It lets its bearer in."""
    quiet = make_app(make_client("xoxb-1", API), "", MemoryInbox(), ME, board=MemoryBoard()).logger
    quiet.error("Failed to connect (error: url='wss://slack.test/link/?ticket=abc')")

    assert "Failed to connect" in caplog.text
    assert "abc" not in caplog.text


async def test_we_are_who_the_token_says(world: World) -> None:
    """One auth.test at start; a token that doesn't work says so."""
    url = f"{world.sandbox.url}/"
    app = world.me.app_id
    assert world.me == Identity("T0SIGNOFF", "U0SIGNOFF", "B0SIGNOFF", app, url=url)
    async with web_client("xoxb-wrong", world.sandbox.api_url) as client:
        with pytest.raises(ChatTrouble, match="invalid_auth"):
            await identify(client)


async def test_we_go_by_the_ids_of_team_and_enterprise() -> None:
    """An organisation's id counts where Slack says one."""

    async def auth_test(_: web.Request) -> web.Response:
        told = {"ok": True, "team_id": "T1", "user_id": "U1", "enterprise_id": "E1"}
        return web.json_response(told)

    app = web.Application()
    app.router.add_post("/api/auth.test", auth_test)
    async with (
        TestServer(app) as server,
        web_client("xoxb-1", f"{server.make_url('/api/')}") as one,
    ):
        assert (await identify(one)).ids == ("T1", "E1")
    assert Identity("T1", "U1").ids == ("T1",)


def test_a_slack_on_this_machine_is_not_reached_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A proxy of the environment is for the real one."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")

    assert make_client("xoxb-1", API).proxy is None
    assert make_client("xoxb-1", "https://slack.com/api/").proxy == "http://proxy.example:3128"
    assert not is_local("https://hooks.slack.com/actions/T/1/x")


async def test_started_work_is_waited_for_and_late_work_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is left running; a failure is logged."""
    monkeypatch.setattr("bot.slack.tasks.CLOSE_S", 0.05)
    tasks, done, never = Tasks(), asyncio.Event(), asyncio.Event()

    async def short() -> None:
        done.set()

    async def broken() -> None:
        raise LookupError("broken")

    with capture_logs() as logs:
        for work in (short(), broken(), never.wait()):
            tasks.start(work)
        await tasks.close()

    assert done.is_set()
    assert [str(line["exc_info"]) for line in logs] == ["broken"]
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []
