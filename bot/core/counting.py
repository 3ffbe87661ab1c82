"""Counting calls as they settle, whatever settled them."""

from bot.core import plans, questions
from bot.core.call import Call, Finished, Refused, Why
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.state import Run
from bot.core.tally import KEPT, REASON, Tally, TurnedDown

_NAMED: dict[Why, str] = {"guidance": "guided", "unknown_outcome": "unknown"}
_QUESTIONS = ("answered", "cancelled", "unanswered")
_YES = ("approved", "run_again", "emergency")


def counted(before: Run, after: Run, at: int) -> Run:
    """The run after an event with each call counted that the event has settled."""
    if after.calls == before.calls:
        return after
    tally = after.tally
    for call in after.calls:
        old = before.call(call.id)
        if call.settled and old is not None and not old.settled:
            tally = _with(tally, after, call, before.turn, at)
    return replace(after, tally=tally) if tally != after.tally else after


def _with(tally: Tally, run: Run, call: Call, turn: int, at: int) -> Tally:
    match call.state:
        case Finished() if plans.is_plan(call):
            return tally  # it ran nothing
        case Finished() if questions.asks(call.tool):
            return _came_back(tally, run, call)
        case Finished(ok=ok):
            tally = _one_more(tally, _ran_as(run, call))
            return tally if ok else _one_more(tally, "failed")
        case Refused(why=why, reason=reason):
            tally = _one_more(tally, _NAMED.get(why, why))
            if any(r.call == call.id for r in run.requests):
                return tally
            down = TurnedDown(turn, call.tool, why, reason[:REASON], at)
            return replace(tally, turned_down=(*tally.turned_down, down)[-KEPT:])
        case _:
            return tally


def _came_back(tally: Tally, run: Run, call: Call) -> Tally:
    """A question: how it ended."""
    asked = next((r for r in reversed(run.requests) if r.call == call.id and r.ended), None)
    if asked is None or asked.ended is None or asked.ended.outcome not in _QUESTIONS:
        return tally
    return _one_more(tally, asked.ended.outcome)


def _ran_as(run: Run, call: Call) -> str:
    """Why a call that ran might."""
    yes = [r for r in run.requests if r.call == call.id and _said_yes(r)]
    if not yes:
        return "granted" if call.grant else "approved" if call.plan else "allowed"
    newest = yes[-1]
    if newest.ended is not None and newest.ended.outcome == "emergency":
        return "emergency"
    return "edited" if any(r.changes for r in yes) else "approved"


def _said_yes(request: Request) -> bool:
    return request.ended is not None and request.ended.outcome in _YES


def _one_more(tally: Tally, name: str) -> Tally:
    return replace(tally, **{name: getattr(tally, name) + 1})
