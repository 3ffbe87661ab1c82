"""What a lifecycle costs in round trips, commands and bytes: counters, alike on every machine.

The limits stand a little above what docs/performance.md reports, so that nothing of it is lost
unseen.
"""

from pathlib import Path

from benchmarks import ours
from benchmarks.lifecycle import Job, Marks, earlier
from benchmarks.local import model_server
from benchmarks.measure import Server
from bot.store import EmbeddedRedis

LIMITS = {"reads": 12.0, "commands": 310.0, "bytes_sent": 18_500.0, "bytes_aof": 23_000.0}
LIFECYCLES = 10
EVEN = 1.1  # the counters of two runs of this test differ by less
# A long transcript isn't in the answer to a take: the two model calls that are made by a process
# which doesn't know it read it by themselves.
FETCHES = 2

# Redis rewrites its file at no moment of its own while it is looked at.
OPTIONS = ("--auto-aof-rewrite-percentage", "0")


async def costs(folder: Path, messages: int) -> dict[str, float]:
    """What a lifecycle after so many messages asks of Redis."""
    with EmbeddedRedis(folder, options=OPTIONS) as redis, model_server() as model:
        server = Server(redis.url)
        job = Job(
            redis=redis.url, model=model, namespace="cost:", concurrency=1,
            messages=messages, lifecycles=LIFECYCLES,
        )  # fmt: skip
        async with ours.opened(job, Marks()) as engine:
            for n in range(LIFECYCLES + 1):
                await engine.seed(n, earlier(messages))
            await engine.play(LIFECYCLES)  # scripts, connections and blocks of numbers
            await engine.settle()
            server.begin()
            for n in range(LIFECYCLES):
                await engine.play(n)
            await engine.settle()
            counted = server.counted()
    return counted.each(LIFECYCLES)


async def test_a_lifecycle_costs_what_the_document_says(tmp_path: Path) -> None:
    """From the task to the answer, approval in between."""
    found = await costs(tmp_path, 0)
    assert {name: found[name] for name in LIMITS if found[name] > LIMITS[name]} == {}


async def test_a_long_conversation_costs_no_more(tmp_path: Path) -> None:
    """What a step reads and writes doesn't grow with the messages that came before."""
    short = await costs(tmp_path / "short", 20)
    long = await costs(tmp_path / "long", 1_000)
    assert long["reads"] <= short["reads"] * EVEN + FETCHES
    for name in ("commands", "bytes_sent", "bytes_aof"):
        assert long[name] <= short[name] * EVEN, name
