"""A run's result, for anyone: how it stands or ended, why, and what was decided on the way.

| state | when |
| --- | --- |
| `running` | the model or a tool is at work |
| `interrupted` | it waits for people, or it ended while it isn't known what a call did |
| `finished` | the last answer was given |
| `stopped` | a person stopped it, or rejected a call where that ends the run |
| `failed` | it couldn't go on |
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from bot.core.call import Call, Proposed, Ready, Started
from bot.core.ids import Who
from bot.core.request import Ended, Request
from bot.core.state import Done, Failed, Run, Spent, Stopped
from bot.core.tally import Tally

State = Literal["running", "interrupted", "finished", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Pending:
    """What isn't settled: what people are asked by its number, 0 for a call that is out.

    `name` is the number as people know it, "" for such a call.
    """

    request: int
    tool: str
    title: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a request: `step` is the model's turn, `by` are all who said so; ms.

    `name` is its number as people know it. What was answered to a question is not in it.
    """

    request: int
    step: int
    tool: str
    outcome: str
    reason: str
    by: tuple[Who, ...]
    at: int
    name: str


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run stands or ended.

    `ok`: it finished with an answer, within its limits, and every call that ran did what it should.
    `by` stopped it, `by_reviewer` by a rejection. `limit` is the one that ended it. `error` says in
    words why it failed. `steps` are the model's turns, `questions` those that it asked people.
    """

    run: str
    number: int
    state: State
    ok: bool
    limit: Spent
    error: str
    by: Who | None
    by_reviewer: bool
    steps: int
    questions: int
    tally: Tally
    pending: tuple[Pending, ...]
    decisions: tuple[Decision, ...]


def result(run: Run) -> RunResult:
    """The result of a run as it stands."""
    pending = tuple(_pending(run))
    state = _state(run, pending)
    clean = not (run.tally.failed or run.tally.unknown)
    answered = run.phase == Done()
    return RunResult(
        run=run.id,
        number=run.number,
        state=state,
        ok=state == "finished" and answered and clean and not run.limit,
        limit=run.limit if isinstance(run.phase, Done | Failed) else "",
        error=run.phase.words if isinstance(run.phase, Failed) else "",
        by=run.phase.by if isinstance(run.phase, Stopped) else None,
        by_reviewer=_by_reviewer(run),
        steps=run.turn,
        questions=run.questions,
        tally=run.tally,
        pending=pending,
        decisions=tuple(_decisions(run)),
    )


def as_json(found: RunResult, answer: str = "") -> dict[str, Any]:
    """`{run, number, state, …, steps, questions, counts, decisions, refusals}`; nothing masked.

    Of a finished run also `answer`, `ok` and `limit` if one was met; of an interrupted one
    `pending`; of a stopped one `by` and `by_reviewer`; of a failed one `error` and `limit`.
    """
    said: dict[str, Any] = {"run": found.run, "number": found.number, "state": found.state}
    limit = {"limit": found.limit} if found.limit else {}
    match found.state:
        case "finished":
            said |= {"answer": answer, "ok": found.ok, **limit}
        case "stopped":
            said |= {"by": _person(found.by), "by_reviewer": found.by_reviewer}
        case "failed":
            said |= {"error": found.error, **limit}
        case "interrupted" | "running":
            said |= {"pending": [_waits(one) for one in found.pending]}
    return {
        **said,
        "steps": found.steps,
        "questions": found.questions,
        "counts": found.tally.counts,
        "decisions": [_decided(one) for one in found.decisions],
        "refusals": [
            {"step": one.turn, "tool": one.tool, "outcome": one.why, "reason": one.reason,
             "at": one.at}
            for one in found.tally.turned_down
        ],
    }  # fmt: skip


def _state(run: Run, pending: tuple[Pending, ...]) -> State:
    if run.live:
        moving = any(isinstance(c.state, Proposed | Ready | Started) for c in run.calls)
        return "interrupted" if pending and not moving else "running"
    if pending:
        return "interrupted"
    match run.phase:
        case Stopped():
            return "stopped"
        case Failed():
            return "failed"
        case _:
            return "finished"


def _pending(run: Run) -> Iterator[Pending]:
    asked = [r for r in run.requests if r.ended is None]
    yield from (Pending(r.number, r.tool, r.title, r.name) for r in asked)
    calls = {r.call for r in asked}
    yield from (Pending(0, c.tool, "") for c in run.calls if c.id not in calls and _out(c))


def _out(call: Call) -> bool:
    """Whether nobody can say yet what a call does or did."""
    return call.state.kind in ("started", "unsure")


def _decisions(run: Run) -> Iterator[Decision]:
    for request in run.requests:
        if request.ended is not None:
            yield _decision(request, request.ended)


def _decision(request: Request, ended: Ended) -> Decision:
    votes = tuple(vote.who for vote in request.votes)
    approved = ended.outcome in ("approved", "run_again") and votes
    outcome = "edited" if ended.outcome == "approved" and request.changes else ended.outcome
    return Decision(
        request=request.number,
        step=request.turn,
        tool=request.tool,
        outcome=outcome,
        reason=_reason(ended),
        by=votes if approved else ((ended.by,) if ended.by else ()),
        at=ended.at,
        name=request.name,
    )


def _reason(ended: Ended) -> str:
    """Why, or how instead; of one that was replaced, by which."""
    if ended.outcome == "superseded" and ended.instead:
        return f"A-{ended.instead} has taken its place"
    return ended.instead or ended.reason


def _by_reviewer(run: Run) -> bool:
    """Whether a rejection stopped the run: by the same person, in the same moment."""
    stop = run.phase
    if not isinstance(stop, Stopped) or stop.by is None or not run.limits.stop_on_rejection:
        return False
    ends = [r.ended for r in run.requests if r.ended and r.ended.outcome == "rejected"]
    return any(e.at == stop.at and e.by and e.by.same(stop.by) for e in ends)


def _waits(one: Pending) -> dict[str, Any]:
    return {"request": one.name or None, "tool": one.tool, "title": one.title}


def _decided(one: Decision) -> dict[str, Any]:
    return {
        "request": one.name,
        "step": one.step,
        "tool": one.tool,
        "outcome": one.outcome,
        "reason": one.reason,
        "by": [_person(who) for who in one.by],
        "at": one.at,
    }


def _person(who: Who | None) -> dict[str, str] | None:
    return {"team": who.team, "user": who.user, "name": who.name} if who else None
