"""What a take brings along, so that nothing has to be asked for after it."""

from collections.abc import AsyncGenerator

import pytest

from bot.core.checkpoint import VERSION
from bot.engine.desk import Desk
from bot.ports import Taken
from bot.store import RedisStore
from tests.engine.bench import BEN, Bench, calls, words
from tests.engine.conftest import TIMES


class Reading(RedisStore):
    """A store that says which transcripts it was asked for, and which threads' past."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # pyright: ignore[reportArgumentType]
        self.read: list[str] = []

    async def lines(self, run: str, start: int, stop: int) -> tuple[str, ...]:
        """See ports.Store."""
        self.read.append(f"{run} {start}-{stop}")
        return await super().lines(run, start, stop)

    async def past(self, thread: str) -> str | None:
        """See ports.Store."""
        self.read.append(thread)
        return await super().past(thread)


@pytest.fixture
async def reading(bench: Bench, redis: str) -> AsyncGenerator[Reading]:
    """Such a store on the bench's runs."""
    async with Reading.open(redis, namespace=bench.namespace, times=TIMES) as opened:
        assert isinstance(opened, Reading)
        yield opened


async def test_a_short_run_goes_on_without_reading_its_transcript(
    bench: Bench, reading: Reading
) -> None:
    """Another process takes it up after a decision, and the model gets the whole conversation."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker(store=reading))
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker(store=reading))
    assert bench.said("answer") == ["done"]
    assert reading.read == []
    first, second = (request.messages for request in bench.model.requests)
    assert list(second[: len(first)]) == list(first) and len(second) == len(first) + 2


async def test_a_long_run_reads_what_it_needs(bench: Bench, reading: Reading) -> None:
    """The transcript is asked for when the model is."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says("x" * 9_000)
    await bench.moves(bench.worker(store=reading))
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker(store=reading))
    assert bench.said("answer") == ["done"]
    assert reading.read == [f"{bench.run} 0-3"]


async def test_a_new_task_is_told_of_the_last_one(bench: Bench, reading: Reading) -> None:
    """Which run that was comes with the take; its words are read once."""
    bench.model.plays(words("it is done"), words("again"))
    await bench.says("do the first thing")
    await bench.moves(bench.worker(store=reading))
    first = bench.run
    await bench.says("the same once more", ts="2.0")
    await bench.moves(bench.worker(store=reading))
    assert bench.run != first
    assert reading.read == [f"{first} 0-400"]
    assert "do the first thing" in str(bench.model.requests[-1])


async def test_a_desk_from_a_lost_future_starts_over(bench: Bench) -> None:
    """What a failover took back is forgotten, words included, and nothing is folded twice."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    desk = Desk(bench.run)
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken) and taken.snapshot is None
    desk.load(taken)
    known, desk.version = desk.run, 99
    desk.transcript = (*desk.transcript, "said in the lost future")
    again = await bench.store.take(bench.run, desk.version, VERSION)
    assert isinstance(again, Taken)
    desk.load(again)
    assert (desk.run, desk.version) == (known, taken.version)
    assert await desk.lines(bench.store, taken.lines) == taken.transcript
