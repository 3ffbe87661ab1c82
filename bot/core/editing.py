"""Edits: a person changes the arguments of a call that waits, and the gate judges it anew.

The request keeps its number and gets a new revision and digest; who said yes before said it to
something else. At low and medium risk whoever edits may say yes with it, above they have become an
author and others decide (PRODUCT.md 4).
"""

import json
from typing import Any

from bot.core import asking, canon, superseding
from bot.core import call as calls
from bot.core.asking import note
from bot.core.deciders import outside
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Change, PendingClick, Request, Revised
from bot.core.state import NoteKind, Run
from bot.core.terms import RISKS, AskSpec
from bot.core.verdicts import Allow, Ask, Refuse, Verdict

ELSEWHERE = (
    "with these values other people are asked in another channel, and that couldn't be begun just "
    "now; try again, or reject it and say how instead"
)
DENIED = "this very action was rejected in this run; it isn't asked again"


def edited(
    run: Run, request: Request, pending: PendingClick, at: int
) -> tuple[Run, PendingClick | None]:
    """The run after an edit, and the yes that it also is, if it is one.

    One that isn't taken changes nothing and is answered with the reason. Where the new arguments
    are asked about in another channel, that is another request's, and the people there decide.
    """
    click, revised = pending.click, pending.revised
    fault = _fault(run, request, pending)
    call = run.call(request.call)
    digest = canon.digest(request.tool, click.args)
    moves = revised is not None and elsewhere(request, revised.verdict)
    to = superseding.next_id(run) if moves else ""
    moved = call and calls.revise(call, request.id, click.args, digest, to)
    if fault or revised is None or moved is None:
        kind, words = fault or ("changed", "")
        return note(run, click, kind, words), None
    new = _revision(request, pending, revised, at)
    if not _left(new, revised):
        return note(run, click, "edit_alone"), None
    run = asking.with_call(run, moved)
    if moves:
        return superseding.superseded(run, request, new, revised, at), None
    run = asking.with_request(run, new)
    yes = replace(click, action="approve", revision=new.revision)
    return run, replace(pending, click=yes, now=Ask(new.spec)) if _is_yes(new, pending) else None


def changes(request: Request, args: str) -> tuple[Change, ...]:
    """What `args` change of what the model had sent; the request may have been edited before."""
    now, new = _values(request.args), _values(args)
    was = dict(now)
    for change in request.changes:
        was.pop(change.name, None)
        if change.before:
            was[change.name] = change.before
    names = [*was, *(name for name in new if name not in was)]
    return tuple(
        Change(name, was.get(name, ""), new.get(name, ""))
        for name in names
        if was.get(name, "") != new.get(name, "")
    )


def _fault(run: Run, request: Request, pending: PendingClick) -> tuple[NoteKind, str] | None:
    """Why the edit isn't taken: the kind of the answer, and what it quotes."""
    click, revised = pending.click, pending.revised
    if revised is None:
        return "cant_verify", ""
    if revised.bad:
        return "edit_invalid", revised.bad
    if click.args == request.args:
        return "edit_same", ""
    if isinstance(revised.verdict, Refuse):
        return "edit_refused", revised.verdict.reason
    if canon.digest(request.tool, click.args) in run.denied:
        return "edit_refused", DENIED
    nowhere = elsewhere(request, revised.verdict) and not revised.number
    return ("edit_refused", ELSEWHERE) if nowhere else None


def elsewhere(request: Request, verdict: Verdict) -> bool:
    """Whether the new arguments are for a channel in which the card doesn't stand."""
    if not isinstance(verdict, Ask):
        return False
    route = verdict.spec.route
    return bool(route) and route not in (request.at, request.spec.route)


def _revision(request: Request, pending: PendingClick, revised: Revised, at: int) -> Request:
    click = pending.click
    spec, tier = _terms(request, revised)
    able, later = request.able, request.later
    if isinstance(revised.verdict, Ask):
        able, later = _joined(revised, tier), revised.later
    authors = request.authors
    if _authored(spec) and not request.bars(click.by, requester=False):
        authors = (*authors, click.by)
    return replace(
        request,
        revision=request.revision + 1,
        spec=spec,
        tier=tier,
        args=click.args,
        digest=canon.digest(request.tool, click.args),
        title=revised.title,
        will_do=revised.will_do,
        target=revised.target,
        undo=revised.undo,
        unusual=revised.unusual,
        policy=pending.policy,
        policy_number=revised.policy_number,
        able=able,
        later=later,
        authors=authors,
        votes=(),
        changes=changes(request, click.args),
        edited_by=click.by,
        # Never later than what people were told; and an edit reminds nobody (PRODUCT.md 3).
        deadline=min(request.deadline, at + spec.deadline_s * 1000),
        reminded=sum(1 for s in spec.reminders_s if request.asked_at + s * 1000 <= at),
    )


def _terms(request: Request, revised: Revised) -> tuple[AskSpec, int]:
    """By which terms the new arguments are asked about, and how many next tiers may decide.

    Who was asked for other arguments has no say in these; what policy would allow without asking
    stays as it was asked.
    """
    match revised.verdict:
        case Ask(spec=spec, tier=tier):
            # What nobody was shown before isn't shown after it, whichever rule speaks now.
            secret = tuple(dict.fromkeys((*request.spec.sensitive, *spec.sensitive)))
            tier = max(tier, request.tier) if spec.next == request.spec.next else tier
            return replace(spec, sensitive=secret), tier
        case Allow() | Refuse():
            return request.spec, request.tier


def _joined(revised: Revised, tier: int) -> tuple[Who, ...]:
    """Who may decide, with those of the next tiers that have been asked."""
    groups = (revised.able, *revised.later[:tier])
    return tuple({who.key: who for group in groups for who in group}.values())


def _authored(spec: AskSpec) -> bool:
    """Whether whoever edits has made it theirs, so that others decide."""
    return RISKS.index(spec.risk) > RISKS.index("medium")


def _left(new: Request, revised: Revised) -> bool:
    """Whether enough people are left who may decide, without whoever has become an author."""
    if any(group.anyone for group in new.spec.sets(new.tier)) or not _authored(new.spec):
        return True  # the gate has counted them
    barred = new.spec.exclude_requester
    left = {who.key for who in new.able if not new.bars(who, requester=barred)}
    owners = left & {who.key for who in revised.owners}
    return len(left) >= new.spec.count and len(owners) >= new.spec.owners


def _is_yes(new: Request, pending: PendingClick) -> bool:
    """Whether whoever edited may say yes to the result and has said all that it needs."""
    click, facts = pending.click, pending.facts
    if _authored(new.spec) or facts is None or click.tapped:
        return False
    if new.bars(click.by, requester=new.spec.exclude_requester):
        return False
    return not _unsaid(new, pending) and outside(new.spec, new.tier, facts, click) is None


def _unsaid(new: Request, pending: PendingClick) -> bool:
    return new.spec.reasoned and not pending.click.reason.strip()


def _values(args: str) -> dict[str, str]:
    """Each argument's JSON."""
    found: dict[str, Any] = json.loads(args)
    return {name: _json(value) for name, value in found.items()}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
