"""Private words of a run to one person: refusals, and answers to what they asked. Pure."""

from blocks import notice, refusals
from blocks.elements import Payload
from bot.core.ids import Who
from bot.core.request import Ended, Request
from bot.core.state import Note, Run, Stopped
from bot.slack import asides, fixed, pieces, present, question_words, states, switch
from bot.slack.pieces import Names
from bot.slack.set_words import set_words
from bot.slack.standing import standing, unopened
from bot.slack.words import REASON, plain, unclear


def note(run: Run, owed: Note, names: Names) -> Payload:
    """The private words of a note."""
    request = run.request(owed.request) if owed.request else None
    asked = question_words.answered(run, owed, request, names) if request else None
    if asked is not None:
        return asked
    why = _refusal(run, owed, request, names) if request else None
    if why is not None:
        return refusals.refusal(why)
    if request is not None and request.ended is not None and owed.kind == "already":
        return answered(request.ended, names)
    return _general(run, owed)


def _refusal(run: Run, owed: Note, request: Request, names: Names) -> refusals.Refusal | None:
    number = pieces.number(request)
    approvers = present.approvers(request, names)
    match owed.kind:
        case "not_approver" if owed.words:
            return _beside(owed, request, names)
        case "not_approver":
            return refusals.NotApprover(number=number, approvers=approvers)
        case "own_request":
            return refusals.OwnRequest(of=approvers.of)
        case "already":
            return already(run, owed.to, request, names)
        case "expired" if request.kind == "approval":
            return _lapsed(run, request, names)
        case "changed":
            return _changed(request)
        case "not_yours":
            asker = pieces.person(run.requester, names).name or "the person who asked for it"
            return refusals.NotAllowed(what=f"do that with {number}", who=f"{asker} or an approver")
        case _:
            return None


def _beside(owed: Note, request: Request, names: Names) -> refusals.NotAllowed:
    """Why somebody, who may well be an approver, can't do what is others' to do."""
    number, glass = pieces.number(request), request.spec.breakglass
    if owed.words == "breakglass":
        who = set_words(glass, request.spec, names) if glass else "an admin"
        return refusals.NotAllowed(what=f"let {number} go without a yes", who=who)
    who = "somebody who may decide it, an owner, an admin or an auditor"
    return refusals.NotAllowed(what=f"review {number}", who=who)


def already(run: Run, by: Who, request: Request, names: Names) -> refusals.Refusal | None:
    """Why nothing is left to decide, for one person; None if there is."""
    ended, outcome = request.ended, states.settled_as(request)
    number = pieces.number(request)
    after = _afterwards(request, names)
    if after is not None:
        return after
    if outcome == "expired":
        return _lapsed(run, request, names)
    if outcome == "superseded":
        return _changed(request)
    if ended is not None and outcome is not None:
        return refusals.AlreadyDecided(
            number=number,
            outcome=outcome,
            by=pieces.person(ended.by, names) if ended.by else None,
            at=pieces.seconds(ended.at),
        )
    if any(vote.who.same(by) for vote in request.votes):
        approvers = present.approvers(request, names)
        return refusals.AlreadyVoted(number=number, approvers=approvers)
    return None


def _changed(request: Request) -> refusals.Changed:
    """Which request is the current one: another has taken its place, or a new revision of it."""
    ended = request.ended
    if ended is not None and ended.outcome == "superseded":
        return refusals.Changed(current=f"A-{ended.instead}")
    return refusals.Changed(current=pieces.number(request))


def _afterwards(request: Request, names: Names) -> refusals.Refusal | None:
    """What came last, of a request after which something could still be done."""
    number, seen, grant = pieces.number(request), request.reviewed, request.grant
    if seen is not None:
        who = pieces.person(seen.who, names)
        return refusals.AlreadyReviewed(number=number, by=who, at=pieces.seconds(seen.at))
    if grant is not None and grant.revoked_at:
        who = pieces.person(grant.revoked_by, names) if grant.revoked_by else None
        return refusals.GrantOver(number=number, at=pieces.seconds(grant.revoked_at), by=who)
    return None


def _lapsed(run: Run, request: Request, names: Names) -> refusals.Lapsed:
    """When it lapsed: before its deadline, if everybody who was asked had passed on it."""
    at = request.ended.at if request.ended else request.deadline
    requester = pieces.person(run.requester, names)
    return refusals.Lapsed(at=pieces.seconds(at), requester=requester)


def answered(ended: Ended, names: Names) -> Payload:
    """To whoever comes after a question about a lost call was answered."""
    by = pieces.person(ended.by, names) if ended.by else None
    at = pieces.seconds(ended.at)
    return notice.note(
        lambda pen: (
            f"{pen.who(by) if by else 'The bot'} settled this at {pen.at(at)}. Nothing more to do."
        )
    )


def _general(run: Run, owed: Note) -> Payload:  # noqa: C901
    # One branch a kind: splitting the match would hide that it is complete.
    match owed.kind:
        case "not_linked":
            return refusals.refusal(refusals.NotLinked())
        case "guest":
            return refusals.refusal(refusals.Guest())
        case "outside":
            return refusals.refusal(refusals.Outsider())
        case "cant_verify":
            return refusals.refusal(refusals.CantVerify())
        case "unknown_request" | "changed" | "own_request" | "not_approver":
            return refusals.refusal(refusals.Unknown())
        case "ended":
            return notice.already_stopped(pieces.run_number(run))
        case "status":
            return notice.status(standing(run))
        case "unopened":
            return notice.note(lambda pen: pen.words(unopened(run), REASON))
        case "unposted":
            return _unposted(run)
        case "only_questions":
            return question_words.only_questions(run)
        case "switched_off" | "switch_already" | "switch_asked" | "switch_not_yours":
            return plain(switch.SAID[owed.kind])
        case "edit_refused" | "edit_invalid" | "not_delegate":
            return asides.quoting(owed.kind, owed)
        case _:
            return plain(fixed.said(owed.kind))


def _unposted(run: Run) -> Payload:
    number = pieces.run_number(run)
    if isinstance(run.phase, Stopped) and run.phase.by is None:
        return notice.run_stopped(number, None, unclear(run))
    what = f"I have news of run {number} but can't post in its thread"
    why = "the channel is archived, closed or gone, or the message it began with is"
    return plain(f"{what}: {why}, or I'm not in it. Ask anew where I am.")
