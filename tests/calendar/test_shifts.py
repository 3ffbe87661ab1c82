"""Calendars: whose event is when, and what can't be read for certain."""

import sys
from datetime import datetime

import pytest

from bot.calendar.shifts import MOST_EVENTS, MOST_SERIES, CalendarTrouble, Shift, shifts
from bot.core.rota import Calendar
from tests.calendar.ics import event, ics

PEOPLE = (("ben@example.com", "ben"), ("chi wu", "chi"))
CALENDAR = Calendar(PEOPLE, source="/x")
HOUR = 3_600_000


def _ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


NOON = _ms("2026-11-30T12:00Z")


def _on_call(*events: str, at: int = NOON, calendar: Calendar = CALENDAR, head: str = "") -> str:
    """The ids of whoever is on call."""
    found = shifts(ics(*events, head=head), calendar, at, at + HOUR)
    there = (shift.people for shift in found if shift.start <= at < shift.end)
    return " ".join(sorted(frozenset[str]().union(*there)))


@pytest.mark.parametrize(
    ("lines", "who"),
    [
        ("SUMMARY:Chi Wu", "chi"),
        ("SUMMARY: chi WU ", "chi"),
        ("SUMMARY:Chi Wu is away", ""),
        ("ATTENDEE:mailto:Ben@Example.com", "ben"),
        ("ATTENDEE;CN=Chi Wu:mailto:chi@example.com", ""),
        ("ATTENDEE:mailto:eli@example.com\r\nATTENDEE:MAILTO:ben@example.com", "ben"),
        ("ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.com", ""),
        ("ATTENDEE;PARTSTAT=ACCEPTED:mailto:ben@example.com", "ben"),
        ("ATTENDEE;ROLE=OPT-PARTICIPANT:mailto:ben@example.com", ""),
        ("ATTENDEE:ben@example.com", ""),
        ("SUMMARY:Chi Wu\r\nATTENDEE:mailto:ben@example.com", "chi"),
        ("SUMMARY:Chi Wu\r\nSTATUS:CANCELLED", ""),
        ("SUMMARY:Chi Wu\r\nSTATUS:CONFIRMED", "chi"),
        ("ORGANIZER:mailto:ben@example.com", ""),
    ],
)
def test_whose_event_it_is(lines: str, who: str) -> None:
    """By its whole title, else by the guests who come; who isn't named is nobody."""
    assert _on_call(event(lines)) == who


def test_an_event_lasts_to_right_before_its_end() -> None:
    """By the zone that it says; two at a time are both on call."""
    lines = "SUMMARY:Chi Wu"
    madrid = event(lines, start=";TZID=Europe/Madrid:20261130T130000",
                   end=";TZID=Europe/Madrid:20261130T140000")  # fmt: skip
    assert [_on_call(madrid, at=NOON + n) for n in (-1, 0, HOUR - 1, HOUR)] == [
        "",
        "chi",
        "chi",
        "",
    ]
    both = event("ATTENDEE:mailto:ben@example.com", uid="2")
    assert _on_call(event(lines), both) == "ben chi"
    assert shifts(ics(event(lines)), CALENDAR, NOON, NOON + 1) == (
        Shift(_ms("2026-11-30T09:00Z"), _ms("2026-11-30T17:00Z"), frozenset({"chi"})),
    )


def test_a_series_repeats_by_the_clocks_on_the_wall() -> None:
    """Summer and winter; a turn that was moved, left out or added is where it is now."""
    weekly = event(
        "SUMMARY:Chi Wu\r\nRRULE:FREQ=WEEKLY\r\nEXDATE;TZID=Europe/Madrid:20261109T090000",
        start=";TZID=Europe/Madrid:20261019T090000", end=";TZID=Europe/Madrid:20261019T100000",
    )  # fmt: skip
    moved = event(
        "SUMMARY:Chi Wu\r\nRECURRENCE-ID;TZID=Europe/Madrid:20261116T090000",
        start=":20261117T120000Z", end=":20261117T130000Z",
    )  # fmt: skip
    at = {
        "2026-10-19T07:00Z": "chi",
        "2026-10-26T07:30Z": "",
        "2026-10-26T08:00Z": "chi",
        "2026-11-09T08:00Z": "",
        "2026-11-16T08:00Z": "",
        "2026-11-17T12:00Z": "chi",
        "2026-11-23T08:00Z": "chi",
    }
    assert {when: _on_call(weekly, moved, at=_ms(when)) for when in at} == at


def test_whole_days_are_those_of_the_zone() -> None:
    """Of the schedule, else of the calendar; where neither says, nobody knows when."""
    day = event("SUMMARY:Chi Wu", start=";VALUE=DATE:20261201", end=";VALUE=DATE:20261202")
    tokyo = Calendar(PEOPLE, source="/x", zone="Asia/Tokyo")
    for calendar, head in ((tokyo, ""), (CALENDAR, "X-WR-TIMEZONE:Asia/Tokyo\r\n")):
        at = [_ms(f"2026-{when}Z") for when in ("11-30T14:59", "11-30T15:00", "12-01T14:59")]
        found = [_on_call(day, at=one, calendar=calendar, head=head) for one in at]
        assert found == ["", "chi", "chi"]
    with pytest.raises(CalendarTrouble, match="write its zone in the schedule"):
        _on_call(day)


@pytest.mark.parametrize(
    ("lines", "who"), [("DURATION:PT2H", "chi"), ("DURATION:P1D", "chi"), ("", "")]
)
def test_an_event_may_say_how_long_it_is(lines: str, who: str) -> None:
    """One that says neither when it ends takes no time."""
    assert (
        _on_call(event(f"SUMMARY:Chi Wu\r\n{lines}".strip(), end="", start=":20261130T113000Z"))
        == who
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"<html>", "isn't iCal that can be read"),
        (b"", "isn't iCal that can be read"),
        (b"\xff\xfe\x00", "isn't iCal that can be read"),
        (ics(event("SUMMARY:x\r\nEXDATE:soon")), "a EXDATE that can't be read"),
        (ics(event("SUMMARY:x", start=":soon")), "a DTSTART that can't be read"),
        (ics(event("SUMMARY:x\r\nRRULE:FREQ=OFTEN")), "a RRULE that can't be read"),
        (ics(event("SUMMARY:x\r\nRRULE:FREQ=SECONDLY")), "repeats more often than daily"),
        (ics(event("SUMMARY:x\r\nRRULE:FREQ=HOURLY")), "repeats more often than daily"),
        (
            ics(event("SUMMARY:x\r\nRRULE:FREQ=DAILY;BYHOUR=1,2;BYMINUTE=0")),
            "repeats more often than daily",
        ),
        (ics(event("SUMMARY:x\r\nRRULE:FREQ=DAILY;INTERVAL=0")), "repeats at no interval"),
        (ics(event("SUMMARY:x\r\nRRULE:FREQ=DAILY\r\nEXRULE:FREQ=DAILY")), "has an EXRULE"),
        (
            ics(event("SUMMARY:x", start=";TZID=Mars/Olympus:20261130T090000", end="")),
            r"a time zone that isn't known \(Mars/Olympus\)",
        ),
        (ics(event("SUMMARY:x", end=":20261129T170000Z")), "ends before it starts"),
        (ics(*[event("SUMMARY:x")] * (MOST_EVENTS + 1)), f"more than {MOST_EVENTS} events"),
        (ics(*[event("SUMMARY:x\r\nRRULE:FREQ=DAILY")] * (MOST_SERIES + 1)),
         f"more than {MOST_SERIES} repeating"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_nobody_and_said(text: bytes, words: str) -> None:
    """A whole calendar is refused for one event whose time isn't clear."""
    with pytest.raises(CalendarTrouble, match=words):
        shifts(text, CALENDAR, NOON, NOON + HOUR)


def test_without_its_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are an extra: most policies name no calendar."""
    monkeypatch.setitem(sys.modules, "recurring_ical_events", None)
    with pytest.raises(CalendarTrouble, match=r"install signoff\[calendar\]"):
        shifts(ics(), CALENDAR, NOON, NOON + HOUR)
