"""A storm: people who click all at once, and a Slack that limits, drops and resets.

The local Slack, the bot's processes and Redis are processes of their own; this one is the people.
"""

import asyncio
import json
import os
import random
import re
import secrets
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from sandbox.patience import Ran
from tests.support import wait_until
from tests.world import CONFIG

Json = dict[str, Any]
Place = tuple[str, str]  # channel and ts
BOT = "U0SIGNOFF"
CHANNELS = ("support", "ops", "ops-approvals")
# Who presses what, and how often: most may not decide, as in a curious channel.
PEOPLE = {"ana": 30, "eli": 30, "dee": 30, "ben": 5, "chi": 5}
BUTTONS = {"Approve once": 97, "Reject…": 1, "Details": 2}
# The share of calls that meet a fault, by method.
FAULTS = (
    ("reset_after_commit", "chat.postMessage", 0.05),
    ("reset_before_commit", "chat.postMessage", 0.05),
    ("reset_after_commit", "chat.update", 0.05),
    ("error", "chat.update", 0.05),
    ("reset_after_commit", "response_url", 0.02),
)
SOCKET_EVERY_S = 4.0
LOOK_EVERY_S = 5.0


@dataclass(frozen=True, slots=True)
class Press:
    """One click: what Slack showed for it, "" for nothing."""

    who: str
    button: str
    trouble: str


@dataclass
class Sky:
    """The local Slack over HTTP, and everything that was pressed."""

    url: str
    http: aiohttp.ClientSession
    folder: Path
    env: dict[str, str]
    processes: list[asyncio.subprocess.Process] = field(
        default_factory=list[asyncio.subprocess.Process]
    )
    presses: list[Press] = field(default_factory=list[Press])
    lost_frames: int = 0
    first: dict[Place, Json] = field(default_factory=dict[Place, Json])
    latest: dict[Place, Json] = field(default_factory=dict[Place, Json])
    opened: dict[str, str] = field(default_factory=dict[str, str])

    async def post(self, path: str, **body: Any) -> Json:
        """A call of the control API."""
        async with self.http.post(f"{self.url}/sandbox/{path}", json=body) as response:
            answer: Json = await response.json()
            assert response.status < 400, (path, body, answer)
            return answer

    def messages(self) -> list[Json]:
        """All messages as they stand now, each with its channel's id."""
        return list(self.latest.values())

    def cards(self) -> list[Json]:
        """Approval cards as they were first seen, like on a screen that nobody refreshed."""
        return [message for message in self.first.values() if is_card(message)]

    async def watch(self) -> None:
        """Keeps up with all that changes; comes again when the stream ends."""
        last = ""
        while True:
            headers = {"Last-Event-ID": last} if last else {}
            async with self.http.get(
                f"{self.url}/sandbox/events",
                headers=headers,
                timeout=aiohttp.ClientTimeout(total=None),
                read_bufsize=2**24,
            ) as stream:
                kind = ""
                async for raw in stream.content:
                    name, _, value = raw.decode().rstrip("\n").partition(": ")
                    if name == "id":
                        last = value
                    elif name == "event":
                        kind = value
                    elif name == "data":
                        self._changed(kind, json.loads(value))

    def _changed(self, kind: str, data: Json) -> None:
        match kind:
            case "message" | "changed" | "ephemeral":
                place = (data["channel"], data["message"]["ts"])
                self.latest[place] = {**data["message"], "channel": data["channel"]}
                self.first.setdefault(place, self.latest[place])
            case "deleted":
                self.latest.pop((data["channel"], data["ts"]), None)
            case "view":
                self.opened[data["view"]["id"]] = data["user"]
            case "view_closed":
                self.opened.pop(data["id"], None)
            case _:
                pass

    async def bot(self, role: str, **env: str) -> None:
        """Starts one process of the bot."""
        ready = self.folder / f"ready-{secrets.token_hex(4)}"
        with (self.folder / "bot.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", "--role", role,
                env={**os.environ, **self.env, "SIGNOFF_READY_FILE": str(ready), **env},
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
            )  # fmt: skip
        self.processes.append(process)
        await wait_until(ready.exists, f"the {role} is ready", 60)

    async def ask(self, count: int) -> list[tuple[str, str, int]]:
        """So many tasks, spread over the channels: channel, ts and order of each."""
        asked: list[tuple[str, str, int]] = []
        for n in range(count):
            channel, order = CHANNELS[n % len(CHANNELS)], 1000 + n
            text = f"@signoff refund order {order}, it arrived broken"
            said = await self.post("users/ana/say", channel=channel, text=text)
            asked.append((said["channel"], said["ts"], order))
        return asked

    async def press(self, who: str, card: Json, button: str) -> None:
        """One click on a card as it was first seen."""
        body = {"channel": card["channel"], "ts": card["ts"], "text": button, "stale": True}
        async with self.http.post(f"{self.url}/sandbox/users/{who}/click", json=body) as response:
            answer: Json = await response.json()
        trouble = answer.get("error") or answer.get("trouble") or ""
        self.presses.append(Press(who, button, str(trouble)))

    async def blow(self, rate: float, seconds: float, seed: int) -> None:
        """Clicks on whatever cards there are, at a rate a second, and faults, for so long.

        What a machine that stood still didn't send isn't sent all at once when it goes on.
        """
        dice = random.Random(seed)
        for kind, method, share in FAULTS:
            await self.post("faults", kind=kind, method=method, rate=share, seed=seed, status=500)
        others = [
            asyncio.create_task(self._sockets(random.Random(seed))),
            asyncio.create_task(self._close()),
        ]
        seen = self.cards()
        ran, sent = Ran(), 0
        async with asyncio.TaskGroup() as group:
            while (past := ran.look()) < seconds:
                while sent < past * rate:
                    seen = self.cards() if sent % 100 == 0 else seen
                    who, button = _drawn(dice, PEOPLE), _drawn(dice, BUTTONS)
                    group.create_task(self.press(who, dice.choice(seen), button))
                    sent += 1
                await asyncio.sleep(0.005)
        for other in others:
            other.cancel()
        await self.post("faults", kind="clear")

    async def _sockets(self, dice: random.Random) -> None:
        while True:
            await asyncio.sleep(SOCKET_EVERY_S)
            kind = dice.choice(("drop_socket", "disconnect", "lose_frame", "duplicate_event"))
            self.lost_frames += kind == "lose_frame"
            more = {"reason": "refresh_requested"} if kind == "disconnect" else {}
            await self.post("faults", kind=kind, **more)

    async def _close(self) -> None:
        """Closes every modal, as people do who only look."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            for view, user in list(self.opened.items()):
                url = f"{self.url}/sandbox/users/{user}/close"
                async with self.http.post(url, json={"view_id": view, "all": True}):
                    pass  # it may be closed by now

    @staticmethod
    def deciders(card: Json) -> list[str]:
        """Who is named on a card as having approved it."""
        found = re.findall(r"Approved once by <@U0([A-Z]+)>", json.dumps(card))
        return sorted({name.lower() for name in found})

    def refunds(self) -> Counter[int]:
        """How often each order was refunded."""
        with closing(sqlite3.connect(self.folder / "shop.sqlite")) as db:
            rows: list[tuple[int]] = db.execute("select order_id from refunds").fetchall()
        return Counter(order for (order,) in rows)


def is_card(message: Json) -> bool:
    """Whether it is an approval card, open or settled."""
    return message.get("user") == BOT and "Exact action" in json.dumps(message)


def is_open(card: Json) -> bool:
    """Whether it can still be approved."""
    return '"approve"' in json.dumps(card)


def told(messages: list[Json]) -> Counter[str]:
    """How often each person was told something that only they see."""
    found: Counter[str] = Counter()
    for message in messages:
        if message.get("user") != BOT:
            continue
        if message.get("ephemeral_to"):
            found[message["ephemeral_to"]] += 1
        elif message["channel"].startswith("D"):
            found["U0" + message["channel"][2:]] += 1
    return found


def _drawn(dice: random.Random, shares: dict[str, int]) -> str:
    return dice.choices(list(shares), weights=list(shares.values()))[0]


@asynccontextmanager
async def sky(folder: Path, redis: str) -> AsyncGenerator[Sky]:
    """A local Slack with its limits on, and no bot yet."""
    async with AsyncExitStack() as stack:
        tokens = folder / "tokens.json"
        slack = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandbox", "--dir", str(folder / "slack"), "--limits",
            "--app-token-file", str(tokens),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        stack.push_async_callback(_ended, slack)
        assert slack.stdout is not None
        assert b"ready" in await slack.stdout.readline()
        given: Json = json.loads(tokens.read_text())
        env = {
            "SLACK_BOT_TOKEN": given["bot_token"],
            "SLACK_APP_TOKEN": given["app_token"],
            "SLACK_API_URL": f"{given['url']}/api/",
            "REDIS_URL": redis,
            "OPENAI_BASE_URL": f"{given['url']}/model/v1",
            "OPENAI_API_KEY": "scripted",
            "SIGNOFF_NAMESPACE": f"storm-{secrets.token_hex(4)}",
            "SIGNOFF_CONFIG": str(CONFIG),
            "SIGNOFF_SHOP": str(folder / "shop.sqlite"),
        }
        http = await stack.enter_async_context(
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        )
        made = Sky(given["url"], http, folder, env)
        watching = asyncio.create_task(made.watch())
        try:
            yield made
        finally:
            watching.cancel()
            for process in made.processes:
                await _ended(process)


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()
