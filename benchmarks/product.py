"""The whole product: the bot in a process of its own, Slack and the model as local servers."""

import asyncio
import json
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.lifecycle import PAUSED, Job, earlier
from benchmarks.local import bot_process, slack_server
from benchmarks.measure import Server, peak
from benchmarks.ours import thread
from benchmarks.parts import POLICY, Moments, quiet, toolbox
from benchmarks.product_tools import STARTS
from benchmarks.seeding import Seeder
from benchmarks.slack_server import SECRET
from bot.engine import EngineSettings, Gate, StoreInbox
from bot.store import RedisStore

PACE = 1_000.0  # every call asks for its turn, which is always there
SETTLE_S = 4.5  # a timeline is drawn again 3 s after the last time
CONFIG = """
people:
  - {id: ana, name: Ana Ruiz, slack: {team: T0BENCH, user: U0ANA}, roles: [requester]}
  - {id: ben, name: Ben Ode, slack: {team: T0BENCH, user: U0BEN}, roles: [approver]}
tools: [benchmarks.product_tools]
agent: {name: shop}
policy:
  rules:
    - {name: looking, tools: "*", risk: [read], verdict: allow}
    - name: refunds
      tools: refund_order
      verdict: ask
      because: refunds need one person on call
      approvers: {roles: [approver]}
"""


class Talk:
    """Tells the local Slack what to play."""

    def __init__(self, slack: str, http: aiohttp.ClientSession) -> None:
        self._slack, self._http = slack, http

    async def __call__(self, what: str, **body: Any) -> dict[str, Any]:
        """What came of it."""
        timeout = aiohttp.ClientTimeout(total=600)
        url = f"{self._slack}/bench/{what}"
        async with self._http.post(url, json=body, timeout=timeout) as response:
            assert response.status == 200, await response.text()
            return await response.json()


def environment(job: Job, slack: str, folder: Path) -> dict[str, str]:
    """A bot's settings; Socket Mode unless its app token is taken away."""
    (folder / "signoff.yaml").write_text(CONFIG)
    return {
        "SLACK_BOT_TOKEN": "xoxb-bench",
        "SLACK_APP_TOKEN": "xapp-bench",
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": f"{slack}/api/",
        "REDIS_URL": job.redis,
        "OPENAI_BASE_URL": job.model,
        "OPENAI_API_KEY": "x",
        "SIGNOFF_NAMESPACE": job.namespace.removesuffix(":"),
        "SIGNOFF_CONFIG": str(folder / "signoff.yaml"),
        "SIGNOFF_PACE": str(PACE),
        STARTS: str(folder / "starts"),
    }


def starts(folder: Path) -> dict[str, float]:
    """When the gated tool was started, by run."""
    lines = (folder / "starts").read_text().splitlines()
    return {run: float(at) for run, at in (line.split() for line in lines)}


def stamps(first: int, count: int) -> list[str]:
    """The threads of so many lifecycles."""
    return [thread(n).ts for n in range(first, first + count)]


async def seed(job: Job, numbers: range) -> None:
    """Gives the runs their earlier messages, before there is a bot."""
    quiet()
    gate = Gate(POLICY, toolbox(Moments()))
    async with RedisStore.open(job.redis, namespace=job.namespace) as store:
        seeder = Seeder(store, StoreInbox(store, store.shards), gate, EngineSettings())
        for n in numbers if job.messages else ():
            await seeder.seed(thread(n), earlier(job.messages))


@contextmanager
def started(job: Job) -> Generator[tuple[Path, str, Mapping[str, str]]]:
    """A folder, a local Slack's address and the environment for bots on it."""
    with tempfile.TemporaryDirectory() as name, slack_server() as slack:
        folder = Path(name)
        yield folder, slack, environment(job, slack, folder)


async def measure(job: Job) -> dict[str, Any]:
    """The row of one job."""
    total, server = job.warm + job.lifecycles, Server(job.redis)
    await seed(job, range(job.warm, total))
    weighed = -server.held(job.namespace)
    await seed(job, range(total, total + PAUSED))
    weighed += server.held(job.namespace)
    with started(job) as (folder, slack, env), bot_process("all", env, folder) as bot:
        async with aiohttp.ClientSession() as http:
            talk = Talk(slack, http)
            warm = stamps(0, job.warm)
            await talk("play", threads=warm, concurrency=job.concurrency, decide=True)
            await asyncio.sleep(SETTLE_S)
            before = bot.used()
            server.begin()
            played = await talk(
                "play",
                threads=stamps(job.warm, job.lifecycles),
                concurrency=job.concurrency,
                decide=True,
            )
            late = bot.used()["lag_p99_ms"]
            await asyncio.sleep(SETTLE_S)
            counted, after = server.counted(), bot.used()
            weighed -= server.held(job.namespace)
            await talk("play", threads=stamps(total, PAUSED), concurrency=1, decide=False)
            await asyncio.sleep(SETTLE_S)
            weighed += server.held(job.namespace)
        at = starts(folder)
        began_tools = [(at[p["run"]] - p["at"]) * 1000 for p in played["presses"]]
        acks = [p["ack_ms"] for p in played["presses"]]
        return {
            "per_s": job.lifecycles / played["took_s"],
            "cpu_ms": (after["cpu_s"] - before["cpu_s"]) * 1000 / job.lifecycles,
            **counted.each(job.lifecycles),
            "tool_started_p50_ms": peak(began_tools, 0.5),
            "tool_started_p99_ms": peak(began_tools, 0.99),
            "ack_p50_ms": peak(acks, 0.5),
            "ack_p99_ms": peak(acks, 0.99),
            "lag_p99_ms": late,
            "rss_mb": after["rss"] / 1e6,
            "paused_bytes": weighed / PAUSED,
        }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Job.given()))), flush=True)
