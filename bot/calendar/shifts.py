"""Whose events stand in a calendar, and when: iCal's text as shifts. Pure.

`icalendar` and `recurring_ical_events` read it (the extra `calendar`); they are imported when the
first calendar is. What can't be read for certain is a CalendarTrouble.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo

from bot.core.rota import Calendar

MOST_EVENTS = 5_000
MOST_SERIES = 200  # repeating events: each is counted through from its first day
# Shorter steps than a day make no shift, and would be counted through for ever.
STEPS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_WITHIN_A_DAY = ("BYHOUR", "BYMINUTE", "BYSECOND")
_DAY_MS = 26 * 3_600_000  # of the widest zones
_WHEN = ("DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "STATUS")
_OUT = ("NON-PARTICIPANT", "OPT-PARTICIPANT")


class CalendarTrouble(Exception):
    """The text can't be read for certain; says why."""


@dataclass(frozen=True, slots=True)
class Shift:
    """From `start` to before `end` (ms) these people (ids) are on call."""

    start: int
    end: int
    people: frozenset[str]


def shifts(text: bytes, calendar: Calendar, start: int, end: int) -> tuple[Shift, ...]:
    """The shifts that touch the time between two moments (ms). Raises CalendarTrouble."""
    try:
        import icalendar
        import recurring_ical_events
    except ImportError:
        words = "reading calendars needs more: install signoff[calendar]"
        raise CalendarTrouble(words) from None
    try:
        parsed = cast("Any", icalendar.Calendar.from_ical(text))
        _bounded(parsed)
        zone = _zone(parsed, calendar)
        found = cast("Any", recurring_ical_events.of(parsed))
        # Whole days are compared by UTC's, so a day more is looked at on both sides.
        events = cast("list[Any]", found.between(_utc(start - _DAY_MS), _utc(end + _DAY_MS)))
        made = _shifts(events, calendar, zone)
        return tuple(shift for shift in made if shift.start < end and start < shift.end)
    except CalendarTrouble:
        raise
    except Exception as error:  # a parser of anybody's text raises anything
        raise CalendarTrouble(f"it isn't iCal that can be read ({type(error).__name__})") from error


def _bounded(parsed: Any) -> None:
    """Raises CalendarTrouble for what would be read wrongly, or take too long."""
    events = cast("list[Any]", parsed.walk("VEVENT"))
    if len(events) > MOST_EVENTS:
        raise CalendarTrouble(f"it has more than {MOST_EVENTS} events")
    wrong = next((name for event in events for name, _ in event.errors if name in _WHEN), None)
    if wrong is not None:
        raise CalendarTrouble(f"an event has a {wrong} that can't be read")
    odd = next((words for event in events for words in _odd(event)), None)
    if odd is not None:
        raise CalendarTrouble(odd)
    series = [rule for event in events for rule in _listed(event.get("RRULE"))]
    if len(series) > MOST_SERIES:
        raise CalendarTrouble(f"it has more than {MOST_SERIES} repeating events")
    for rule in series:
        steps = [str(step).upper() for step in _listed(rule.get("FREQ"))]
        often = any(len(_listed(rule.get(part))) > 1 for part in _WITHIN_A_DAY)
        if not steps or often or any(step not in STEPS for step in steps):
            raise CalendarTrouble("an event repeats more often than daily")
        if any(int(step) < 1 for step in _listed(rule.get("INTERVAL"))):
            raise CalendarTrouble("an event repeats at no interval")


def _odd(event: Any) -> Iterator[str]:
    """What in an event its reader would pass over or turn round, in words."""
    if event.get("EXRULE") is not None:
        yield "an event has an EXRULE, which nobody reads any more"
    times = [event[name] for name in ("DTSTART", "DTEND") if event.get(name) is not None]
    for one in times:
        said, when = one.params.get("TZID"), one.dt
        if said is not None and isinstance(when, datetime) and when.tzinfo is None:
            yield f"an event is in a time zone that isn't known ({str(said)[:40]})"
    starts, ends = (times[0].dt, times[-1].dt) if len(times) == 2 else (None, None)
    if type(starts) is type(ends) and starts is not None and ends < starts:
        yield "an event ends before it starts"


def _zone(parsed: Any, calendar: Calendar) -> tzinfo | None:
    """The zone of times that don't say theirs."""
    name = calendar.zone or str(parsed.get("X-WR-TIMEZONE") or "")
    return ZoneInfo(name) if name else None


def _shifts(events: Iterable[Any], calendar: Calendar, zone: tzinfo | None) -> Iterator[Shift]:
    known = dict(calendar.people)
    for event in events:
        if str(event.get("STATUS") or "").upper() == "CANCELLED":
            continue
        people = _people(event, known)
        if people:
            starts, ends = _span(event)
            yield Shift(_ms(starts, zone), _ms(ends, zone), people)


def _people(event: Any, known: Mapping[str, str]) -> frozenset[str]:
    """Whom the event's title means, else those of its guests who come."""
    title = str(event.get("SUMMARY") or "").strip().casefold()
    if title in known:
        return frozenset({known[title]})
    guests = (_guest(one) for one in _listed(event.get("ATTENDEE")))
    return frozenset(known[guest] for guest in guests if guest in known)


def _guest(attendee: Any) -> str:
    """A guest's address; "" for one who was only told, or declined."""
    said = cast("Mapping[str, Any]", getattr(attendee, "params", {}))
    role, coming = str(said.get("ROLE") or "").upper(), str(said.get("PARTSTAT") or "").upper()
    scheme, _, address = str(attendee).strip().casefold().partition(":")
    return "" if role in _OUT or coming == "DECLINED" or scheme != "mailto" else address


def _span(event: Any) -> tuple[date, date]:
    starts = cast("date", event["DTSTART"].dt)
    if event.get("DTEND") is not None:
        return starts, cast("date", event["DTEND"].dt)
    if event.get("DURATION") is not None:
        return starts, starts + cast("timedelta", event["DURATION"].dt)
    # RFC 5545, 3.6.1: a day without an end lasts that day, a time no time at all.
    return starts, starts if isinstance(starts, datetime) else starts + timedelta(days=1)


def _ms(moment: date, zone: tzinfo | None) -> int:
    whole = moment if isinstance(moment, datetime) else datetime.combine(moment, time())
    if whole.tzinfo is None:
        if zone is None:
            words = "it has whole days, or times without a zone; write its zone in the schedule"
            raise CalendarTrouble(words)
        whole = whole.replace(tzinfo=zone)
    return int(whole.timestamp() * 1000)


def _utc(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, ZoneInfo("UTC"))


def _listed(value: Any) -> list[Any]:
    """A property that may stand there once or several times."""
    if value is None:
        return []
    return cast("list[Any]", value) if isinstance(value, list) else [value]
