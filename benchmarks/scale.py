"""What waiting costs: 10,000 paused runs, a fresh process on them, and many clicks at once."""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import aiohttp

from benchmarks import ours
from benchmarks.lifecycle import WARM, Job, Marks, earlier
from benchmarks.local import Child, bot_process
from benchmarks.measure import Server, peak
from benchmarks.ours import thread
from benchmarks.parts import POLICY, Moments, quiet, toolbox
from benchmarks.product import Talk, started, starts
from benchmarks.seeding import Seeder
from bot.engine import EngineSettings, Gate, StoreInbox
from bot.store import RedisStore

RUNS = 10_000
AT_ONCE = 16  # runs that are prepared side by side
LOOKED_S = 3.0  # after its start, until when a process has swept and rested
RATE = 200.0  # clicks a second
CLICKS = 1_000  # at most, of each kind
# What is clicked at that rate: the processes that are there, the first of which hears, and who.
STORMS = {
    "saved": (("web",), ["U0BEN"]),
    "apart": (("web", "worker"), ["U0BEN"]),
    "refused": (("all",), ["U0ANA"]),
    "decided": (("all",), ["U0BEN"]),
}
SHORT, LONG = 10, 1_000  # messages of the runs whose clicks are compared
COMPARED = 30  # clicks on each


async def pause(job: Job, runs: int) -> dict[str, dict[str, str]]:
    """So many paused runs, the oldest first: their cards by their threads."""
    gate = Gate(POLICY, toolbox(Moments()))
    cards = dict[str, dict[str, str]]()
    waiting = iter(range(runs))
    async with RedisStore.open(job.redis, namespace=job.namespace) as store:
        seeder = Seeder(store, StoreInbox(store, store.shards), gate, EngineSettings())

        async def work() -> None:
            for n in waiting:
                ts = f"{1_650_000_000 + n}.000300"
                cards[thread(n).ts] = {"request": await seeder.pause(thread(n), ts), "ts": ts}

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return cards


async def waiting(job: Job, runs: int) -> dict[str, float]:
    """Memory of a fresh process without and with paused runs; its first answer."""
    server = Server(job.redis)
    with started(job) as (folder, slack, env):
        with bot_process("all", env, folder) as bot:
            without = await _rested(bot)
        cards = await pause(job, runs)
        held = server.held(job.namespace) / runs
        with bot_process("all", env, folder) as bot:
            with_them = await _rested(bot)
        async with aiohttp.ClientSession() as http:
            talk = Talk(slack, http)
            await talk("know", cards=cards)
            first = await _first(talk, min(cards), env, folder)
            acks = await storms(talk, sorted(cards)[1:], env, folder)
    return {
        "runs": runs,
        "paused_bytes": held,
        "rss_mb_without": without / 1e6,
        "rss_mb_with": with_them / 1e6,
        "rss_bytes_a_run": (with_them - without) / runs,
        **first,
        **acks,
    }


async def _rested(bot: Child) -> int:
    await asyncio.sleep(LOOKED_S)
    bot.used()
    return bot.used()["rss"]


async def _first(talk: Talk, oldest: str, env: Mapping[str, str], folder: Path) -> dict[str, float]:
    """A click on the oldest run as soon as a new process hears it: when what has happened."""
    pressed = asyncio.create_task(talk("storm", threads=[oldest], rate=1.0, people=["U0BEN"]))
    await asyncio.sleep(0.05)
    spawned = time.perf_counter()
    with bot_process("all", env, folder):
        ready = time.perf_counter()
        answered = asyncio.create_task(talk("answered", threads=[oldest]))
        heard = (await pressed)["began"]
        done = (await answered)["at"]
        tool = max(starts(folder).values())
    return {
        "ready_s": ready - spawned,
        "heard_s": heard - spawned,
        "tool_after_ready_s": tool - ready,
        "answer_after_ready_s": done - ready,
        "answer_s": done - spawned,
    }


async def storms(
    talk: Talk, threads: list[str], env: Mapping[str, str], folder: Path
) -> dict[str, float]:
    """Clicks at a rate, each the first on its run, until they are acknowledged.

    `saved`: only the process that receives is there, so that nothing but the save is measured.
    `apart`: a worker beside it does what they lead to. `refused` and `decided`: one process is both
    and works on refusals, or on whole second halves of lifecycles: more than it can do at that
    rate, so that its loop is never free.
    """
    found = dict[str, float]()
    share = min(CLICKS, len(threads) // len(STORMS))
    for place, (name, (roles, people)) in enumerate(STORMS.items()):
        clicked = threads[place * share : (place + 1) * share]
        with ExitStack() as stack:
            bots = [stack.enter_context(bot_process(role, env, folder)) for role in roles]
            await asyncio.sleep(1)
            used = bots[0].used()["cpu_s"]
            played = await talk("storm", threads=clicked, rate=RATE, people=people)
            used = bots[0].used()["cpu_s"] - used
        acks = played["acks_ms"]
        took = played["ended"] - played["began"]
        found[f"{name}_clicks_per_s"] = len(acks) / took
        found[f"{name}_cpu_ms"] = used * 1000 / len(acks)
        found[f"{name}_ack_p50_ms"] = peak(acks, 0.5)
        found[f"{name}_ack_p99_ms"] = peak(acks, 0.99)
    return found


async def compared(job: Job) -> dict[str, float]:
    """What a click costs on a short run and on a long one, in turn, by the engine alone."""
    kinds = (SHORT, Marks()), (LONG, Marks())
    async with ours.opened(job, Marks()) as engine:
        for n in range(2 * (COMPARED + WARM)):
            messages, engine.marks = kinds[n % 2]
            await engine.seed(n, earlier(messages))
            await engine.play(n)
    found = dict[str, float]()
    for messages, marks in kinds:
        found[f"click_{messages}_ms"] = peak(marks.tool_started[WARM:], 0.5)
        found[f"click_{messages}_cpu_ms"] = peak(marks.tool_cpu[WARM:], 0.5)
    for unit in ("ms", "cpu_ms"):
        found[f"click_ratio_{unit}"] = (
            found[f"click_{LONG}_{unit}"] / found[f"click_{SHORT}_{unit}"]
        )
    return found


async def main() -> None:
    """Both, as one row: the job's lifecycles are the runs that wait."""
    quiet()
    job = Job.given()
    row = await compared(replace(job, namespace="compared:"))
    print(json.dumps({**row, **await waiting(job, job.lifecycles)}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
