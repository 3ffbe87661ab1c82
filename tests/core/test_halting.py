"""What a person stopped while it was out doesn't leave again, whatever becomes of the attempt."""

from dataclasses import replace

import pytest

from bot.core.effects import RunTool
from bot.core.events import Event, Lost, NotStarted
from bot.core.request import Request
from bot.core.state import Run
from tests.core import world
from tests.core.world import ANA, BEN, T0, began, click, decide, fold, judged

BACK: list[Event] = [NotStarted("a1"), Lost("a1")]


def _out(*, idempotent: bool = True) -> tuple[Run, Request]:
    """A run whose approved call, which can be stopped, is out."""
    verdict = replace(judged("c1"), idempotent=idempotent, cancellable=True)
    run = fold(world.acting(), verdict)
    request = run.requests[-1]
    return fold(decide(run, click("approve", request.id)), began("a1", RunTool("c1"))), request


@pytest.mark.parametrize("back", BACK)
def test_a_stopped_call_does_not_leave_again(back: Event) -> None:
    """Its start never left, or its worker died: else it would start, and be halted at once."""
    run, request = _out()
    run = fold(decide(run, click("stop_call", request.id)), back)
    assert RunTool("c1") not in world.owed(run)
    assert world.state(run) == (
        "refused unknown_outcome" if back == Lost("a1") else "refused stopped"
    )


def test_a_stopped_call_that_never_left_says_so_on_its_card() -> None:
    """By whom it was stopped, and that nothing was run."""
    run, request = _out()
    run = fold(decide(run, click("stop_call", request.id)), NotStarted("a1"))
    now = world.settled(run, request.id)
    assert now.ended and (now.ended.outcome, now.ended.by) == ("stopped", BEN)
    assert not now.running and now.result is None


@pytest.mark.parametrize("back", BACK)
def test_words_after_a_stop_do_not_let_its_calls_leave_again(back: Event) -> None:
    """They take the run up; what was stopped stays so."""
    run, _ = _out()
    run = fold(run, click("stop_run", "", ANA))
    run = fold(run, world.asked("now the other one", ts="1700000009.000100"), at=T0 + 5)
    run = fold(run, back, at=T0 + 10)
    assert RunTool("c1") not in world.owed(run)
    assert run.phase.kind == "thinking"


def test_a_yes_to_run_it_again_is_not_stopped_with_the_earlier_attempt() -> None:
    """Who stopped that one has said nothing of this one."""
    run, request = _out(idempotent=False)
    run = fold(decide(run, click("stop_call", request.id)), Lost("a1"), world.unsure("c1"))
    run = decide(run, click("run_again", run.requests[-1].id))
    run = fold(run, began("a2", RunTool("c1")))
    call = run.call("c1")
    assert world.state(run) == "started" and call and call.stopping is None
    assert world.state(fold(run, NotStarted("a2"))) == "ready"
