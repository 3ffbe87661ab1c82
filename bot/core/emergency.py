"""Break-glass: a named person lets a call go without a yes, and others look at it afterwards.

It exists only where a rule names who may (PRODUCT.md 2 and 6).
"""

from bot.core import asking, settling
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Click, Ended, PendingClick, Request, Vote
from bot.core.rules import Live, Policy
from bot.core.state import NoteKind, Run
from bot.core.terms import in_set

REASON = 20  # characters that a reason must have, blanks at its ends aside
REVIEWERS = {"owner", "admin", "auditor"}  # who may look at it besides its sets
REVIEW_MS = 24 * 3600 * 1000  # within which somebody else is to look at it


def barred(request: Request, click: Click) -> NoteKind | None:
    """Why it can't be done whoever asks; None if it depends on who they are."""
    if request.spec.breakglass is None:
        return "no_breakglass"
    return "short_reason" if len(click.reason.strip()) < REASON else None


def broken(run: Run, request: Request, pending: PendingClick, at: int) -> Run:
    """The call may go, and everyone who was passed over hears of it."""
    click = pending.click
    run = asking.with_request(run, replace(request, review_by=at + REVIEW_MS))
    request = run.request(request.id) or request
    ended = Ended("emergency", at, click.by, click.reason)
    run = settling.settle(run, request, ended, policy=pending.policy)
    return asking.say(run, "emergency", request=request.id)


def unreviewed(run: Run) -> tuple[Request, ...]:
    """Those that nobody else has looked at, until that is overdue."""
    return tuple(r for r in run.requests if r.review_by and r.reviewed is None)


def overdue(run: Run, request: Request, at: int) -> Run:
    """Nobody looked at it in time, which is said once."""
    if at < request.review_by:
        return run
    run = asking.with_request(run, replace(request, review_by=0))
    return asking.say(run, "review_due", request=request.id)


def reviewed(run: Run, request: Request, pending: PendingClick, at: int) -> Run:
    """Somebody else has looked at it, and says what they think."""
    click, facts = pending.click, pending.facts
    vote = Vote(click.by, (facts and facts.person) or "", at, click.reason)
    return asking.with_request(run, replace(request, reviewed=vote))


def not_reviewer(request: Request, pending: PendingClick) -> NoteKind | None:
    """Why this person can't be the one who looks at it.

    Whoever asked for the call, or changed it, only does where nobody else could.
    """
    ended, facts = request.ended, pending.facts
    if ended is None or ended.outcome != "emergency" or request.reviewed is not None:
        return "already"
    if ended.by is not None and ended.by.same(pending.click.by):
        return "own_emergency"
    groups = request.spec.sets(len(request.spec.next))
    roles = facts.roles if facts else ()
    person = (facts and facts.person) or ""
    sets = facts.sets if facts else ()
    inside = any(in_set(group, person, roles, sets) for group in groups)
    if not inside and not set(roles) & REVIEWERS:
        return "not_approver"
    own = pending.others and request.bars(pending.click.by, requester=True)
    return "own_review" if own else None


def others_could(request: Request, policy: Policy, live: Live) -> bool:
    """Whether somebody may look at it who neither let it go, asked for it nor changed it."""
    groups = request.spec.sets(len(request.spec.next))
    able = {person for group in groups for person in policy.members(group, live)}
    able |= {person for person in policy.people if set(person.roles) & REVIEWERS}
    by = request.ended.by if request.ended else None
    part = (*request.authors, *((by,) if by else ()))
    return any(not any(Who(p.team, p.user).same(who) for who in part) for p in able)
