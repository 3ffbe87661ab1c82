"""A run's result, as anyone may read it."""

from dataclasses import replace

from bot.core.effects import CallModel, RunTool
from bot.core.events import Lost, ModelFailed, Ticked
from bot.core.result import Pending, as_json, result
from bot.core.state import Limits, Run
from tests.core import world
from tests.core.world import ANA, BEN, CHI, T0, click, decide, done, fold, turn


def _answered(run: Run, text: str = "Done.") -> Run:
    return turn(run, world.replied("m9", run.turn, text=text))


def _ran(*, ok: bool = True) -> Run:
    run, _ = world.approved()
    return fold(run, world.began("a1", RunTool("c1")), done("a1", "c1", ok=ok))


def test_a_finished_run_says_what_was_decided_by_whom_and_when() -> None:
    """One question, one yes, two turns."""
    found = result(_answered(_ran()))
    assert (found.state, found.ok, found.steps, found.tally.approved) == ("finished", True, 2, 1)
    (decision,) = found.decisions
    assert (decision.request, decision.step, decision.tool) == (1042, 1, "refund")
    assert (decision.outcome, decision.by, decision.at) == ("approved", (BEN,), T0)


def test_finished_is_not_ok_when_a_call_failed_or_the_model_declined() -> None:
    """The answer was given all the same."""
    assert not result(_answered(_ran(ok=False))).ok
    declined = result(turn(world.new(), world.replied("m1", 1, refused=True)))
    assert (declined.state, declined.ok) == ("finished", False)


def test_a_run_at_its_step_limit_finished_and_says_so() -> None:
    """It isn't ok: something may be left undone."""
    run = world.new(Limits(max_steps=1))
    run = fold(turn(run, world.replied("m1", 1, calls=1)), world.judged("c1", world.REFUSE))
    found = result(_answered(turn(run, world.replied("m2", 2, calls=1))))
    assert (found.state, found.ok, found.limit, found.steps) == ("finished", False, "max_steps", 3)
    assert as_json(found, "So far.")["limit"] == "max_steps"


def test_a_run_at_work_and_one_that_waits() -> None:
    """While something moves by itself it runs; else it waits for people, by number."""
    assert result(world.new()).state == "running"
    run, _ = world.waiting()
    found = result(run)
    assert (found.state, found.pending) == (
        "interrupted", (Pending(1042, "refund", "refund order 1042", "A-1042"),))  # fmt: skip
    both = fold(world.acting(2), world.judged("c1"), world.judged("c2", world.ALLOW))
    assert result(both).state == "running"


def test_a_run_that_ended_with_a_call_unclear_is_interrupted() -> None:
    """Stopped, with a call that was lost: what it did isn't known until somebody says."""
    run, request = world.lost()
    run = fold(run, click("stop_run", "", ANA))
    found = result(run)
    assert (found.state, [p.request for p in found.pending]) == ("interrupted", [1042 + 1])
    left = result(decide(run, click("leave", request.id)))
    assert (left.state, left.by, left.by_reviewer) == ("stopped", ANA, False)
    out = fold(world.approved()[0], world.began("a1", RunTool("c1")), click("stop_run", "", ANA))
    assert result(out).pending == (Pending(0, "refund", "", ""),)
    assert result(fold(out, Lost("a1"))).state == "interrupted"


def test_a_rejection_that_ends_the_run_is_said_to_be_by_a_reviewer() -> None:
    """Unlike a stop by the same person in a run that has the flag too."""
    run = fold(world.acting(1, Limits(stop_on_rejection=True)), world.judged("c1"))
    run = world.card(run, run.requests[-1].id)
    found = result(decide(run, click("reject", run.requests[-1].id, BEN, reason="not this one")))
    assert (found.state, found.by, found.by_reviewer) == ("stopped", BEN, True)
    said = as_json(found)
    assert said["by_reviewer"] is True and said["decisions"][0]["reason"] == "not this one"
    stopped = result(decide(run, click("stop_run", run.requests[-1].id, BEN)))
    assert (stopped.by, stopped.by_reviewer) == (BEN, False)


def test_a_failed_run_says_why() -> None:
    """In the words that its thread got."""
    run = world.new()
    run = fold(run, world.began("m1", CallModel(1, 1)), ModelFailed("m1", 1, "No quota.", None))
    assert as_json(result(run)) | {"error": "No quota."} == as_json(result(run))
    assert result(run).state == "failed"


def test_an_expired_question_has_nobody() -> None:
    """And several who said yes are all named."""
    run, request = world.waiting()
    (expired,) = result(fold(run, Ticked(), at=request.deadline)).decisions
    assert (expired.outcome, expired.by, expired.at) == ("expired", (), request.deadline)
    run, request = world.waiting(world.ASK_TWO)
    for who in (BEN, CHI):
        run = decide(run, click("approve", request.id, who), world.ASK_TWO)
    (approved,) = result(run).decisions
    assert approved.by == (BEN, CHI)


def test_the_json_holds_every_figure_and_the_reasons() -> None:
    """In one shape, whatever the state."""
    run = fold(world.acting(), world.judged("c1", world.REFUSE))
    said = as_json(result(_answered(run)), "I may not.")
    assert said["answer"] == "I may not." and said["counts"]["refused"] == 1
    assert said["refusals"] == [
        {"step": 1, "tool": "refund", "outcome": "refused", "reason": "the policy refuses it",
         "at": T0}
    ]  # fmt: skip
    assert set(said) == {"run", "number", "state", "answer", "ok", "steps", "questions", "counts",
                         "decisions", "refusals"}  # fmt: skip
    assert replace(result(run), state="failed").error == ""
