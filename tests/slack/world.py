"""The adapter joined to the local Slack, with an inbox that remembers what it was given."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

import aiohttp
from aiohttp import web

from blocks.card import approval_card
from bot.core.amends import Deleted, Edited
from bot.core.checkpoint import Record
from bot.core.events import Asked
from bot.core.ids import Thread, Who
from bot.core.request import Click, PersonFacts, Request
from bot.core.rules import Person
from bot.core.state import Run
from bot.ports import Enqueued, StoreDown, ToolSpec
from bot.ports.board import Overview
from bot.ports.filling import Held
from bot.ports.links import Links
from bot.slack import present
from bot.slack.chat import SlackChat
from bot.slack.http import http_routes
from bot.slack.identity import Identity, identify, web_client
from bot.slack.listeners import SAVE_S, make_app
from bot.slack.tasks import Tasks
from sandbox.server import Sandbox
from tests.slack.samples import RUN, TEAM, request, run
from tests.support import wait_until

Json = dict[str, Any]
Status = Literal["queued", "duplicate", "not_for_us", "parked", "early", "gone"]


@dataclass
class MemoryFilling:
    """The filling port: everybody has every form to themselves."""

    drafts: dict[str, str] = field(default_factory=dict[str, str])

    async def hold(
        self, request: str, who: Who, *, keep_s: int, draft: str | None = None, over: bool = False
    ) -> Held:
        """See ports.Filling."""
        if draft is not None:
            self.drafts[request] = draft
        return Held("yours", who.key, 0, self.drafts.get(request, ""))

    async def done(self, request: str) -> None:
        """See ports.Filling."""
        self.drafts.pop(request, None)


@dataclass
class MemoryInbox:
    """The inbox port: keeps each event once by its key; `status` is what it answers."""

    filling: MemoryFilling = field(default_factory=MemoryFilling)
    links: Links | None = None

    status: Status = "queued"
    down: bool = False
    slow: asyncio.Event | None = None
    events: list[tuple[Asked, bool]] = field(default_factory=list[tuple[Asked, bool]])
    clicks: list[tuple[Click, str | None]] = field(default_factory=list[tuple[Click, str | None]])
    changes: list[tuple[str, Edited | Deleted]] = field(
        default_factory=list[tuple[str, Edited | Deleted]]
    )
    commands: list[tuple[Thread, Click]] = field(default_factory=list[tuple[Thread, Click]])
    orders: list[tuple[Asked, str | None]] = field(default_factory=list[tuple[Asked, str | None]])
    ours: list[bool] = field(default_factory=list[bool])
    shelf: dict[str, str] = field(default_factory=dict[str, str])
    records: dict[str, Record] = field(default_factory=dict[str, Record])
    keys: list[str] = field(default_factory=list[str])

    async def asked(self, event: Asked, *, key: str, starts: bool, ours: bool = False) -> Enqueued:
        """See ports.Inbox."""
        if not await self._new(key):
            return Enqueued("duplicate", RUN)
        self.events.append((event, starts))
        self.ours.append(ours)
        return Enqueued("early" if ours else self.status, RUN)

    async def ordered(self, event: Asked, *, key: str, response_url: str | None) -> Enqueued:
        """See ports.Inbox."""
        if await self._new(key):
            self.orders.append((event, response_url))
        return Enqueued(self.status, RUN)

    async def edited(self, thread: Thread, event: Edited, *, key: str) -> Enqueued:
        """See ports.Inbox."""
        if await self._new(key):
            self.changes.append((thread.ts, event))
        return Enqueued(self.status, RUN)

    async def deleted(self, thread: Thread, event: Deleted, *, key: str, message: str) -> Enqueued:
        """See ports.Inbox."""
        if await self._new(key):
            self.changes.append((thread.ts, event))
        return Enqueued(self.status, RUN)

    async def card_deleted(self, request: str, event: Deleted, *, key: str) -> Enqueued:
        """See ports.Inbox."""
        if await self._new(key):
            self.changes.append((request, event))
        return Enqueued(self.status, RUN)

    async def clicked(self, click: Click, *, key: str, response_url: str | None) -> Enqueued:
        """See ports.Inbox."""
        if await self._new(key):
            self.clicks.append((click, response_url))
        return Enqueued(self.status, RUN)

    async def commanded(
        self, thread: Thread, click: Click, *, key: str, ours: bool = False
    ) -> Enqueued:
        """See ports.Inbox."""
        if await self._new(key):
            self.commands.append((thread, click))
            self.ours.append(ours)
        return Enqueued(self.status, RUN)

    async def record(self, request: str) -> Record | None:
        """See ports.Inbox."""
        await self._reach()
        return self.records.get(request)

    async def keep(self, body: str) -> str:
        """See ports.Inbox."""
        await self._reach()
        name = f"kept{len(self.shelf)}"
        self.shelf[name] = body
        return name

    async def kept(self, name: str) -> str | None:
        """See ports.Inbox."""
        await self._reach()
        return self.shelf.get(name)

    async def _new(self, key: str) -> bool:
        await self._reach()
        self.keys.append(key)
        return self.keys.count(key) == 1

    async def _reach(self) -> None:
        if self.slow is not None:
            await self.slow.wait()
        if self.down:
            raise StoreDown("the store is away")


@dataclass
class MemoryBoard:
    """The board port: shows what it is told to, and keeps the stops that it gets."""

    seen: Overview = field(default_factory=Overview)
    people: tuple[Person, ...] = ()
    tools: dict[str, ToolSpec] = field(default_factory=dict[str, ToolSpec])
    wrong: dict[str, str] = field(default_factory=dict[str, str])
    agent: str = "support"
    status: Status = "queued"
    down: bool = False
    stops: list[tuple[str, Click, str | None]] = field(
        default_factory=list[tuple[str, Click, str | None]]
    )

    def check(self, tool: str, args: Json) -> str | None:
        """See ports.Board."""
        return self.wrong.get(tool)

    def person(self, who: Who) -> Person | None:
        """See ports.Board."""
        return next((p for p in self.people if p.user == who.user), None)

    async def known(self, facts: PersonFacts, records: Iterable[Record]) -> PersonFacts:
        """See ports.Board."""
        return facts

    async def overview(
        self, who: Who, *, since: int | None = None, number: int | None = None
    ) -> Overview:
        """See ports.Board."""
        self._reach()
        return self.seen

    async def press(
        self, run: str, click: Click, *, key: str, response_url: str | None
    ) -> Enqueued:
        """See ports.Board."""
        self._reach()
        self.stops.append((run, click, response_url))
        return Enqueued(self.status, run)

    def _reach(self) -> None:
        if self.down:
            raise StoreDown("the store is away")


@dataclass
class World:
    """One local Slack, the adapter's parts on it, and people who act."""

    sandbox: Sandbox
    http: aiohttp.ClientSession
    me: Identity
    chat: SlackChat
    inbox: MemoryInbox
    board: MemoryBoard
    tasks: Tasks
    client: Any
    clock: list[float]

    async def does(self, user: str, action: str, **body: Any) -> Json:
        """Acts as a person."""
        url = f"{self.sandbox.url}/sandbox/users/{user}/{action}"
        async with self.http.post(url, json=body) as answer:
            return {**await answer.json(), "http": answer.status}

    async def control(self, path: str, **body: Any) -> None:
        """Changes the workspace."""
        async with self.http.post(f"{self.sandbox.url}/sandbox/{path}", json=body) as answer:
            assert answer.status == 200, await answer.text()

    async def fault(self, kind: str, method: str, **more: Any) -> None:
        """Orders trouble for the next calls of a method."""
        await self.control("faults", kind=kind, method=method, **more)

    def thread(self, name: str, ts: str) -> list[Json]:
        """The messages of a thread, its root first."""
        found = self.sandbox.slack.workspace.channel(name)
        assert found is not None
        return self.sandbox.slack.workspace.thread(found.id, ts)

    def whispers(self, user: str) -> list[str]:
        """What one person was told privately in channels."""
        everywhere = self.sandbox.slack.workspace.ephemerals.values()
        messages = [message for channel in everywhere for message in channel.values()]
        return [str(m["text"]) for m in messages if m.get("ephemeral_to") == user]

    async def whisper(self, user: str, part: str) -> str:
        """The private word to a person that has this part, as soon as it is there."""

        def found() -> str | None:
            return next((text for text in self.whispers(user) if part in text), None)

        return await wait_until(found, f"a private word with {part!r}")

    def sent(self, method: str) -> list[Json]:
        """The payloads that Slack got by a method."""
        payloads = self.sandbox.slack.recorder.payloads
        return [cast("Json", one["payload"]) for one in payloads if one["method"] == method]

    def views(self, user: str) -> list[Json]:
        """A person's open modals, the top one last."""
        return [cast("Json", r["view"]) for r in self.sandbox.slack.workspace.stack(user)]

    async def view(self, user: str) -> Json:
        """A person's open modal, as soon as it is there."""
        return (await wait_until(lambda: self.views(user), "a modal"))[-1]

    async def root(self, text: str = "please refund order 1042", channel: str = "support") -> str:
        """The ts of a message of Ana's."""
        return (await self.does("ana", "say", channel=channel, text=text))["ts"]

    async def started(self, *requests: Request, channel: str = "support") -> Run:
        """Ana's run, in a thread that is there."""
        ts = await self.root(channel=channel)
        found = self.sandbox.slack.workspace.channel(channel)
        assert found is not None
        return run(*requests, channel=found.id, ts=ts)

    async def carded(self, **changes: Any) -> tuple[Run, Request, str]:
        """A run whose request's card stands in its thread and in the record; the card's ts."""
        asked = request(**changes)
        found = await self.started(asked)
        copy = await self.chat.post_card(found, asked, look=False, plain=False)
        self.inbox.records[asked.id] = Record(found, asked)
        return found, asked, copy.ts

    def settle(self, asked: Request, **changes: Any) -> Request:
        """Changes the request on record."""
        kept = self.inbox.records[asked.id]
        changed = replace(kept.request, **changes)
        self.inbox.records[asked.id] = Record(kept.run, changed)
        return changed


@asynccontextmanager
async def world(*, save_s: float = SAVE_S, **options: Any) -> AsyncGenerator[World]:
    """A local Slack that delivers to the adapter over signed HTTP; `save_s`: see make_app."""
    async with (
        Sandbox.start(**options) as sandbox,
        aiohttp.ClientSession() as http,
        web_client(sandbox.bot_token, sandbox.api_url) as client,
    ):
        me = await identify(client)
        inbox, board, tasks, clock = MemoryInbox(), MemoryBoard(), Tasks(), [0.0]
        chat = SlackChat(client, me, lambda: clock[0])
        app = make_app(client, sandbox.signing_secret, inbox, me, tasks, board=board, save_s=save_s)
        runner = web.AppRunner(http_routes(app), access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        sandbox.slack.webhook.point(f"{address}/slack/events")
        try:
            yield World(sandbox, http, me, chat, inbox, board, tasks, client, clock)
            await tasks.close()
            assert sandbox.slack.workspace.lint == []
        finally:
            await tasks.close()
            sandbox.slack.webhook.point(None)
            await runner.cleanup()


def someone(user: str) -> Who:
    """A user of our workspace."""
    return Who(TEAM, user)


def drawn(world: World, asked: Request, found: Run) -> Json:
    """The card as it should stand for a request."""
    return approval_card(present.card(found, asked, {}))
