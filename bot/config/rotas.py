"""From the shape of `schedules` to who is on call, and what can't be meant."""

import re
from datetime import datetime
from itertools import pairwise
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from bot.config.schedules import OverridePart, RotaPart, SchedulePart, Schedules
from bot.config.schema import near
from bot.config.times import DAY, Wrong, seconds
from bot.config.tree import Path_
from bot.core.rota import Calendar, Override, Rota, Schedule

SHORTEST_S, LONGEST_S = 3600, 366 * DAY  # of a turn: by hours, so that no clock skips one
KEEP_S, LONGEST_KEEP_S = 300, 3600
LOCAL = ("127.0.0.1", "::1", "localhost")

_WHEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?")
_ENV = re.compile(r"SIGNOFF_[A-Z0-9_]+")
_CALENDARS = ("ical", "ical_env", "people", "zone", "keep")


class Rotas:
    """Reads schedules; what is wrong with one is told to `wrong`. `ids` are the people's."""

    def __init__(self, ids: list[str], wrong: Wrong) -> None:
        self._ids = ids
        self._wrong = wrong

    def read(self, given: Schedules) -> tuple[Schedule, ...]:
        """Those that can be meant."""
        made = ((name, self._schedule(part, ("schedules", name))) for name, part in given.items())
        return tuple(Schedule(name, by) for name, by in made if by is not None)

    def _schedule(self, part: SchedulePart, at: Path_) -> Rota | Calendar | None:
        given = [key for key in ("rota", "ical", "ical_env") if getattr(part, key) is not None]
        if len(given) != 1:
            words = "has " + (" and ".join(given) if given else "nobody on call")
            self._wrong(at, f"{words}; write one of rota, ical or ical_env")
            return None
        if part.rota is None:
            return self._calendar(part, at)
        for key in _CALENDARS:
            if key in part.model_fields_set:
                self._wrong((*at, key), f"{key} belongs to a calendar; leave it out of a rota")
        return self._rota(part.rota, (*at, "rota"))

    # --- rotas -----------------------------------------------------------------------------------

    def _rota(self, part: RotaPart, at: Path_) -> Rota | None:
        known = [self._person(one, (*at, "people", n)) for n, one in enumerate(part.people)]
        starts = self._when(part.starts, (*at, "starts"))
        every_s = seconds(part.every, (*at, "every"), self._wrong, LONGEST_S)
        if every_s and every_s % SHORTEST_S:
            self._wrong((*at, "every"), f"{part.every} isn't whole hours; write 12h, 1d or 7d")
        zone = self._zone(part.zone, (*at, "zone"))
        overrides = [
            self._override(one, (*at, "overrides", n)) for n, one in enumerate(part.overrides)
        ]
        made = tuple(one for one in overrides if one is not None)
        self._apart(made, (*at, "overrides"))
        if not (all(known) and starts and every_s and zone and len(made) == len(overrides)):
            return None
        return Rota(tuple(part.people), starts, every_s, zone, made)

    def _override(self, part: OverridePart, at: Path_) -> Override | None:
        start, end = self._when(part.start, (*at, "from")), self._when(part.end, (*at, "to"))
        known = self._person(part.person, (*at, "person"))
        if start is None or end is None or not known:
            return None
        if end <= start:
            self._wrong((*at, "to"), f"{part.end} isn't after {part.start}")
        return Override(start, end, part.person)

    def _apart(self, overrides: tuple[Override, ...], at: Path_) -> None:
        """Where two overlap, it isn't said who is on call."""
        for before, after in pairwise(sorted(overrides, key=lambda one: one.start)):
            if after.start < before.end:
                first, second = overrides.index(before) + 1, overrides.index(after)
                words = f"overlaps with override {first}; let one end where the other begins"
                self._wrong((*at, second), words)

    # --- calendars -------------------------------------------------------------------------------

    def _calendar(self, part: SchedulePart, at: Path_) -> Calendar | None:
        source, env = part.ical or "", part.ical_env or ""
        if part.ical is not None:
            self._source(source, (*at, "ical"))
        elif not _ENV.fullmatch(env):
            words = f"{env[:60] or 'it'} names no variable of ours; write one as SIGNOFF_…_CALENDAR"
            self._wrong((*at, "ical_env"), words)
        if part.people is None:
            words = "people is missing here; write who is meant by the events' addresses or titles"
            self._wrong(at, words)
            return None
        people = {key.strip().casefold(): one for key, one in part.people.items()}
        for key, one in part.people.items():
            self._person(one, (*at, "people", key))
        if len(people) != len(part.people) or "" in people:
            self._wrong((*at, "people"), "two of the keys are one address or title; keep one")
        keep_s = KEEP_S
        if part.keep is not None:
            keep_s = seconds(part.keep, (*at, "keep"), self._wrong, LONGEST_KEEP_S) or KEEP_S
        zone = self._zone(part.zone, (*at, "zone")) if part.zone is not None else ""
        return Calendar(tuple(people.items()), source, env, keep_s, zone or "")

    def _source(self, source: str, at: Path_) -> None:
        """The address isn't shown: whoever knows it can read the calendar."""
        where = urlsplit(source)
        secure = where.scheme == "https" or (where.scheme == "http" and where.hostname in LOCAL)
        if not source.startswith("/") and not (secure and where.hostname):
            words = "write an address that begins with https://, or a file's whole path"
            self._wrong(at, f"is neither; {words}")

    # --- parts -----------------------------------------------------------------------------------

    def _person(self, one: str, at: Path_) -> bool:
        if one in self._ids:
            return True
        self._wrong(at, f"there is no person {one}; {near(one, self._ids)}")
        return False

    def _when(self, text: str, at: Path_) -> datetime | None:
        try:
            if _WHEN.fullmatch(text):
                return datetime.fromisoformat(text)
        except ValueError:  # no such day
            pass
        words = "write it by the clocks of the zone, as 2026-11-30T09:00"
        self._wrong(at, f"{text[:40] or 'it'} isn't a time; {words}")
        return None

    def _zone(self, name: str, at: Path_) -> str | None:
        try:
            ZoneInfo(name)
        except (KeyError, OSError, ValueError):
            words = f"{name[:60] or 'it'} isn't a time zone; write one as Europe/Madrid"
            self._wrong(at, words)
            return None
        return name
