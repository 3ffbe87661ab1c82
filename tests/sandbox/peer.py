"""The same requests to the sandbox and to npm's `emulate`, and how their answers differ."""

import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from sandbox.jsons import Json, is_list, is_obj
from sandbox.server import Sandbox
from tests.sandbox.node import speaking

# Slack's own ids of things, in either workspace.
NAMES = ("ana", "ben", "eli")
CHANNELS = ("support", "private-deals")
# What is inside is the caller's own.
OPAQUE = frozenset({"blocks", "event_payload"})


@dataclass(frozen=True, slots=True)
class Step:
    """One request: its name, method, arguments with `{placeholders}`, and what to keep of it.

    `keep` names a placeholder for later steps by the path of its value in the answer. A step with
    `trigger` acts on a fresh trigger of Ana's, from inside the view that it names, if any.
    """

    name: str
    method: str
    args: Json = field(default_factory=dict[str, Any])
    keep: dict[str, str] = field(default_factory=dict[str, str])
    trigger: str | None = None


class Side:
    """One of the two: its Web API, its ids, and its way to a trigger."""

    def __init__(self, http: aiohttp.ClientSession, base: str, token: str) -> None:
        self._http = http
        self._base = base
        self._token = token
        self.known: dict[str, str] = {"nobody": "U0NOBODY", "nowhere": "C0NOWHERE"}

    async def call(self, method: str, args: Json) -> Json:
        """Ask as Slack's Node client does: a form, with JSON for what isn't a string."""
        form = {k: v if isinstance(v, str) else json.dumps(v) for k, v in args.items()}
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        url = f"{self._base}/api/{method}"
        async with self._http.post(url, data=form, headers=headers) as answer:
            return await answer.json(content_type=None)

    async def learn(self) -> None:
        """Learn the ids of the people and channels."""
        people = (await self.call("users.list", {}))["members"]
        types = {"types": "public_channel,private_channel"}
        channels = (await self.call("conversations.list", types))["channels"]
        for each in [*people, *channels]:
            if each["name"] in (*NAMES, *CHANNELS):
                self.known[each["name"]] = each["id"]

    async def trigger(self, view: str) -> str:
        """A fresh trigger of Ana's, from inside a view unless that is empty."""
        made = {"user_id": self.known["ana"]} | ({"view_id": self.known[view]} if view else {})
        return str((await self.call("views.generateTriggerId", made))["trigger_id"])

    async def take(self, step: Step) -> Json:
        """The answer to a step."""
        args = {name: self._filled(value) for name, value in step.args.items()}
        if step.trigger is not None:
            args["trigger_id"] = await self.trigger(step.trigger)
        answer = await self.call(step.method, args)
        for name, path in step.keep.items():
            self.known[name] = str(_at(answer, path))
        return answer

    def _filled(self, value: object) -> object:
        if isinstance(value, str):
            return value.format_map(self.known)
        if is_obj(value):
            return {key: self._filled(each) for key, each in value.items()}
        return [self._filled(each) for each in value] if is_list(value) else value


class Ours(Side):
    """The sandbox, whose triggers come of a person's click."""

    def __init__(self, http: aiohttp.ClientSession, sandbox: Sandbox) -> None:
        super().__init__(http, sandbox.url, sandbox.bot_token)
        self._sandbox = sandbox

    async def trigger(self, view: str) -> str:
        """Minted as for a click."""
        return self._sandbox.slack.triggers.mint(
            self.known["ana"], self.known[view] if view else None
        )


@asynccontextmanager
async def both() -> AsyncGenerator[tuple[Side, Side]]:
    """The sandbox and the emulator, both running and with their ids learnt."""
    async with (
        Sandbox.start() as sandbox,
        speaking("emulate.mjs") as told,
        aiohttp.ClientSession() as http,
    ):
        ours, theirs = Ours(http, sandbox), Side(http, told["url"], told["token"])
        for side in (ours, theirs):
            await side.learn()
        yield ours, theirs


def differences(ours: Json, theirs: Json) -> list[str]:
    """How two answers differ: in ok or error, else in the paths and kinds of what they hold."""
    codes = ["ok" if answer["ok"] else str(answer["error"]) for answer in (ours, theirs)]
    if codes[0] != codes[1]:
        return [f"{codes[0]} | {codes[1]}"]
    mine, other = dict(_shape(ours)), dict(_shape(theirs))
    found = [f"{path} only ours" for path in mine if path not in other]
    found += [f"{path} only theirs" for path in other if path not in mine]
    found += [
        f"{path}: {kind} | {other[path]}"
        for path, kind in mine.items()
        if path in other and other[path] != kind
    ]
    return _outermost(found)


def _outermost(found: list[str]) -> list[str]:
    """Without what lies inside something that itself is on one side only."""
    alone = {each.split()[0] for each in found if " only " in each}
    return sorted(each for each in found if not any(each.startswith(f"{a}.") for a in alone))


def _shape(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    if path:
        yield path, _kind(value)
    if is_obj(value):
        for key, each in value.items():
            inner = f"{path}.{key}" if path else str(key)
            if key in OPAQUE:
                yield inner, _kind(each)
            else:
                yield from _shape(each, inner)
    elif is_list(value):
        for each in value:
            yield from _shape(each, f"{path}.each")


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "bool"
        case str():
            return "text"
        case int() | float():
            return "number"
        case _:
            return "object" if is_obj(value) else "list"


def _at(value: object, path: str) -> object:
    for part in path.split("."):
        assert is_obj(value), path
        value = value[part]
    return value
