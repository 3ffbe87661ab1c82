"""What one lifecycle of the engine alone asks of Redis, call by call: `python -m benchmarks.trace`.

Each line is a round trip: what was called, the bytes of its arguments, and what events it saved.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any, cast

from benchmarks import ours
from benchmarks.lifecycle import Job, Marks, earlier
from benchmarks.local import model_server
from bot import store as stores
from bot.store import EmbeddedRedis
from bot.store.link import Link
from bot.store.scripts import Call

_LUA = Path(stores.__file__).parent / "lua"
_PARTS = ("entries", "lines", "starts", "drops", "audit", "requests", "listed")


def _named() -> dict[str, str]:
    prelude = (_LUA / "prelude.lua").read_text()
    return {
        sha1((prelude + path.read_text()).encode(), usedforsecurity=False).hexdigest(): path.stem
        for path in _LUA.glob("*.lua")
    }


class Tracer:
    """Writes down the calls of every link while it is entered."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.bytes: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self._names = _named()
        self._began = time.perf_counter()

    def __enter__(self) -> "Tracer":
        """Puts itself before the links' methods."""
        link = cast("Any", Link)
        run, run_all, command, pop = link.run, link.run_all, link.command, link.pop

        async def traced_run(it: Link, call: Call, *, resend: bool = True) -> Any:
            self._note([call])
            return await run(it, call, resend=resend)

        async def traced_all(it: Link, calls: Sequence[Call]) -> Any:
            self._note(calls)
            return await run_all(it, calls)

        async def traced_command(it: Link, *args: Any) -> Any:
            self._line(str(args[0]), sum(_size(a) for a in args), str(args[1:])[:60])
            return await command(it, *args)

        async def traced_pop(it: Link, keys: Sequence[str], block_s: float) -> Any:
            popped = await pop(it, keys, block_s)
            self._line("BZPOPMIN", sum(map(len, keys)), "a hint" if popped else "nothing")
            return popped

        link.run, link.run_all = traced_run, traced_all
        link.command, link.pop = traced_command, traced_pop
        self._undo = (run, run_all, command, pop)
        return self

    def __exit__(self, *_: object) -> None:
        """Takes itself away again."""
        link = cast("Any", Link)
        link.run, link.run_all, link.command, link.pop = self._undo

    def clear(self) -> None:
        """Forgets what was written down."""
        self.lines.clear()
        self.bytes.clear()
        self.calls.clear()
        self._began = time.perf_counter()

    def _note(self, calls: Sequence[Call]) -> None:
        name = self._names[calls[0].script.sha]
        size = sum(40 + len(c.prefix) + sum(_size(a) for a in c.args) for c in calls)
        about = f"{len(calls)} shards" if len(calls) > 1 else ""
        self._line(name, size, _commit(calls[0]) if name == "commit" else about)

    def _line(self, name: str, size: int, about: str) -> None:
        self.bytes[name] += size
        self.calls[name] += 1
        ms = (time.perf_counter() - self._began) * 1000
        self.lines.append(f"{ms:7.1f} ms  {name:15} {size:6} B  {about}")


def _size(value: object) -> int:
    return len(value if isinstance(value, bytes) else str(value).encode())


def _commit(call: Call) -> str:
    """The parts of a commit's arguments, with the bytes of each."""
    at, said = 16, list[str]()
    for part in _PARTS:
        count = int(call.args[at])
        values = call.args[at + 1 : at + 1 + count]
        at += 1 + count
        if not count:
            continue
        kinds = " + ".join(_kind(str(v)) for v in values) if part == "entries" else count
        said.append(f"{part} {kinds} ({sum(_size(v) for v in values)} B)")
    snapshot = call.args[13]
    if snapshot:
        said.append(f"snapshot ({_size(snapshot)} B)")
    return ", ".join(said) + (", last" if call.args[7] else "")


def _kind(entry: str) -> str:
    event = json.loads(entry)["event"]
    return f"{event['kind']} {event['effect']['kind']}" if "effect" in event else event["kind"]


async def trace(redis: str, model: str, messages: int, variant: ours.Variant) -> None:
    """Plays a few lifecycles and shows the last one's calls."""
    namespace = f"trace-{variant.claims}-{variant.progress}:"
    job = Job(redis=redis, model=model, namespace=namespace, concurrency=1, messages=messages,
              lifecycles=1)  # fmt: skip
    with Tracer() as tracer:
        async with ours.opened(job, Marks(), variant) as engine:
            for n in range(4):
                await engine.seed(n, earlier(messages))
                await asyncio.sleep(0.1)
                tracer.clear()
                await engine.play(n)
                await engine.settle()
    print(f"== {messages} earlier messages, {variant}")
    print(*tracer.lines, sep="\n")
    print("   ", {name: (calls, tracer.bytes[name]) for name, calls in tracer.calls.items()})


def main() -> None:
    """Traces with so many earlier messages, with and without what only Slack needs."""
    messages = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedRedis(Path(folder)) as redis,
        model_server() as model,
    ):
        for variant in (ours.PLAIN, ours.Variant(claims=False), ours.Variant(progress=True)):
            asyncio.run(trace(redis.url, model, messages, variant))


if __name__ == "__main__":
    main()
