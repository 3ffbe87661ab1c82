"""The published format of what a run is stored as: log entries, snapshots and request records.

| version | what changed |
| --- | --- |
| 1 | the first one |
| 2 | what equals its default is left out (see lean); a record has two parts, and less of its run |
| 3 | routes, tiers, edits, grants and what else people may do with a card |

An entry is plain JSON that redis-cli can read: `{"v": 3, "at": ms, "event": {"kind": …}}`. A
snapshot is one format byte (`j` JSON, `z` the same in zstd), then `{"v": 3, "run": {…}}`. A record
is `{"v": 3, "record": {"run": {…}, "request": {…}}}`, written when people are asked, and on a line
of its own `{"v": 3, "now": {…}}`, what has come of it since. Every released version keeps its
reader below; a newer one is refused, never guessed at. A default that changes is a new version.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, TypeVar

import zstandard
from pydantic import Field, TypeAdapter

from bot.core.amends import Edited
from bot.core.events import Asked, Entry, Event, ModelReplied, ToolDone
from bot.core.ids import Thread, Who
from bot.core.lean import Writer
from bot.core.replacing import replace
from bot.core.request import QUOTE, Copy, Ended, Quote, Request, Result, Vote
from bot.core.state import Run
from bot.core.steps import Stepped

T = TypeVar("T")

VERSION = 3
MIN_READER = 3  # the oldest version that reads what this one writes
COMPRESS_FROM = 2_000  # bytes; below that zstd gains nothing worth the unreadability

_VERSION = re.compile(r'\{"v":(\d+),')
_FRAME = re.compile(r'\{"v":(\d+),(?:"at":(\d+),)?"(?:event|run|record|now)":')
_event: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
_run: TypeAdapter[Run] = TypeAdapter(Run)
_write_event, _write_run = Writer(_event), Writer(_run)


@dataclass(frozen=True, slots=True)
class Record:
    """A request as readers need it, without folding its run: for modals, cards and lists.

    Of the run it says who asked for it, where, and how people and programs name it; of the request
    not which picture of it is shown, nor who was reminded.
    """

    run: Run
    request: Request


@dataclass(frozen=True, slots=True)
class Origin:
    """What a record says of its request's run."""

    number: int
    agent: str
    thread: Thread
    requester: Who


@dataclass(frozen=True, slots=True)
class Told:
    """The part of a record that is written once: it changes only if what people are asked does."""

    run: Origin
    request: Request


@dataclass(frozen=True, slots=True)
class Now:
    """The part of a record that changes: where the card stands, and what came of the request."""

    copies: tuple[Copy, ...] = ()
    votes: tuple[Vote, ...] = ()
    since: tuple[int, Quote | None] = (0, None)
    ended: Ended | None = None
    running: bool = False
    result: Result | None = None
    stepped: tuple[Stepped, ...] = ()
    over: str = ""


_told: TypeAdapter[Told] = TypeAdapter(Told)
_now: TypeAdapter[Now] = TypeAdapter(Now)
_write_told, _write_now = Writer(_told), Writer(_now)


class TooNewToRead(ValueError):
    """Written by a newer version; whoever meets it leaves it alone."""


def dump_event(event: Event) -> str:
    """An event as mailbox JSON, with its texts: `{"v": 3, "kind": …}`."""
    return f'{{"v":{VERSION},{_write_event(event).decode()[1:]}'


def load_event(body: str) -> Event:
    """An event from a mailbox, of any released version; without one it is of the first.

    Raises ValueError for what isn't one, TooNewToRead for what a newer version wrote.
    """
    reader = EVENT_READERS.get(mail_version(body))
    if reader is None:
        raise TooNewToRead(f"mail of version {mail_version(body)}; this is version {VERSION}")
    return reader(body)


def mail_version(body: str) -> int:
    """The version that mail was written in, without reading the rest."""
    found = _VERSION.match(body)
    return int(found[1]) if found else 1


def dump_entry(entry: Entry) -> str:
    """A log entry; texts that the transcript holds are left out."""
    event = _write_event(stored(entry.event)).decode()
    return f'{{"v":{VERSION},"at":{entry.at},"event":{event}}}'


def load_entry(line: str) -> Entry:
    """A log entry of any released version. Raises TooNewToRead."""
    version, at, event = _framed(line, "event")
    reader = EVENT_READERS.get(version)
    if reader is None:
        raise TooNewToRead(f"a log entry of version {version}; this is version {VERSION}")
    return Entry(at, reader(event))


def dump_run(run: Run) -> bytes:
    """A snapshot."""
    body = b'{"v":%d,"run":%b}' % (VERSION, _write_run(run))
    if len(body) < COMPRESS_FROM:
        return b"j" + body
    return b"z" + zstandard.compress(body, 3)


def load_run(data: bytes) -> Run:
    """A snapshot of any released version. Raises TooNewToRead."""
    body = zstandard.decompress(data[1:]) if data[:1] == b"z" else data[1:]
    version, _, run = _framed(body.decode(), "run")
    reader = RUN_READERS.get(version)
    if reader is None:
        raise TooNewToRead(f"a snapshot of version {version}; this is version {VERSION}")
    return reader(run)


def told(run: Run, request: Request) -> Told:
    """What a record says for good."""
    origin = Origin(run.number, run.agent, run.thread, run.requester)
    request = replace(request, copies=(), votes=(), since=(0, None), ended=None, running=False)
    return Told(
        origin,
        replace(
            request, result=None, reminded=0, nudged_at=0, draws=0, plain=False, stepped=(), over=""
        ),
    )


def standing(request: Request, holder: Request | None = None) -> Now:
    """What a record says that has changed since people were asked; `holder` has its card."""
    there = (holder or request).copies
    copies = tuple(Copy(c.channel, c.ts, stub=c.stub) for c in there)
    r = request
    return Now(copies, r.votes, r.since, r.ended, r.running, r.result, r.stepped, r.over)


def dump_told(part: Told) -> str:
    """The first line of a record."""
    return f'{{"v":{VERSION},"record":{_write_told(part).decode()}}}'


def dump_now(part: Now) -> str:
    """The second line of a record; there is none while nothing has changed."""
    return f'{{"v":{VERSION},"now":{_write_now(part).decode()}}}'


def load_record(body: str) -> Record:
    """A request's record, of any released version. Raises TooNewToRead."""
    first, _, second = body.partition("\n")
    record = _reader(RECORD_READERS, first, "record")
    if not second:
        return record
    part = _reader(NOW_READERS, second, "now")
    said = {name: getattr(part, name) for name in Now.__slots__}
    return replace(record, request=replace(record.request, **said))


def _reader(readers: Mapping[int, Callable[[str], T]], line: str, part: str) -> T:
    version, _, body = _framed(line, part)
    if version not in readers:
        raise TooNewToRead(f"a record of version {version}; this is version {VERSION}")
    return readers[version](body)


def _framed(line: str, part: str) -> tuple[int, int, str]:
    """A stored line's version, its time if it has one, and the JSON of what it frames.

    The frame is always written alike, so that what it holds is read once, not twice.
    """
    found = _FRAME.match(line)
    if found:
        return int(found[1]), int(found[2] or 0), line.rstrip()[found.end() : -1]
    raw = json.loads(line)
    return raw["v"], raw.get("at", 0), json.dumps(raw[part])


def stored(event: Event) -> Event:
    """The event as the log keeps it: the transcript has its texts, and folding gives the same."""
    match event:
        case Asked(text=text, earlier=earlier, handed=handed):
            handed = handed and replace(handed, text="")
            return replace(event, text=text[:QUOTE], earlier=earlier[:1], handed=handed)
        case Edited(text=text):
            return replace(event, text=text[:QUOTE])
        case ModelReplied() | ToolDone():
            return replace(event, text="")
        case _:
            return event


@cache
def _whole_record() -> TypeAdapter[Record]:
    """Made when a record of version 1 is met: making it takes as long as all the others."""
    return TypeAdapter(Record)


def _record_1(body: str) -> Record:
    return _whole_record().validate_json(body)


def _record_2(body: str) -> Record:
    found = _told.validate_json(body)
    of, request = found.run, found.request
    run = Run(
        id=request.id.rpartition(".")[0], number=of.number, agent=of.agent, thread=of.thread,
        requester=of.requester, steerer=of.requester, spoke=of.requester, asked_at=0,
    )  # fmt: skip
    return Record(run, request)


EVENT_READERS: dict[int, Callable[[str], Event]] = dict.fromkeys((1, 2, 3), _event.validate_json)
RUN_READERS: dict[int, Callable[[str], Run]] = dict.fromkeys((1, 2, 3), _run.validate_json)
RECORD_READERS: dict[int, Callable[[str], Record]] = {1: _record_1, 2: _record_2, 3: _record_2}
NOW_READERS: dict[int, Callable[[str], Now]] = dict.fromkeys((2, 3), _now.validate_json)
