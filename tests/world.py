"""A whole Signoff for a story: local Slack, Redis, scripted model, shop and the real bot."""

import asyncio
import base64
import json
import os
import secrets
import socket
import sqlite3
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from pydantic import SecretStr

from bot.app import Role, serve
from bot.cli.backstage import serving
from bot.cli.parts import Part
from bot.settings import Settings
from bot.store import EmbeddedRedis, RedisStore
from bot.tools.shop_data import prepare
from sandbox.backstage import Backstage
from sandbox.server import Sandbox
from tests.clock import turning
from tests.support import wait_until

Json = dict[str, Any]
CONFIG = Path(__file__).parent.parent / "signoff.yaml"
BOT = "U0SIGNOFF"
UNHURRIED = 1_000.0  # turns are asked for, and always there


@dataclass(frozen=True)
class Message:
    """A message as someone sees it in the local Slack."""

    channel: str
    raw: Json

    @property
    def ts(self) -> str:
        """Its timestamp."""
        return str(self.raw["ts"])

    @property
    def thread(self) -> str:
        """Its thread's root."""
        return str(self.raw.get("thread_ts") or self.raw["ts"])

    @property
    def text(self) -> str:
        """Its text and all that its blocks say."""
        return f"{self.raw.get('text') or ''}\n{json.dumps(self.raw.get('blocks') or [])}"

    def rows(self, label: str) -> list[str]:
        """The ids of its rows of buttons that have one with this label."""
        blocks: list[Json] = self.raw.get("blocks") or []
        return [
            block["block_id"]
            for block in blocks
            if block["type"] == "actions"
            and any(e.get("text", {}).get("text") == label for e in block["elements"])
        ]

    @property
    def buttons(self) -> list[str]:
        """The labels of its buttons."""
        blocks: list[Json] = self.raw.get("blocks") or []
        return [
            element["text"]["text"]
            for block in blocks
            if block["type"] == "actions"
            for element in block["elements"]
            if element["type"] == "button"
        ]


@dataclass
class Person:
    """Somebody in the workspace."""

    world: "World"
    name: str

    async def says(
        self, text: str, channel: str = "support", thread: str | None = None, **more: Any
    ) -> Message:
        """Writes in a channel or thread, perhaps with `files` or `broadcast`; the message."""
        body: Json = {"channel": channel, "text": text, **more}
        if thread:
            body["thread_ts"] = thread
        answer = await self.world.does(self.name, "say", **body)
        return Message(channel, {"ts": answer["ts"], "thread_ts": thread, "text": text})

    async def edits(self, message: Message, text: str) -> None:
        """Changes a message of theirs."""
        await self.world.does(self.name, "edit", channel=message.channel, ts=message.ts, text=text)

    async def deletes(self, message: Message) -> None:
        """Deletes a message of theirs; an admin anybody's."""
        await self.world.does(self.name, "delete", channel=message.channel, ts=message.ts)

    async def clicks(
        self, message: Message, button: str, *, stale: bool = False, row: str = ""
    ) -> Json:
        """Presses a button by its label; answers what Slack's client would have shown.

        `stale`: on a screen that may not have been refreshed. `row`: the id of its row of buttons,
        where several have such a one.
        """
        place: Json = {"channel": message.channel, "ts": message.ts, "stale": stale, "text": button}
        if row:
            place["block_id"] = row
        self.world.pressed[self.name] = place, await self._lapsed()
        return await self.world.does(self.name, "click", **place)

    async def submits(self, by_label: Json) -> Json:
        """Submits the modal on top."""
        view = await self.view()
        return await self.world.does(self.name, "submit", view_id=view["id"], by_label=by_label)

    async def view(self) -> Json:
        """The modal on top of this person's screen, once there is one.

        Who is told that it took too long to open presses again: Slack gives it 3 s, in which a busy
        machine may do nothing at all.
        """

        async def top() -> Json | None:
            state = await self.world.state()
            mine = [v for v in state["views"] if v["user"] == self.world.user(self.name)]
            if mine:
                return mine[-1]
            place, lapsed = self.world.pressed.get(self.name, ({}, 0))
            if place and (now := await self._lapsed()) > lapsed:
                self.world.pressed[self.name] = place, now
                await self.world.does(self.name, "click", **place)
            return None

        return await wait_until(top, f"a modal for {self.name}", 30)

    async def _lapsed(self) -> int:
        """How often this person was told that a modal took too long to open."""
        return sum("Press the button again." in whisper for whisper in await self.whispers())

    async def whispers(self) -> list[str]:
        """What only this person sees, oldest first."""
        me = self.world.user(self.name)
        messages = await self.world.messages()
        return [m.text for m in messages if m.raw.get("ephemeral_to") == me]

    async def hears(self, words: str) -> str:
        """A private word that holds `words`, once it is there."""

        async def found() -> str | None:
            return next((w for w in await self.whispers() if words in w), None)

        return await wait_until(found, f"{self.name} is told {words!r}")


@dataclass
class Processes:
    """The bot's processes as the drawer sees and kills them; nobody starts them again."""

    running: list[asyncio.subprocess.Process]

    def seen(self) -> list[Part]:
        """Each by its place in the list."""
        return [
            Part(
                name=f"bot-{n}", label=f"Bot {n}", pid=process.pid,
                ready=process.returncode is None, restarts=0, since=0.0, back_after_s=None,
            )
            for n, process in enumerate(self.running, 1)
        ]  # fmt: skip

    def kill(self, name: str) -> bool:
        """SIGKILL to one that runs."""
        process = self.running[int(name.removeprefix("bot-")) - 1]
        if process.returncode is not None:
            return False
        process.kill()
        return True


@dataclass
class World:
    """The running whole."""

    sandbox: Sandbox
    http: aiohttp.ClientSession
    redis: str
    namespace: str
    folder: Path
    settings: Settings
    # Lets seconds pass in the store, for the bot in this process.
    passes: Callable[[float], None]
    processes: list[asyncio.subprocess.Process] = field(
        default_factory=list[asyncio.subprocess.Process]
    )
    # By person: the button pressed last, and how often a modal had taken too long by then.
    pressed: dict[str, tuple[Json, int]] = field(default_factory=dict[str, tuple[Json, int]])

    def person(self, name: str) -> Person:
        """Somebody by name."""
        return Person(self, name)

    def user(self, name: str) -> str:
        """The user id of a name."""
        return f"U0{name.upper()}"

    async def does(self, who: str, what: str, **body: Any) -> Json:
        """A call of the control API as a person."""
        url = f"{self.sandbox.url}/sandbox/users/{who}/{what}"
        async with self.http.post(url, json=body) as response:
            answer: Json = await response.json()
            assert response.status < 400, answer
            return answer

    async def state(self) -> Json:
        """GET /sandbox/state."""
        async with self.http.get(f"{self.sandbox.url}/sandbox/state") as response:
            return await response.json()

    async def faults(self, **fault: Any) -> None:
        """Asks the local Slack to misbehave."""
        async with self.http.post(f"{self.sandbox.url}/sandbox/faults", json=fault) as response:
            assert response.status < 400, await response.text()

    async def group(self, handle: str, **change: list[str]) -> None:
        """Makes a user group, or changes it: `add` and `remove` name people."""
        url = f"{self.sandbox.url}/sandbox/groups/{handle}"
        async with self.http.post(url, json=change) as response:
            assert response.status < 400, await response.text()

    async def plays(self, *steps: Json) -> None:
        """The model's next replies."""
        async with self.http.post(f"{self.sandbox.url}/model/script", json=list(steps)) as response:
            assert response.status < 400, await response.text()

    async def requests(self) -> list[Json]:
        """The requests that the model got."""
        async with self.http.get(f"{self.sandbox.url}/model/requests") as response:
            found: list[Json] = (await response.json())["requests"]
            return [one for one in found if one["body"] is not None]  # the others are on their way

    async def heard(self) -> list[Json]:
        """The messages of the model's latest request."""
        return (await self.requests())[-1]["body"]["messages"]

    async def results(self) -> list[str]:
        """What the model was told of its calls, oldest first."""
        return [m["content"] for m in await self.heard() if m["role"] == "tool"]

    async def messages(self, thread: str | None = None) -> list[Message]:
        """All messages, or those of a thread, as they are now: a later edit isn't in them."""
        workspace = self.sandbox.slack.workspace
        found = [Message(c.name, {**m}) for c in workspace.channels.values()
                 for m in workspace.timeline(c.id)]  # fmt: skip
        return [m for m in found if thread is None or m.thread == thread]

    @contextmanager
    def held(self) -> Generator[list[Json]]:
        """What Slack would have sent meanwhile, and doesn't."""
        events, kept = self.sandbox.slack.events, list[Json]()
        send, events.send = events.send, kept.append
        try:
            yield kept
        finally:
            events.send = send

    async def sends(self, *envelopes: Json) -> None:
        """Has Slack send events, one after the other."""
        for envelope in envelopes:
            self.sandbox.slack.events.send(envelope)
            await self.delivered()

    async def delivered(self) -> None:
        """Waits until nothing that Slack sends is under way."""

        async def settled() -> bool:
            deliveries = (await self.state())["deliveries"]
            return all(one["status"] not in ("pending", "retrying") for one in deliveries)

        await wait_until(settled, "all events are acknowledged")

    async def message(self, thread: str, words: str, *, but: str = "") -> Message:
        """The bot's message in a thread that holds `words`, once it is there."""

        async def found() -> Message | None:
            for message in reversed(await self.messages(thread)):
                if message.raw.get("user") != BOT or message.raw.get("ephemeral_to"):
                    continue
                if words in message.text and not (but and but in message.text):
                    return message
            return None

        return await wait_until(found, f"a message that says {words!r}", 30)

    async def card(self, thread: str) -> Message:
        """The newest open approval card of a thread."""
        return await self.message(thread, '"approve"')

    def shop(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the shop's database."""
        with closing(sqlite3.connect(self.folder / "shop.sqlite", isolation_level=None)) as db:
            prepare(db)
            return db.execute(sql).fetchall()

    async def start(self, role: Role, **env: str) -> asyncio.subprocess.Process:
        """One more bot process."""
        ready = self.folder / f"ready-{secrets.token_hex(4)}"
        with (self.folder / "bot.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", "--role", role,
                env={**os.environ, **self.env(), "SIGNOFF_READY_FILE": str(ready), **env},
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
            )  # fmt: skip
        self.processes.append(process)
        await wait_until(
            lambda: ready.exists() or process.returncode is not None, "the bot is ready", 60
        )
        assert process.returncode is None, (self.folder / "bot.log").read_text()
        return process

    def env(self) -> dict[str, str]:
        """The environment of a bot process of this world."""
        app_token = self.settings.slack_app_token
        return {
            "SLACK_BOT_TOKEN": self.sandbox.bot_token,
            **({"SLACK_APP_TOKEN": app_token.get_secret_value()} if app_token else {}),
            "SLACK_SIGNING_SECRET": self.sandbox.signing_secret,
            "SLACK_API_URL": self.sandbox.api_url,
            "REDIS_URL": self.redis,
            "OPENAI_BASE_URL": f"{self.sandbox.url}/model/v1",
            "OPENAI_API_KEY": "scripted",
            "SIGNOFF_NAMESPACE": self.namespace,
            "SIGNOFF_CONFIG": str(self.settings.config),
            "SIGNOFF_SHOP": str(self.folder / "shop.sqlite"),
            "SIGNOFF_LEASE_MS": "5000",
            "SIGNOFF_PACE": str(self.settings.pace),
        }

    @asynccontextmanager
    async def store(self) -> AsyncGenerator[RedisStore]:
        """The store, to look into it."""
        async with RedisStore.open(self.redis, namespace=f"{self.namespace}:") as store:
            yield store

    async def end(self) -> None:
        """Ends the bot's processes."""
        for process in self.processes:
            if process.returncode is None:
                process.kill()
            await process.wait()


@asynccontextmanager
async def world(
    folder: Path,
    redis: str,
    *,
    bot: bool = True,
    http: bool = False,
    config: Path = CONFIG,
    pace: float = UNHURRIED,
    reload_s: float = 5.0,
    pages: bool = False,
) -> AsyncGenerator[World]:
    """A world; with `bot` the bot runs in this process, else `start` brings processes.

    `http`: Slack sends signed requests in place of Socket Mode. `pace`: times Slack's limits.
    `reload_s`: how often the bot looks whether `config` has changed. `pages`: with web forms.
    """
    port = _free_port() if http or pages else 0
    url = f"http://127.0.0.1:{port}/slack/events" if http else None
    async with AsyncExitStack() as stack:
        namespace, processes = f"story-{secrets.token_hex(5)}", Processes([])
        stage = await stack.enter_async_context(serving(redis, f"{namespace}:", processes))
        slack = Sandbox.start(
            folder / "slack", bot_url=url, backstage=Backstage(stage.url, stage.token)
        )
        sandbox = await stack.enter_async_context(slack)
        session = await stack.enter_async_context(aiohttp.ClientSession())
        given: Json = dict(
            **_outside(sandbox, http=http),
            REDIS_URL=SecretStr(redis),
            SIGNOFF_NAMESPACE=namespace,
            SIGNOFF_CONFIG=config,
            SIGNOFF_PORT=port,
            SIGNOFF_LEASE_MS=60_000,  # no standstill of the machine makes its work another's
            SIGNOFF_PACE=pace,
            SIGNOFF_RELOAD_S=reload_s,
            SIGNOFF_READY_FILE=folder / "ready",
            **(_pages(port) if pages else {}),
        )
        settings = Settings(**given)
        made = World(
            sandbox, session, redis, namespace, folder, settings,
            stack.enter_context(turning()), processes.running,
        )  # fmt: skip
        stack.push_async_callback(made.end)
        if bot:
            await stack.enter_async_context(_serving(made))
        yield made


@asynccontextmanager
async def _serving(made: World) -> AsyncGenerator[None]:
    """The bot in this process, ready."""
    os.environ["SIGNOFF_SHOP"] = str(made.folder / "shop.sqlite")
    ready = made.settings.ready_file
    assert ready is not None
    task = asyncio.create_task(serve(made.settings, made.settings.config, "all"))
    try:
        await wait_until(lambda: ready.exists() or task.done(), "the bot is ready", 60)
        if task.done():
            task.result()
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _outside(sandbox: Sandbox, *, http: bool) -> Json:
    """The settings of Slack and the model."""
    return {
        "SLACK_BOT_TOKEN": SecretStr(sandbox.bot_token),
        "SLACK_APP_TOKEN": None if http else SecretStr(sandbox.app_token),
        "SLACK_SIGNING_SECRET": SecretStr(sandbox.signing_secret),
        "SLACK_API_URL": sandbox.api_url,
        "OPENAI_BASE_URL": f"{sandbox.url}/model/v1",
        "OPENAI_API_KEY": SecretStr("scripted"),
    }


def _pages(port: int) -> Json:
    """The settings of web forms."""
    key = base64.b64encode(secrets.token_bytes(32)).decode()
    return {
        "SIGNOFF_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "SIGNOFF_SECRET_KEY": SecretStr(key),
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """The example's signoff.yaml with texts replaced, each of which must be in it."""
    text = CONFIG.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "signoff.yaml"
    path.write_text(text)
    return path


def without_progress(folder: Path) -> Path:
    """The example's signoff.yaml with no timeline, where each post is counted or meets trouble."""
    return changed(folder, ("  name: shop\n", "  name: shop\n  progress: off\n"))


def embedded(folder: Path) -> EmbeddedRedis:
    """The stories' Redis."""
    return EmbeddedRedis(folder)
