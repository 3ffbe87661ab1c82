"""A workspace on disk with a great deal in one channel, and the local Slack that shows it."""

import json
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sandbox.people import BOT, BOT_USER
from sandbox.store import Store

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests/blocks/golden"
PEOPLE = ("U0ANA", "U0ELI", "U0BEN", "U0CHI", "U0DEE")
FULL, EMPTY = "C0SUPPORT", "C0OPS"
LAST = "Here the channel ends."
SAID = (
    "<@U0SIGNOFF> refund order {n}, it arrived broken",
    "Who has looked at order {n}? The customer wrote *twice*, and `checkout` logs nothing.",
    "I have, see <https://example.test/orders/{n}|the order>. It left on time; _{n} is the third_.",
    "- the parcel came\n- it was open\n- one of {n} parts is missing :package:",
    "OK",
    "```\norder {n}: paid\norder {n}: sent\n```\nThat is all there is, <@U0BEN>.",
)
_FIRST_TS = 1_790_000_000


def fill(folder: Path, messages: int, cards: int) -> None:
    """Writes what a first start finds: a full channel, and one that has its last message only."""
    store = Store(folder)
    written = _spread([*_messages(messages)], [*_cards(cards)])
    for number, message in enumerate(written):
        _put(store, FULL, number, message)
    for channel in (FULL, EMPTY):
        _put(store, channel, len(written), {"user": "U0ELI", "text": LAST})
    store.close()


def _messages(count: int) -> Iterator[Json]:
    for number in range(count):
        text = SAID[number % len(SAID)].format(n=1_000 + number)
        yield {"user": PEOPLE[number // 3 % len(PEOPLE)], "text": text}


def _cards(count: int) -> Iterator[Json]:
    drawn = [json.loads(path.read_text("utf-8")) for path in sorted(GOLDEN.glob("card-*.json"))]
    for number in range(count):
        yield {"user": BOT_USER, "bot_id": BOT, **drawn[number % len(drawn)]}


def _spread(many: list[Json], few: list[Json]) -> list[Json]:
    """All of them, the few evenly among the many."""
    each = max(1, len(many) // max(1, len(few)))
    mixed: list[Json] = []
    for number, message in enumerate(many):
        if number % each == 0 and few:
            mixed.append(few.pop(0))
        mixed.append(message)
    return mixed + few


def _put(store: Store, channel: str, number: int, message: Json) -> None:
    ts = f"{_FIRST_TS + 30 * number}.{number:06}"
    store.put("message", f"{channel}/{ts}", {"type": "message", "ts": ts, **message})


@asynccontextmanager
async def slack(folder: Path) -> AsyncGenerator[str]:
    """The address of a local Slack in a process of its own, without a bot."""
    arguments = ("-m", "sandbox", "--port", "0", "--dir", str(folder))
    process = await create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=PIPE)
    assert process.stdout is not None
    try:
        while line := (await process.stdout.readline()).decode():
            if "ready at " in line:
                yield line.split("ready at ")[1].strip()
                break
        else:
            raise SystemExit("the local Slack didn't start")
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
