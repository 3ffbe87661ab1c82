"""A task's message is claimed by its reaction before anything of the task leaves."""

from dataclasses import replace

from bot.core.call import Refused
from bot.core.due import due
from bot.core.effects import CallModel, Judge, PostSay, React, RunTool
from bot.core.events import NotStarted, Reacted
from bot.core.run import TAKEN
from bot.core.state import Failed, Run, Stopped
from tests.core import world
from tests.core.world import ANA, T0, click, fold

TS = world.first().ts


def _asked() -> Run:
    """A run whose message came as an event, the first reply there already."""
    return fold(None, replace(world.first(), claims=True))


def test_until_the_reaction_stands_only_the_model_is_asked() -> None:
    """Its words and calls wait: another copy of the bot may have the task."""
    run = _asked()
    assert due(run, T0) == (React(TS), CallModel(1, 1))
    calls = world.turn(run, world.replied("m1", 1, calls=1))
    assert due(calls, T0) == (React(TS),)
    assert due(fold(calls, Reacted(TS)), T0) == (Judge("c1"),)
    answer = world.turn(run, world.replied("m1", 1, text="Done."))
    assert due(answer, T0) == (React(TS),)
    assert isinstance(due(fold(answer, Reacted(TS)), T0)[0], PostSay)


def test_a_task_that_another_copy_took_is_left_to_it() -> None:
    """The calls are never judged, an answer isn't posted, and the thread is told why."""
    run = _asked()
    for before in (
        run,
        world.turn(run, world.replied("m1", 1, calls=2)),
        world.turn(run, world.replied("m1", 1, text="Done.")),
    ):
        after = fold(before, Reacted(TS, taken=True))
        assert after.phase == Failed(TAKEN)
        assert [say.words for say in after.says] == [TAKEN]
        assert all(isinstance(call.state, Refused) for call in after.calls)
        assert all(isinstance(effect, PostSay) for effect in due(after, T0))


def test_what_else_was_taken_means_nothing() -> None:
    """A later message, a task that came by command, a run that a person stopped."""
    by_command = fold(None, world.first(), Reacted(TS, taken=True))
    assert by_command.live and due(by_command, T0) == (CallModel(1, 1),)
    claimed = fold(_asked(), Reacted(TS))
    assert fold(claimed, Reacted("1700000009.000100", taken=True)).live
    assert fold(claimed, Reacted(TS, taken=True)).live
    stopped = fold(_asked(), click("stop_run", "", by=ANA))
    assert isinstance(fold(stopped, Reacted(TS, taken=True)).phase, Stopped)


def test_a_tool_that_must_wait_is_held_that_long() -> None:
    """Neither tried again at once, nor taken for started."""
    run = fold(world.acting(), world.judged("c1", world.ALLOW), world.began("a1", RunTool("c1")))
    run = fold(run, NotStarted("a1", wait_ms=60_000))
    assert due(run, T0) == due(run, T0 + 59_999) == ()
    assert due(run, T0 + 60_000) == (RunTool("c1"),)
