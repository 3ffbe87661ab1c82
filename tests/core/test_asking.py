"""Requests: what ends them, what that does to the call, and what the thread is told."""

from dataclasses import replace

import pytest

from bot.core import asking, settling
from bot.core.call import Ready, Unsure
from bot.core.due import due
from bot.core.effects import Judge, NumberUnsure, RunTool
from bot.core.events import Event, Lost, NotStarted, Ticked, UnsureNumbered, WentStale
from bot.core.request import QUOTES, Copy, Ended, Outcome
from bot.core.state import Limits, Run
from tests.core import world
from tests.core.world import ANA, BEN, CHI, T0, approved, click, decide, fold


def test_a_request_holds_all_that_its_card_shows() -> None:
    """The exact action, its digest, who asked, and until when."""
    run, request = world.waiting()
    assert (request.id, request.number, request.kind) == (f"{world.RUN}.1", 1042, "approval")
    assert (request.tool, request.args) == ("refund", world.ARGS)
    assert request.digest == run.calls[0].digest
    assert (request.title, request.undo) == ("refund order 1042", None)
    assert request.deadline == T0 + 3600_000
    assert request.quotes[0].text == "refund order 1042"


def test_a_settled_request_stays_as_it_is() -> None:
    """Whatever else would settle it changes nothing."""
    run, request = approved()
    assert settling.settle(run, request, Ended("rejected", T0, CHI)) == run


@pytest.mark.parametrize(
    ("action", "outcome", "state"),
    [("reject", "rejected", "refused rejected"), ("guide", "guided", "refused guidance")],
)
def test_a_no_ends_the_call_and_is_told(action: Outcome, outcome: str, state: str) -> None:
    """It says by whom and why; the run goes on with the model."""
    run, request = world.waiting()
    run = decide(run, click(action, request.id, reason="ask finance"))  # pyright: ignore[reportArgumentType]
    ended = world.settled(run, request.id).ended
    assert ended is not None
    assert (ended.outcome, ended.by, ended.reason) == (outcome, BEN, "ask finance")
    assert (world.state(run), world.says(run), run.phase.kind) == (state, ["decision"], "thinking")


def _next_turn(run: Run, attempt: str = "m2") -> Run:
    return fold(world.turn(run, world.replied(attempt, 0, calls=1)), world.judged("c2"))


def test_a_rejected_action_is_not_asked_again() -> None:
    """The record answers, until the requester speaks or someone presses *Ask again*."""
    run, request = world.waiting()
    run = decide(run, click("reject", request.id))
    assert world.state(_next_turn(run), "c2") == "refused rejected"
    assert len(_next_turn(run).requests) == 1
    for who, state in ((ANA, "waiting"), (CHI, "refused rejected")):
        assert world.state(_next_turn(fold(run, world.asked("go on", who))), "c2") == state
    again = decide(run, click("ask_again", request.id, ANA))
    assert world.state(_next_turn(again), "c2") == "waiting"


def test_a_rejection_by_other_spelling_is_the_same_action() -> None:
    """Canonical arguments count, not what the model wrote; other arguments are another action."""
    run, request = world.waiting()
    run = decide(run, click("reject", request.id))
    run = world.turn(run, world.replied("m2", 0, calls=1, args='{ "order":1042.0 }'))
    assert world.state(fold(run, world.judged("c2")), "c2") == "refused rejected"
    assert world.state(fold(run, world.judged("c2", args='{"order":7}')), "c2") == "waiting"


def test_ask_again_takes_up_a_run_that_had_ended() -> None:
    """Its thread is made its own again before the model goes on."""
    run, request = world.waiting()
    run = fold(run, Ticked(), at=request.deadline)
    run = world.turn(run, world.replied("m2", 0, text="It lapsed."))
    assert run.phase.kind == "done"
    again = decide(run, click("ask_again", request.id, ANA))
    assert (again.phase.kind, again.indexed, again.turn) == ("thinking", False, run.turn + 1)


@pytest.mark.parametrize("how", ["approved", "running", "done"])
def test_what_ran_is_not_asked_again(how: str) -> None:
    """Only what wasn't run, or failed, can be asked once more."""
    run, request = approved()
    if how != "approved":
        run = fold(run, world.began("a1", RunTool("c1")))
    if how == "done":
        run = fold(run, world.done("a1", "c1"))
    run = fold(run, click("ask_again", request.id, ANA))
    assert world.notes(run) == ["already"]


def test_what_failed_can_be_asked_again() -> None:
    """The tool said no itself."""
    run, request = approved()
    run = fold(run, world.began("a1", RunTool("c1")), world.done("a1", "c1", ok=False))
    lines = run.lines
    run = decide(run, click("ask_again", request.id, ANA))
    assert (world.notes(run), run.lines) == ([], lines + 1)


def test_a_rejection_can_stop_the_run() -> None:
    """Where the agent is set up so, one no ends all of it."""
    run = fold(world.acting(2, Limits(stop_on_rejection=True)), world.judged("c1"),
               world.judged("c2"))  # fmt: skip
    run = decide(run, click("reject", run.requests[0].id))
    assert run.phase.kind == "stopped"
    assert (world.state(run), world.state(run, "c2")) == ("refused rejected", "refused stopped")


def test_stop_ends_what_has_not_left_and_waits_for_what_has() -> None:
    """Proposed, waiting and approved calls end; a running one is finished and told."""
    run = fold(world.acting(4), *(world.judged(f"c{n}") for n in (2, 3, 4)))
    run = decide(run, click("approve", run.requests[1].id, id="k1"))
    run = decide(run, click("approve", run.requests[2].id, id="k2"))
    run = fold(run, world.began("a1", RunTool("c4")), click("stop_run", "", ANA))
    assert [world.state(run, f"c{n}") for n in (1, 2, 3)] == ["refused stopped"] * 3
    assert world.state(run, "c4") == "started"
    outcomes = [world.outcome(run, r.id) for r in run.requests]
    assert outcomes == ["stopped", "stopped", "approved"]
    run = fold(run, world.done("a1", "c4"))
    assert (world.state(run, "c4"), run.phase.kind) == ("finished", "stopped")
    assert settling.stop(run, BEN, T0) == run


@pytest.mark.parametrize(
    ("back", "idempotent", "state"),
    [
        (NotStarted("a1"), False, "refused stopped"),
        (NotStarted("a1", wait_ms=60_000), False, "refused stopped"),
        (Lost("a1"), True, "refused unknown_outcome"),
        (Lost("a1"), False, "unsure"),
    ],
)
def test_a_start_that_comes_back_after_stop_never_leaves_again(
    back: Event, idempotent: bool, state: str
) -> None:
    """Nothing starts in a run that a person has stopped, be it the second time."""
    run = fold(world.acting(), world.judged("c1", idempotent=idempotent))
    run = decide(run, click("approve", run.requests[0].id))
    run = fold(run, world.began("a1", RunTool("c1")), click("stop_run", "", ANA), back)
    assert (world.state(run), run.requests[0].running) == (state, False)
    assert RunTool("c1") not in due(run, T0 + 3_600_000)


def test_what_a_person_says_to_run_again_after_stop_may_come_back() -> None:
    """That word is newer than the stop."""
    run, question = world.lost()
    run = fold(run, click("stop_run", "", ANA), at=T0 + 1)
    run = decide(run, click("run_again", question.id), at=T0 + 2)
    run = fold(run, world.began("a2", RunTool("c1")), NotStarted("a2"), at=T0 + 3)
    assert RunTool("c1") in due(run, T0 + 3)


def test_a_message_after_stop_waits_for_calls_that_are_out() -> None:
    """The model isn't asked while a result is missing, and no result is lost."""
    run, _ = approved()
    run = fold(run, world.began("a1", RunTool("c1")), click("stop_run", "", ANA), world.asked())
    assert (run.phase.kind, run.indexed) == ("acting", False)
    run = fold(run, world.done("a1", "c1"))
    assert (run.phase.kind, world.state(run)) == ("thinking", "finished")


def test_only_the_request_that_made_it_ready_says_not_run() -> None:
    """An approval whose call did start keeps saying so when a *run it again* goes stale."""
    run, question = world.lost()
    first = run.requests[0]
    run = decide(run, click("run_again", question.id))
    run = fold(run, WentStale("c1", "the tool has changed", ask=True))
    assert world.outcome(run, first.id) == "approved"
    assert world.outcome(run, question.id) == "stale"
    assert Judge("c1") in due(run, T0)
    refused = fold(run, world.judged("c1", world.REFUSE))
    assert world.state(refused) == "refused unknown_outcome"


@pytest.mark.parametrize(("again", "state"), [(True, "proposed"), (False, "refused stale")])
def test_an_approval_that_no_longer_holds(again: bool, state: str) -> None:
    """Its card says that it wasn't run, and so does the thread."""
    run, request = approved()
    run = fold(run, WentStale("c1", "the policy has changed", ask=again))
    ended = world.settled(run, request.id).ended
    assert ended is not None
    assert (ended.outcome, ended.by, ended.reason) == ("stale", None, "the policy has changed")
    assert (world.state(run), world.says(run)) == (state, ["decision", "decision"])
    assert fold(run, WentStale("c9", "", ask=True)) == run
    started = fold(approved()[0], world.began("a1", RunTool("c1")))
    assert fold(started, WentStale("c1", "", ask=True)) == started


def test_an_allowed_call_that_goes_stale_voids_no_card() -> None:
    """Nobody had been asked."""
    run = fold(world.acting(), world.judged("c1", world.ALLOW), WentStale("c1", "", ask=True))
    assert (world.state(run), run.requests, world.says(run)) == ("proposed", (), [])


def test_a_start_that_never_left_is_not_called_running() -> None:
    """The card goes back, so that *Stop* still reaches the call and its card."""
    run, request = approved()
    run = fold(run, world.began("a1", RunTool("c1")))
    assert world.settled(run, request.id).running
    run = fold(run, NotStarted("a1"), at=T0 + 5)
    assert not world.settled(run, request.id).running
    assert run.calls[0].state == Ready(request.id, T0, world.POLICY)
    run = fold(run, click("stop_run", "", ANA))
    assert world.outcome(run, request.id) == "stopped"


def test_a_lost_call_is_asked_about() -> None:
    """The question says since when it may be running; the model waits."""
    run, question = world.lost()
    assert (question.kind, question.started_at, question.until) == ("unsure", T0, T0 + 30_000)
    assert question.deadline == T0 + 7 * 24 * 3600_000
    assert question.spec.reminders_s == ()
    assert not world.settled(run, run.requests[0].id).running
    assert run.phase.kind == "acting"
    left = fold(run, Ticked(), at=question.deadline)
    assert (world.state(left), world.outcome(left, question.id)) == (
        "refused unknown_outcome",
        "expired",
    )


def test_with_nobody_to_ask_a_lost_call_is_left() -> None:
    """It ends as of unknown outcome, not in a loop."""
    run, _ = approved()
    run = fold(run, world.began("a1", RunTool("c1")), Lost("a1"))
    assert NumberUnsure("c1") in due(run, T0)
    run = fold(run, UnsureNumbered("c1", 1, world.REFUSE, world.SHOWN))
    assert world.state(run) == "refused unknown_outcome"
    assert fold(run, world.unsure("c1")) == run
    assert fold(run, world.unsure("c9")) == run


def test_a_late_result_answers_the_question() -> None:
    """The result stands on the approved card, and the question ends by nobody."""
    run, question = world.lost()
    run = fold(run, world.done("a1", "c1"))
    assert world.state(run) == "finished"
    ended = world.settled(run, question.id).ended
    assert ended is not None
    assert (ended.outcome, ended.by) == ("ran", None)
    assert world.settled(run, run.requests[0].id).result is not None


def test_a_late_result_before_the_question_needs_none() -> None:
    """Nobody is asked any more."""
    run, _ = approved()
    run = fold(run, world.began("a1", RunTool("c1")), Lost("a1"), world.done("a1", "c1"))
    assert (world.state(run), len(run.requests)) == ("finished", 1)


def test_a_late_result_spares_the_second_run() -> None:
    """*Run it again* was said, and before it started the first result came."""
    run, question = world.lost()
    run = decide(run, click("run_again", question.id))
    run = fold(run, world.done("a1", "c1"))
    assert world.state(run) == "finished"
    assert not any(isinstance(e, RunTool) for e in due(run, T0))


def test_a_late_result_ends_a_renewed_approval() -> None:
    """The call was being asked about anew when the first result came."""
    run, question = world.lost()
    run = decide(run, click("run_again", question.id))
    run = fold(run, WentStale("c1", "", ask=True), world.judged("c1"))
    assert world.state(run) == "waiting"
    run = fold(run, world.done("a1", "c1"))
    assert (world.state(run), world.outcome(run, run.requests[-1].id)) == ("finished", "ran")


@pytest.mark.parametrize("how", ["same turn", "next turn", "left", "ran"])
def test_a_result_too_late_to_count_is_told(how: str) -> None:
    """Once, with its words, even turns later or when a person had said what happened."""
    run, question = world.lost()
    if how in ("left", "ran"):
        run = decide(run, click("leave" if how == "left" else "ran", question.id))
    else:
        run = decide(run, click("run_again", question.id))
        run = fold(run, world.began("a2", RunTool("c1")))
    if how == "next turn":
        run = world.turn(fold(run, world.done("a2", "c1")), world.replied("m2", 0, calls=1))
        assert world.state(run, "c2") == "proposed"
    before = world.says(run)
    run = fold(run, world.done("a1", "c1"), world.done("a1", "c1"))
    assert world.says(run) == [*before, "late_result"]
    assert run.says[-1].words == "refunded 12.00"


def test_an_idempotent_call_is_simply_run_again() -> None:
    """Nobody is asked; a doubled result is the same one and isn't told twice."""
    run = fold(world.acting(), world.judged("c1", world.ALLOW, idempotent=True),
               world.began("a1", RunTool("c1")), Lost("a1"), world.began("a2", RunTool("c1")),
               world.done("a1", "c1"))  # fmt: skip
    assert (world.state(run), world.says(run)) == ("started", [])
    assert world.state(fold(run, world.done("a2", "c1"))) == "finished"


def test_a_message_while_a_card_waits_settles_nothing() -> None:
    """It stands on the card as *since then*, and is read at the next turn."""
    run, request = world.waiting()
    run = fold(run, world.asked("hold on", CHI, "17.2"), world.asked("ok, thanks", ANA, "17.3"))
    found = run.request(request.id)
    assert found is not None
    assert found.ended is None
    assert found.since[0] == 2
    assert found.since[1] is not None
    assert found.since[1].text == "ok, thanks"
    assert run.reacts == ("17.2", "17.3")


def test_cards_quote_the_first_words_and_the_newest() -> None:
    """Four at most, each of bounded length."""
    run = world.new()
    for n in range(6):
        run = fold(run, world.asked(f"{n}" * 999, ANA, f"17.{n}"))
    assert [q.text[:2] for q in run.quotes] == ["re", "33", "44", "55"]
    assert len(run.quotes) == QUOTES
    assert max(len(q.text) for q in run.quotes) == 300


def test_each_reminder_is_sent_once_and_only_the_latest() -> None:
    """After an outage one is due, not one for each that was missed."""
    run, request = world.waiting()
    run = fold(run, Ticked(), at=T0 + 900_000)
    run = fold(run, Ticked(), at=T0 + 1_800_000)
    assert world.says(run) == ["reminder"]
    again = replace(run, says=())
    assert world.says(fold(again, Ticked(), at=T0 + 1_800_001)) == []
    assert world.says(decide(run, click("approve", request.id))) == ["decision"]


def test_a_copy_is_adopted_once() -> None:
    """No copy, and one on record, change nothing."""
    run, _ = world.waiting()
    request = run.requests[0]
    assert asking.adopt(request, None) is None
    assert asking.adopt(request, request.copies[0]) is None
    assert asking.adopt(request, Copy("C2", "1", drawn=7)) is not None


def test_a_call_that_is_past_asking_is_not_asked_about() -> None:
    """A second verdict changes nothing."""
    run, _ = world.waiting()
    assert fold(run, world.judged("c1")) == run
    call = run.calls[0]
    assert asking.ask(run, call, world.judged("c1"), world.SPEC, T0) == run
    assert not isinstance(call.state, Unsure)
