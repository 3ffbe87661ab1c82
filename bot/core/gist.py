"""What a list says of a run, kept beside it so that nobody folds a run to list it.

Each part is written when it changes, which `About` hardly ever does: short JSON, with a version as
everything that is stored (see checkpoint).
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

from bot.core.call import Started
from bot.core.checkpoint import VERSION, TooNewToRead
from bot.core.ids import Thread, Who
from bot.core.lean import Writer
from bot.core.replacing import replace
from bot.core.state import Run, Spent
from bot.core.switches import SWITCHES, Off
from bot.core.tally import NOTHING_YET, Tally

TITLE = 100  # characters of a task that a list may show
_LIVE = ("thinking", "acting")


@dataclass(frozen=True, slots=True)
class About:
    """What stays the same: its number, whose it is, where, and what was asked in a few words.

    `task` is a person's own text and may hold secrets: mask it where it is shown.
    """

    number: int
    requester: Who
    thread: Thread
    task: str
    asked_at: int


@dataclass(frozen=True, slots=True)
class Doing:
    """What changes: `waiting` counts open requests, `running` names tools at work.

    `off` is what is switched off in the thread. Once the run has ended `tally` and `limit` say how.
    """

    phase: Literal["thinking", "acting", "done", "stopped", "failed"]
    waiting: int = 0
    running: tuple[str, ...] = ()
    off: tuple[Off, ...] = ()
    tally: Tally = NOTHING_YET
    limit: Spent = ""

    @property
    def live(self) -> bool:
        """Whether the run still works on its task."""
        return self.phase in _LIVE


_about: TypeAdapter[About] = TypeAdapter(About)
_doing: TypeAdapter[Doing] = TypeAdapter(Doing)
_write_about, _write_doing = Writer(_about), Writer(_doing)


def about(run: Run) -> About:
    """What a list says of a run for good: its task is the first that its requester still says."""
    said = (titled(q.text) for q in run.quotes if q.by.same(run.requester))
    task = next(said, "")
    return About(run.number, run.requester, run.thread, task, run.asked_at)


def doing(run: Run) -> Doing:
    """What a list says of a run now."""
    waiting = sum(request.ended is None for request in run.requests)
    running = tuple(call.tool for call in run.calls if isinstance(call.state, Started))
    if run.live:
        return Doing(run.phase.kind, waiting, running, run.off)
    tally = replace(run.tally, turned_down=())
    return Doing(run.phase.kind, waiting, running, run.off, tally, run.limit)


def left_off(body: str) -> tuple[Off, ...]:
    """What was switched off in a thread, by the `doing` of its last run.

    If a newer version wrote it, nobody knows: then everything is off.
    """
    try:
        return load_doing(body).off
    except TooNewToRead:
        return tuple(Off(switch, None, 0) for switch in SWITCHES)


def titled(text: str) -> str:
    """The start of a text, on one line and in whole words, so that no secret is cut in two."""
    line = " ".join(text.split())
    if len(line) <= TITLE:
        return line
    return f"{line[:TITLE].rpartition(' ')[0] or line[:TITLE]}…"


def dump_about(said: About) -> str:
    """`{"v":3,"about":{…}}`."""
    return f'{{"v":{VERSION},"about":{_write_about(said).decode()}}}'


def dump_doing(said: Doing) -> str:
    """`{"v":3,"doing":{…}}`."""
    return f'{{"v":{VERSION},"doing":{_write_doing(said).decode()}}}'


def load_about(body: str) -> About:
    """What was dumped. Raises TooNewToRead for what a newer version wrote."""
    return _about.validate_python(_read(body)["about"])


def load_doing(body: str) -> Doing:
    """What was dumped. Raises TooNewToRead for what a newer version wrote."""
    return _doing.validate_python(_read(body)["doing"])


def _read(body: str) -> dict[str, Any]:
    raw = json.loads(body)
    if raw["v"] > VERSION:
        raise TooNewToRead(f"an entry of version {raw['v']}; this is version {VERSION}")
    return raw
