"""Rotas: exactly one person at every moment, and hand-overs by the clocks on the wall."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.rota import Calendar, Override, Rota, Schedule, on_call

_wall = datetime.fromisoformat
HOUR_S, DAY_S = 3_600, 86_400
ZONES = ("Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC")
MADRID = Rota(("ben", "chi"), _wall("2026-10-19T09:00"), 7 * DAY_S, "Europe/Madrid")


def _ms(*at: int, zone: str = "Europe/Madrid", fold: int = 0) -> int:
    year, month, day, *rest = at
    local = datetime(year, month, day, *rest, tzinfo=ZoneInfo(zone), fold=fold)
    return int(local.timestamp() * 1000)


@pytest.mark.parametrize(
    ("at", "who"),
    [
        ((2026, 10, 19, 8, 59, 59), None),
        ((2026, 10, 19, 9), "ben"),
        ((2026, 10, 25, 23), "ben"),
        ((2026, 10, 26, 8, 59, 59), "ben"),  # the clocks went back the day before
        ((2026, 10, 26, 9), "chi"),
        ((2026, 11, 2, 9), "ben"),
        ((2027, 3, 29, 8, 59, 59), "ben"),  # and forward here
        ((2027, 3, 29, 9), "chi"),
    ],
)
def test_a_turn_is_handed_over_at_the_same_time_of_day(at: tuple[int, ...], who: str) -> None:
    """In winter as in summer; before the first turn nobody is on call."""
    assert on_call(MADRID, _ms(*at)) == who


def test_the_hour_that_comes_twice_hands_over_once() -> None:
    """At its first coming: the second doesn't take the turn back."""
    rota = replace(MADRID, starts=_wall("2026-10-24T02:30"), every_s=DAY_S)
    assert on_call(rota, _ms(2026, 10, 25, 2, 29)) == "ben"
    assert on_call(rota, _ms(2026, 10, 25, 2, 30)) == "chi"
    assert on_call(rota, _ms(2026, 10, 25, 2, 15, fold=1)) == "chi"
    assert on_call(rota, _ms(2026, 10, 25, 2, 45, fold=1)) == "chi"
    assert on_call(rota, _ms(2026, 10, 26, 2, 29)) == "chi"


def test_the_hour_that_is_skipped_hands_over_all_the_same() -> None:
    """A turn that begins at half past two begins at half past three on that day."""
    rota = replace(MADRID, starts=_wall("2027-03-27T02:30"), every_s=DAY_S)
    assert on_call(rota, _ms(2027, 3, 28, 1, 59)) == "ben"
    assert on_call(rota, _ms(2027, 3, 28, 3, 29)) == "ben"
    assert on_call(rota, _ms(2027, 3, 28, 3, 30)) == "chi"


def test_an_override_goes_before_the_turn() -> None:
    """From its first moment to right before its end, also before the first turn."""
    swap = Override(_wall("2026-10-18T09:00"), _wall("2026-10-20T09:00"), "dee")
    rota = replace(MADRID, overrides=(swap,))
    assert on_call(rota, _ms(2026, 10, 18, 8, 59)) is None
    assert on_call(rota, _ms(2026, 10, 18, 9)) == "dee"
    assert on_call(rota, _ms(2026, 10, 20, 8, 59)) == "dee"
    assert on_call(rota, _ms(2026, 10, 20, 9)) == "ben"
    assert Schedule("s", rota).people == ("ben", "chi", "dee")
    both = (("ben@example.com", "ben"), ("Ben Ode", "ben"))
    assert Schedule("s", Calendar(both)).people == ("ben",)


rotas = st.builds(
    Rota,
    people=st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True).map(tuple),
    starts=st.datetimes(_wall("2020-01-01T00:00"), _wall("2030-01-01T00:00")),
    every_s=st.one_of(
        st.integers(1, 72).map(HOUR_S.__mul__), st.integers(1, 60).map(DAY_S.__mul__)
    ),
    zone=st.sampled_from(ZONES),
)


@given(rotas, st.integers(0, 5_000), st.integers(0, DAY_S))
def test_every_moment_has_its_one_person(rota: Rota, turn: int, beside_s: int) -> None:
    """From the first turn on; at each hand-over the next of the list takes over, by the wall."""
    local = rota.starts + timedelta(seconds=turn * rota.every_s)
    begins = local.replace(tzinfo=ZoneInfo(rota.zone)).astimezone(UTC)
    now = int(begins.timestamp() * 1000)
    whose = rota.people[turn % len(rota.people)]
    later = {rota.people[(turn + n) % len(rota.people)] for n in range(2)}  # two turns at once
    assert on_call(rota, now) in later
    first = int(rota.starts.replace(tzinfo=ZoneInfo(rota.zone)).timestamp() * 1000)
    assert on_call(rota, max(now + beside_s * 1000, first)) in rota.people
    wall = begins.astimezone(ZoneInfo(rota.zone)).replace(tzinfo=None)
    if wall == local:  # a time of day that there is
        assert on_call(rota, now) == whose
        assert turn == 0 or on_call(rota, now - 1) in rota.people
    if turn == 0 and wall == local:
        assert on_call(rota, now - 1) is None
