"""What one person may see: who they are to us, and which requests show them their words."""

import asyncio
import time
from collections.abc import Callable, Sequence

from slack_sdk.web.async_client import AsyncWebClient

from blocks.granted import GrantLine
from blocks.listing import RequestLine
from bot.core import rights
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.core.request import PersonFacts
from bot.ports.board import Board
from bot.slack import grants, listings
from bot.slack.identity import Identity
from bot.slack.people import People
from bot.slack.readers import Readers


class Eyes:
    """Looks on behalf of a person. `clock` in epoch seconds."""

    def __init__(
        self,
        client: AsyncWebClient,
        board: Board,
        me: Identity,
        people: People,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.me = me
        self._board = board
        self._people = people
        self.readers = Readers(client)
        self._clock = clock

    def now(self) -> int:
        """The time in ms."""
        return int(self._clock() * 1000)

    async def facts(self, who: Who) -> PersonFacts:
        """Slack's facts joined with the link that our own table has."""
        return rights.linked(await self._people.facts(who), self._board.person(who))

    async def grants(self, records: Sequence[Record], facts: PersonFacts) -> list[GrantLine]:
        """What is allowed for a while and this person may take back."""
        held = grants.mine(records, facts, self.now())
        return await grants.lines(held, facts.who, self.me.url, self.readers)

    async def mine(self, records: Sequence[Record], facts: PersonFacts) -> list[Record]:
        """The open requests that wait for this person, in the order given."""
        return listings.mine(records, await self._board.known(facts, records))

    async def requests(self, records: Sequence[Record], who: Who) -> list[RequestLine]:
        """Requests as lines; those of conversations that the person isn't in without words."""
        channels = {listings.place(r) for r in records if not r.run.requester.same(who)}
        sees = await asyncio.gather(*(self.readers.sees(who.user, one) for one in channels))
        open_to = {channel for channel, yes in zip(channels, sees, strict=True) if yes}
        return [
            listings.request_line(
                record,
                self.me.url,
                shown=record.run.requester.same(who) or listings.place(record) in open_to,
            )
            for record in records
        ]
