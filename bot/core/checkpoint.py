"""The published format of what a run is stored as: log entries, snapshots and request records.

| version | what changed |
| --- | --- |
| 1 | the first one |

An entry is plain JSON that redis-cli can read: `{"v": 1, "at": ms, "event": {"kind": …}}`. A
snapshot is one format byte (`j` JSON, `z` the same in zstd), then `{"v": 1, "run": {…}}`. A record
is `{"v": 1, "record": {"run": {…}, "request": {…}}}`. Every released version keeps its reader
below; a newer one is refused, never guessed at.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, cast

import zstandard
from pydantic import Field, TypeAdapter

from bot.core.amends import Edited
from bot.core.events import Asked, Entry, Event, ModelReplied, ToolDone
from bot.core.request import QUOTE, Request
from bot.core.state import Run
from bot.core.timeline import NOTHING_SHOWN

VERSION = 1
MIN_READER = 1  # the oldest version that reads what this one writes
COMPRESS_FROM = 2_000  # bytes; below that zstd gains nothing worth the unreadability

_VERSION = re.compile(r'\{"v":(\d+),')
_event: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
_run: TypeAdapter[Run] = TypeAdapter(Run)


@dataclass(frozen=True, slots=True)
class Record:
    """A request as readers need it, without folding its run: for modals and the card's details."""

    run: Run
    request: Request


_record: TypeAdapter[Record] = TypeAdapter(Record)


class TooNewToRead(ValueError):
    """Written by a newer version; whoever meets it leaves it alone."""


def dump_event(event: Event) -> str:
    """An event as mailbox JSON, with its texts: `{"v": 1, "kind": …}`."""
    return f'{{"v":{VERSION},{_event.dump_json(event).decode()[1:]}'


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
    event = _event.dump_json(stored(entry.event)).decode()
    return f'{{"v":{VERSION},"at":{entry.at},"event":{event}}}'


def load_entry(line: str) -> Entry:
    """A log entry of any released version. Raises TooNewToRead."""
    raw = json.loads(line)
    reader = READERS.get(raw["v"])
    if reader is None:
        raise TooNewToRead(f"a log entry of version {raw['v']}; this is version {VERSION}")
    return reader(raw)


def dump_run(run: Run) -> bytes:
    """A snapshot."""
    body = b'{"v":%d,"run":%b}' % (VERSION, _run.dump_json(run))
    if len(body) < COMPRESS_FROM:
        return b"j" + body
    return b"z" + zstandard.compress(body, 3)


def load_run(data: bytes) -> Run:
    """A snapshot of any released version. Raises TooNewToRead."""
    body = zstandard.decompress(data[1:]) if data[:1] == b"z" else data[1:]
    raw = json.loads(body)
    reader = RUN_READERS.get(raw["v"])
    if reader is None:
        raise TooNewToRead(f"a snapshot of version {raw['v']}; this is version {VERSION}")
    return reader(raw)


def dump_record(run: Run, request: Request) -> str:
    """What readers need of a request: itself, and its run without the other requests."""
    slim = replace(run, calls=(), requests=(), clicks=(), flights=(), holds=(), notes=(), says=())
    slim = replace(slim, heard=(), display=NOTHING_SHOWN)
    return f'{{"v":{VERSION},"record":{_record.dump_json(Record(slim, request)).decode()}}}'


def load_record(body: str) -> Record:
    """A request's record, of any released version. Raises TooNewToRead."""
    raw = json.loads(body)
    reader = RECORD_READERS.get(raw["v"])
    if reader is None:
        raise TooNewToRead(f"a record of version {raw['v']}; this is version {VERSION}")
    return reader(raw)


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


def _entry_1(raw: dict[str, Any]) -> Entry:
    return Entry(cast(int, raw["at"]), _event.validate_python(raw["event"]))


def _run_1(raw: dict[str, Any]) -> Run:
    return _run.validate_python(raw["run"])


def _record_1(raw: dict[str, Any]) -> Record:
    return _record.validate_python(raw["record"])


EVENT_READERS: dict[int, Callable[[str], Event]] = {1: _event.validate_json}
READERS: dict[int, Callable[[dict[str, Any]], Entry]] = {1: _entry_1}
RUN_READERS: dict[int, Callable[[dict[str, Any]], Run]] = {1: _run_1}
RECORD_READERS: dict[int, Callable[[dict[str, Any]], Record]] = {1: _record_1}
