"""The scripts: one function each builds its call; `replies` reads what they answer.

The Lua stands in `lua/`, each file behind `prelude.lua`. A call is a value, so that it can be sent
alone, in a pipeline, or by the thread that renews claims.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from bot.ports import Commit, Look, ToThread
from bot.ports.filling import LEASE_MS
from bot.ports.pace import Bucket
from bot.store.keys import Names, shard_of_run

_FOLDER = Path(__file__).parent / "lua"
_PRELUDE = (_FOLDER / "prelude.lua").read_text()

# Lists that people look at: a person's runs, and the answered requests, that each shard remembers.
RUNS_KEPT = 100
ENDED_KEPT = 500

_HOUR = 3_600_000
_DAY = 24 * _HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """How long things take or are kept, in ms.

    `fold`: a worker goes from take to commit in this time, else others are woken; it must be well
    under `lease`, after which the sweeper looks at a run that was taken and not committed. `seen`
    must exceed the 24 h for which Slack repeats delayed events. `fresh`: a run before its first
    commit, a little longer than runs are kept by default, so that this one finds it enough.
    `secrets`: what a person gave in confidence, at most; `secrets_over`: once its run is over.
    """

    lease: int = 15_000
    fold: int = 2_000
    too_new: int = 2_000
    seen: int = 25 * _HOUR
    side: int = _HOUR // 2
    fresh: int = 31 * _DAY
    parked: int = 365 * _DAY
    audit: int = 400 * _DAY
    habits: int = 90 * _DAY
    filling: int = LEASE_MS
    secrets: int = 7 * _DAY
    secrets_over: int = _DAY


@dataclass(frozen=True, slots=True)
class Script:
    """Lua and its SHA-1, which is what EVALSHA names it by."""

    text: str
    sha: str


def _load(name: str) -> Script:
    text = _PRELUDE + (_FOLDER / f"{name}.lua").read_text()
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


_ALL = {path.stem: _load(path.stem) for path in _FOLDER.glob("*.lua") if path.stem != "prelude"}

Arg = str | int | bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A script with its arguments; `prefix` starts every key that it touches."""

    script: Script
    prefix: str
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """What one enqueue brings. `token` marks the sender, so that its own resend isn't a duplicate.

    `at` is set for mail that was stamped before it was moved here. `reader` is the newest format
    that the sender reads if it would take the run at once.
    """

    key: str
    body: str
    token: str
    drop: str = ""
    side: tuple[str, str] = ("", "")
    at: int | None = None
    reader: int | None = None


def enqueue_run(
    names: Names, times: Times, run: str, parcel: Parcel, *, thread: str | None = None
) -> Call:
    """Mail for a run; `thread` if a thread led there: the key counts for it, and an ended run
    answers `gone`.
    """
    args = (run, thread or run, parcel.key, parcel.body, parcel.token, times.seen)
    at = "" if parcel.at is None else parcel.at
    more = (at, parcel.drop, *parcel.side, times.side, int(thread is not None))
    more += _taker(times, parcel)
    return Call(_ALL["enqueue_run"], names.shard(shard_of_run(run)), args + more)


def enqueue_thread(names: Names, times: Times, to: ToThread, parcel: Parcel, over: str) -> Call:
    """Mail for a thread's run; `over` is a run in another shard that turned out to have ended."""
    shard = shard_of_run(to.run)
    args = (to.thread, parcel.key, parcel.body, parcel.token, times.seen, shard, over)
    more = (*parcel.side, times.side, int(to.starts), int(to.ours), to.run, times.fresh)
    more += (int(to.closes), *_taker(times, parcel))
    return Call(_ALL["enqueue_thread"], names.shard(shard), args + more)


def _taker(times: Times, parcel: Parcel) -> tuple[Arg, ...]:
    return ("" if parcel.reader is None else parcel.reader, times.lease, times.fold)


def take(names: Names, times: Times, run: str, have: int, reader: int) -> Call:
    """The run under a new fence."""
    args = (run, have, reader, times.lease, times.fold, times.too_new)
    return Call(_ALL["take"], names.shard(shard_of_run(run)), args)


def commit(names: Names, times: Times, step: Commit) -> Call:
    """One step of a run; ValueError if a request in it belongs to another run."""
    asked: list[Arg] = []
    for request in {**step.requests, **step.news}:
        run, _, number = request.rpartition(".")
        if run != step.run:
            raise ValueError(f"request {request} isn't of run {step.run}")
        parts = (step.requests, step.news, step.deadlines, step.ended)
        asked += (number, *(part.get(request, "") for part in parts))
    start: list[Arg] = []
    for claim in step.start:
        start += (claim.attempt, claim.lease)
    args: list[Arg] = [step.run, step.fence, step.version, step.id, step.folded_to]
    args += [step.min_reader, "" if step.next_at is None else step.next_at, int(step.last)]
    args += [step.ttl_s * 1000, step.audit_head, times.audit, times.fold]
    args += [int(step.snapshot is not None), step.snapshot or b""]
    args += [RUNS_KEPT, ENDED_KEPT, times.secrets_over]
    entry = step.listed
    listed = (entry.person, entry.number or "", entry.about, entry.doing) if entry else ()
    for part in (step.entries, step.lines, start, step.drop, step.audit, asked, listed):
        args += (len(part), *part)
    return Call(_ALL["commit"], names.shard(shard_of_run(step.run)), tuple(args))


def sweep(names: Names, times: Times, shard: int, batch: int) -> Call:
    """Hints up to `batch` runs of a shard; answers how many, and how many were looked at."""
    return Call(_ALL["sweep"], names.shard(shard), (times.lease, batch))


def renew(names: Names, run: str, attempts: Collection[str], lease: int) -> Call:
    """Extends the claims of a run that still exist."""
    return Call(_ALL["renew"], names.shard(shard_of_run(run)), (run, lease, *attempts))


def leave(names: Names, times: Times, run: str, fence: int) -> Call:
    """Gives a taken run back; answers 1, or 0 if the fence isn't the caller's."""
    args = (run, fence, times.too_new)
    return Call(_ALL["leave"], names.shard(shard_of_run(run)), args)


def park(names: Names, times: Times, run: str, fence: int) -> Call:
    """Stops a run's wake-ups if the fence is the caller's; answers 1 or 0."""
    return Call(_ALL["park"], names.shard(shard_of_run(run)), (run, fence, times.parked))


def unpark(names: Names, run: str) -> Call:
    """Wakes a parked run; answers 1, or 0 if it isn't parked."""
    return Call(_ALL["unpark"], names.shard(shard_of_run(run)), (run,))


def join(names: Names, run: str, thread: str, *, same_shard: bool) -> Call:
    """Notes a further thread in the run's header; answers the run's remaining ms, 0 if over."""
    args = (run, "also" if same_shard else "away", thread)
    return Call(_ALL["join"], names.shard(shard_of_run(run)), args)


def index(names: Names, shard: int, thread: str, run: str, ms: int) -> Call:
    """Makes the run the thread's; answers whether, and the early mail."""
    return Call(_ALL["index"], names.shard(shard), (thread, run, ms, shard))


def moved(names: Names, shard: int, thread: str, items: Collection[bytes]) -> Call:
    """Takes moved mail off a thread; answers what has come since."""
    return Call(_ALL["moved"], names.shard(shard), (thread, *items))


def touch(names: Names, shard: int, thread: str, run: str, ms: int, *, last: bool) -> Call:
    """Keeps or frees the index of a thread whose run is in another shard."""
    return Call(_ALL["touch"], names.shard(shard), (thread, run, ms, int(last)))


def note(names: Names, times: Times, line: str, token: str) -> Call:
    """One line of the record outside runs, once by its token."""
    return Call(_ALL["note"], names.outside, (line, token, times.seen))


def counter(names: Names, name: str, value: str) -> Call:
    """The number of a value; a new one gets the next."""
    return Call(_ALL["counter"], names.alone("counter", name), (value,))


def present(names: Names, kind: str, member: str, ms: int) -> Call:
    """How many of a kind are there, with this one."""
    return Call(_ALL["present"], names.alone("present", kind), (member, ms))


def habit(names: Names, of: str, kept: int, ms: int, values: Mapping[str, str]) -> Call:
    """One more value for each argument of a tool's target."""
    pairs = (part for pair in values.items() for part in pair)
    return Call(_ALL["habit"], names.alone("usual", f"{of}:"), (kept, ms, *pairs))


def habits(names: Names, of: str, arguments: Collection[str]) -> Call:
    """The values of arguments of a tool's target."""
    return Call(_ALL["habits"], names.alone("usual", f"{of}:"), tuple(arguments))


def fill(
    names: Names, request: str, who: str, times: tuple[int, int], *, draft: str | None, over: bool
) -> Call:
    """Who fills in a form; `times` are how long it is theirs and how long it is kept, in ms."""
    args = (who, *times, int(over), int(draft is not None), draft or "")
    return Call(_ALL["fill"], names.alone("fill", request), args)


def turn(
    names: Names, mark: str, priority: int, grace: int, asked: Collection[tuple[Bucket, int]]
) -> Call:
    """A turn in buckets, each with how many of its turns stay free; answers ms to wait, or 0."""
    args: list[Arg] = [mark, priority, grace]
    for bucket, kept in asked:
        args += (bucket.name, bucket.every_ms, bucket.burst, kept)
    return Call(_ALL["turn"], names.pace, tuple(args))


def limit(names: Names, bucket: Bucket, wait_ms: int) -> Call:
    """No turn in a bucket for that long."""
    args = (bucket.name, wait_ms, bucket.every_ms, bucket.burst)
    return Call(_ALL["limit"], names.pace, args)


def look(names: Names, shard: int, wanted: Look) -> Call:
    """What of a shard is looked at."""
    since = "" if wanted.since is None else wanted.since
    args = (wanted.person, wanted.runs, wanted.requests, since, wanted.number or "")
    return Call(_ALL["look"], names.shard(shard), args)


def link_made(names: Names, link: str, about: bytes, ms: int) -> Call:
    """A new link to a form."""
    return Call(_ALL["link"], names.alone("link", link), ("make", about, ms))


def link_read(names: Names, link: str) -> Call:
    """What a link is about, who has used it, whether its form was sent, and its remaining ms."""
    return Call(_ALL["link"], names.alone("link", link), ("read",))


def link_used(names: Names, link: str, session: str) -> Call:
    """The first use of a link; answers 1, or nothing if another was the first."""
    return Call(_ALL["link"], names.alone("link", link), ("use", session))


def link_sent(names: Names, link: str) -> Call:
    """Nothing more is sent with a link."""
    return Call(_ALL["link"], names.alone("link", link), ("sent",))


def secret_kept(names: Names, times: Times, run: str, name: str, sealed: bytes) -> Call:
    """One more value that a run was given in confidence."""
    args = ("keep", run, times.secrets, name, sealed)
    return Call(_ALL["secret"], names.shard(shard_of_run(run)), args)


def secrets_forgotten(names: Names, run: str, given: Collection[str]) -> Call:
    """Deletes values that a run was given in confidence."""
    return Call(_ALL["secret"], names.shard(shard_of_run(run)), ("forget", run, 0, *given))
