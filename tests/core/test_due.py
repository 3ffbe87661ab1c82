"""What is owed: derived from the state, minus what is under way or held back."""

from dataclasses import replace

from bot.core.due import lapsed, over, wake_at
from bot.core.effects import (
    CallModel,
    CheckPerson,
    IndexThread,
    Judge,
    PostSay,
    React,
    RunTool,
    SendNote,
)
from bot.core.events import Indexed, NoteSent, Reacted, SayPosted, Ticked
from bot.core.state import Hold
from tests.core import world
from tests.core.world import ANA, T0, click, fold, owed


def test_a_fresh_run_acknowledges_and_thinks() -> None:
    """The reaction may be repeated; the model call reads all lines so far."""
    run = fold(None, world.first())
    assert owed(run, T0) == (React("1700000000.000100"), CallModel(1, 1))
    assert fold(run, Reacted("1700000000.000100")).reacts == ()


def test_people_come_before_tools_and_tools_before_the_model() -> None:
    """Look-ups and private words first."""
    run, request = world.waiting()
    run = fold(run, click("approve", request.id), click("approve", "3.abc123.9", id="k"))
    assert owed(run, T0)[:2] == (CheckPerson("approve-UBEN"), SendNote("k"))


def test_nothing_in_flight_or_held_is_offered() -> None:
    """Each becomes due again when that is over."""
    run = fold(world.acting(2), world.judged("c1", world.ALLOW))
    assert owed(run, T0) == (RunTool("c1"), Judge("c2"))
    run = fold(run, world.began("a1", RunTool("c1")))
    assert owed(run, T0) == (Judge("c2"),)
    held = replace(run, holds=(Hold("judge:c2", T0 + 5, 1),))
    assert owed(held, T0) == ()
    assert owed(held, T0 + 5) == (Judge("c2"),)


def test_a_run_that_was_taken_up_makes_its_thread_its_own_first() -> None:
    """Only then the model is asked."""
    run = world.turn(world.new(), world.replied("m1", 1, text="done"))
    run = fold(run, SayPosted("x", "s1"), world.asked("more"))
    assert owed(run, T0)[-1] == IndexThread()
    assert owed(fold(run, Indexed(ok=True)), T0)[-1] == CallModel(2, run.lines)


def test_time_changes_a_run_at_reminders_deadlines_and_for_notes() -> None:
    """The next such moment is when to look again; each is over when it was seen."""
    run, request = world.waiting()
    seen: list[int] = []
    while (wake := wake_at(run)) is not None and len(seen) < 9:
        assert not lapsed(run, wake - 1)
        assert lapsed(run, wake)
        run = fold(run, Ticked(), at=wake)
        assert not lapsed(run, wake)
        seen.append(wake - T0)
    assert seen == [900_000, 1_800_000, 3_600_000]
    assert world.outcome(run, request.id) == "expired"


def test_a_private_word_is_dropped_when_it_would_come_too_late() -> None:
    """Half an hour after the click nobody waits for it."""
    run = fold(world.new(), click("approve", "3.abc123.9"))
    assert wake_at(run) == T0 + 1_800_000
    assert fold(run, Ticked(), at=T0 + 1_799_999).notes == run.notes
    assert fold(run, Ticked(), at=T0 + 1_800_000).notes == ()
    assert fold(run, NoteSent("n1", "approve-UBEN")).notes == ()


def test_what_holds_nothing_back_wakes_nobody() -> None:
    """A hold of something in flight, or that isn't owed any more, is no reason to look."""
    run = replace(world.new(), holds=(Hold("card:3.abc123.1", 5, 1),))
    assert wake_at(run) is None
    run = replace(world.new(), holds=(Hold("model", 5, 1),))
    assert wake_at(run) == 5
    assert wake_at(fold(run, world.began("m1", CallModel(1, 1)))) is None


def test_a_run_is_over_when_nothing_is_owed() -> None:
    """Not while it works, its answer is unsent, a click is unchecked or a question is open."""
    run = world.new()
    assert not over(run)
    run = world.turn(run, world.replied("m1", 1, text="done"))
    assert not over(run)
    run = fold(run, world.began("p1", PostSay("s1")))
    assert not over(run)
    run = fold(run, SayPosted("p1", "s1"))
    assert over(run)
    lost, _ = world.lost()
    lost = fold(lost, click("stop_run", "", ANA))
    lost = replace(lost, says=(), notes=())
    assert not over(lost)


def test_a_status_that_is_tried_again_wakes_nobody_meanwhile() -> None:
    """Once its wait is over it is under way, which only its worker knows."""
    run = fold(world.new(), world.began("m1", CallModel(1, 1)))
    run = replace(run, holds=(Hold("status", T0 + 5, 1),))
    assert wake_at(run) == wake_at(run, T0 + 4) == T0 + 5
    assert wake_at(run, T0 + 5) is None
