"""How a request stands, as its card shows it: open, or how it ended. Pure."""

from dataclasses import replace

from blocks import people
from blocks.listing import Unanswered
from blocks.people import Vote
from blocks.views import Outcome as Shown
from blocks.views import Pending, Resolution, Result, Settled
from bot.core import request
from bot.core.ids import Who
from bot.core.request import Ended, Request
from bot.core.state import Run
from bot.slack.pieces import Names, masked, once, person, seconds

_APPROVALS: dict[request.Outcome, Shown] = {
    "rejected": "rejected",
    "guided": "guided",
    "expired": "expired",
    "withdrawn": "withdrawn",
    "superseded": "superseded",
    "stopped": "stopped",
    "unasked": "limit",
    "answered": "answered",
    "emergency": "emergency",
}
# Stand where a name would: "Nobody answered, so I left it as it is, 14:07."
_NOBODY = people.Who(id="", name="Nobody answered, so I")
_LATE = people.Who(id="", name="The result, which came back late,")


def settled_as(asked: Request) -> Shown | None:
    """How an approval ended, in the cards' word for it; None while it is open, or is none."""
    if asked.ended is None or _of_unsure(asked) or unanswered(asked):
        return None
    if asked.ended.outcome in ("approved", "run_again"):
        failed = asked.result and not asked.result.ok
        return "granted" if asked.grant else "failed" if failed else "approved"
    return _APPROVALS.get(asked.ended.outcome, "stale")


def unanswered(asked: Request) -> Unanswered | None:
    """How a question of the agent ended without an answer; None if it didn't."""
    ended = asked.ended.outcome if asked.ended else None
    return ended if ended in ("cancelled", "unanswered") else None


def _of_unsure(asked: Request) -> bool:
    """Whether it asks what became of a call, or an earlier try's late result was its answer."""
    return asked.kind == "unsure" or (asked.ended is not None and asked.ended.outcome == "ran")


def skipped(asked: Request) -> tuple[Who, ...]:
    """Everyone who could have decided, in any tier, but for whoever went past them."""
    by = asked.ended.by if asked.ended else None
    group = once((*asked.able, *(who for tier in asked.later for who in tier)))
    return tuple(who for who in group if by is None or not who.same(by))


def state(run: Run, asked: Request, names: Names) -> Pending | Settled:
    """How it stands, in the cards' words."""
    if _of_unsure(asked):
        return _unsure(run, asked, names)
    ended, outcome = asked.ended, settled_as(asked)
    votes = tuple(_vote(vote, names) for vote in asked.votes)
    if ended is None or outcome is None:
        owners = asked.spec.owners - sum(vote.owner for vote in asked.votes)
        return Pending(approved_by=votes, needed=asked.spec.count, owners=max(owners, 0))
    by = ended.by
    if outcome == "stale" and by is None and asked.votes:
        by = asked.votes[-1].who
    settled = Settled(
        outcome=outcome,
        by=person(by, names) if by else None,
        at=seconds(ended.at),
        why=masked(ended.instead or ended.reason or None),
        approved_by=votes if outcome in ("approved", "failed") else (),
        result=_result(asked),
        ran=asked.running or asked.result is not None,
    )
    if outcome == "superseded" and ended.instead:
        settled = replace(settled, why=masked(ended.reason or None), next=f"A-{ended.instead}")
    return _emergency(_granted(settled, asked, names), asked, names)


def _granted(settled: Settled, asked: Request, names: Names) -> Settled:
    """A yes for a while, with what became of it."""
    grant = asked.grant
    if grant is None:
        return settled
    by, at = grant.revoked_by, seconds(grant.revoked_at)
    return replace(
        settled,
        until=seconds(grant.until),
        lasts=asked.spec.grant_s,
        used=grant.used,
        over=bool(grant.revoked_at) and by is None,
        revoked=Vote(who=person(by, names), at=at) if by else None,
    )


def _emergency(settled: Settled, asked: Request, names: Names) -> Settled:
    """A call that went without a yes, and who looked at it afterwards."""
    if settled.outcome != "emergency":
        return settled
    return replace(
        settled,
        skipped=tuple(person(who, names) for who in skipped(asked)),
        review_by=seconds(asked.review_by) if asked.review_by else None,
        reviewed=_vote(asked.reviewed, names) if asked.reviewed else None,
    )


def _unsure(run: Run, asked: Request, names: Names) -> Settled:
    """A call whose result was lost, and what a person said of it."""
    by = _approved_by(run, asked)
    return Settled(
        outcome="unknown",
        by=person(by, names) if by else None,
        started=seconds(asked.started_at) if asked.started_at else None,
        until=seconds(asked.until) if asked.until else None,
        result=_result(asked),
        resolution=_resolution(asked.ended, names) if asked.ended else None,
    )


def _resolution(ended: Ended, names: Names) -> Resolution:
    at, note = seconds(ended.at), masked(ended.reason or None)
    match ended.outcome:
        case "ran" if ended.by is None:
            return Resolution(said="ran", by=_LATE, at=at)
        case "ran" | "run_again" if ended.by is not None:
            said = "ran" if ended.outcome == "ran" else "run_again"
            return Resolution(said=said, by=person(ended.by, names), at=at, note=note)
        case _:
            by = person(ended.by, names) if ended.by else _NOBODY
            return Resolution(said="left", by=by, at=at, note=note)


def _approved_by(run: Run, asked: Request) -> Who | None:
    for other in reversed(run.requests):
        same = other.call == asked.call and other.id != asked.id
        if same and other.ended and other.ended.outcome in ("approved", "run_again"):
            return other.ended.by
    return None


def _result(asked: Request) -> Result | None:
    if asked.result is None:
        return Result(state="running") if asked.running else None
    state = "done" if asked.result.ok else "failed"
    at = seconds(asked.result.at)
    return Result(state=state, at=at, text=masked(asked.result.summary or None))


def _vote(vote: request.Vote, names: Names) -> Vote:
    reason = masked(vote.reason or None)
    return Vote(who=person(vote.who, names), at=seconds(vote.at), reason=reason)
