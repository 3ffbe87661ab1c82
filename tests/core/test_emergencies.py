"""Emergencies: what becomes of the look that is owed afterwards."""

from dataclasses import replace

import pytest

from bot.core.effects import RunTool
from bot.core.emergency import others_could
from bot.core.events import Ticked, WentStale
from bot.core.request import Request
from bot.core.rules import Person, Policy
from bot.core.state import Run
from bot.core.terms import Approvers, NextTier
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import ANA, BEN, DEE, T0, began, click, decide, done, fold, judged

ASK = Ask(replace(world.SPEC, breakglass=Approvers(people=("udee",))))
WHY = "the shop is down, and nobody answers"
DAYS = T0 + 2 * 24 * 3600 * 1000


def _person(user: str, *roles: str) -> Person:
    return Person(user.lower(), user, "T1", user, roles)


def _broken() -> tuple[Run, Request]:
    """A run whose call, which can be stopped, may go without a yes and hasn't started."""
    run = fold(world.acting(), replace(judged("c1", ASK), cancellable=True))
    request = run.requests[-1]
    run = decide(run, click("breakglass", request.id, DEE, reason=WHY), ASK)
    return run, world.settled(run, request.id)


def test_one_that_was_stopped_under_way_is_looked_at_all_the_same() -> None:
    """Or whoever broke the glass gets out of it by stopping what has done its harm."""
    run, request = _broken()
    run = fold(run, began("a1", RunTool("c1")))
    run = fold(decide(run, click("stop_call", request.id, DEE), ASK), done("a1", "c1", ok=False))
    assert world.outcome(run, request.id) == "emergency"
    run = decide(run, click("reviewed", request.id, BEN, reason="looked"), ASK)
    reviewed = world.settled(run, request.id).reviewed
    assert reviewed and reviewed.who == BEN


def test_whoever_asked_looks_at_it_only_where_nobody_else_could() -> None:
    """Also as somebody who may decide it; whoever changed it counts as having asked."""
    run, request = _broken()
    mine = click("reviewed", request.id, ANA, reason="I wanted it")
    looked = replace(world.checked(mine), facts=replace(world.facts(ANA), roles=("auditor",)))
    barred = fold(run, mine, replace(looked, others=True))
    assert world.notes(barred) == ["own_review"]
    assert world.settled(barred, request.id).reviewed is None
    alone = fold(run, mine, looked)
    assert world.settled(alone, request.id).reviewed is not None


@pytest.mark.parametrize(
    ("people", "could"),
    [
        ((), False),
        ((_person("UANA", "approver"),), False),
        ((_person("UDEE", "owner"),), False),
        ((_person("UANA", "approver"), _person("UDEE", "owner")), False),
        ((_person("UBEN", "approver"),), True),
        ((_person("UBEN", "requester"),), False),
        ((_person("UBEN", "auditor"),), True),
        ((_person("UCHI", "lead"),), True),
    ],
)
def test_others_are_those_without_a_part_in_it(people: tuple[Person, ...], could: bool) -> None:
    """Of its sets, the next tiers too, or with a role that may look at everything."""
    run, request = _broken()
    later = (NextTier(900, Approvers(roles=("lead",))),)
    spec = replace(request.spec, approvers=Approvers(roles=("approver",)), next=later)
    request = replace(world.settled(run, request.id), spec=spec)
    assert others_could(request, Policy((), people, "v1"), {}) is could


def test_one_that_never_left_needs_no_look() -> None:
    """Nobody could look at it, and nobody is told that it ran without a yes."""
    run, request = _broken()
    run = decide(run, click("stop_call", request.id, DEE), ASK)
    assert (world.outcome(run, request.id), world.settled(run, request.id).review_by) == (
        "stopped",
        0,
    )
    assert "review_due" not in world.says(fold(run, Ticked(), at=DAYS))


def test_one_that_went_stale_needs_no_look() -> None:
    """It is asked about anew."""
    run, request = _broken()
    run = fold(run, WentStale("c1", "the policy has changed", ask=False))
    assert world.outcome(run, request.id) == "stale"
    assert "review_due" not in world.says(fold(run, Ticked(), at=DAYS))
