"""What people may do with a card beside yes and no: answer, ask, hand over, and pass.

Whether they may was looked up before (deciders).
"""

from bot.core import asking, settling
from bot.core.asking import note
from bot.core.deciders import no_delegate
from bot.core.replacing import replace
from bot.core.request import Click, Ended, PendingClick, Request
from bot.core.state import Run

NOBODY_CAN = "everyone who may decide said that they can't take it"
TOO_FEW_CAN = "too few of those who may decide said that they can take it"


def do(run: Run, request: Request, pending: PendingClick, at: int) -> Run:
    """The run after one of these, by someone who may."""
    click = pending.click
    match click.action:
        case "answer" | "ask_requester" if not click.reason.strip():
            return note(run, click, "blank")
        case "answer":
            return settling.settle(run, request, Ended("answered", at, click.by, click.reason))
        case "ask_requester":
            return _ask_requester(run, request, click)
        case "hand_over":
            return _hand_over(run, request, pending)
        case "cant_take":
            return _cant_take(run, request, click, at)
        case _:
            return run


def _ask_requester(run: Run, request: Request, click: Click) -> Run:
    """A question in the thread; what is said there then shows on the card."""
    return asking.say(
        run, "asked_requester", request=request.id, words=click.reason, by=click.by,
        to=run.requester,
    )  # fmt: skip


def _hand_over(run: Run, request: Request, pending: PendingClick) -> Run:
    """Somebody who may decide for themselves is asked to."""
    click, to = pending.click, pending.click.to
    if to is None or to.same(click.by):
        return note(run, click, "not_delegate", "self")
    no = no_delegate(run, request, pending)
    if no:
        return note(run, click, "not_delegate", no)
    named = next((who for who in request.able if who.same(to)), to)
    able = (named, *(who for who in request.able if not who.same(to)))
    if _anyone(request):
        able = request.able  # one who is named isn't all who may
    declined = tuple(who for who in request.declined if not who.same(to))
    run = asking.with_request(run, replace(request, able=able, declined=declined))
    return asking.say(run, "handed_over", request=request.id, by=click.by, to=named)


def _cant_take(run: Run, request: Request, click: Click, at: int) -> Run:
    """One less is waited for; with too few left the next tier is asked at once, or it ends."""
    run = note(run, click, "noted")
    if any(click.by.same(who) for who in request.declined):
        return run
    request = replace(request, declined=(*request.declined, click.by))
    run = asking.with_request(run, request)
    request = run.request(request.id) or request
    left = _left(request)
    if left is None or left >= request.spec.count - len(request.votes):
        return run
    if request.tier < len(request.spec.next):
        return asking.escalate(run, request)
    why = TOO_FEW_CAN if left else NOBODY_CAN
    return settling.settle(run, request, Ended("expired", at, None, why))


def _anyone(request: Request) -> bool:
    return any(group.anyone for group in request.spec.sets(request.tier))


def _left(request: Request) -> int | None:
    """How many may still say yes and haven't passed; None if nobody can say who they are."""
    if not request.able or _anyone(request):
        return None
    gone = (*request.declined, *(vote.who for vote in request.votes))
    barred = request.spec.exclude_requester
    return len(
        {
            who.key
            for who in request.able
            if not any(who.same(other) for other in gone)
            and not request.bars(who, requester=barred)
        }
    )
