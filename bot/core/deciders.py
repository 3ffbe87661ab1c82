"""Who may do what: the rights of whoever clicked, by the card's policy and by today's."""

from bot.core import emergency
from bot.core.request import Click, PendingClick, PersonFacts, Request
from bot.core.state import NoteKind, Run
from bot.core.switches import is_switch
from bot.core.terms import AskSpec, in_set
from bot.core.verdicts import Allow, Ask, Refuse
from bot.core.votes import tier_at, tier_of

STOPPERS = ("approver", "admin", "owner")


def stranger(facts: PersonFacts) -> NoteKind | None:
    """Why this Slack user may decide nothing at all."""
    if not facts.known:
        return "cant_verify"
    if facts.bot:
        return "bot"
    if facts.deactivated:
        return "deactivated"
    if facts.outside:
        return "outside"
    if facts.guest:
        return "guest"
    if facts.person is None:
        return "not_linked"
    return None


def no_right(run: Run, request: Request, pending: PendingClick) -> NoteKind | None:
    """Why a linked person may not do this."""
    click, facts = pending.click, pending.facts
    if facts is None:
        return "cant_verify"
    match click.action:
        case "ran" | "leave" | "ask_again":
            return None if _concerned(run, request, facts) else "not_yours"
        case "stop_call" | "stop_run" | "nudge":
            allowed = click.by.same(run.requester) or may_stop(facts)
            return None if allowed else "not_yours"
        case "withdraw" | "revoke":
            mine = click.by.same(run.requester) or "admin" in facts.roles
            if mine or click.action == "withdraw":
                return None if mine else "not_yours"
            return outside(request.spec, request.tier, facts, click)
        case "details" | "status":
            return None
        case "breakglass" | "reviewed":
            return _emergency(request, pending, facts)
        case _:
            return _not_in_set(request, pending, facts)


def _not_in_set(request: Request, pending: PendingClick, facts: PersonFacts) -> NoteKind | None:
    if request.bars(pending.click.by, requester=request.spec.exclude_requester):
        return "own_request"
    barred = outside(request.spec, request.tier, facts, pending.click)
    if barred:
        return barred
    if pending.click.action in ("reject", "guide", "ask_requester", "cant_take"):
        return None
    if pending.click.action == "edit" and isinstance(pending.now, Refuse):
        return None  # what it would be changed to is judged by itself
    if pending.click.action == "grant" and not _may_grant(request, pending):
        return "no_grant"
    return (
        _unreasoned(request.spec, pending.click)
        or _not_every(request, pending.click, facts)
        or _not_now(request, pending, facts)
    )


def _not_every(request: Request, click: Click, facts: PersonFacts) -> NoteKind | None:
    """A yes to a plan takes somebody who may say yes to each of its steps."""
    asked = ((step, step.spec) for step in request.plan if step.spec is not None)
    for step, spec in asked:
        barred = outside(spec, tier_of(request, spec, step.tier), facts, click)
        if barred:
            return "not_every_step" if barred == "not_approver" else barred
    return None


def _may_grant(request: Request, pending: PendingClick) -> bool:
    now = pending.now
    return request.spec.grants and (not isinstance(now, Ask) or now.spec.grants)


def _emergency(request: Request, pending: PendingClick, facts: PersonFacts) -> NoteKind | None:
    """Breaking glass, by the card's terms and by today's, and looking at it afterwards.

    Whoever asked may be the one who has to.
    """
    if pending.click.action == "reviewed":
        return emergency.not_reviewer(request, pending)
    now = pending.now
    if isinstance(now, Ask) and now.spec.breakglass is None:
        return "no_breakglass"
    if isinstance(now, Refuse):
        return "policy_now_refuses"
    refused = outside(request.spec, request.tier, facts, pending.click)
    if refused or not isinstance(now, Ask):
        return refused
    return outside(now.spec, request.tier, facts, pending.click)


def no_delegate(run: Run, request: Request, pending: PendingClick) -> NoteKind | None:
    """Why the person whom a click names couldn't say yes to it themselves; None if they could."""
    facts = pending.to
    if facts is None:
        return "cant_verify"
    if any(vote.who.same(facts.who) for vote in request.votes):
        return "already"
    # The reason is said with the yes, not with its handing over.
    yes = Click("", "approve", request.id, request.revision, facts.who, reason="later")
    return stranger(facts) or no_right(run, request, PendingClick(yes, facts, pending.now))


def outside(spec: AskSpec, tier: int, facts: PersonFacts, click: Click) -> NoteKind | None:
    """Why a linked person isn't one of those who may do this by these terms; None if they are.

    `tier` is how many of the next tiers have been asked. Whoever has a veto may say no.
    """
    groups = spec.sets(tier)
    if click.action == "breakglass":
        groups = (spec.breakglass,) if spec.breakglass else ()
    if click.action in ("reject", "guide") and spec.veto is not None:
        groups = (*groups, spec.veto)
    if any(in_set(group, facts.person or "", facts.roles, facts.sets) for group in groups):
        return None
    unread = any(name in facts.unread for group in groups for name in group.live)
    return "cant_verify" if unread else "not_approver"


def _unreasoned(spec: AskSpec, click: Click) -> NoteKind | None:
    """A yes without the reason that the card's policy or today's wants."""
    # A card that asks what became of a call has no form to say it in.
    silent = click.action in ("approve", "grant") and not click.reason.strip()
    return "no_reason" if silent and spec.reasoned else None


def _not_now(request: Request, pending: PendingClick, facts: PersonFacts) -> NoteKind | None:
    """The current policy must allow the decision too."""
    match pending.now:
        case Allow():
            return None
        case Ask(spec=spec, each=each, tier=first):
            if request.bars(pending.click.by, requester=spec.exclude_requester):
                return "own_request"
            tier = tier_at(request, spec, pending.click.at, first)
            barred = outside(spec, tier, facts, pending.click)
            for one in each:
                barred = barred or outside(one, tier_of(request, one, 0), facts, pending.click)
            return barred or _unreasoned(spec, pending.click)
        case Refuse() as refused if is_switch(refused):
            return "switched_off"
        case _:
            return "policy_now_refuses"


def _concerned(run: Run, request: Request, facts: PersonFacts) -> bool:
    if facts.who.same(run.requester) or "admin" in facts.roles:
        return True
    groups = request.spec.sets(request.tier)
    return any(in_set(group, facts.person or "", facts.roles, facts.sets) for group in groups)


def may_stop(facts: PersonFacts) -> bool:
    """Whether a linked person may stop what others asked for."""
    return any(role in STOPPERS for role in facts.roles)
