"""Questions beside their cards: on the timeline, in the status, and to whoever comes late."""

import pytest

from bot.core.events import Ticked
from bot.core.replacing import replace
from bot.core.request import Action
from bot.core.state import Note
from bot.slack import progress, standing
from bot.slack.notes import note
from bot.slack.words import decided_here
from tests.core import world
from tests.core.world import ANA, click, decide, fold


def test_the_timeline_names_a_question_by_its_number_and_its_end() -> None:
    """None of the agent's words are on it."""
    run, request = world.questioned()
    ends = {
        "waiting": run,
        "replied": decide(run, click("submit", request.id, ANA)),
        "cancelled": decide(run, click("cancel", request.id, ANA)),
        "unanswered": fold(run, Ticked(), at=request.deadline),
        "stopped": fold(run, click("stop_run", "", ANA)),
    }
    for state, after in ends.items():
        (task,) = progress.view(after, {}).tasks
        assert (task.what, task.state, task.question) == ("question Q-1042", state, True)


def test_where_others_read_along_a_question_has_no_number() -> None:
    """Nor its people, as of any request there; what is waited for is an answer all the same."""
    run, _ = world.questioned()
    (task,) = progress.view(replace(run, requests=()), {}).tasks
    assert (task.what, task.asked, task.question) == ("a question", None, True)


def test_the_status_waits_for_an_answer() -> None:
    """By its number."""
    run, _ = world.questioned()
    (waiting,) = standing.standing(run).waiting
    assert (waiting.number, waiting.question) == ("Q-1042", True)


def test_where_others_read_along_only_its_end_is_said() -> None:
    """In words for a question: nobody decided anything."""
    run, request = world.questioned()
    ends = {
        "answered": decide(run, click("submit", request.id, ANA)),
        "ended without an answer": decide(run, click("cancel", request.id, ANA)),
        "not answered": fold(run, Ticked(), at=request.deadline),
        "stopped": fold(run, click("stop_run", "", ANA)),
    }
    for words, after in ends.items():
        told = decided_here(after, after.requests[0], {})
        assert f"Q-1042: {words}. I show no details here." in str(told["text"])


@pytest.mark.parametrize(
    ("action", "words"),
    [("submit", "answered this at"), ("cancel", "ended this question at"),
     ("stop_run", "Q-1042 was taken back at")],
)  # fmt: skip
def test_whoever_comes_late_hears_how_it_ended(action: Action, words: str) -> None:
    """And by whom."""
    run, request = world.questioned()
    named = "" if action == "stop_run" else request.id
    over = fold(decide(run, click(action, named, ANA)), click("submit", request.id, ANA, id="late"))
    (late,) = [owed for owed in over.notes if owed.key == "late"]
    assert isinstance(late, Note) and late.kind == "already"
    assert words in str(note(over, late, {})["text"])
