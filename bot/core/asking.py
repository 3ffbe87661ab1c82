"""Requests: making one, settling one, and what that does to its call."""

from bot.core import call as calls
from bot.core.call import Call
from bot.core.events import Judged, Shown, UnsureNumbered
from bot.core.ids import Who
from bot.core.policy import Ask
from bot.core.replacing import replace
from bot.core.request import QUOTES, Copy, Ended, Outcome, Quote, Request, Result
from bot.core.state import Acting, Run, Say, SayKind, Stopped, Thinking
from bot.core.terms import MAX_DEADLINE_S, AskSpec

TASK_GONE = "the message that asked for this was deleted"
# What the model is told where nobody is asked why they say no.
REJECTED = "a person refused this call; it was not run, and it isn't asked again"


def with_call(run: Run, call: Call) -> Run:
    """The run with that call replaced."""
    return replace(run, calls=tuple(call if c.id == call.id else c for c in run.calls))


def with_request(run: Run, request: Request, *, drawn: bool = True) -> Run:
    """The run with that request replaced; `drawn`: its card's picture changed."""
    if drawn:
        request = replace(request, draws=request.draws + 1)
    return replace(run, requests=tuple(request if r.id == request.id else r for r in run.requests))


def say(run: Run, kind: SayKind, *, request: str | None = None, words: str = "") -> Run:
    """The run with one more post owed in its thread."""
    number = run.made_says + 1
    mention = kind in ("decision", "failed", "unasked", "late_result")
    made = Say(f"s{number}", kind, request=request, words=words, mention=mention)
    return replace(run, says=(*run.says, made), made_says=number)


def ask(run: Run, call: Call, event: Judged, spec: AskSpec, at: int) -> Run:
    """A request for one gated call; the call waits for it."""
    request_id = f"{run.id}.{run.made_requests + 1}"
    waiting = calls.wait(call, request_id)
    if waiting is None:
        return run
    request = _request(run, call, event, spec, at)
    made = replace(
        run,
        requests=(*run.requests, request),
        made_requests=run.made_requests + 1,
        asked=run.asked + 1,
    )
    return with_call(made, waiting)


def ask_what_happened(run: Run, call: Call, event: UnsureNumbered, at: int) -> Run:
    """A request about a call whose result was lost; with nobody to ask, it is left as it is."""
    request_id = f"{run.id}.{run.made_requests + 1}"
    asked = calls.ask_what_happened(call, request_id)
    if asked is None or not isinstance(call.state, calls.Unsure):
        return run
    if not isinstance(event.verdict, Ask):
        left = calls.leave(call, at)
        return with_call(run, left) if left else run
    spec = replace(event.verdict.spec, deadline_s=MAX_DEADLINE_S, reminders_s=())
    request = replace(
        _request(run, call, event, spec, at),
        kind="unsure",
        started_at=call.state.at,
        until=call.state.until,
    )
    made = replace(run, requests=(*run.requests, request), made_requests=run.made_requests + 1)
    return with_call(made, asked)


def settle(run: Run, request: Request, ended: Ended, *, policy: str = "") -> Run:
    """The request ends, once; its call follows. A settled one stays as it is."""
    if request.ended is not None:
        return run
    run = with_request(run, replace(request, ended=ended))
    says = (s for s in run.says if not (s.kind == "reminder" and s.request == request.id))
    run = replace(run, says=tuple(says))
    call = run.call(request.call)
    moved = call and _moved(call, request, ended, policy)
    if moved:
        run = with_call(run, moved)
    if ended.outcome == "rejected":
        run = replace(run, denied=(*run.denied, request.digest))
    if ended.outcome in ("approved", "rejected", "guided", "expired", "stale", "run_again"):
        run = say(run, "decision", request=request.id)
    if ended.outcome == "unasked":
        run = say(run, "unasked", request=request.id, words=ended.reason)
    if ended.outcome == "rejected" and run.limits.stop_on_rejection and ended.by:
        run = stop(run, ended.by, ended.at)
    return run


def remind(run: Run, request: Request) -> Run:
    """A reminder is owed, unless one is already."""
    if any(s.kind == "reminder" and s.request == request.id for s in run.says):
        return run
    return say(run, "reminder", request=request.id)


def stop(run: Run, by: Who | None, at: int) -> Run:
    """The run stops: what hasn't left never leaves; what has is waited for and told.

    `by` None: the message that had asked for it was deleted, and nobody says by whom.
    """
    if not run.live:
        return run
    run = replace(run, phase=Stopped(by, at))
    for request in run.requests:
        if request.ended is None and request.kind == "approval":
            run = settle(run, request, Ended("stopped", at, by, "" if by else TASK_GONE))
    for call in run.calls:
        run = _stopped_with(run, call, by, at)
    return say(run, "stopped", words=by.user if by else "")


def not_running(run: Run, call: Call, at: int, *, left: bool) -> Run:
    """The call isn't running, whatever its card says; `left`: nobody knows what it did.

    If the run was stopped meanwhile, it doesn't leave again.
    """
    run = record_start(with_call(run, call), call, running=False)
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
    refused = calls.refuse(call, "stopped", "a person stopped this call", at)
    if refused is None:
        return None
    return _unrun(with_call(run, refused), call, Ended("stopped", at, by))


def record_start(run: Run, call: Call, *, running: bool = True) -> Run:
    """The card says whether its call is running."""
    request = _approved(run, call)
    return with_request(run, replace(request, running=running)) if request else run


def record_result(run: Run, call: Call, result: Result) -> Run:
    """The card says what came of its call."""
    request = _approved(run, call)
    if request is None:
        return run
    return with_request(run, replace(request, running=False, result=result))


def adopt(request: Request, copy: Copy | None) -> Request | None:
    """The request with a copy that wasn't on record, or None if it was (or isn't one)."""
    if copy is None or any(_same(copy, known) for known in request.copies):
        return None
    return replace(request, copies=(*request.copies, Copy(copy.channel, copy.ts)))


def quoted(run: Run, quote: Quote) -> Run:
    """The run with a person's words kept for its cards, and open cards saying so."""
    first, rest = run.quotes[:1], run.quotes[1:]
    run = replace(run, quotes=(*first, *(*rest, quote)[-(QUOTES - 1) :]), spoke=quote.by)
    return newer(run, quote)


def newer(run: Run, quote: Quote) -> Run:
    """The run whose open cards say that something came after them."""
    for request in run.requests:
        if request.ended is None and request.kind == "approval":
            count = request.since[0] + 1
            run = with_request(run, replace(request, since=(count, quote)))
    return run


def ask_again(run: Run, request: Request) -> Run:
    """The same action may be asked once more; a run that had ended is taken up again."""
    denied = tuple(d for d in run.denied if d != request.digest)
    return taken_up(replace(run, denied=denied))


def taken_up(run: Run) -> Run:
    """A person wants more: the steps count anew, and a run that had ended goes on.

    It goes on if its thread is still its own, and once its calls that are out are settled.
    """
    run = replace(run, steps=0)
    if run.live:
        return run
    run = replace(run.freed("model"), indexed=False, bad_replies=0, bad_why="")
    if any(not c.settled for c in run.calls):
        return replace(run, phase=Acting())
    return replace(run, phase=Thinking(), turn=run.turn + 1)


def _request(
    run: Run, call: Call, event: Judged | UnsureNumbered, spec: AskSpec, at: int
) -> Request:
    shown = event.shown or Shown(f"run {call.tool}")
    return Request(
        id=f"{run.id}.{run.made_requests + 1}",
        number=event.number,
        kind="approval",
        call=call.id,
        revision=1,
        spec=spec,
        title=shown.title,
        will_do=shown.will_do,
        target=shown.target,
        undo=shown.undo,
        tool=call.tool,
        args=call.args,
        digest=call.digest,
        policy=event.policy,
        policy_number=event.policy_number,
        quotes=run.quotes,
        agent_says=run.agent_says,
        able=event.able,
        authors=(run.requester, run.steerer),
        asked_at=at,
        deadline=at + spec.deadline_s * 1000,
    )


def _moved(call: Call, request: Request, ended: Ended, policy: str) -> Call | None:
    """What an outcome does to the call."""
    outcome: Outcome = ended.outcome
    match outcome:
        case "approved" | "run_again":
            return calls.approve(call, request.id, ended.at, policy)
        case "rejected":
            return calls.refuse(call, "rejected", ended.reason or REJECTED, ended.at)
        case "guided":
            return calls.refuse(call, "guidance", ended.instead or ended.reason, ended.at)
        case "expired" | "left":
            return _lapsed(call, request, ended)
        case "withdrawn" | "superseded" | "stale" | "stopped":
            return calls.refuse(call, outcome, ended.reason, ended.at)
        case "unasked":
            return calls.refuse(call, "refused", ended.reason, ended.at)
        case "ran":
            return calls.ran(call, ended.reason, ended.at)


def _lapsed(call: Call, request: Request, ended: Ended) -> Call | None:
    if request.kind == "unsure":
        return calls.leave(call, ended.at)
    return calls.refuse(call, "expired", ended.reason, ended.at)


def _stopped_with(run: Run, call: Call, by: Who | None, at: int, *, void: bool = True) -> Run:
    """The call ends with its run, unless it is out; `void`: its card says that it wasn't run."""
    why = "" if by else TASK_GONE
    refused = calls.refuse(call, "stopped", why or "a person stopped the run", at)
    if refused is None:
        return run
    run = with_call(run, refused)
    return _unrun(run, call, Ended("stopped", at, by, why)) if void else run


def _unrun(run: Run, call: Call, ended: Ended) -> Run:
    """The request that had made `call` ready says that it won't run under it."""
    wanted = call.state.request if isinstance(call.state, calls.Ready) else None
    request = run.request(wanted) if wanted else None
    if request is None:
        return run
    run = with_request(run, replace(request, ended=ended))
    return say(run, "decision", request=request.id) if ended.outcome == "stale" else run


def _approved(run: Run, call: Call) -> Request | None:
    """The request whose approval the call runs under: the newest that stands."""
    found = [r for r in run.requests if r.call == call.id and _stands(r)]
    return found[-1] if found else None


def _stands(request: Request) -> bool:
    return request.ended is not None and request.ended.outcome in ("approved", "run_again")


def _same(one: Copy, other: Copy) -> bool:
    return one.channel == other.channel and one.ts == other.ts
