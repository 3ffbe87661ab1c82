"""Emergencies: what becomes of the look that is owed afterwards."""

from dataclasses import replace

from bot.core.effects import RunTool
from bot.core.events import Ticked, WentStale
from bot.core.request import Request
from bot.core.state import Run
from bot.core.terms import Approvers
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import BEN, DEE, T0, began, click, decide, done, fold, judged

ASK = Ask(replace(world.SPEC, breakglass=Approvers(people=("udee",))))
WHY = "the shop is down, and nobody answers"
DAYS = T0 + 2 * 24 * 3600 * 1000


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
