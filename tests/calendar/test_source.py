"""Where calendars come from: kept for a while, bounded, and nobody where one can't be read."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.calendar import source
from bot.calendar.shifts import Shift
from bot.calendar.source import AFTER_MS, BEFORE_MS, MOST_BYTES, IcalCalendars
from bot.core.rota import Calendar
from bot.ports.sets import SetTrouble
from tests.calendar.ics import event, ics
from tests.support import wait_until

NOON = int(datetime.fromisoformat("2026-11-30T12:00Z").timestamp() * 1000)
PEOPLE = (("ben", "ben"), ("chi", "chi"))
BEN, CHI = ics(event("SUMMARY:ben")), ics(event("SUMMARY:chi"))
SECRET = "s3cr3t"


@dataclass
class Served:
    """A server of one calendar."""

    body: bytes = BEN
    status: int = 200
    location: str = ""
    asked: int = 0
    go: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""

    async def answer(self, _request: web.Request) -> web.Response:
        """Its answer, once it may go."""
        self.asked += 1
        await self.go.wait()
        headers = {"Location": self.location} if self.location else {}
        return web.Response(body=self.body, status=self.status, headers=headers)

    @property
    def calendar(self) -> Calendar:
        """What the policy says of it."""
        return Calendar(PEOPLE, source=self.url)


@pytest.fixture
async def served() -> AsyncGenerator[Served]:
    """A server that answers at once."""
    made, app = Served(), web.Application()
    made.go.set()
    app.router.add_get("/{name}", made.answer)
    async with TestServer(app) as server:
        made.url = str(server.make_url(f"/{SECRET}.ics"))
        yield made


@dataclass
class Time:
    """A clock that is set by hand."""

    at: float = 0.0

    def __call__(self) -> float:
        """Seconds."""
        return self.at


async def test_a_calendar_is_kept_for_its_time(served: Served) -> None:
    """To the second; what it says of a later moment is known without a look."""
    clock = Time()
    found = IcalCalendars(clock)
    assert await found.on_call(served.calendar, NOON) == {"ben"}
    served.body = CHI
    clock.at = served.calendar.keep_s
    assert await found.on_call(served.calendar, NOON + 1_000) == {"ben"}
    assert served.asked == 1
    clock.at += 1
    assert await found.on_call(served.calendar, NOON) == {"chi"}


async def test_a_handover_within_that_time_is_exact(served: Served) -> None:
    """Whose shift it is is asked of the moment, not of when the calendar was read."""
    shift = event("SUMMARY:chi", start=":20261130T120500Z", uid="2")
    served.body = ics(event("SUMMARY:ben", end=":20261130T120500Z"), shift)
    found, handover = IcalCalendars(Time()), NOON + 5 * 60_000
    assert await found.on_call(served.calendar, NOON) == {"ben"}
    assert await found.on_call(served.calendar, handover - 1) == {"ben"}
    assert await found.on_call(served.calendar, handover) == {"chi"}
    assert served.asked == 1
    for at in (NOON + AFTER_MS, NOON - BEFORE_MS - 1):  # of these nothing was read
        await found.on_call(served.calendar, at)
    assert served.asked == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"status": 404}, "answers HTTP 404"),
        ({"status": 302, "location": "http://127.0.0.1/other"}, "answers HTTP 302"),
        ({"body": b"<html>"}, "isn't iCal that can be read"),
        ({"body": BEN + b" " * MOST_BYTES}, "longer than 1 MiB"),
    ],
)
async def test_a_failure_is_never_kept(
    served: Served, change: dict[str, object], words: str
) -> None:
    """Nor is what was known before it used any longer; the address isn't said."""
    clock = Time()
    found = IcalCalendars(clock)
    assert await found.on_call(served.calendar, NOON) == {"ben"}
    clock.at = served.calendar.keep_s + 1
    for name, value in change.items():
        setattr(served, name, value)
    for _ in range(2):
        with pytest.raises(SetTrouble, match=words) as trouble:
            await found.on_call(served.calendar, NOON)
        assert SECRET not in str(trouble.value)
    served.body, served.status = CHI, 200
    assert await found.on_call(served.calendar, NOON) == {"chi"}


async def test_a_server_that_is_away_is_said_without_its_address() -> None:
    """The client's own words would hold it."""
    with pytest.raises(SetTrouble, match="can't be reached") as trouble:
        await IcalCalendars().on_call(Calendar(PEOPLE, source=f"http://127.0.0.1:1/{SECRET}"), NOON)
    assert SECRET not in str(trouble.value) and trouble.value.__cause__ is None


async def test_a_slow_server_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is on call then, as far as anybody knows."""
    served.go.clear()
    monkeypatch.setattr(source, "WITHIN_S", 0.05)
    with pytest.raises(SetTrouble, match=r"wasn't there within 0\.05 s"):
        await IcalCalendars().on_call(served.calendar, NOON)
    served.go.set()


async def test_a_text_that_takes_for_ever_has_one_thread(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked for; once it ends, the calendar is read anew."""
    begun, go = list[int](), threading.Event()

    def slow(*_given: object) -> tuple[Shift, ...]:
        begun.append(1)
        go.wait()
        return ()

    monkeypatch.setattr(source, "WITHIN_S", 0.05)
    monkeypatch.setattr(source, "shifts", slow)
    found = IcalCalendars()
    with pytest.raises(SetTrouble, match=r"wasn't there within"):
        await found.on_call(served.calendar, NOON)
    for _ in range(20):
        with pytest.raises(SetTrouble, match="still being made sense of"):
            await found.on_call(served.calendar, NOON)
    assert len(begun) == 1
    monkeypatch.setattr(source, "WITHIN_S", 5.0)
    go.set()
    await wait_until(lambda: not _threads(), "its thread has ended")
    await asyncio.sleep(0)
    assert await found.on_call(served.calendar, NOON) == frozenset()
    assert len(begun) == 2


def _threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "calendar"]


async def test_those_who_ask_at_once_share_a_look(served: Served) -> None:
    """Who stops waiting takes it from nobody."""
    served.go.clear()
    found = IcalCalendars()
    asked = [asyncio.create_task(found.on_call(served.calendar, NOON)) for _ in range(5)]
    await asyncio.sleep(0)
    asked[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked[0]
    served.go.set()
    assert await asyncio.gather(*asked[1:]) == [{"ben"}] * 4
    assert served.asked == 1


async def test_a_file_is_read(tmp_path: Path) -> None:
    """As an address is; with the same bounds."""
    file = tmp_path / "oncall.ics"
    calendar = Calendar(PEOPLE, source=str(file))
    with pytest.raises(SetTrouble, match="file can't be read"):
        await IcalCalendars().on_call(calendar, NOON)
    file.write_bytes(BEN)
    assert await IcalCalendars().on_call(calendar, NOON) == {"ben"}
    file.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(SetTrouble, match="longer than 1 MiB"):
        await IcalCalendars().on_call(calendar, NOON)


async def test_an_address_may_stand_in_the_environment(tmp_path: Path, served: Served) -> None:
    """Or in a file that the environment names; unset, it says which it wants."""
    calendar = Calendar(PEOPLE, source_env="SIGNOFF_CALENDAR")
    env: dict[str, str] = {}
    found = IcalCalendars(env=env)
    with pytest.raises(SetTrouble, match="SIGNOFF_CALENDAR isn't set"):
        await found.on_call(calendar, NOON)
    file = tmp_path / "address"
    env["SIGNOFF_CALENDAR_FILE"] = str(file)
    with pytest.raises(SetTrouble, match="SIGNOFF_CALENDAR_FILE names a file that can't be read"):
        await found.on_call(calendar, NOON)
    file.write_text(f"{served.url}\n")
    assert await found.on_call(calendar, NOON) == {"ben"}
    other = replace(calendar, zone="UTC")
    for address in ("http://127.0.0.1.example/x", "ftp://127.0.0.1/x", "x", "https://[", ""):
        env["SIGNOFF_CALENDAR"] = address or " "
        with pytest.raises(SetTrouble, match="doesn't begin with https://"):
            await found.on_call(other, NOON)
