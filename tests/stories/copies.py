"""What stands of a request in the local Slack, beside what its record would draw now."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count

from blocks.elements import Payload
from bot.core.checkpoint import Record, load_record
from bot.core.ids import run_of
from bot.core.request import Copy
from bot.core.state import Run
from bot.slack.called import Called
from bot.slack.cards import Cards
from bot.slack.groups import SetNames
from bot.slack.identity import identify, web_client
from bot.slack.people import People
from bot.slack.places import Places
from bot.slack.posts import EVENT, Posts
from bot.store import RedisStore
from tests.world import BOT, Json, Message, World

# Buttons of an open request: none of them may be left on one that is settled.
DECIDE = {"approve", "review", "reject", "reject_now", "edit", "more", "approve_all"}


class _Pad(Posts):
    """Posts that are only drawn, by where they would stand."""

    def __init__(self) -> None:
        self.drawn: dict[tuple[str, str], Payload] = {}

    async def redraw(self, channel: str, ts: str, payload: Payload) -> None:
        """Keeps what would be drawn there."""
        self.drawn[channel, ts] = payload


@dataclass
class Copies:
    """The copies of one request: on record, drawn from it, and in Slack."""

    slack: World
    store: RedisStore
    cards: Cards
    pad: _Pad
    request: str
    why: str = field(default="nothing was compared")

    async def record(self, request: str = "") -> Record:
        """What is on record of the request, or of another one."""
        body = await self.store.request(request or self.request)
        assert body is not None
        return load_record(body)

    async def run(self) -> Run:
        """The run, with all its requests as they are on record."""
        run_id = run_of(self.request)
        assert run_id is not None
        found: list[Record] = []
        for n in count(1):
            body = await self.store.request(f"{run_id}.{n}")
            if body is None:
                return replace(found[0].run, requests=tuple(one.request for one in found))
            found.append(load_record(body))
        raise AssertionError

    async def agree(self) -> bool:
        """Whether exactly the copies on record stand, each as its record draws it."""
        run = await self.run()
        mine = run.request(self.request)
        assert mine is not None
        holder = run.request(mine.batch) or mine if mine.batch else mine
        stands = {(one.raw_channel, one.ts): one for one in await self.standing(holder.id)}
        known = {(copy.channel, copy.ts): copy for copy in holder.copies}
        if set(stands) != set(known):
            self.why = f"on record are {set(known)}, in Slack stand {set(stands)}"
            return False
        for place, copy in known.items():
            await self.cards.draw(run, holder, Copy(*place, stub=copy.stub))
            drawn, shown = self.pad.drawn[place], stands[place].raw
            for part in ("text", "blocks"):
                if drawn[part] != shown[part]:
                    self.why = f"{place} shows {shown[part]!r}, the record draws {drawn[part]!r}"
                    return False
        return True

    async def standing(self, request: str = "") -> list["Standing"]:
        """The messages that are marked as a card or a stub of the request."""
        marks = (request or self.request, f"{request or self.request}:stub")
        workspace = self.slack.sandbox.slack.workspace
        return [
            Standing(channel.name, {**message}, channel.id)
            for channel in workspace.channels.values()
            for message in workspace.timeline(channel.id)
            if mark_of(message) in marks
        ]


@dataclass(frozen=True)
class Standing(Message):
    """A card or a stub in Slack."""

    raw_channel: str

    @property
    def stub(self) -> bool:
        """Whether it only says where the card is."""
        return str(mark_of(self.raw)).endswith(":stub")

    @property
    def title(self) -> str:
        """Its header."""
        return str(self.raw["blocks"][0]["text"]["text"])

    def part(self, name: str, request: str) -> str:
        """The text of a section that is about a request; "" if there is none."""
        start = f"{name}:{request}:"
        found = [b for b in self.raw["blocks"] if str(b.get("block_id")).startswith(start)]
        return str(found[0]["text"]["text"]) if found else ""

    def live(self, request: str) -> set[str]:
        """The ids of what is pressed to decide the request."""
        rows = [b for b in self.raw["blocks"] if b["type"] == "actions"]
        mine = [b for b in rows if f":{request}:" in b["block_id"]]
        return {e["action_id"] for block in mine for e in block["elements"]} & DECIDE


@asynccontextmanager
async def copies(slack: World, card: Message) -> AsyncGenerator[Copies]:
    """The copies of the request that a card is about."""
    request = mark_of(card.raw)
    assert request is not None
    token, url = slack.sandbox.bot_token, slack.sandbox.api_url
    async with web_client(token, url) as client, slack.store() as store:
        me = replace(await identify(client), home="")
        people, pad = People(client, me.team), _Pad()
        called = Called(people, SetNames(client))
        cards = Cards(pad, me, people, Places(client, people), called)
        yield Copies(slack, store, cards, pad, request)


def mark_of(message: Json) -> str | None:
    """By which a post of ours is found again."""
    about: Json = message.get("metadata") or {}
    if message.get("user") != BOT or about.get("event_type") != EVENT:
        return None
    return str(about["event_payload"]["id"])
