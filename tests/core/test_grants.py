"""A yes for a while: what it is bound to, and what becomes of calls that went under it."""

from dataclasses import replace

import pytest

from bot.core import grants
from bot.core.effects import RunTool
from bot.core.events import NotStarted, WentStale
from bot.core.verdicts import Allow, Ask
from tests.core import world
from tests.core.world import SPEC, T0, began, click, decide, done, fold, judged

ASK = Ask(replace(SPEC, grants=True))


def test_a_call_whose_grant_has_ended_runs_by_its_own_yes() -> None:
    """Or its start would find the old one over each time, and ask until the run's limit."""
    run, request = world.waiting(ASK)
    run = decide(run, click("grant", request.id), ASK)
    run = fold(run, began("a1", RunTool("c1")), done("a1", "c1"))
    run = world.turn(run, world.replied("m2", 2, calls=1))
    call = run.calls[-1].id
    run = fold(run, judged(call, Allow("all", request.id)), began("a2", RunTool(call)))
    run = decide(fold(run, NotStarted("a2")), click("revoke", request.id), ASK)
    run = fold(run, WentStale(call, "the yes holds no longer", ask=True), judged(call, ASK))
    found = run.call(call)
    assert found and (found.state.kind, found.grant) == ("waiting", "")


@pytest.mark.parametrize("how", ["stopped", "halted", "stale"])
def test_a_yes_that_came_to_nothing_gives_equal_calls_none(how: str) -> None:
    """Its card says that it was stopped or not run, and has no button that would take it back."""
    run = fold(world.acting(), replace(judged("c1", ASK), cancellable=True))
    request = run.requests[-1]
    run = decide(run, click("grant", request.id), ASK)
    assert grants.holds(run, request.id, T0)
    if how == "stale":
        run = fold(run, WentStale("c1", "the policy has changed", ask=True))
    if how == "halted":
        run = fold(run, began("a1", RunTool("c1")))
    if how != "stale":
        run = decide(run, click("stop_call", request.id), ASK)
    if how == "halted":
        run = fold(run, done("a1", "c1", ok=False))
    assert not grants.holds(run, request.id, T0)
    assert grants.open_ones(run) == ()
