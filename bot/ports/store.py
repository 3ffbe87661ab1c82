"""The store's port (PROTOCOL.md 1). Times are ms of Redis TIME unless a name ends in `_s`."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from bot.ports.filling import Filling
from bot.ports.health import Health
from bot.ports.lists import Listed, Look, Looked
from bot.ports.shelf import Shelf


class StoreDown(Exception):
    """The store can't be reached or refuses writes; nothing was saved as far as we know."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@dataclass(frozen=True, slots=True)
class Mail:
    """One item of a run's mailbox: `seq` counts per run from 1, `at` is when it was enqueued."""

    seq: int
    at: int
    key: str
    body: str


@dataclass(frozen=True, slots=True)
class ToRun:
    """Address: a run that exists."""

    run: str


@dataclass(frozen=True, slots=True)
class ToThread:
    """Address: whatever run a thread has.

    `run` is a fresh id on the thread's shard, used if `starts` and the thread has none. `ours`
    says that we posted the thread's root, so mail that comes before its index is kept, not dropped.
    `closes`: its key is taken even if nobody wants the mail, so that no other comes by that key.
    """

    thread: str
    starts: bool
    run: str
    ours: bool = False
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Enqueued:
    """What became of mail. `parked`: nobody works on it; `gone`: no run; `taken`: by the caller."""

    status: Literal["queued", "duplicate", "not_for_us", "parked", "early", "gone"]
    run: str
    taken: "Taken | None" = None


@dataclass(frozen=True, slots=True)
class Claim:
    """An attempt that is in flight for at most `lease` ms unless renewed."""

    attempt: str
    lease: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The saved state as of `version`."""

    version: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Taken:
    """A run under a fresh fence, with all that is needed to go on.

    `log` holds the entries after max(have, snapshot.version); `snapshot` is given only if `have` is
    older than it. `lines` is the transcript's length, `log_bytes` the log's weight since the last
    snapshot and `snapshot_bytes` that snapshot's. `thread` is the key of the thread that it is
    in, whatever else can be read. `transcript` has all its lines if they are few and `have` was 0,
    else none; `past` is the last run of a fresh run's thread that has ended.
    """

    run: str
    fence: int
    now: int
    version: int
    folded_to: int
    mail: tuple[Mail, ...]
    snapshot: Snapshot | None
    log: tuple[str, ...]
    lines: int
    tries: int
    audit_head: str
    audit_count: int
    snapshot_bytes: int
    log_bytes: int
    thread: str
    transcript: tuple[str, ...] = ()
    past: str | None = None


@dataclass(frozen=True, slots=True)
class TooNew:
    """The run was written by a newer version; the hint was put back and nothing changed."""

    min_reader: int


@dataclass(frozen=True, slots=True)
class Parked:
    """The run was parked after too many tries; nobody works on it until it is unparked."""


@dataclass(frozen=True, slots=True)
class Gone:
    """No such run, or it has lapsed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One step of a run, written by one script or not at all.

    `id` makes a resend harmless. `snapshot` is of `version + len(entries)`. `next_at` is the next
    timer. `last` ends the run's hold on its thread. `requests` are records, each written anew
    only if what it says for good has changed, and `news` what else has. Of the requests in either,
    `deadlines` has the open ones and `ended` those that were answered, with when; `listed` is given
    if it changed.
    """

    run: str
    fence: int
    version: int
    id: str
    folded_to: int
    entries: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    snapshot: bytes | None = None
    min_reader: int = 1
    start: tuple[Claim, ...] = ()
    drop: tuple[str, ...] = ()
    next_at: int | None = None
    audit: tuple[str, ...] = ()
    audit_head: str = ""
    requests: Mapping[str, str] = field(default_factory=dict[str, str])
    news: Mapping[str, str] = field(default_factory=dict[str, str])
    deadlines: Mapping[str, int] = field(default_factory=dict[str, int])
    ended: Mapping[str, int] = field(default_factory=dict[str, int])
    listed: Listed | None = None
    last: bool = False
    ttl_s: int = 2_592_000


@dataclass(frozen=True, slots=True)
class Committed:
    """The step is saved; `mail` is what arrived meanwhile."""

    version: int
    now: int
    mail: tuple[Mail, ...]


@dataclass(frozen=True, slots=True)
class Already(Committed):
    """This very step had been saved by an earlier send: a success."""


@dataclass(frozen=True, slots=True)
class Fenced:
    """Another worker has taken the run since; nothing was written."""


@dataclass(frozen=True, slots=True)
class More:
    """A last commit found mail waiting; nothing was written."""

    mail: tuple[Mail, ...]


class Store(Protocol):
    """Runs in Redis (PROTOCOL.md 1). Every method raises StoreDown when the server is away."""

    @property
    def filling(self) -> Filling:
        """The forms that people fill in."""
        ...

    @property
    def shelf(self) -> Shelf:
        """What is kept beside runs."""
        ...

    async def enqueue(
        self,
        to: ToRun | ToThread,
        key: str,
        body: str,
        *,
        drop: str | None = None,
        side: tuple[str, str] | None = None,
        reader: int | None = None,
    ) -> Enqueued:
        """Saves mail once by its key and wakes a worker. Safe to resend. `drop` ends a claim in the
        same step; `side` is kept for 30 minutes, outside the log. With `reader`, the newest format
        that the caller reads, the run is taken in the same step if nobody is at it.
        """
        ...

    async def take(self, run: str, have: int, reader: int) -> Taken | TooNew | Parked | Gone:
        """A run under a fresh fence.

        `have` is the version that the caller knows, `reader` the newest format that it reads.
        """
        ...

    async def commit(self, step: Commit) -> Committed | Already | Fenced | More:
        """One step, or the reason why it was not written. Safe to resend."""
        ...

    async def leave(self, run: str, fence: int) -> bool:
        """Gives a taken run back to whoever reads a newer version; False if another has taken it.

        The take counts as no try.
        """
        ...

    async def park(self, run: str, fence: int) -> bool:
        """Stops all work on a run that keeps failing; False if another has taken it."""
        ...

    async def unpark(self, run: str) -> bool:
        """Lets work on a parked run go on; False if it was not parked."""
        ...

    async def wait(self, timeout_s: float) -> str | None:
        """The next run that was hinted at, or None after `timeout_s`."""
        ...

    async def sweep(self) -> int:
        """Turns passed time into hints, lost claims into mail; answers how many runs it hinted."""
        ...

    def renew(self, claims: Mapping[str, Collection[str]], lease: int) -> None:
        """Extends claims that still exist. Synchronous: it is called from a thread of its own."""
        ...

    async def lines(self, run: str, start: int, stop: int) -> tuple[str, ...]:
        """The transcript lines from `start` up to `stop`."""
        ...

    async def request(self, request: str) -> str | None:
        """The record of a request as readers need it, with its news on a second line; or None."""
        ...

    async def look(self, wanted: Look) -> Looked:
        """Lists over all runs, in one round trip."""
        ...

    async def side(self, run: str, key: str) -> str | None:
        """What was kept beside a mail, or None."""
        ...

    async def index_thread(self, thread: str, run: str) -> int:
        """Makes a thread's mail come to `run`: 1, or 0 if another run is there."""
        ...

    async def past(self, thread: str) -> str | None:
        """The thread's last run that has ended, or None."""
        ...

    async def doing(self, run: str) -> str | None:
        """What lists say of a run now (core.gist), or None if it isn't kept."""
        ...

    async def numbers(self, kind: str, count: int) -> int:
        """Reserves `count` numbers of a kind and answers the first."""
        ...

    async def audit(self, run: str) -> tuple[str, ...]:
        """The audit lines of a run."""
        ...

    async def note_audit(self, line: str) -> None:
        """Writes an audit line that belongs to no run."""
        ...

    async def counter(self, name: str, value: str) -> int:
        """The number of `value` in the named counter: a new value gets the next number."""
        ...

    async def health(self) -> Health:
        """What the server says of itself."""
        ...
