"""What is measured: a Redis server's counters, a process's time and memory, a loop's lag.

It needs nothing of the product, so that the other libraries' processes can use it too.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import redis

LAG_EVERY_S = 0.005  # how often the loop is asked to come back


@dataclass(frozen=True, slots=True)
class Counted:
    """What a Redis server has done since another look at it.

    `sent`: bytes that its clients sent. `aof`: bytes by which its append-only file grew.
    """

    reads: int
    commands: int
    sent: int
    aof: int

    def minus(self, other: "Counted") -> "Counted":
        """What happened between two looks."""
        return Counted(
            self.reads - other.reads,
            self.commands - other.commands,
            self.sent - other.sent,
            self.aof - other.aof,
        )

    def each(self, lifecycles: int) -> dict[str, float]:
        """A lifecycle's share."""
        return {
            "reads": self.reads / lifecycles,
            "commands": self.commands / lifecycles,
            "bytes_sent": self.sent / lifecycles,
            "bytes_aof": self.aof / lifecycles,
        }


class Server:
    """A look at the Redis server that everybody works on."""

    def __init__(self, url: str) -> None:
        self._client = cast("Any", redis.Redis).from_url(url, protocol=2)
        self._own = Counted(0, 0, 0, 0)
        before = self._look()
        self._own = self._look().minus(before)  # what a look itself costs
        self._before = self._look()

    def begin(self) -> None:
        """From here on is counted."""
        self._before = self._look()

    def counted(self) -> Counted:
        """What happened since `begin`, without this look itself."""
        return self._look().minus(self._before).minus(self._own)

    def _look(self) -> Counted:
        info = cast("dict[str, Any]", self._client.info("everything"))
        return Counted(
            info["total_reads_processed"],
            info["total_commands_processed"],
            info["total_net_input_bytes"],
            info["aof_current_size"],
        )

    def commands(self) -> dict[str, tuple[int, int]]:
        """How often each command was called since the server's statistics began, and its us."""
        stats = cast("dict[str, Any]", self._client.info("commandstats"))
        return {k.removeprefix("cmdstat_"): (v["calls"], v["usec"]) for k, v in stats.items()}

    def held(self, prefix: str) -> int:
        """Bytes of memory of all keys that begin so."""
        keys = cast("Iterable[bytes]", self._client.scan_iter(match=f"{prefix}*", count=1000))
        return sum(self._client.memory_usage(key, samples=0) or 0 for key in keys)


def peak(values: Sequence[float], share: float) -> float:
    """The value that `share` of the others don't pass; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def resident() -> int:
    """Bytes of memory that this process has."""
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - no file of ours
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@asynccontextmanager
async def lag() -> AsyncGenerator[list[float]]:
    """Ms by which the loop came back too late, again and again while the block lasts."""
    found: list[float] = []

    async def look() -> None:
        while True:
            asked = time.perf_counter()
            await asyncio.sleep(LAG_EVERY_S)
            found.append((time.perf_counter() - asked - LAG_EVERY_S) * 1000)

    task = asyncio.create_task(look())
    try:
        yield found
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
