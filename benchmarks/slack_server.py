"""A Slack that answers every call at once and judges none: `python -m benchmarks.slack_server`.

Told over `/bench/…`, it plays people: it mentions the bot, waits for the card, presses its button
over Socket Mode or by a signed request, and waits for the answer. Its time is nobody's.
"""

import asyncio
import hashlib
import hmac
import itertools
import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlencode

import aiohttp
from aiohttp import web

from benchmarks.lifecycle import PATIENCE_S, QUESTION
from benchmarks.model_server import ANSWER

Json = dict[str, Any]
TEAM, CHANNEL, APP, BOT, BOT_ID = "T0BENCH", "C0BENCH", "A0BENCH", "U0SIGNOFF", "B0SIGNOFF"
ANA, BEN = "U0ANA", "U0BEN"
SECRET = "benchmarks-sign-with-this-one"


@dataclass(slots=True)
class Card:
    """Where a card stands, and its button."""

    message: Json
    block: str
    request: str


@dataclass
class Slack:
    """Everything that it knows; `url` is where signed requests go, "" for Socket Mode."""

    url: str
    base: str = ""
    sockets: list[web.WebSocketResponse] = field(default_factory=list[web.WebSocketResponse])
    acks: dict[str, asyncio.Future[None]] = field(default_factory=dict[str, asyncio.Future[None]])
    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    said: dict[str, asyncio.Event] = field(default_factory=dict[str, asyncio.Event])
    answered: set[str] = field(default_factory=set[str])
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    http: aiohttp.ClientSession | None = None
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def api(self, request: web.Request) -> web.Response:
        """The Web API."""
        method = request.match_info["method"]
        body = await request.read()
        form = "json" not in request.content_type
        return web.json_response(self._answer(method, body, form=form, query=dict(request.query)))

    def _answer(self, method: str, body: bytes, *, form: bool, query: Json) -> Json:
        match method:
            case "auth.test":
                who = {"team_id": TEAM, "user_id": BOT, "bot_id": BOT_ID, "app_id": APP}
                return {"ok": True, "url": f"{self.base}/", "team": "Bench", **who}
            case "apps.connections.open":
                return {"ok": True, "url": f"{self.base.replace('http', 'ws')}/link"}
            case "users.info":
                return {"ok": True, "user": _user(_form(body, query).get("user", ANA))}
            case "conversations.info":
                return {"ok": True, "channel": {"id": CHANNEL, "name": "bench"}}
            case "chat.postMessage" if not form:
                return self._post(json.loads(body))
            case _:
                return {"ok": True, "channel": CHANNEL, "ts": self._stamp()}

    def _post(self, message: Json) -> Json:
        ts, thread = self._stamp(), str(message.get("thread_ts") or "")
        for block in cast("list[Json]", message.get("blocks") or []):
            for element in block.get("elements", ()) if block["type"] == "actions" else ():
                if element.get("action_id") == "approve":
                    found = {**message, "ts": ts, "user": BOT, "bot_id": BOT_ID}
                    self.cards[thread] = Card(found, block["block_id"], element["value"])
                    self._tell(thread)
        if ANSWER in json.dumps(message, ensure_ascii=False):
            self.answered.add(thread)
            self._tell(thread)
        return {"ok": True, "channel": CHANNEL, "ts": ts, "message": {"ts": ts}}

    def _stamp(self) -> str:
        return f"{1_700_000_000 + next(self._ids)}.000100"

    def _tell(self, thread: str) -> None:
        self.said.setdefault(thread, asyncio.Event()).set()

    async def link(self, request: web.Request) -> web.WebSocketResponse:
        """Socket Mode."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        about = {"host": "bench", "approximate_connection_time": 18_060}
        hello = {"type": "hello", "connection_info": {"app_id": APP}, "debug_info": about}
        await socket.send_json({**hello, "num_connections": len(self.sockets) + 1})
        self.sockets.append(socket)
        self.connected.set()
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._acked(str(cast("Json", json.loads(message.data)).get("envelope_id")))
        finally:
            self.sockets.remove(socket)
            if not self.sockets:
                self.connected.clear()
        return socket

    def _acked(self, envelope: str) -> None:
        waiting = self.acks.pop(envelope, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def deliver(self, kind: str, payload: Json) -> float:
        """Ms until the bot acknowledged it."""
        began = time.perf_counter()
        if self.url:
            await self._signed(kind, payload)
        else:
            envelope = f"e{next(self._ids)}"
            self.acks[envelope] = asyncio.get_running_loop().create_future()
            waiting = self.acks[envelope]
            body: Json = {"envelope_id": envelope, "type": kind, "payload": payload}
            body["accepts_response_payload"] = kind == "interactive"
            await self.sockets[next(self._ids) % len(self.sockets)].send_json(body)
            await asyncio.wait_for(waiting, PATIENCE_S)
        return (time.perf_counter() - began) * 1000

    async def _signed(self, kind: str, payload: Json) -> None:
        assert self.http is not None
        text = json.dumps(payload)
        body = urlencode({"payload": text}) if kind == "interactive" else text
        at = str(int(time.time()))
        digest = hmac.new(SECRET.encode(), f"v0:{at}:{body}".encode(), hashlib.sha256)
        form = "application/x-www-form-urlencoded"
        headers = {
            "X-Slack-Request-Timestamp": at,
            "X-Slack-Signature": f"v0={digest.hexdigest()}",
            "Content-Type": form if kind == "interactive" else "application/json",
        }
        async with self.http.post(self.url, data=body.encode(), headers=headers) as response:
            await response.read()
            assert response.status == 200, response.status

    async def mention(self, thread: str) -> float:
        """Ana asks the bot in a thread."""
        ts = f"{thread}9"
        event = {"type": "app_mention", "user": ANA, "text": f"<@{BOT}> {QUESTION}", "ts": ts,
                 "thread_ts": thread, "channel": CHANNEL, "team": TEAM, "event_ts": ts}  # fmt: skip
        envelope = {"token": "t", "team_id": TEAM, "api_app_id": APP, "event": event,
                    "type": "event_callback", "event_id": f"Ev{ts}", "event_time": 1_700_000_000,
                    "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
                    "is_ext_shared_channel": False, "event_context": "4-x"}  # fmt: skip
        return await self.deliver("events_api", envelope)

    async def press(self, thread: str, who: str = BEN) -> float:
        """Somebody presses Approve on the card of a thread; ms until the acknowledgement."""
        card = self.cards[thread]
        at = f"{time.time():.6f}"
        where = {"type": "message", "message_ts": card.message["ts"], "channel_id": CHANNEL,
                 "is_ephemeral": False, "thread_ts": thread}  # fmt: skip
        action = {"action_id": "approve", "block_id": card.block, "value": card.request,
                  "type": "button", "style": "primary", "action_ts": at,
                  "text": {"type": "plain_text", "text": "Approve once"}}  # fmt: skip
        payload = {"type": "block_actions", "user": {"id": who, "username": who.lower(),
                   "name": who.lower(), "team_id": TEAM}, "api_app_id": APP, "token": "t",
                   "container": where, "trigger_id": f"1.2.{at}", "team": {"id": TEAM},
                   "enterprise": None, "is_enterprise_install": False,
                   "channel": {"id": CHANNEL, "name": "bench"}, "message": card.message,
                   "response_url": f"{self.base}/respond/{next(self._ids)}",
                   "actions": [action]}  # fmt: skip
        return await self.deliver("interactive", payload)

    async def until(self, thread: str, *, answered: bool) -> None:
        """Waits for the card of a thread, or for the answer."""
        async with asyncio.timeout(PATIENCE_S):
            while not (thread in self.answered if answered else thread in self.cards):
                event = self.said.setdefault(thread, asyncio.Event())
                await event.wait()
                event.clear()

    async def play(self, threads: list[str], concurrency: int, *, decide: bool) -> Json:
        """Whole lifecycles, or up to their pauses: how long it took, and each press."""
        waiting, presses, began = iter(threads), list[Json](), time.perf_counter()

        async def work() -> None:
            for thread in waiting:
                await self.mention(thread)
                await self.until(thread, answered=False)
                if decide:
                    at = time.perf_counter()
                    run = self.cards[thread].request.rpartition(".")[0]
                    presses.append({"run": run, "at": at, "ack_ms": await self.press(thread)})
                    await self.until(thread, answered=True)

        await asyncio.gather(*(work() for _ in range(concurrency)))
        return {"took_s": time.perf_counter() - began, "presses": presses}

    def know(self, cards: dict[str, Json]) -> None:
        """Cards that were posted to another Slack before, by their threads."""
        for thread, card in cards.items():
            message: Json = {"ts": card["ts"], "thread_ts": thread, "user": BOT, "blocks": []}
            block = f"decide:{card['request']}:1:00000000"
            self.cards[thread] = Card(message, block, card["request"])

    async def storm(self, threads: list[str], rate: float, people: list[str]) -> Json:
        """One press on each of these cards in turn, so many a second whatever becomes of them."""
        if not self.url:
            await self.connected.wait()
        began = time.perf_counter()

        async def press(n: int, thread: str) -> float:
            await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
            return await self.press(thread, people[n % len(people)])

        acks = await asyncio.gather(*(press(n, thread) for n, thread in enumerate(threads)))
        return {"acks_ms": acks, "began": began, "ended": time.perf_counter()}

    async def told(self, request: web.Request) -> web.Response:
        """What the benchmark wants played."""
        body: Json = await request.json()
        answer: Json = {}
        match request.match_info["what"]:
            case "play":
                answer = await self.play(**body)
            case "know":
                self.know(**body)
            case "storm":
                answer = await self.storm(**body)
            case _:
                await asyncio.gather(*(self.until(t, answered=True) for t in body["threads"]))
                answer = {"at": time.perf_counter()}
        return web.json_response(answer)


def _form(body: bytes, query: Json) -> Json:
    pairs = (part.partition("=") for part in body.decode().split("&") if "=" in part)
    return {**query, **{name: value for name, _, value in pairs}}


def _user(user: str) -> Json:
    profile = {"display_name": user[2:].title(), "real_name": user[2:].title()}
    about = {"id": user, "team_id": TEAM, "name": user.lower(), "profile": profile}
    return {**about, "deleted": False, "is_bot": False, "is_restricted": False}


async def _fine(_request: web.Request) -> web.Response:
    return web.json_response({"ok": True})


async def main() -> None:
    """Serves until its input ends; its address is its first line."""
    slack = Slack(sys.argv[1] if len(sys.argv) > 1 else "")
    app = web.Application(client_max_size=2**24)
    app.router.add_route("*", "/api/{method}", slack.api)
    app.router.add_get("/link", slack.link)
    app.router.add_post("/respond/{n}", _fine)
    app.router.add_post("/bench/{what}", slack.told)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    slack.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    async with aiohttp.ClientSession() as slack.http:
        print(slack.base, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
