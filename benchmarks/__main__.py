"""Runs the contestants beside each other: `python -m benchmarks`, or `make bench`.

Each job is a process of its own on a Redis of its own. For each cell of the table all contestants
run one after the other, in another order each round, so that a noisy minute meets all alike.
"""

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.local import model_server
from benchmarks.peers.environment import PYTHON, prepare
from benchmarks.results import RESULTS, Row
from bot.store import EmbeddedRedis

ROOT = Path(__file__).resolve().parent.parent
NAMESPACE = "bench:"
JOB_S = 900.0
# The counters are of one lifecycle: Redis rewrites its file at no moment of its own.
OPTIONS = ("--auto-aof-rewrite-percentage", "0")


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that is measured; `peer`: in the peers' environment."""

    name: str
    module: str
    peer: bool = False


CONTESTANTS = (
    Contestant("engine", "benchmarks.ours"),
    Contestant("product", "benchmarks.product"),
    Contestant("floor: client.post", "benchmarks.floor_post"),
    Contestant("floor: create()", "benchmarks.floor_create"),
    Contestant("LangGraph", "benchmarks.peers.langgraph_run", peer=True),
    Contestant("pydantic-ai", "benchmarks.peers.pydantic_ai_run", peer=True),
)
WAITING = Contestant("waiting", "benchmarks.scale")
MESSAGES = (0, 20, 200, 1_000)
CONCURRENCY = (1, 32)
# Lifecycles of a job: enough for a p99 where they are cheap, few where a peer takes seconds.
LIFECYCLES = {
    (1, 0): 60, (1, 20): 60, (1, 200): 30, (1, 1_000): 10,
    (32, 0): 192, (32, 20): 192, (32, 200): 96, (32, 1_000): 32,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Task:
    """One job of one contestant."""

    contestant: Contestant
    concurrency: int
    messages: int
    lifecycles: int

    def __str__(self) -> str:
        return f"{self.contestant.name}, {self.concurrency} at once, {self.messages} messages"


def tasks(options: argparse.Namespace, round_: int) -> Iterator[Task]:
    """A round's jobs in their order."""
    dice = random.Random(f"{options.seed} {round_}")
    cells = [(c, m) for c in options.at_once for m in options.messages]
    dice.shuffle(cells)
    for concurrency, messages in cells:
        count = LIFECYCLES[concurrency, messages]
        count = max(concurrency, count // 4) if options.quick else count
        these = [one for one in CONTESTANTS if _wanted(one, options)]
        dice.shuffle(these)
        yield from (Task(one, concurrency, messages, count) for one in these)
    if _wanted(WAITING, options):
        yield Task(WAITING, 1, 0, 1_000 if options.quick else 10_000)


def _wanted(contestant: Contestant, options: argparse.Namespace) -> bool:
    return not options.only or contestant.name in options.only


def play(task: Task, model: str) -> dict[str, Any]:
    """What a job's process says; an `error` in words if it fails."""
    python = PYTHON if task.contestant.peer else Path(sys.executable)
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedRedis(Path(folder), options=OPTIONS) as redis,
    ):
        job = {"redis": redis.url, "model": model, "namespace": NAMESPACE,
               "concurrency": task.concurrency, "messages": task.messages,
               "lifecycles": task.lifecycles}  # fmt: skip
        try:
            done = subprocess.run(
                [python, "-m", task.contestant.module, json.dumps(job)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                timeout=JOB_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"error": f"it took more than {JOB_S:.0f} s"}
    if done.returncode != 0:
        print(done.stderr[-4_000:], file=sys.stderr)
        return {"error": "it failed"}
    return json.loads(done.stdout.splitlines()[-1])


def options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = [one.name for one in (*CONTESTANTS, WAITING)]
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is run")
    parser.add_argument("--only", nargs="+", choices=names, help="these contestants alone")
    parser.add_argument("--at-once", type=int, nargs="+", choices=CONCURRENCY, default=CONCURRENCY)
    parser.add_argument("--messages", type=int, nargs="+", choices=MESSAGES, default=MESSAGES)
    parser.add_argument("--quick", action="store_true", help="a quarter of the lifecycles")
    parser.add_argument("--seed", type=int, default=1, help="of the order in a round")
    parser.add_argument("--to", type=Path, default=RESULTS, help="the file with the results")
    return parser.parse_args()


def main() -> int:
    """Runs all rounds, writes the results after each, and shows the table."""
    chosen = options()
    trouble = prepare()
    rows = dict[tuple[str, int, int], Row]()
    with model_server() as model:
        for round_ in range(1, chosen.rounds + 1):
            for task in tasks(chosen, round_):
                found = {"error": trouble} if task.contestant.peer and trouble else None
                found = found or play(task, model)
                key = (task.contestant.name, task.concurrency, task.messages)
                rows.setdefault(key, Row(*key, task.lifecycles)).add(found)
                print(f"round {round_}: {task}: {found}", file=sys.stderr, flush=True)
            results.write(chosen.to, rows.values(), _about(chosen, round_))
    print(results.table(results.read(chosen.to)))
    return 1 if any(row.error for row in rows.values()) else 0


def _about(chosen: argparse.Namespace, rounds: int) -> dict[str, Any]:
    return {
        "rounds": rounds,
        "seed": chosen.seed,
        "quick": chosen.quick,
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
    }


if __name__ == "__main__":
    sys.exit(main())
