"""A task's message is claimed by its reaction before anything of the task leaves."""

from dataclasses import replace

from bot.core.call import Refused
from bot.core.due import due
from bot.core.effects import CallModel, ClaimTask, Judge, PostSay, React, RunTool
from bot.core.events import ChatFailed, Claimed, Lost, NotStarted
from bot.core.posting import CLAIM_MS
from bot.core.run import TAKEN
from bot.core.state import Failed, Run, Stopped
from tests.core import world
from tests.core.world import ANA, T0, click, fold, owed

TS = world.first().ts


def _asked() -> Run:
    """A run whose message came as an event, the first reply there already."""
    return fold(None, replace(world.first(), claims=True))


def _claiming(run: Run, *, at: int = T0) -> Run:
    """The claim's start is saved."""
    return fold(run, world.began("k", ClaimTask(TS)), at=at)


def test_until_the_reaction_stands_only_the_model_is_asked() -> None:
    """Its words and calls wait: another copy of the bot may have the task."""
    run = _asked()
    assert due(run, T0) == (ClaimTask(TS), CallModel(1, 1))
    run = _claiming(run)
    calls = world.turn(run, world.replied("m1", 1, calls=1))
    assert due(calls, T0) == ()
    assert owed(fold(calls, Claimed("k")), T0) == (Judge("c1"),)
    answer = world.turn(run, world.replied("m1", 1, text="Done."))
    assert due(answer, T0) == ()
    assert isinstance(owed(fold(answer, Claimed("k")), T0)[0], PostSay)


def test_a_task_that_another_copy_took_is_left_to_it() -> None:
    """The calls are never judged, an answer isn't posted, and the thread is told why."""
    run = _claiming(_asked())
    for before in (
        run,
        world.turn(run, world.replied("m1", 1, calls=2)),
        world.turn(run, world.replied("m1", 1, text="Done.")),
    ):
        after = fold(before, Claimed("k", taken=True))
        assert after.phase == Failed(TAKEN)
        assert [say.words for say in after.says] == [TAKEN]
        assert all(isinstance(call.state, Refused) for call in after.calls)
        assert all(isinstance(effect, PostSay) for effect in owed(after, T0))


def test_what_a_lost_claim_found_is_no_other_copys() -> None:
    """It may have been overtaken by the next one, whose reaction is our own; that one tells."""
    run = fold(_claiming(_asked()), Lost("k"), world.began("k2", ClaimTask(TS, look=True)))
    assert fold(run, Claimed("k", taken=True)) == run
    assert fold(run, Claimed("k")).claim == fold(run, Claimed("k2")).claim == ""


def test_a_claim_that_was_settled_by_a_lost_try_is_no_more_under_way() -> None:
    """The second try's word ends its flight all the same, so that the run can end."""
    again = ClaimTask(TS, look=True)
    run = fold(_claiming(_asked()), Lost("k"), world.began("k2", again), Claimed("k"))
    assert run.claim == "" and [f.attempt for f in run.flights] == ["k2"]
    assert fold(run, Claimed("k2")).flights == ()


def test_only_tasks_that_came_as_events_are_claimed() -> None:
    """A command comes once; and a claim that was settled stays so, a stop by a person too."""
    by_command = fold(None, world.first())
    assert owed(by_command, T0) == (React(TS), CallModel(1, 1))
    claimed = fold(_claiming(_asked()), Claimed("k"))
    assert fold(claimed, Claimed("late", taken=True)) == claimed
    stopped = fold(_claiming(_asked()), click("stop_run", "", by=ANA))
    assert isinstance(fold(stopped, Claimed("k", taken=True)).phase, Stopped)


def test_a_claim_that_slack_puts_off_is_tried_again() -> None:
    """As new, for it was not made; after one whose fate is unknown, our own may stand."""
    put_off = fold(_claiming(_asked()), ChatFailed("k", "claim", "wait", "busy", 5_000))
    assert due(put_off, T0) == (CallModel(1, 1),)
    assert due(put_off, T0 + 60_000)[0] == ClaimTask(TS)
    for fate in (ChatFailed("k", "claim", "unclear", "cut off", 0), Lost("k")):
        unclear = fold(_claiming(_asked()), fate)
        assert due(unclear, T0 + 60_000)[0] == ClaimTask(TS, look=True)


def test_a_reaction_never_holds_up_a_task_for_ever() -> None:
    """One that can't be set claims nothing, nor does one that was put off too often."""
    refused = fold(_claiming(_asked()), ChatFailed("k", "claim", "nowhere", "no place", 0))
    assert refused.claim == ""
    for trouble in ("wait", "unclear"):
        put_off = ChatFailed("k", "claim", trouble, "busy", 1_000)
        almost = fold(_claiming(_asked()), put_off, at=T0 + CLAIM_MS - 1)
        assert almost.claim == TS
        assert fold(_claiming(_asked()), put_off, at=T0 + CLAIM_MS).claim == ""


def test_a_tool_that_must_wait_is_held_that_long() -> None:
    """Neither tried again at once, nor taken for started."""
    run = fold(world.acting(), world.judged("c1", world.ALLOW), world.began("a1", RunTool("c1")))
    run = fold(run, NotStarted("a1", wait_ms=60_000))
    assert owed(run, T0) == owed(run, T0 + 59_999) == ()
    assert owed(run, T0 + 60_000) == (RunTool("c1"),)
