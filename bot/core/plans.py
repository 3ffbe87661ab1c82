"""Plans: what a yes to several calls lets go, and what ends it.

A plan stands in the request whose card people said yes on. Its steps are called in their order,
each once. A new word of anybody in the thread, a step that didn't go well, the end of the task and
the end of its time each end the plan; then what is left of it is asked about like any other call.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from bot.core import asking
from bot.core.call import Call, Finished, Proposed, Refused, Started, Unsure, Waiting
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Click, Request
from bot.core.rules import Live, Policy
from bot.core.state import Run
from bot.core.steps import PROPOSE, Stepped, StepState
from bot.core.terms import RISKS, AskSpec
from bot.core.votes import enough, tier_of

SAID = "people wrote in the thread after it was approved"
ENDED = "the task ended"
LATE = "its time is over"
NEWER = "a newer plan was approved"
WENT: dict[StepState, str] = {
    "failed": "step {} failed",
    "unknown": "nobody knows what step {} did",
    "not_run": "step {} was not run under it",
}
NO_YES_NEEDED = "none of the steps needs a person's yes, so nobody was asked; make the calls now"


@dataclass(frozen=True, slots=True)
class Covered:
    """A call that is a step of an approved plan."""

    request: Request
    step: int


def covered(run: Run, call: str, digest: str, tool_digest: str, now: int) -> Covered | None:
    """The approved plan of which a call is the next step, or the step that it became already.

    `call` is its id, `digest` that of tool and arguments. `tool_digest` is the tool's as it is now:
    a changed one is not what people were shown.
    """
    for request in open_ones(run):
        mine = next((one.step for one in request.stepped if one.call == call), _next(request))
        step = None if mine is None else request.plan[mine]
        if step is None or mine is None or not holds(run, request.id, now):
            continue
        if step.spec and step.digest == digest and step.tool_digest == tool_digest:
            return Covered(request, mine)
    return None


def covers(
    of: Covered, spec: AskSpec, authors: tuple[Who, ...], policy: Policy, live: Live
) -> bool:
    """Whether the yes that a plan got also meets what policy asks about this step now.

    Who said yes must still be of the set, and none of the `authors` of today; it takes no more
    people or reasons, and the risk hasn't risen.
    """
    request, known = of.request, of.request.plan[of.step].spec
    if known is None or RISKS.index(spec.risk) > RISKS.index(known.risk):
        return False
    tier = tier_of(request, spec, request.plan[of.step].tier)
    members = {p.id: p for group in spec.sets(tier) for p in policy.members(group, live)}
    counted = [
        replace(vote, owner="owner" in members[vote.person].roles)
        for vote in request.votes
        if vote.person in members and (vote.reason.strip() or not spec.reasoned)
    ]
    if spec.exclude_requester:
        barred = (*request.authors, *authors)
        counted = [v for v in counted if not any(v.who.same(who) for who in barred)]
    return enough(tuple(counted), spec)


def holds(run: Run, request: str, now: int) -> bool:
    """Whether that request's plan still lets steps go."""
    found = run.request(request)
    return found is not None and _stands(found) and now < until(found)


def until(request: Request) -> int:
    """When an approved plan's time is over, in ms."""
    return (request.ended.at if request.ended else 0) + request.spec.grant_s * 1000


def open_ones(run: Run) -> tuple[Request, ...]:
    """The requests whose plan may still let steps go."""
    return tuple(request for request in run.requests if going(request))


def spec_of(run: Run, call: Call) -> AskSpec | None:
    """The terms on which a step was asked about, for a call that went under its plan."""
    request = run.request(call.plan) if call.plan else None
    if request is None:
        return None
    step = next((one.step for one in request.stepped if one.call == call.id), None)
    return None if step is None else request.plan[step].spec


def going(request: Request) -> bool:
    """Whether it is a plan whose steps may still go, as far as its card knows."""
    return bool(request.plan) and _stands(request) and not _complete(request)


def held(run: Run, call: Call) -> bool:
    """Whether a step waits for the one before it: they go one after the other."""
    plan = run.request(call.plan) if call.plan else None
    if plan is None or plan.over:
        return False
    mine = next((one.step for one in plan.stepped if one.call == call.id), 0)
    before = (run.call(one.call) for one in plan.stepped if one.step < mine)
    return any(other is not None and not other.settled for other in before)


def taken(run: Run, call: Call) -> Run:
    """The run in which a call that may go stands as its step on the plan's card, if it is one.

    What needed no yes is marked too; its order is free.
    """
    for request in open_ones(run):
        step = next(_unstepped(request, call), None)
        if step is not None and not any(one.call == call.id for one in request.stepped):
            stepped = (*request.stepped, Stepped(step, call.id, "ready"))
            return asking.with_request(run, replace(request, stepped=stepped))
    return run


def ended(run: Run, request: Request, why: str) -> Run:
    """No more of its steps go under a plan."""
    found = run.request(request.id)
    if found is None or not _stands(found) or _complete(found):
        return run
    return asking.with_request(run, replace(found, over=why))


def stopped(run: Run, request: Request, click: Click) -> Run | None:
    """A person ends it; a step that is running goes on. None if it is over already."""
    after = ended(run, request, f"{click.by.name or click.by.user} stopped it")
    return after if after is not run else None


def approved(run: Run, request: Request) -> Run:
    """Only the newest plan counts."""
    for other in open_ones(run):
        run = ended(run, other, NEWER) if other.id != request.id else run
    return run


def lapse(run: Run, request: Request, at: int) -> Run:
    """Its time may be over."""
    return ended(run, request, LATE) if until(request) <= at else run


def followed(before: Run, after: Run) -> Run:
    """The run after an event, with each step as its call stands, and plans ended that it ends."""
    if after is before or not any(request.plan for request in after.requests):
        return after
    for request in after.requests:
        if request.stepped:
            after = _updated(after, request)
    for request in open_ones(before):
        if after.heard != before.heard:
            after = ended(after, request, SAID)
        if not after.live:
            after = ended(after, request, ENDED)
    return after


def told(request: Request | None) -> str:
    """What the model gets as the result of an approved plan, or of one that needs no yes."""
    if request is None or request.ended is None:
        return json.dumps({"outcome": "no_approval_needed", "reason": NO_YES_NEEDED})
    by = request.ended.by
    said = {
        "outcome": "plan_approved",
        "by": (by.name or by.user) if by else "",
        "steps": len(request.plan),
    }
    return json.dumps(said, ensure_ascii=False)


def is_plan(call: Call) -> bool:
    """Whether a call proposes a plan: it is answered, never run."""
    return call.tool == PROPOSE


def _updated(run: Run, request: Request) -> Run:
    known = {call.id: call for call in run.calls}
    stepped = tuple(
        _now(one, known[one.call]) if one.call in known else one for one in request.stepped
    )
    if stepped == request.stepped:
        return run
    run = asking.with_request(run, replace(request, stepped=stepped))
    bad = next((one for one in stepped if one.state in WENT), None)
    return ended(run, request, WENT[bad.state].format(bad.step + 1)) if bad else run


def _now(one: Stepped, call: Call) -> Stepped:
    match call.state:
        case Started():
            return replace(one, state="running")
        case Finished(ok=ok, summary=summary):
            return replace(one, state="done" if ok else "failed", summary=summary)
        case Unsure() | Refused(why="unknown_outcome"):
            return replace(one, state="unknown")
        case Proposed() | Waiting() | Refused():
            return replace(one, state="not_run")
        case _:
            return replace(one, state="ready")


def _stands(request: Request) -> bool:
    yes = request.ended is not None and request.ended.outcome == "approved"
    return bool(request.plan) and yes and not request.over


def _complete(request: Request) -> bool:
    done = {one.step for one in request.stepped if one.state == "done"}
    return all(n in done for n, step in enumerate(request.plan) if step.spec is not None)


def _next(request: Request) -> int | None:
    """The first step that needs a yes and isn't called yet; None if all are."""
    gone = {one.step for one in request.stepped}
    asked = (n for n, step in enumerate(request.plan) if step.spec is not None)
    return next((n for n in asked if n not in gone), None)


def _unstepped(request: Request, call: Call) -> Iterator[int]:
    gone, following = {one.step for one in request.stepped}, _next(request)
    for n, step in enumerate(request.plan):
        if n not in gone and step.digest == call.digest and (step.spec is None or n == following):
            yield n
