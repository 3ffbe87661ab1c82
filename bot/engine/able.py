"""Who could decide a call, and whether those who did still may: people of a policy and its sets."""

from bot.core import awaited
from bot.core.ids import Who
from bot.core.live import unread
from bot.core.replacing import replace
from bot.core.request import ASKERS, Request
from bot.core.rules import Live, Policy
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Ask, Verdict
from bot.core.votes import enough, tier_at


def able(policy: Policy, run: Run, verdict: Verdict, live: Live) -> tuple[Who, ...]:
    """Who could answer now, for the card."""
    if not isinstance(verdict, Ask):
        return ()
    groups = verdict.spec.sets(verdict.tier)
    if any(group.anyone for group in groups):
        return ()
    return _named(policy, (run.requester, run.steerer), verdict.spec, groups, live)


def later(policy: Policy, run: Run, verdict: Verdict, live: Live) -> tuple[tuple[Who, ...], ...]:
    """Who is in each of the next tiers now, to be told when it is asked."""
    if not isinstance(verdict, Ask):
        return ()
    spec = verdict.spec
    authors = (run.requester, run.steerer)
    return tuple(_named(policy, authors, spec, (tier.approvers,), live) for tier in spec.next)


def still(policy: Policy, request: Request, live: Live) -> tuple[Who, ...] | None:
    """Who could decide an open request now; None if nobody can say, or anyone may."""
    groups = request.spec.sets(request.tier)
    if not awaited.asked(request) or any(unread(group, live) for group in groups):
        return None
    return _named(policy, request.authors[:ASKERS], request.spec, groups, live)


def _named(
    policy: Policy,
    authors: tuple[Who, ...],
    spec: AskSpec,
    groups: tuple[Approvers, ...],
    live: Live,
) -> tuple[Who, ...]:
    members = {p.id: p for group in groups for p in policy.members(group, live)}
    people = [Who(p.team, p.user, p.name) for p in members.values()]
    if spec.exclude_requester:
        people = [p for p in people if not any(p.same(who) for who in authors)]
    return tuple(people)


def lost(spec: AskSpec, live: Live) -> str:
    """Why a yes counts no more."""
    if any(unread(one, live) for one in spec.sets(len(spec.next))):
        return "who may decide it couldn't be looked up right before it was to start"
    return "somebody who said yes may not decide it any more"


def witnesses() -> AskSpec:
    """Whoever is asked about a lost call that policy had allowed without asking."""
    return AskSpec(
        rule="unknown outcome",
        because="it was started and its result was lost",
        risk="medium",
        approvers=Approvers(roles=("approver", "admin")),
        exclude_requester=False,
    )


def still_enough(policy: Policy, request: Request, spec: AskSpec, live: Live) -> bool:
    """Whether the votes that were cast also meet a rule by today's people, roles and sets."""
    tier = tier_at(request, spec, max((vote.at for vote in request.votes), default=0))
    able = {p.id: p for group in spec.sets(tier) for p in policy.members(group, live)}
    barred = spec.exclude_requester
    votes = [v for v in request.votes if not request.bars(v.who, requester=barred)]
    counted = (replace(v, owner="owner" in able[v.person].roles) for v in votes if v.person in able)
    return enough(tuple(counted), spec)
