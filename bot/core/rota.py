"""Rotas: who is on call at a moment, by a list of people who take turns. Pure arithmetic.

Turns are handed over at the same time of day by the clocks of the rota's zone, summer and winter:
a turn over a change of the clocks is an hour shorter or longer. A time of day that comes twice
means its first, one that is skipped means as long after midnight as if it weren't.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Override:
    """From one time to another somebody else is on call: a swap, a holiday."""

    start: datetime
    end: datetime
    person: str


@dataclass(frozen=True, slots=True)
class Rota:
    """People (their ids) who take turns of `every_s` from `starts` on, in the order given.

    All times are without a zone, by the clocks of `zone` (IANA's name). No two overrides overlap.
    """

    people: tuple[str, ...]
    starts: datetime
    every_s: int
    zone: str
    overrides: tuple[Override, ...] = ()


@dataclass(frozen=True, slots=True)
class Calendar:
    """An iCal source: whoever's event is now. `people` are e-mail addresses and titles of events,
    each with the person's id.

    It is read from `source`, an https address or a file's path, else from the one that the
    environment's variable `source_env` holds; what was read is used for `keep_s`. `zone` is for
    events that don't say theirs.
    """

    people: tuple[tuple[str, str], ...]
    source: str = ""
    source_env: str = ""
    keep_s: int = 300
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who is on call, by its name."""

    name: str
    by: Rota | Calendar

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who may come to be on call."""
        if isinstance(self.by, Calendar):
            return tuple({person: None for _, person in self.by.people})
        swapped = (override.person for override in self.by.overrides)
        return tuple({person: None for person in (*self.by.people, *swapped)})


def on_call(rota: Rota, now: int) -> str | None:
    """Whose turn it is at `now` (ms); None before the first, unless an override says."""
    for override in rota.overrides:
        if _ms(override.start, rota) <= now < _ms(override.end, rota):
            return override.person
    turn = _turn(rota, now)
    return None if turn < 0 else rota.people[turn % len(rota.people)]


def _turn(rota: Rota, now: int) -> int:
    """The number of the turn, from 0 on; below 0 before the first."""
    local = datetime.fromtimestamp(now / 1000, ZoneInfo(rota.zone)).replace(tzinfo=None)
    turn = int((local - rota.starts).total_seconds() // rota.every_s)
    # While the clocks change, the time of day misleads by a turn.
    while _begins(rota, turn + 1) <= now:
        turn += 1
    while turn >= 0 and _begins(rota, turn) > now:
        turn -= 1
    return turn


def _begins(rota: Rota, turn: int) -> int:
    return _ms(rota.starts + timedelta(seconds=turn * rota.every_s), rota)


def _ms(local: datetime, rota: Rota) -> int:
    return int(local.replace(tzinfo=ZoneInfo(rota.zone)).astimezone(UTC).timestamp() * 1000)
