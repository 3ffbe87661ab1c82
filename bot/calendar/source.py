"""Calendars from an address or a file, read again every few minutes; a failure is never kept.

An address may let whoever has it read the calendar: it is neither logged nor said.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import aiohttp

from bot.calendar.shifts import CalendarTrouble, Shift, shifts
from bot.core.rota import Calendar
from bot.ports.sets import SetTrouble
from bot.threads import in_thread
from bot.within import within

LOCAL = ("127.0.0.1", "::1", "localhost")
MOST_BYTES = 1 << 20
WITHIN_S = 5.0  # for one look at the source, and again for making sense of it
# Read beyond what was asked for, so that a shift which begins meanwhile is known.
BEFORE_MS, AFTER_MS = 60_000, 2 * 3_600_000
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class _Kept:
    at: float
    start: int
    end: int
    shifts: tuple[Shift, ...]


class IcalCalendars:
    """`ports.Calendars`. `clock` in seconds that never go back; `env` is the environment."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        env: Mapping[str, str] = os.environ,
    ) -> None:
        self._clock = clock
        self._env = env
        self._kept: dict[Calendar, _Kept] = {}
        self._reading: dict[Calendar, asyncio.Task[_Kept]] = {}
        self._out: dict[Calendar, asyncio.Task[object]] = {}

    async def on_call(self, calendar: Calendar, now: int) -> frozenset[str]:
        """See ports.Calendars."""
        kept = self._kept.get(calendar)
        if kept is None or not self._fresh(kept, calendar, now):
            reading = self._reading.get(calendar)
            if reading is None:
                reading = asyncio.create_task(self._read(calendar, now), name="calendar")
                self._reading[calendar] = reading
                reading.add_done_callback(lambda done: self._was_read(calendar, done))
            kept = await asyncio.shield(reading)
        there = (shift.people for shift in kept.shifts if shift.start <= now < shift.end)
        return frozenset[str]().union(*there)

    def _fresh(self, kept: _Kept, calendar: Calendar, now: int) -> bool:
        return self._clock() - kept.at <= calendar.keep_s and kept.start <= now < kept.end

    def _was_read(self, calendar: Calendar, done: asyncio.Task[_Kept]) -> None:
        self._reading.pop(calendar, None)
        if not done.cancelled():
            done.exception()  # whoever waited has it; nobody may have

    async def _read(self, calendar: Calendar, now: int) -> _Kept:
        began, start, end = self._clock(), now - BEFORE_MS, now + AFTER_MS
        if calendar in self._out:
            raise SetTrouble("the calendar is still being made sense of")
        try:
            async with within(WITHIN_S):
                text = await self._text(self._source(calendar))
            async with within(WITHIN_S):
                found = await self._understood(text, calendar, start, end)
        except CalendarTrouble as trouble:
            raise SetTrouble(f"the calendar can't be used: {trouble}") from None
        except TimeoutError:
            raise SetTrouble(f"the calendar wasn't there within {WITHIN_S:g} s") from None
        kept = _Kept(began, start, end, found)
        # A policy that was reloaded may have named others.
        self._kept = {c: k for c, k in self._kept.items() if began - k.at <= c.keep_s}
        self._kept[calendar] = kept
        return kept

    async def _understood(
        self, text: bytes, calendar: Calendar, start: int, end: int
    ) -> tuple[Shift, ...]:
        """Its shifts. A text that takes for ever has one thread, however often it is asked for."""
        work = in_thread(lambda: shifts(text, calendar, start, end), "calendar")
        task = self._out[calendar] = asyncio.create_task(work, name="calendar")
        task.add_done_callback(lambda done: self._was_understood(calendar, done))
        return cast("tuple[Shift, ...]", await asyncio.shield(task))

    def _was_understood(self, calendar: Calendar, done: asyncio.Task[object]) -> None:
        self._out.pop(calendar, None)
        if not done.cancelled():
            done.exception()  # whoever waited has it

    def _source(self, calendar: Calendar) -> str:
        if calendar.source:
            return calendar.source
        name = calendar.source_env
        given, file = self._env.get(name), self._env.get(f"{name}_FILE")
        if given:
            return given.strip()
        if not file:
            raise SetTrouble(f"{name} isn't set: it holds the calendar's address")
        try:
            return Path(file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise SetTrouble(f"{name}_FILE names a file that can't be read") from None

    async def _text(self, source: str) -> bytes:
        if source.startswith("/"):
            return await asyncio.to_thread(_from_file, Path(source))
        if not _allowed(source):
            raise SetTrouble("the calendar's address doesn't begin with https://")
        try:
            # A redirect could lead anywhere, an address without https too.
            async with (
                aiohttp.ClientSession(trust_env=True) as session,
                session.get(source, allow_redirects=False) as answer,
            ):
                if answer.status != 200:
                    raise SetTrouble(f"the calendar's server answers HTTP {answer.status}")
                return await _bounded(answer.content)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            # Its text may hold the address.
            words = f"the calendar's server can't be reached ({type(error).__name__})"
            raise SetTrouble(words) from None


def _allowed(source: str) -> bool:
    """Whether the address is one of TLS, or of this machine."""
    try:
        where = urlsplit(source)
    except ValueError:
        return False
    return where.scheme == "https" or (where.scheme == "http" and where.hostname in LOCAL)


async def _bounded(content: aiohttp.StreamReader) -> bytes:
    found = bytearray()
    async for chunk in content.iter_chunked(_CHUNK):
        found += chunk
        if len(found) > MOST_BYTES:
            raise SetTrouble(_TOO_LONG)
    return bytes(found)


def _from_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    except OSError as error:
        words = f"the calendar's file can't be read ({error.strerror or type(error).__name__})"
        raise SetTrouble(words) from None
    if len(found) > MOST_BYTES:
        raise SetTrouble(_TOO_LONG)
    return found


_TOO_LONG = f"the calendar is longer than {MOST_BYTES >> 20} MiB"
