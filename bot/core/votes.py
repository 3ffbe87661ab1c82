"""Counting votes: whether they are the people whom the terms want."""

from bot.core.request import Request, Vote
from bot.core.terms import AskSpec


def enough(votes: tuple[Vote, ...], spec: AskSpec) -> bool:
    """Whether these are the people that the terms want."""
    return len(votes) >= spec.count and sum(vote.owner for vote in votes) >= spec.owners


def tier_of(request: Request, spec: AskSpec, first: int) -> int:
    """How many of a step's next tiers count: those that the card has asked, if it has the same."""
    return request.tier if spec.next == request.spec.next else min(first, len(spec.next))


def tier_at(request: Request, spec: AskSpec, at: int, first: int = 0) -> int:
    """How many next tiers count for a yes at that time, by terms that may be of another policy.

    Where those have other tiers the card's count says nothing: a tier counts from its own time on.
    """
    if spec.next == request.spec.next:
        return request.tier
    since = sum(request.asked_at + tier.after_s * 1000 <= at for tier in spec.next)
    return max(first, since)
