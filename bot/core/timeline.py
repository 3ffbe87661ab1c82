"""What is shown of a run beside its cards: the session's status, and a timeline of its calls.

A timeline holds ids and states, never arguments or a model's words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from bot.core.call import (
    Call,
    Finished,
    Proposed,
    Ready,
    Refused,
    Started,
    Unsure,
    Waiting,
    Why,
)
from bot.core.replacing import replace

KEPT = 30  # settled calls of earlier turns that a timeline still lists

Status = Literal["active", "processing", "suspended"]
TaskState = Literal["pending", "waiting", "running", "unsure", "done", "failed"] | Why


@dataclass(frozen=True, slots=True)
class Task:
    """One call on the timeline; `request` is the last that people were asked about it, or ""."""

    call: str
    tool: str
    state: TaskState
    request: str = ""


@dataclass(frozen=True, slots=True)
class Display:
    """What is shown, and where.

    `status` is the last one that Slack took, `quiet` says that it takes none. `ts` is where the
    timeline stands, `drawn` which picture of it ("" if that isn't known), `gone` says that there
    is none any more. `past` are calls of earlier turns, `dropped` counts those left out of it.
    """

    status: Status | Literal[""] = ""
    quiet: bool = False
    ts: str = ""
    drawn: str = ""
    gone: bool = False
    past: tuple[Task, ...] = ()
    dropped: int = 0


NOTHING_SHOWN = Display()


def task(call: Call, asked: Mapping[str, str]) -> Task:
    """A call as the timeline shows it; `asked` has each call's last request."""
    return Task(call.id, call.tool, _state(call), asked.get(call.id, ""))


def archived(display: Display, calls: tuple[Call, ...], asked: Mapping[str, str]) -> Display:
    """The display when those calls make way for the next turn's."""
    past = (*display.past, *(task(call, asked) for call in calls))
    more = max(0, len(past) - KEPT)
    return replace(display, past=past[more:], dropped=display.dropped + more)


def _state(call: Call) -> TaskState:
    match call.state:
        case Proposed() | Ready():
            return "pending"
        case Waiting():
            return "waiting"
        case Started():
            return "running"
        case Unsure():
            return "unsure"
        case Finished(ok=ok):
            return "done" if ok else "failed"
        case Refused(why=why):
            return why
        case _:
            assert_never(call.state)
