"""A run to which no message of the asker's led: its thread is told first, and then it works."""

from dataclasses import replace

import pytest

from bot.core import due as owed
from bot.core import transcript
from bot.core.due import over, wake_at
from bot.core.effects import (
    CallModel,
    Effect,
    IndexThread,
    PostOpening,
    PostSay,
    React,
    SendNote,
    ShowStatus,
)
from bot.core.events import ChatFailed, Event, Indexed, Lost, NoteSent, NotStarted, Opened
from bot.core.opening import HANDED, NOWHERE
from bot.core.state import Failed, Run
from tests.core import world
from tests.core.world import ANA, CHI, ELI, T0, click, fold

POST, LOOK = PostOpening(), PostOpening(look=True)
BEGAN = world.began("o1", POST)
STANDS = Opened("o1", "C1", "18.1")


def due(run: Run, now: int) -> tuple[Effect, ...]:
    """What is owed but the status line, which says no more than the rest does."""
    return tuple(e for e in owed.due(run, now) if not isinstance(e, ShowStatus))


def _ordered() -> Run:
    return fold(None, world.ordered())


def _fails(trouble: str, attempt: str = "o1") -> Event:
    assert trouble in ("wait", "unclear", "refused", "nowhere")
    return ChatFailed(attempt, "opening", trouble, "Guests can't give me tasks here.", 1_000)


def test_a_command_is_posted_then_indexed_then_worked_on() -> None:
    """One after the other: the model is asked when replies can reach its run."""
    run = _ordered()
    assert due(run, T0) == (POST,) and run.reacts == ()
    run = fold(run, BEGAN)
    assert due(run, T0) == () and not over(run)
    run = fold(run, STANDS)
    assert (run.thread.channel, run.thread.ts) == ("C1", "18.1")
    assert due(run, T0) == (IndexThread(),)
    run = fold(run, Indexed(ok=True))
    assert due(run, T0) == (CallModel(1, 1),)


def test_there_is_one_root() -> None:
    """A second post that comes to light later moves nothing."""
    run = fold(_ordered(), BEGAN, STANDS)
    assert fold(run, Opened("o2", "C1", "18.2")) == run


@pytest.mark.parametrize("event", [Lost("o1"), _fails("unclear")])
def test_a_root_that_may_stand_is_looked_for(event: Event) -> None:
    """Its worker died, or Slack's answer was lost."""
    run = fold(_ordered(), BEGAN, event)
    assert due(run, T0 + 5_000) == (LOOK,)
    assert wake_at(run) is not None


def test_a_root_that_never_left_is_posted() -> None:
    """And so is one for which Slack asked to wait."""
    assert due(fold(_ordered(), BEGAN, NotStarted("o1")), T0) == (POST,)
    assert due(fold(_ordered(), BEGAN, _fails("wait")), T0 + 5_000) == (POST,)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [("nowhere", NOWHERE), ("refused", "Guests can't give me tasks here.")],
)
def test_where_nothing_can_be_said_nothing_begins(trouble: str, words: str) -> None:
    """The run fails without a turn of the model; whoever asked is told privately."""
    run = fold(_ordered(), BEGAN, _fails(trouble))
    assert run.phase == Failed(words)
    assert due(run, T0) == (SendNote("opening"),)
    assert (run.notes[0].to, run.notes[0].kind) == (ANA, "unopened")
    run = fold(run, world.began("n1", SendNote("opening")), NoteSent("n1", "opening"))
    assert over(run)


def test_a_task_that_is_stopped_before_its_root_leaves_none() -> None:
    """By its number, as there is no thread yet; what may stand already says so."""
    stopped = fold(_ordered(), click("stop_run", "", ANA))
    assert over(stopped)
    lost = fold(_ordered(), BEGAN, Lost("o1"), click("stop_run", "", ANA))
    assert due(lost, T0) == (LOOK,)
    found = fold(lost, world.began("o2", LOOK), Opened("o2", "C1", "18.1"), Indexed(ok=True))
    assert [type(e) for e in due(found, T0)] == [PostSay]
    gone = fold(lost, world.began("o2", LOOK), _fails("nowhere", "o2"))
    assert over(gone) and gone.notes == ()


def test_who_asks_again_where_nothing_can_be_said_is_told_once() -> None:
    """A word in the thread takes the task up once more, before the first note was sent."""
    run = fold(None, world.handed_over(), BEGAN, _fails("nowhere"), world.asked("well?", CHI))
    run = fold(run, Indexed(ok=True), world.began("o2", POST), _fails("nowhere", "o2"))
    assert [n.key for n in run.notes] == ["opening"]


def test_a_thread_that_went_to_another_run_says_so() -> None:
    """Nobody worked for so long that a mention there began anew."""
    run = fold(_ordered(), BEGAN, STANDS, Indexed(ok=False))
    assert [s.kind for s in run.says] == ["failed"] and not run.live


# --- handed over ---------------------------------------------------------------------------------


def test_what_is_handed_over_is_told_in_its_thread() -> None:
    """The thread stays the message's own, which is acknowledged."""
    run = fold(None, world.handed_over())
    assert due(run, T0) == (POST,)
    run = fold(run, BEGAN, STANDS)
    assert run.thread == world.THREAD
    assert due(run, T0) == (React(world.THREAD.ts), CallModel(1, 2))


def test_the_author_of_what_is_handed_over_asks_for_nothing() -> None:
    """Who hands it over is who asks, and theirs are the words that cards quote."""
    event = world.handed_over("see to it")
    run = fold(None, event)
    assert (run.requester, run.spoke, run.steerer) == (ANA, ANA, ANA)
    assert [(q.text, q.by) for q in run.quotes] == [("see to it", ANA)]
    about, own = transcript.lines(None, run, event)
    assert '"k":"handed"' in about and '"by":"Eli Kay"' in about and "arrived broken" in about
    assert own == '{"k":"user","by":"Ana Ruiz","text":"see to it"}'


def test_what_is_handed_over_without_words_quotes_none() -> None:
    """Not those of the message either."""
    run = fold(None, world.handed_over(""))
    assert [q.text for q in run.quotes] == [HANDED]


def test_what_is_handed_to_a_run_at_work_is_a_message_in_it() -> None:
    """No second opening; the card that is open says that something came."""
    run, request = world.waiting()
    event = replace(world.handed_over(""), by=CHI)
    run = fold(run, event)
    assert run.opened and run.spoke == CHI
    found = run.request(request.id)
    assert found is not None and found.since[0] == 1
    quote = found.since[1]
    assert quote is not None and (quote.by, quote.text) == (CHI, HANDED)
    assert ELI not in (q.by for q in run.quotes)
