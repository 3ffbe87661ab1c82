"""Clicks: an untrusted request becomes a decision, or a refusal in words to whoever clicked.

Order matters: shape, card, time, person, right, policy, state; the first no ends it. Clicks on one
request are decided in the order in which they were saved, whichever look-up comes back first.
"""

from bot.core import (
    answering,
    asking,
    batching,
    commands,
    doing,
    editing,
    emergency,
    grants,
    settling,
    stopping,
    switching,
)
from bot.core.asking import note
from bot.core.deciders import may_stop, stranger
from bot.core.replacing import replace
from bot.core.request import Click, Copy, Ended, Outcome, PendingClick, Request, Vote
from bot.core.state import NoteKind, Run
from bot.core.verdicts import Ask
from bot.core.votes import enough
from bot.core.wording import by_words

# Whatever became of the request since.
ANY_TIME = ("stop_call", "stop_run", "details", "revoke", "reviewed")
ONLY_FOR = {
    "approval": (
        "approve", "reject", "guide", "withdraw", "edit", "answer", "hand_over", "cant_take",
        "ask_requester", "grant", "revoke", "breakglass", "reviewed",
    ),
    "unsure": ("ran", "run_again", "leave"),
    "question": ("submit", "cancel"),
}  # fmt: skip
# Whose right isn't that of whoever decides, so that a refusal names it.
BESIDE = ("breakglass", "reviewed")
_OVER: dict[Outcome, NoteKind] = {
    "expired": "expired", "unanswered": "expired", "superseded": "changed",
}  # fmt: skip
ASK_AGAIN_AFTER = ("rejected", "expired", "stale", "stopped", "withdrawn", "unasked")


def clicked(run: Run, click: Click) -> Run:
    """A click is looked up, or answered at once when nothing has to be looked up."""
    if any(p.click.id == click.id for p in run.clicks):
        return run
    if click.action in switching.ACTIONS:
        run, kind = switching.clicked(run, click)
        return note(run, click, kind) if kind else run
    if click.action in commands.ACTIONS and not click.request:
        return commands.command(run, click)
    if click.action == "approve_all":
        for one in batching.yes_to_all(run, click):
            run = clicked(run, one)
        return run
    return _about(run, _named(run, click))


def _about(run: Run, click: Click) -> Run:
    """A click on one request."""
    request = run.request(click.request)
    if request is None:
        known = "no_number" if click.number else _nothing(run, click)
        return note(run, click, "unknown_request" if click.request else known)
    if (
        click.action == "breakglass"
        and request.kind != "question"
        and (barred := emergency.barred(request, click))
    ):
        return note(run, click, barred)
    run = _adopt(run, request, click)
    request = run.request(click.request) or request
    early = _early(run, request, click) or _unread(request, click) or by_words(request, click)
    if early:
        return note(_lapse(run, request, click, early), click, early)
    return replace(run, clicks=(*run.clicks, PendingClick(click)))


def checked(run: Run, pending: PendingClick, at: int) -> Run:
    """The look-up is back; decides it and every later click that was only waiting for it."""
    run = replace(
        run, clicks=tuple(pending if p.click.id == pending.click.id else p for p in run.clicks)
    )
    while ready := _next(run):
        run = replace(run, clicks=tuple(p for p in run.clicks if p is not ready))
        run = _decide(run, ready, at)
    return run


def waits_for_click(run: Run, request: Request) -> bool:
    """Whether a click that was in time is still being looked up."""
    return any(p.click.request == request.id and p.click.at <= request.deadline for p in run.clicks)


def _next(run: Run) -> PendingClick | None:
    """The first click whose look-up is done and that has no earlier one on its request."""
    seen: set[str] = set()
    for pending in run.clicks:
        if pending.facts is not None and pending.click.request not in seen:
            return pending
        seen.add(pending.click.request)
    return None


def _named(run: Run, click: Click) -> Click:
    """*Ask again* said in the thread means the newest request that it can mean.

    Others name theirs by its number.
    """
    if click.number and not click.request:
        request = next((r for r in run.requests if r.number == click.number), None)
        return replace(click, request=request.id, revision=request.revision) if request else click
    if click.action != "ask_again" or click.request:
        return click
    request = next((r for r in reversed(run.requests) if _may_ask_again(r)), None)
    return replace(click, request=request.id, revision=request.revision) if request else click


def _adopt(run: Run, request: Request, click: Click) -> Run:
    request = batching.holder(run, request)
    adopted = asking.adopt(request, click.copy)
    if adopted and _is_there(run, request, adopted.copies[-1]):
        return asking.with_request(run, adopted, drawn=False)
    if request.ended is not None:
        # Whoever could still click saw an old picture: draw it again.
        return asking.with_request(run, request)
    return run


def _is_there(run: Run, request: Request, copy: Copy) -> bool:
    """Whether a message may be a card: lists in direct messages have buttons of requests, too."""
    places = (request.at, *request.closed)
    return any(copy.channel == (place or run.thread.channel) for place in places)


def _early(run: Run, request: Request, click: Click) -> NoteKind | None:
    """Why the click needs no look-up."""
    others = (action for kind in ONLY_FOR if kind != request.kind for action in ONLY_FOR[kind])
    if click.action in others or (click.action == "edit" and request.plan):
        # Such a card never had this button; in words somebody may take a question for a call.
        return "only_answered" if request.kind == "question" else "changed"
    if click.action == "ask_again":
        return None if _may_ask_again(request) else "already"
    if click.action in ANY_TIME:
        return None
    if request.ended is not None:
        return _OVER.get(request.ended.outcome, "already")
    if click.revision != request.revision:
        return "changed"
    if click.at > request.deadline:
        return "expired"
    return None


def _nothing(run: Run, click: Click) -> NoteKind:
    """Why a command that names no request means none."""
    over = (r.ended.outcome for r in run.requests if r.kind == "question" and r.ended)
    missed = any(outcome in ("cancelled", "unanswered", "unasked") for outcome in over)
    return "say_it" if click.action == "ask_again" and missed else "nothing_to_do"


def _unread(request: Request, click: Click) -> NoteKind | None:
    """One tap on a picture older than the newest message: *Review…* shows what was said since."""
    return "unread" if click.action == "approve" and click.tapped and request.since[0] else None


def _lapse(run: Run, request: Request, click: Click, early: NoteKind) -> Run:
    """A click after the deadline finds it expired, even if the tick hasn't come yet."""
    if early == "expired" and request.ended is None and not waits_for_click(run, request):
        return settling.settle(run, request, settling.lapsed(request))
    return run


def _decide(run: Run, pending: PendingClick, at: int) -> Run:
    click, facts = pending.click, pending.facts
    if facts is None:
        return run
    if click.action in switching.ACTIONS:
        run, kind = switching.checked(run, click, facts)
        return note(run, click, kind) if kind else run
    if click.action in commands.ACTIONS and not click.request:
        refusal = stranger(facts) or (None if may_stop(facts) else "not_yours")
        return note(run, click, refusal) if refusal else commands.commanded(run, click)
    request = run.request(click.request)
    if request is None:
        return note(run, click, "unknown_request")
    refusal = _early(run, request, click) or answering.barred(run, request, pending)
    if refusal:
        return note(run, click, refusal, click.action if click.action in BESIDE else "")
    return _do(run, request, pending, at)


def _do(run: Run, request: Request, pending: PendingClick, at: int) -> Run:  # noqa: C901
    # One branch an action: splitting the match would hide that it is complete.
    click = pending.click
    match click.action:
        case "approve" | "run_again":
            return _approve(run, request, pending, at)
        case "grant":
            return _grant(run, request, pending, at)
        case "revoke":
            return grants.revoke(run, request, click, at) or note(run, click, "already")
        case "breakglass":
            return emergency.broken(run, request, pending, at)
        case "reviewed":
            return emergency.reviewed(run, request, pending, at)
        case "reject":
            return settling.settle(run, request, Ended("rejected", at, click.by, click.reason))
        case "guide":
            ended = Ended("guided", at, click.by, click.reason, click.reason)
            return settling.settle(run, request, ended)
        case "ran" | "leave":
            outcome = "left" if click.action == "leave" else "ran"
            return settling.settle(run, request, Ended(outcome, at, click.by, click.reason))
        case "withdraw":
            return settling.settle(run, request, Ended("withdrawn", at, click.by))
        case "stop_call":
            return stopping.stop_call(run, request, click, at)
        case "stop_run":
            return commands.commanded(run, replace(click, at=at))
        case "ask_again":
            return asking.ask_again(run, request)
        case "edit":
            return _edit(run, request, pending, at)
        case "submit" | "cancel":
            return answering.answered(run, request, click, at)
        case "answer" | "hand_over" | "cant_take" | "ask_requester":
            return doing.do(run, request, pending, at)
        case (
            "approve_all" | "details" | "status" | "nudge" | "switch_off" | "ask_switch_on"
            | "switch_on"
        ):  # fmt: skip
            return run  # what they mean was done before, or is nothing


def _edit(run: Run, request: Request, pending: PendingClick, at: int) -> Run:
    """Changed arguments, and the yes that the change may be."""
    run, yes = editing.edited(run, request, pending, at)
    request = run.request(request.id) or request
    return _approve(run, request, yes, at) if yes else run


def _may_ask_again(request: Request) -> bool:
    """Whether the action wasn't run, or failed."""
    if request.ended is None:
        return False
    failed = request.result is not None and not request.result.ok
    not_run = request.kind == "approval" and request.ended.outcome in ASK_AGAIN_AFTER
    return failed or not_run


def _approve(run: Run, request: Request, pending: PendingClick, at: int) -> Run:
    """One more yes; enough of them, by the card's policy and today's, let the call go."""
    click, facts = pending.click, pending.facts
    if facts is None or facts.person is None:
        return note(run, click, "cant_verify")
    if any(vote.person == facts.person for vote in request.votes):
        return note(run, click, "already")
    owner = "owner" in facts.roles
    votes = (*request.votes, Vote(click.by, facts.person, at, click.reason, owner))
    request = replace(request, votes=votes)
    run = asking.with_request(run, request)
    terms = [request.spec, *([pending.now.spec] if isinstance(pending.now, Ask) else [])]
    if not all(enough(votes, spec) for spec in terms):
        return run
    request = run.request(request.id) or request
    outcome = "run_again" if click.action == "run_again" else "approved"
    # An earlier yes was checked against the policy of its time: at the start it counts anew.
    policy = pending.policy if len(votes) == 1 else request.policy
    return settling.settle(run, request, Ended(outcome, at, click.by, click.reason), policy=policy)


def _grant(run: Run, request: Request, pending: PendingClick, at: int) -> Run:
    """A yes to this call, and for a while to every one that is equal to it."""
    run = _approve(run, request, pending, at)
    approved = run.request(request.id)
    if approved is None or approved.ended is None or approved.ended.outcome != "approved":
        return run
    return grants.mint(run, approved, at)
