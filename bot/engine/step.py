"""One step of a run: events folded on top of what is saved, and the commit that saves them."""

import secrets
from collections.abc import Callable

from bot.core import batching, gist, transcript
from bot.core.checkpoint import (
    MIN_READER,
    Now,
    dump_entry,
    dump_now,
    dump_run,
    dump_told,
    standing,
    told,
)
from bot.core.due import over, wake_at
from bot.core.events import Entry, Event
from bot.core.request import Request
from bot.core.run import advance
from bot.core.state import Run
from bot.engine import audit
from bot.engine.desk import Desk
from bot.engine.late import Late
from bot.ports import Claim, Commit, Listed

SNAPSHOT_FROM = 8_192  # bytes of log below which a snapshot gains nothing


class Step:
    """Folds events; nothing is true until `commit` is written."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.run: Run | None = desk.run
        self.folded_to = desk.folded_to
        self.starts: list[Claim] = []
        self.drops: list[str] = []
        self._late: list[Late] = []
        self._entries: list[str] = []
        self._lines: list[str] = []
        self._facts: list[dict[str, object]] = []

    def fold(self, event: Event, at: int) -> Run:
        """The run after one more event; one that changes nothing leaves no trace."""
        entry = Entry(at, event)
        after = advance(self.run, entry)
        if after == self.run:
            return after
        self._entries.append(dump_entry(entry))
        self._lines.extend(transcript.lines(self.run, after, event))
        self._facts.extend(audit.facts(self.run, after, entry))
        self.run = after
        return after

    def catch_up(self) -> None:
        """Folds what has come back until now and isn't saved yet."""
        for late in [one for one in self.desk.later.values() if one not in self._late]:
            self._late.append(late)
            self.fold(late.event, late.at)
            if late.attempt is not None:
                self.drops.append(late.attempt)

    @property
    def lines(self) -> tuple[str, ...]:
        """The transcript's lines that this step adds."""
        return tuple(self._lines)

    def commit(
        self, now: int, *, ttl_s: int, again_at: int | None, encode: Callable[[], str]
    ) -> Commit:
        """The commit of all that was folded, with the starts of what was due at `now`.

        `again_at`: look again then, whatever the timers say. `encode` makes the commit's id.
        """
        desk = self.desk
        facts = [{"n": n, **one} for n, one in enumerate(self._facts, desk.audit_count + 1)]
        lines, head = audit.chained(desk.audit_head, facts)
        told_anew, news = self._records()
        changed = [r for r in self._requests() if r.id in told_anew or r.id in news]
        times = [t for t in (self.run and wake_at(self.run, now), again_at) if t is not None]
        return Commit(
            run=desk.id,
            fence=desk.fence,
            version=desk.version,
            id=encode(),
            folded_to=self.folded_to,
            entries=tuple(self._entries),
            lines=tuple(self._lines),
            snapshot=self._snapshot(),
            min_reader=MIN_READER,
            start=tuple(self.starts),
            drop=tuple(self.drops),
            next_at=min(times, default=None),
            audit=tuple(lines),
            audit_head=head,
            requests=told_anew,
            news=news,
            deadlines={r.id: r.deadline for r in changed if r.ended is None},
            ended={r.id: r.ended.at for r in changed if r.ended is not None},
            listed=self._listed(),
            last=self.run is not None and over(self.run) and again_at is None,
            ttl_s=ttl_s,
        )

    def saved(self, commit: Commit) -> None:
        """Takes the commit's weights over into the desk, after it was written."""
        desk = self.desk
        desk.took(self._late)
        desk.audit_head = commit.audit_head
        desk.audit_count += len(commit.audit)
        if commit.snapshot is not None:
            desk.snapshot_bytes, desk.log_bytes = len(commit.snapshot), 0
        else:
            desk.log_bytes += sum(len(e) for e in commit.entries)
        if self.run is not None and len(desk.transcript) == self.run.lines - len(self._lines):
            desk.transcript = (*desk.transcript, *self._lines)

    def _snapshot(self) -> bytes | None:
        """A snapshot when the events since weigh as much as the last one did (PROTOCOL.md 1.15)."""
        weight = self.desk.log_bytes + sum(len(e) for e in self._entries)
        if self.run is None or not self._entries:
            return None
        if weight < max(self.desk.snapshot_bytes, SNAPSHOT_FROM):
            return None
        return dump_run(self.run)

    def _requests(self) -> tuple[Request, ...]:
        return self.run.requests if self.run else ()

    def _records(self) -> tuple[dict[str, str], dict[str, str]]:
        """What readers are told of requests, by their ids: what is told once, and what is new."""
        asked, news = dict[str, str](), dict[str, str]()
        run, before = self.run, self.desk.run
        if run is None:
            return asked, news
        for request in run.requests:
            old = before.request(request.id) if before else None
            part = told(run, request)
            if before is None or old is None or told(before, old) != part:
                asked[request.id] = dump_told(part)
            now = _standing(run, request)
            if now != (_standing(before, old) if before and old else Now()):
                news[request.id] = dump_now(now)
        return asked, news

    def _listed(self) -> Listed | None:
        """How the run stands in the lists now, if that has changed."""
        run, before = self.run, self.desk.run
        if run is None:
            return None
        about, doing = gist.about(run), gist.doing(run)
        known = before is not None and gist.about(before) == about
        if before is not None and known and gist.doing(before) == doing:
            return None
        return Listed(
            person=run.requester.key,
            number=run.number if run.live else 0,
            about="" if known else gist.dump_about(about),
            doing=gist.dump_doing(doing),
        )


def _standing(run: Run, request: Request) -> Now:
    return standing(request, batching.holder(run, request))


def fresh_id() -> str:
    """An id that no other step, attempt or process makes."""
    return secrets.token_hex(6)
