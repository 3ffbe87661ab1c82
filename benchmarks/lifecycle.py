"""One job: so many lifecycles of one contestant, at one concurrency, after so many messages.

A contestant brings its own set-up; how it is driven and what is counted is the same for all.
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from benchmarks.measure import Server, lag, peak, resident

WARM = 4  # lifecycles before any counts, or one for each that runs at once: connections, scripts
# For one lifecycle: a contestant may block its loop for longer than a client waits to connect.
PATIENCE_S = 300.0
PAUSED = 20  # runs that are left waiting, to be weighed
QUESTION = "Please refund order 1042: the parcel was lost."
_WORDS = (
    "the parcel for order 1042 was handed to the carrier on Monday and nobody has seen it since"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What one process measures."""

    redis: str
    model: str
    namespace: str
    concurrency: int
    messages: int
    lifecycles: int

    @property
    def warm(self) -> int:
        """Lifecycles without earlier messages that come first and aren't measured."""
        return max(WARM, self.concurrency)

    @classmethod
    def given(cls) -> "Job":
        """The job on the command line."""
        return cls(**json.loads(sys.argv[1]))


@dataclass(slots=True)
class Marks:
    """Moments of the lifecycles, as ms between two of them.

    `tool_cpu`: the process's own time from the decision to the tool's start, one lifecycle at a
    time.
    """

    pause_saved: list[float] = field(default_factory=list[float])
    tool_started: list[float] = field(default_factory=list[float])
    tool_cpu: list[float] = field(default_factory=list[float])

    def clear(self) -> None:
        """Forgets what was noted."""
        for noted in (self.pause_saved, self.tool_started, self.tool_cpu):
            noted.clear()


class Contestant(Protocol):
    """Something that plays the lifecycle."""

    async def seed(self, n: int, messages: list[tuple[str, str]]) -> None:
        """Gives lifecycle `n` its earlier messages, as (role, text)."""
        ...

    async def play(self, n: int, *, decide: bool = True) -> None:
        """Plays lifecycle `n` to its end, or to its pause."""
        ...

    async def settle(self) -> None:
        """Returns when nothing is under way."""
        ...


Opened = Callable[[Job, Marks], AbstractAsyncContextManager[Contestant]]


def earlier(count: int) -> list[tuple[str, str]]:
    """So many messages of 200 characters, of people and the model in turn; the last a person's."""
    return [(_role(n, count), f"{n:4} {_WORDS * 3}"[:200]) for n in range(count)]


def _role(n: int, count: int) -> str:
    # The first is a person's too, as every conversation's.
    return "user" if n == 0 or (count - n) % 2 else "assistant"


async def measure(job: Job, opened: Opened) -> dict[str, Any]:
    """Warms up, then counts and times, then leaves runs waiting and weighs them."""
    server, marks = Server(job.redis), Marks()
    async with opened(job, marks) as contestant:
        total = job.warm + job.lifecycles
        for n in range(job.warm, total):
            await contestant.seed(n, earlier(job.messages))
        await _all(contestant, range(job.warm), job.concurrency)
        await contestant.settle()
        marks.clear()
        gc.collect()
        server.begin()
        async with lag() as late:
            cpu, began = time.process_time(), time.perf_counter()
            await _all(contestant, range(job.warm, total), job.concurrency)
            took = time.perf_counter() - began
            await contestant.settle()
            cpu = time.process_time() - cpu
        counted = server.counted()
        row = {
            "per_s": job.lifecycles / took,
            "cpu_ms": cpu * 1000 / job.lifecycles,
            **counted.each(job.lifecycles),
            "pause_saved_p50_ms": peak(marks.pause_saved, 0.5),
            "pause_saved_p99_ms": peak(marks.pause_saved, 0.99),
            "tool_started_p50_ms": peak(marks.tool_started, 0.5),
            "tool_started_p99_ms": peak(marks.tool_started, 0.99),
            "lag_p99_ms": peak(late, 0.99),
            "rss_mb": resident() / 1e6,
        }
        row["paused_bytes"] = await _weigh(contestant, job, server, total)
    return row


async def _all(contestant: Contestant, numbers: range, concurrency: int) -> None:
    waiting = iter(numbers)

    async def work() -> None:
        for n in waiting:
            await contestant.play(n)

    await asyncio.gather(*(work() for _ in range(concurrency)))


async def _weigh(contestant: Contestant, job: Job, server: Server, first: int) -> float:
    """Bytes that a waiting run has in Redis, its earlier messages included."""
    before = server.held(job.namespace)
    for n in range(first, first + PAUSED):
        await contestant.seed(n, earlier(job.messages))
        await contestant.play(n, decide=False)
    await contestant.settle()
    return (server.held(job.namespace) - before) / PAUSED


def main(opened: Opened) -> None:
    """Measures the job on the command line and writes its row as the last line."""
    print(json.dumps(asyncio.run(measure(Job.given(), opened))), flush=True)
