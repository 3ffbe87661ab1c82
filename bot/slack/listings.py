"""Runs and requests as the lists that people look at show them. Pure; secrets are masked here."""

import re
from collections.abc import Iterable

from blocks import listing
from blocks.home import Linked
from blocks.listing import EndedLine, RequestLine, RunLine
from blocks.pen import Pen
from bot.core import rights
from bot.core.checkpoint import Record
from bot.core.ids import Thread
from bot.core.request import PersonFacts
from bot.core.rules import Person
from bot.mask import mask
from bot.ports.board import Entry, Overview
from bot.slack import pieces, states
from bot.slack.hiding import hidden
from bot.slack.links import link

DAY_MS = 24 * 3600 * 1000
_SINCE = re.compile(r"since:\s*(\d{1,3})\s*([dh])", re.IGNORECASE)
_NUMBER = re.compile(r"([raq])-?(\d{1,12})", re.IGNORECASE)


def since(words: str) -> int | None:
    """`since:7d`, `since:12h` as ms; None if it isn't one."""
    found = _SINCE.fullmatch(words)
    if found is None:
        return None
    return int(found[1]) * (DAY_MS if found[2] in "dD" else DAY_MS // 24)


def number(words: str) -> tuple[str, int] | None:
    """`R-778` as its letter and number; None if it isn't one."""
    found = _NUMBER.fullmatch(words)
    return (found[1].upper(), int(found[2])) if found else None


def run_line(entry: Entry, seen: Overview, url: str, *, stopping: bool = False) -> RunLine:
    """A run in a list of its requester's; `url` is the workspace's address."""
    doing = "is being stopped" if stopping else _doing(entry, seen)
    return RunLine(
        run=entry.run,
        number=f"R-{entry.about.number}",
        task=mask(entry.about.task),
        doing=doing,
        at=pieces.seconds(entry.at),
        url=link(url, entry.about.thread),
        stoppable=entry.live and not entry.parked and not stopping,
    )


def place(record: Record) -> str:
    """The channel in which a request's card stands: whoever reads there may know of it."""
    return record.request.at or record.run.thread.channel


def request_line(record: Record, url: str, *, shown: bool) -> RequestLine:
    """A request in a list; only a reader who may see its conversation is `shown` its words."""
    run, request = record.run, record.request
    copy = request.cards[-1] if request.cards else None
    there = run.thread
    if copy and copy.channel != there.channel:
        there = Thread(there.team, copy.channel, copy.ts)
    return RequestLine(
        request=request.id,
        number=pieces.number(request),
        title=mask(hidden(request).title) if shown else None,
        risk=request.spec.risk,
        deadline=pieces.seconds(request.deadline),
        url=link(url, there, copy.ts) if shown and copy else None,
        ended=_ended(record, shown=shown) if request.ended else None,
        question=request.kind == "question",
    )


def mine(records: Iterable[Record], facts: PersonFacts) -> list[Record]:
    """The open requests that wait for this person, in the order given."""
    return [r for r in records if rights.may_decide(r.run, r.request, facts)]


def linked(person: Person) -> Linked:
    """Whom somebody is linked to."""
    return Linked(name=person.name, person=person.id, roles=person.roles)


def tools(pen: Pen, names: Iterable[tuple[str, str]], most: int) -> list[str]:
    """Tools by name and risk, a line each."""
    known = sorted(names)
    lines = [f"• {pen.words(name, 60)}: {risk} risk" for name, risk in known[:most]]
    return [*lines, *([f"and {len(known) - most} more"] if len(known) > most else [])]


def _doing(entry: Entry, seen: Overview) -> str:
    if entry.parked:
        return "is set aside after it failed again and again; an admin can let it go on"
    match entry.doing.phase:
        case "thinking":
            return "is thinking"
        case "acting":
            return _acting(entry, seen)
        case "done":
            return f"is done{_came_to(entry)}"
        case "stopped":
            return f"was stopped{_came_to(entry)}"
        case "failed":
            return f"failed{_came_to(entry)}"


def _came_to(entry: Entry) -> str:
    """What became of an ended run's calls, and the limit that it met."""
    counts = [f"{n} {name}" for name, n in entry.doing.tally.counts.items() if n]
    limit = [f"limit {entry.doing.limit}"] if entry.doing.limit else []
    return f" ({', '.join([*limit, *counts])})" if limit or counts else ""


def _acting(entry: Entry, seen: Overview) -> str:
    running = entry.doing.running
    open_here = [pieces.number(r.request) for r in seen.open if r.run.id == entry.run]
    waits = listing.waits_for(open_here) if open_here else "waits for people"
    if not running:
        return waits
    busy = f"is running {', '.join(running)}"
    return f"{busy} and {waits}" if entry.doing.waiting else busy


def _ended(record: Record, *, shown: bool) -> EndedLine | None:
    ended = record.request.ended
    if ended is None:
        return None
    by = pieces.person(ended.by, {}) if ended.by and shown else None
    outcome = states.unanswered(record.request) or states.settled_as(record.request)
    return EndedLine(outcome=outcome, at=pieces.seconds(ended.at), by=by)
