"""What stands of our cards in Slack, compared with what their records draw now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast

from blocks.check import checked
from blocks.elements import Payload
from bot.core.checkpoint import Record
from bot.core.ids import run_of
from bot.core.replacing import replace
from bot.core.request import Copy, Request
from bot.core.state import Run
from bot.slack.access import Client
from bot.slack.called import Called
from bot.slack.cards import Cards
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import Json, items, text
from bot.slack.groups import SetNames
from bot.slack.identity import Identity
from bot.slack.people import People
from bot.slack.places import Places
from bot.slack.posts import Posts

State = Literal["same", "differs", "missing", "unseen"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One copy of a request's card, and how it stands; `why` it couldn't be seen."""

    run: str
    request: Request
    copy: Copy
    state: State
    why: str = ""


class _Pad(Posts):
    """Keeps what would be drawn, and sends nothing."""

    payload: Payload | None = None

    async def redraw(self, channel: str, ts: str, payload: Payload) -> None:
        """See Posts."""
        self.payload = checked(payload)


class Comparer:
    """Reads one message a copy, and draws its record beside it."""

    def __init__(self, client: Client, me: Identity) -> None:
        self._client = client
        self._pad = _Pad(client, me)
        people = People(client, me.team)
        called = Called(people, SetNames(client))
        self._cards = Cards(self._pad, me, people, Places(client, people), called)

    async def all(self, records: Iterable[Record]) -> list[Compared]:
        """Every copy of these requests' cards, in order."""
        found: list[Compared] = []
        for run in _runs(records):
            for request in run.requests:
                found += [await self._one(run, request, copy) for copy in request.copies
                          if request.batch in ("", request.id)]  # fmt: skip
        return found

    async def _one(self, run: Run, request: Request, copy: Copy) -> Compared:
        try:
            stands = await self._message(run, copy)
            await self._cards.draw(run, request, copy)
        except FAILURES as error:
            return Compared(run.id, request, copy, "unseen", trouble(error).words)
        wanted = self._pad.payload or {}
        if stands is None:
            return Compared(run.id, request, copy, "missing")
        same = _ids(stands) == _ids(wanted)
        return Compared(run.id, request, copy, "same" if same else "differs")

    async def _message(self, run: Run, copy: Copy) -> Json | None:
        """The message of a copy; in the run's thread it is a reply, elsewhere a root."""
        about = {"channel": copy.channel, "oldest": copy.ts, "latest": copy.ts}
        method = "conversations.history"
        if copy.channel == run.thread.channel and run.thread.ts != copy.ts:
            method, about["ts"] = "conversations.replies", run.thread.ts
        params = {**about, "limit": "5", "inclusive": "true"}
        answer = await self._client.api_call(method, http_verb="GET", params=params)
        messages = items(cast("object", answer.data), "messages")
        return next((one for one in messages if text(one, "ts") == copy.ts), None)


def _ids(message: Json) -> list[str]:
    """The ids of its blocks, each of which says what the block shows (blocks.ids)."""
    return [text(block, "block_id") for block in items(message, "blocks")]


def _runs(records: Iterable[Record]) -> list[Run]:
    """The runs of these requests, each with those of its requests that there are."""
    found: dict[str, Run] = {}
    for record in records:
        name = run_of(record.request.id) or record.run.id
        run = found.get(name, replace(record.run, requests=()))
        found[name] = replace(run, requests=(*run.requests, record.request))
    for name, run in found.items():
        ordered = sorted(run.requests, key=lambda r: int(r.id.rpartition(".")[2]))
        found[name] = replace(run, requests=tuple(ordered))
    return list(found.values())
