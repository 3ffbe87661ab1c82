"""Settling: how a request, a call or a run ends, and what that does to the others."""

from bot.core import asking, grants, plans
from bot.core import call as calls
from bot.core.asking import say, with_call, with_request
from bot.core.call import Call
from bot.core.ids import Who
from bot.core.questions import OWN_CARD
from bot.core.replacing import replace
from bot.core.request import Ended, Request, Result
from bot.core.state import Run, Stopped

TASK_GONE = "the message that asked for this was deleted"
CALL_STOPPED = "a person stopped this call"
TOLD = (
    "approved",
    "rejected",
    "guided",
    "answered",
    "expired",
    "stale",
    "run_again",
)  # in the thread
# What the model is told where nobody is asked why they say no.
REJECTED = "a person refused this call; it was not run, and it isn't asked again"


def settle(run: Run, request: Request, ended: Ended, *, policy: str = "") -> Run:
    """The request ends, once; its call follows. A settled one stays as it is."""
    if request.ended is not None:
        return run
    run = with_request(run, replace(request, ended=ended))
    run = asking.hushed(run, request)
    call = run.call(request.call)
    moved = call and _moved(call, request, ended, policy)
    if moved:
        run = with_call(run, moved)
    if ended.outcome == "rejected":
        run = replace(run, denied=(*run.denied, request.digest))
    if ended.outcome == "approved" and request.plan:
        run = plans.approved(run, request)
    if _is_told(run, request, ended):
        run = say(run, "decision", request=request.id)
    # Of a card of its own only the model has to know: it may draw it anew, or go on without.
    if ended.outcome == "unasked" and request.tool != OWN_CARD:
        run = say(run, "unasked", request=request.id, words=ended.reason)
    if ended.outcome == "rejected" and run.limits.stop_on_rejection and ended.by:
        run = stop(run, ended.by, ended.at)
    return run


def _is_told(run: Run, request: Request, ended: Ended) -> bool:
    """Whether the thread hears of it; whoever answered or ended a question knows."""
    if request.kind != "question":
        return ended.outcome in TOLD
    theirs = ended.by is not None and not ended.by.same(run.requester)
    return theirs and ended.outcome in ("answered", "cancelled")


def lapsed(request: Request) -> Ended:
    """How it ends when nobody did anything in time."""
    outcome = "unanswered" if request.kind == "question" else "expired"
    return Ended(outcome, request.deadline)


def stop(run: Run, by: Who | None, at: int) -> Run:
    """The run stops: what hasn't left never leaves; what has is waited for and told.

    `by` None: the message that had asked for it was deleted, and nobody says by whom.
    """
    if not run.live:
        return run
    run = replace(run, phase=Stopped(by, at))
    for request in run.requests:
        if request.ended is None and request.kind != "unsure":
            run = settle(run, request, Ended("stopped", at, by, "" if by else TASK_GONE))
    for call in run.calls:
        run = _stopped_with(run, call, by, at)
        run = halt(run, call, Ended("stopped", at, by, "" if by else TASK_GONE))
    for request in grants.open_ones(run):
        run = grants.taken_back(run, request, by, at)
    return say(run, "stopped", words=by.user if by else "")


def not_running(run: Run, call: Call, at: int, *, left: bool) -> Run:
    """The call isn't running, whatever its card says; `left`: nobody knows what it did.

    If it or its run was stopped meanwhile, it doesn't leave again, whatever was said since.
    """
    run = record_start(with_call(run, call), call, running=False)
    if call.stopped is not None and isinstance(call.state, calls.Ready):
        return _ended_with(run, call, call.stopped, void=not left)
    match run.phase, call.state:
        case Stopped(by=by, at=stopped), calls.Ready(since=since) if since <= stopped:
            return _stopped_with(run, call, by, at, void=not left)
        case _:
            return run


def drop_calls(run: Run, at: int) -> Run:
    """Calls that nobody has judged are never run: the task is another's."""
    for call in run.calls:
        refused = calls.refuse(call, "stopped", "the task was taken by another copy", at)
        run = with_call(run, refused) if refused else run
    return run


def stale(run: Run, call: Call, why: str, *, again: bool, at: int) -> Run:
    """A ready call may not start: its approval is void, and it is judged anew or ends."""
    moved = calls.again(call) if again else calls.refuse(call, "stale", why, at)
    if moved is None:
        return run
    return _unrun(with_call(run, moved), call, Ended("stale", at, None, why))


def stop_call(run: Run, call: Call, by: Who, at: int) -> Run | None:
    """An approved call that hasn't left never leaves; None if it is too late for that."""
    refused = calls.refuse(call, "stopped", CALL_STOPPED, at)
    if refused is None:
        return None
    return _unrun(with_call(run, refused), call, Ended("stopped", at, by))


def halt(run: Run, call: Call, ended: Ended) -> Run:
    """A person ends a call that is out: at once if its tool can be, and it isn't repeated."""
    marked = calls.last(call, ended)
    if marked is None:
        return run
    halted = calls.halt(marked, ended.by) if ended.by else None
    return with_call(run, halted or marked)


def record_start(run: Run, call: Call, *, running: bool = True) -> Run:
    """The card says whether its call is running."""
    request = approved(run, call)
    return with_request(run, replace(request, running=running)) if request else run


def record_result(run: Run, call: Call, result: Result) -> Run:
    """The card says what came of its call."""
    request = approved(run, call)
    if request is None:
        return run
    return with_request(run, replace(request, running=False, result=result))


def _moved(call: Call, request: Request, ended: Ended, policy: str) -> Call | None:
    """What an outcome does to the call."""
    match ended.outcome:
        case "approved" if request.plan:
            return calls.agree(call, request.id, ended.at)
        case "answered" | "cancelled" | "unanswered" if request.kind == "question":
            return calls.agree(call, request.id, ended.at)
        case "approved" | "run_again" | "emergency":
            return calls.approve(call, request.id, ended.at, policy)
        case "expired" | "left":
            return _lapsed(call, request, ended)
        case "ran":
            return calls.ran(call, ended.reason, ended.at)
        case _:
            why, reason = _why_not(ended)
            return calls.refuse(call, why, reason, ended.at)


def _why_not(ended: Ended) -> tuple[calls.Why, str]:
    """Why a call isn't run, and what the model is told of it."""
    match ended.outcome:
        case "rejected":
            return "rejected", ended.reason or REJECTED
        case "guided":
            return "guidance", ended.instead or ended.reason
        case "withdrawn" | "superseded" | "stale" | "stopped" | "answered":
            return ended.outcome, ended.reason
        case _:
            return "refused", ended.reason


def _lapsed(call: Call, request: Request, ended: Ended) -> Call | None:
    if request.kind == "unsure":
        return calls.leave(call, ended.at)
    return calls.refuse(call, "expired", ended.reason, ended.at)


def _stopped_with(run: Run, call: Call, by: Who | None, at: int, *, void: bool = True) -> Run:
    """The call ends with its run, unless it is out; `void`: its card says that it wasn't run."""
    return _ended_with(run, call, Ended("stopped", at, by, "" if by else TASK_GONE), void=void)


def _ended_with(run: Run, call: Call, ended: Ended, *, void: bool) -> Run:
    stopped = "a person stopped the run" if isinstance(run.phase, Stopped) else CALL_STOPPED
    refused = calls.refuse(call, "stopped", ended.reason or stopped, ended.at)
    if refused is None:
        return run
    run = with_call(run, refused)
    return _unrun(run, call, ended) if void else run


def void(request: Request, ended: Ended) -> Request:
    """One whose yes came to nothing: it gives no equal calls a yes either."""
    grant = request.grant and request.grant.over(ended.at, ended.by)
    return replace(request, ended=ended, grant=grant)


def _unrun(run: Run, call: Call, ended: Ended) -> Run:
    """The request that had made `call` ready says that it won't run under it."""
    wanted = call.state.request if isinstance(call.state, calls.Ready) else None
    request = run.request(wanted) if wanted else None
    if request is None:
        return run
    # What never left needs no look afterwards.
    review_by = request.review_by if call.lost else 0
    run = with_request(run, replace(void(request, ended), review_by=review_by))
    return say(run, "decision", request=request.id) if ended.outcome == "stale" else run


def approved(run: Run, call: Call) -> Request | None:
    """The request whose approval the call runs under: the newest that stands."""
    found = [r for r in run.requests if r.call == call.id and _stands(r)]
    return found[-1] if found else None


def _stands(request: Request) -> bool:
    return request.ended is not None and request.ended.outcome in (
        "approved", "run_again", "emergency"
    )  # fmt: skip
