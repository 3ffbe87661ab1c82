"""Lists over all runs, as the store keeps them beside the runs. Times are ms of Redis TIME."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """How a run stands in the lists that people look at.

    `person` is the key of whoever asked for it; `number` is 0 once it is over. `about` and `doing`
    are opaque here (core.gist); an empty `about` stays as it is.
    """

    person: str
    number: int
    about: str
    doing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What somebody wants to see: the newest `runs` of a person, and of all open requests the first
    `requests` of each shard by deadline; with `since` also as many of those answered since then,
    with `number` the live run of that number.
    """

    person: str
    runs: int
    requests: int
    since: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Sighted:
    """A run in a list; `at` is its last change to within some seconds, 0 for one that was looked up
    by its number.
    """

    run: str
    at: int
    about: str
    doing: str
    parked: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """What was seen: runs newest first, records of requests (open ones of runs that aren't parked)
    in no order; the counts are of all there are.
    """

    runs: tuple[Sighted, ...]
    runs_count: int
    open: tuple[str, ...]
    open_count: int
    ended: tuple[str, ...]
    ended_count: int
    numbered: Sighted | None
