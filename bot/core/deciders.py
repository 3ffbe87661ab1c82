"""Who may do what: the rights of whoever clicked, by the card's policy and by today's."""

from bot.core.ids import Who
from bot.core.request import Click, PendingClick, PersonFacts, Request
from bot.core.state import NoteKind, Run
from bot.core.terms import AskSpec, in_set
from bot.core.verdicts import Allow, Ask

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
        case "withdraw":
            mine = click.by.same(run.requester) or "admin" in facts.roles
            return None if mine else "not_yours"
        case "details" | "status":
            return None
        case _:
            return _not_in_set(request, pending, facts)


def _not_in_set(request: Request, pending: PendingClick, facts: PersonFacts) -> NoteKind | None:
    if request.spec.exclude_requester and _is_author(request, pending.click.by):
        return "own_request"
    if not in_set(request.spec.approvers, facts.person or "", facts.roles):
        return "not_approver"
    if pending.click.action in ("reject", "guide"):
        return None
    return _unreasoned(request.spec, pending.click) or _not_now(request, pending, facts)


def _unreasoned(spec: AskSpec, click: Click) -> NoteKind | None:
    """A yes without the reason that the card's policy or today's wants."""
    # A card that asks what became of a call has no form to say it in.
    silent = click.action == "approve" and not click.reason.strip()
    return "no_reason" if silent and spec.reasoned else None


def _not_now(request: Request, pending: PendingClick, facts: PersonFacts) -> NoteKind | None:
    """The current policy must allow the decision too."""
    match pending.now:
        case Allow():
            return None
        case Ask(spec=spec):
            if spec.exclude_requester and _is_author(request, pending.click.by):
                return "own_request"
            if not in_set(spec.approvers, facts.person or "", facts.roles):
                return "not_approver"
            return _unreasoned(spec, pending.click)
        case _:
            return "policy_now_refuses"


def _is_author(request: Request, who: Who) -> bool:
    return any(who.same(other) for other in request.authors)


def _concerned(run: Run, request: Request, facts: PersonFacts) -> bool:
    if facts.who.same(run.requester) or "admin" in facts.roles:
        return True
    return in_set(request.spec.approvers, facts.person or "", facts.roles)


def may_stop(facts: PersonFacts) -> bool:
    """Whether a linked person may stop what others asked for."""
    return any(role in STOPPERS for role in facts.roles)
