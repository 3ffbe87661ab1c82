"""A run's timeline: its calls in order, each with its state as a word, drawn again in place."""

from dataclasses import dataclass
from typing import Literal

from blocks import limits
from blocks.elements import Block, Payload, message, stamped
from blocks.ids import Ref
from blocks.pen import BARE, SPOKEN, Pen, deciders, listed
from blocks.people import Approvers
from blocks.text import cut, escaped_units, shorten

Headline = Literal["working", "waiting", "done", "stopped", "failed"]
State = Literal[
    "pending", "waiting", "running", "unsure", "done", "failed", "refused", "invalid", "rejected",
    "guidance", "expired", "withdrawn", "superseded", "stale", "limit", "stopped",
    "answered", "unknown_outcome", "replied", "cancelled", "unanswered",
]  # fmt: skip

_HEADLINES: dict[Headline, str] = {
    "working": "at work",
    "waiting": "waiting for people",
    "done": "done",
    "stopped": "stopped",
    "failed": "failed",
}
_WORDS: dict[State, str] = {
    "pending": "pending",
    "waiting": "waiting for a decision",
    "running": "running",
    "unsure": "outcome unknown",
    "done": "done",
    "failed": "failed",
    "refused": "refused",
    "invalid": "refused: not a valid call",
    "rejected": "rejected",
    "guidance": "sent back",
    "answered": "answered by a person, not run",
    "expired": "expired, not run",
    "withdrawn": "withdrawn, not run",
    "superseded": "superseded, not run",
    "stale": "lapsed, not run",
    "limit": "refused: over the limit",
    "stopped": "stopped, not run",
    "unknown_outcome": "outcome unknown",
    "replied": "answered",
    "cancelled": "ended without an answer",
    "unanswered": "not answered in time",
}
_STATUS: dict[State, str] = {
    "pending": "pending",
    "waiting": "pending",
    "running": "in_progress",
    "done": "complete",
    "replied": "complete",
    "cancelled": "complete",
    "unanswered": "complete",
}  # anything else is an error
_OPEN = ("pending", "waiting", "running", "unsure")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One call: `what` in the tool's own words, or its name; `asked` are those who decide.

    Of a `question` to people they are those who answer.
    """

    id: str
    what: str
    state: State
    asked: Approvers | None = None
    question: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """A run's calls, oldest first; `earlier` counts those that aren't listed any more."""

    run: str
    state: Headline
    tasks: tuple[Task, ...]
    earlier: int = 0


def timeline(view: Timeline) -> Payload:
    """The timeline as a plan, whose tasks Slack draws with a sign each."""
    shown, earlier = _listed(view)
    tasks: list[Block] = [
        {
            "task_id": task.id,
            "title": _line(BARE, task),
            "status": _STATUS.get(task.state, "error"),
        }
        for task in shown
    ]
    plan: Block = {"type": "plan", "title": _title(BARE, view, earlier), "tasks": tasks}
    return message(_spoken(view), stamped([("plan", plan)], _ref(view)))


def plain_timeline(view: Timeline) -> Payload:
    """The same without a plan, for when Slack refuses one."""
    shown, earlier = _listed(view)
    lines = [_title(BARE, view, earlier), *(f"• {_line(BARE, task)}" for task in shown)]
    drawn = cut("\n".join(lines), limits.SECTION_TEXT, escaped_units)
    text: Block = {"type": "plain_text", "text": drawn, "emoji": False}
    return message(
        _spoken(view), stamped([("plan", {"type": "section", "text": text})], _ref(view))
    )


def _listed(view: Timeline) -> tuple[tuple[Task, ...], int]:
    """The tasks that are drawn, and how many aren't: of many the oldest settled ones go first."""
    more = max(0, len(view.tasks) - limits.TIMELINE_TASKS)
    settled = [task.id for task in view.tasks if task.state not in _OPEN]
    moving = [task.id for task in view.tasks if task.state in _OPEN]
    left_out = {*settled[:more], *moving[: max(0, more - len(settled))]}
    return tuple(task for task in view.tasks if task.id not in left_out), view.earlier + more


def _title(pen: Pen, view: Timeline, earlier: int) -> str:
    calls = "call" if earlier == 1 else "calls"
    more = f" ({earlier} earlier {calls} not listed)" if earlier else ""
    return f"{pen.words(view.run, limits.NAME)}: {_HEADLINES[view.state]}{more}"


def _line(pen: Pen, task: Task) -> str:
    """`refund order 1042: waiting for 1 of the approver role (now Ben Ode, Chi Wu)`."""
    state = _WORDS[task.state]
    if task.question and task.state == "waiting":
        state = "waiting for an answer"
    if task.asked is not None and task.state in ("waiting", "unsure"):
        who = pen.words(_who(task.asked, question=task.question), limits.TIMELINE_WHO)
        state = f"waiting for {who}" if task.state == "waiting" else f"{state}, {who} can say"
    return f"{pen.words(task.what, limits.TIMELINE_WHAT)}: {state}"


def _who(asked: Approvers, *, question: bool) -> str:
    """`1 of the approver role (now Ben Ode)`; of a question, which anyone asked answers, names."""
    return (listed(BARE, asked.now) or asked.of) if question else deciders(BARE, asked)


def _spoken(view: Timeline) -> str:
    shown, earlier = _listed(view)
    lines = "; ".join(_line(SPOKEN, task) for task in shown)
    return shorten(f"{_title(SPOKEN, view, earlier)}. {lines}", limits.FALLBACK)


def _ref(view: Timeline) -> Ref:
    return Ref(request=view.run, revision=0)
