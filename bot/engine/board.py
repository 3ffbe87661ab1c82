"""The board: lists that the store keeps, read as the core's values."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import structlog

from bot.core.checkpoint import Record, TooNewToRead, dump_event, load_record
from bot.core.events import Clicked
from bot.core.gist import load_about, load_doing
from bot.core.ids import Who
from bot.core.live import known, once
from bot.core.request import Click, PersonFacts
from bot.core.rules import Person
from bot.engine.gate import Gate
from bot.ports import Enqueued, Look, Sighted, Store, ToolSpec, ToRun
from bot.ports.board import Entry, Overview

log = structlog.get_logger(__name__)

RUNS_SEEN = 50  # of a person; who has more looks at the newest
REQUESTS_SEEN = 50  # of each shard, the most urgent first: their records are read whole


class StoreBoard:
    """The `Board` port on a store; `gate` gives policy and tools as they are now."""

    def __init__(self, store: Store, gate: Callable[[], Gate], agent: str) -> None:
        self._store = store
        self._gate = gate
        self._agent = agent

    @property
    def agent(self) -> str:
        """See ports.Board."""
        return self._agent

    @property
    def tools(self) -> Mapping[str, ToolSpec]:
        """See ports.Board."""
        return self._gate().toolbox.specs()

    def check(self, tool: str, args: dict[str, Any]) -> str | None:
        """See ports.Board."""
        return self._gate().toolbox.check(tool, args)

    def person(self, who: Who) -> Person | None:
        """See ports.Board."""
        return self._gate().policy.person(who)

    async def known(self, facts: PersonFacts, records: Iterable[Record]) -> PersonFacts:
        """See ports.Board."""
        names = once(name for record in records for name in record.request.spec.live)
        return known(facts, names, await self._gate().read(names)) if names else facts

    async def overview(
        self, who: Who, *, since: int | None = None, number: int | None = None
    ) -> Overview:
        """See ports.Board."""
        wanted = Look(
            person=who.key, runs=RUNS_SEEN, requests=REQUESTS_SEEN, since=since, number=number
        )
        seen = await self._store.look(wanted)
        still = (r for r in _records(seen.open) if r.request.ended is None)
        ended = (r for r in _records(seen.ended) if r.request.ended is not None)
        return Overview(
            runs=tuple(_entries(seen.runs)),
            runs_count=seen.runs_count,
            open=tuple(sorted(still, key=lambda r: (r.request.deadline, r.request.number))),
            open_count=seen.open_count,
            ended=tuple(sorted(ended, key=_ended_at, reverse=True)),
            ended_count=seen.ended_count,
            numbered=next(_entries([seen.numbered] if seen.numbered else []), None),
        )

    async def press(
        self, run: str, click: Click, *, key: str, response_url: str | None
    ) -> Enqueued:
        """See ports.Board."""
        side = (f"url:{click.id}", response_url) if response_url else None
        return await self._store.enqueue(ToRun(run), key, dump_event(Clicked(click)), side=side)


def _entries(seen: Iterable[Sighted]) -> Iterator[Entry]:
    for one in seen:
        try:
            about, doing = load_about(one.about), load_doing(one.doing)
        except TooNewToRead as error:
            log.info("left out of a list", run=one.run, why=str(error))
            continue
        yield Entry(one.run, about, doing, one.at, one.parked)


def _records(bodies: Iterable[str]) -> Iterator[Record]:
    for body in bodies:
        try:
            yield load_record(body)
        except TooNewToRead as error:
            log.info("left out of a list", why=str(error))


def _ended_at(record: Record) -> int:
    return record.request.ended.at if record.request.ended else 0
