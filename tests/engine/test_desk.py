"""A desk reads the transcript once, and never gives half of it."""

import asyncio
from typing import cast

import pytest

from bot.engine.desk import Desk
from bot.ports import Store


class SlowLines:
    """The one method of a store that a desk calls, answering when it is let go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.reads: list[tuple[int, int]] = []

    async def lines(self, run: str, start: int, stop: int) -> tuple[str, ...]:
        """See ports.Store."""
        self.reads.append((start, stop))
        await self.go.wait()
        return tuple(f"line {n}" for n in range(start, min(stop, 5)))


async def test_a_desk_that_is_forgotten_while_it_reads_gives_all_lines() -> None:
    """Another worker takes the run during the read: the model still gets the whole conversation."""
    desk, store = Desk("1.a"), SlowLines()
    desk.transcript = ("line 0",)
    reading = asyncio.create_task(desk.lines(cast("Store", store), 3))
    await asyncio.sleep(0)
    desk.forget()
    store.go.set()
    assert await reading == ("line 0", "line 1", "line 2")
    assert desk.transcript == ()


async def test_two_readers_at_once_keep_each_line_once() -> None:
    """What both fetched is remembered once."""
    desk, store = Desk("1.a"), SlowLines()
    reading = [asyncio.create_task(desk.lines(cast("Store", store), 3)) for _ in range(2)]
    await asyncio.sleep(0)
    store.go.set()
    assert [await r for r in reading] == [("line 0", "line 1", "line 2")] * 2
    assert desk.transcript == ("line 0", "line 1", "line 2")
    assert await desk.lines(cast("Store", store), 2) == ("line 0", "line 1")
    assert store.reads == [(0, 3), (0, 3)]


async def test_a_transcript_that_is_too_short_is_an_error() -> None:
    """A model never gets a conversation with its end missing."""
    store = SlowLines()
    store.go.set()
    with pytest.raises(LookupError, match="has 5 lines, not 9"):
        await Desk("1.a").lines(cast("Store", store), 9)
