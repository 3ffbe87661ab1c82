"""Corrections and deletions of what a run has taken: what they change, and what they never do."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.core import saying, transcript
from bot.core.amends import Deleted, Edited
from bot.core.checkpoint import stored
from bot.core.due import due
from bot.core.effects import CallModel, PostCard, React
from bot.core.events import CardPosted, Entry, Event, Reacted
from bot.core.reading import as_left, as_read
from bot.core.run import advance
from bot.core.state import Run
from bot.core.turns import OUTDATED, UNREAD
from tests.core import world
from tests.core.world import ANA, BEN, CHI, T0, THREAD, asked, began, click, fold, replied

TASK = world.first().ts
LATER = "1700000005.000100"
CARD = "1700000001.000200"
LOOKS = began("m1", CallModel(1, 1))


def edit(text: str = "refund order 1001", ts: str = TASK, by: world.Who = ANA, *,
         at: str = "1700000009.000000", mark: str = "") -> Edited:  # fmt: skip
    """An edit of a message."""
    return Edited(ts, at, mark or text, text, by)


def gone(ts: str = TASK, channel: str = THREAD.channel) -> Deleted:
    """The deletion of a message."""
    return Deleted(channel, ts)


def told(*events: Event) -> tuple[Run, list[str]]:
    """A run and its transcript after these events."""
    run: Run | None = None
    lines: list[str] = []
    for event in (world.first(), *events):
        after = advance(run, Entry(T0, event))
        lines += transcript.lines(run, after, event)
        assert after.lines == len(lines)
        run = after
    assert run is not None
    return run, lines


def read(lines: list[str]) -> list[tuple[Any, ...]]:
    """The lines as a model call reads them: kind and words."""
    return [(e["k"], *([e["was"]] if "was" in e else []), e.get("text")) for e in as_read(lines)]


# --- corrections ---------------------------------------------------------------------------------


def test_before_a_look_new_words_take_the_place_of_the_old() -> None:
    """However often they change."""
    run, lines = told(edit("a"), edit("b", at="1700000010.000000"))
    assert read(lines) == [("user", "b")]
    assert [q.text for q in run.quotes] == ["b"]
    assert CallModel(1, 3) in due(run, T0)
    assert React(TASK, edited=True) in due(run, T0)
    assert fold(run, Reacted(TASK, edited=True)).pencils == ()


def test_after_a_look_the_model_is_told_of_a_correction() -> None:
    """And a correction that it hasn't read yet is changed in its place."""
    run, lines = told(LOOKS, edit("a"), edit("b", at="1700000010.000000"))
    assert read(lines) == [("user", "refund order 1042"), ("corrected", "refund order 1042", "b")]
    run = fold(run, replied("m1", 1, text="Done."))
    assert (run.phase.kind, run.turn) == ("thinking", 2)  # it hadn't read that
    again, lines = told(LOOKS, edit("a"), replied("m1", 1, text="Done."),
                        began("m2", CallModel(2, 4)),
                        edit("b", at="1700000010.000000"))  # fmt: skip
    assert read(lines)[-1] == ("corrected", "a", "b")
    assert again.amended == again.lines


def test_a_reply_that_has_read_all_that_still_stands_ends_the_run() -> None:
    """A message that came and went, or changed, while the model was writing is no news."""
    for changes in (
        (asked("x", ts=LATER), gone(LATER)),
        (asked("x", ts=LATER), edit("y", LATER), gone(LATER)),
    ):
        run, lines = told(LOOKS, *changes, replied("m1", 1, text="Done."))
        assert run.phase.kind == "done"
        assert "x" not in str(read(lines))
    run, _ = told(LOOKS, asked("x", ts=LATER), edit("y", LATER), replied("m1", 1, text="Done."))
    assert run.phase.kind == "thinking"


@pytest.mark.parametrize("change", [edit(), gone(LATER)])
def test_calls_that_come_of_words_which_were_changed_are_not_made(change: Event) -> None:
    """The reply is kept without them, and the model goes on from what people say now."""
    both = began("m1", CallModel(1, 2))
    run, lines = told(asked("now", ts=LATER), both, change, replied("m1", 1, text="I", calls=2))
    assert (run.calls, run.phase.kind, run.turn) == ((), "thinking", 2)
    assert [json.loads(line)["text"] for line in lines[-2:]] == ["I", OUTDATED]
    assert json.loads(lines[-2])["calls"] == []
    new, _ = told(both, asked("more", ts=LATER), replied("m1", 1, calls=1))
    assert len(new.calls) == 1  # a further message is no change of what was read
    assert OUTDATED != UNREAD


@pytest.mark.parametrize(
    "change",
    [
        edit(by=BEN),
        edit(ts="1700000000.000001"),
        edit(at="1600000000.000000"),
    ],
)
def test_what_is_not_the_author_s_newest_word_changes_nothing(change: Edited) -> None:
    """Somebody else's, one of a message that isn't known, one that was overtaken."""
    run = fold(world.new(), edit("b"))
    assert fold(run, change) == run


def test_the_same_words_again_are_no_news() -> None:
    """Only that they are the newest: an older edit that comes after them is overtaken."""
    run = fold(None, replace(world.first(), mark="same"))
    after = fold(run, edit("same", mark="same", at="1700000020.000000"))
    assert (after.lines, after.pencils) == (run.lines, ())
    assert fold(after, edit("old", at="1700000010.000000")) == after
    unmarked = fold(world.new(), Edited(TASK, "1700000010.0", "", "x", ANA))
    assert unmarked.lines == 2


def test_a_run_that_has_ended_is_not_woken() -> None:
    """By no correction and no deletion; nor by the news of an edit alone."""
    done = world.turn(world.new(), replied("m1", 1, text="Done."))
    assert fold(done, edit()) == done
    assert fold(done, gone()) == done
    assert fold(done, replace(asked("x", ts=LATER), edit="1700000009.0")) == done


def test_an_edit_may_bring_a_message_but_not_one_from_before_the_run() -> None:
    """It came before the message itself; what was said earlier wasn't said to us."""
    run = world.new()
    new = fold(run, replace(asked("x", ts=LATER), edit="1700000009.0"))
    assert [h.ts for h in new.heard] == [TASK, LATER]
    assert fold(new, replace(asked("y", ts=LATER), edit="1700000010.0")) == new
    assert fold(run, replace(asked("x", ts="1600000000.0"), edit="1700000009.0")) == run


def test_an_edit_decides_nothing_and_makes_nobody_hurry() -> None:
    """A card says that there is something newer, quotes only what stands, and one tap is off."""
    run, request = world.waiting()
    run = fold(run, edit("refund order 1001, please"))
    shown = run.request(request.id)
    assert shown is not None
    assert shown.ended is None
    assert [q.text for q in shown.quotes] == ["refund order 1001, please"]
    assert shown.since[0] == 1
    assert shown.draws > request.draws
    tapped = fold(run, click("approve", request.id, tapped=True))
    assert world.notes(tapped) == ["unread"]
    assert fold(run, edit("refund order 1001, please")).request(request.id) == shown


def test_a_rejected_action_stays_rejected() -> None:
    """A new message of the requester opens it again; an edit doesn't."""
    run, request = world.waiting()
    run = world.decide(run, click("reject", request.id, reason="no"))
    assert fold(run, edit()).denied == run.denied != ()
    assert fold(run, asked("again", ts=LATER)).denied == ()


def test_only_so_many_messages_are_followed() -> None:
    """The task always, and the newest."""
    run = world.new()
    for n in range(saying.HEARD + 5):
        run = fold(run, asked("x", CHI, f"17000001{n:02}.0"))
    assert len(run.heard) == saying.HEARD
    assert run.heard[0].ts == TASK


# --- deletions -----------------------------------------------------------------------------------


def test_without_its_task_a_run_stops() -> None:
    """As when its author says so, but nobody is named; what has started is waited for."""
    run, request = world.waiting()
    run, lines = fold(run, gone()), saying.lines(run, gone())
    assert run.phase.kind == "stopped"
    assert world.outcome(run, request.id) == "stopped"
    ended = world.settled(run, request.id).ended
    assert ended is not None
    assert ended.by is None
    assert (world.state(run), world.says(run)[-1]) == ("refused stopped", "stopped")
    assert [line["k"] for line in lines] == ["taken_back"]
    assert fold(run, gone()) == run


def test_a_task_that_is_deleted_before_a_look_asks_no_model() -> None:
    """Not even when somebody wants more in its thread: then only that is read."""
    run, lines = told(gone())
    assert not any(isinstance(e, CallModel) for e in due(run, T0))
    assert as_read(lines) == []
    run, lines = told(gone(), asked("look up 7", ts=LATER))
    assert run.phase.kind == "thinking"
    assert read(lines) == [("user", "look up 7")]


def test_a_message_that_was_read_is_said_to_be_gone() -> None:
    """With the newest words that the model had of it, and none that it hadn't."""
    looks = began("m1", CallModel(1, 2))
    _, lines = told(asked("x", ts=LATER), looks, gone(LATER))
    assert read(lines)[-1] == ("taken_back", "x", None)
    run, lines = told(asked("x", ts=LATER), looks, edit("y", LATER), gone(LATER))
    assert read(lines)[-1] == ("taken_back", "x", None)
    assert "y" not in str(read(lines))
    assert run.amended == run.lines
    _, lines = told(asked("x", ts=LATER), looks, edit("y", LATER), replied("m1", 1, text="a"),
                    began("m2", CallModel(2, 5)), gone(LATER))  # fmt: skip
    assert read(lines)[-1] == ("taken_back", "y", None)


def test_words_that_are_gone_leave_the_cards() -> None:
    """An open card no longer quotes them, and says that somebody took something back."""
    run = fold(world.acting(), asked("twice", CHI, LATER), world.judged("c1"))
    request = run.requests[-1]
    assert "twice" in str(request.quotes)
    run = fold(run, gone(LATER))
    shown = run.request(request.id)
    assert shown is not None
    assert "twice" not in str((shown.quotes, shown.since, run.quotes))
    assert shown.since[1] is not None
    assert shown.since[1].news == "taken_back"


def test_a_deleted_card_is_owed_again_once() -> None:
    """As long as somebody has to decide; and its place elsewhere is somebody else's."""
    run, request = world.waiting()
    again = fold(run, gone(CARD))
    assert PostCard(request.id) in due(again, T0)
    assert again.lines == run.lines
    assert fold(again, gone(CARD)).request(request.id) == again.request(request.id)
    elsewhere = fold(run, gone(CARD, "C9"))
    assert elsewhere.request(request.id) == run.request(request.id)
    ended = fold(world.decide(run, click("reject", request.id, reason="no")), gone(CARD))
    assert not any(isinstance(e, PostCard) for e in due(ended, T0))


def test_a_card_that_was_deleted_before_we_knew_that_it_stood_is_owed_again() -> None:
    """Slack is quicker than the answer to our post."""
    run = fold(world.acting(), world.judged("c1"))
    request = run.requests[-1]
    run = fold(run, began("p1", PostCard(request.id)), gone(CARD),
               CardPosted("p1", request.id, "C1", CARD, request.draws))  # fmt: skip
    assert PostCard(request.id) in due(run, T0)
    for n in range(saying.GONE + 5):
        run = fold(run, gone(f"17.{n}"))
    assert len(run.gone) == saying.GONE


# --- lines, read all at once ---------------------------------------------------------------------


def test_a_later_task_hears_what_stood_in_the_end() -> None:
    """Corrected words in their place, and nothing that was taken back."""
    looks = began("m1", CallModel(1, 4))
    third = "1700000006.0"
    _, lines = told(asked("x", ts=LATER), asked("z", ts=third), edit("unread"), looks,
                    edit("y", LATER), gone(third))  # fmt: skip
    assert [e["text"] for e in as_left(lines)] == ["unread", "y"]


def test_the_log_keeps_no_more_of_an_edit_than_a_card_shows() -> None:
    """The transcript has the rest."""
    kept = stored(edit("é" * 5000))
    assert isinstance(kept, Edited)
    assert len(kept.text) == 300


def test_what_was_said_before_a_message_was_handed_over_stays_out() -> None:
    """An edit of it there brings no new words, as where a message began the run."""
    run = fold(None, world.handed_over(), at=1_700_000_000_000)
    old = replace(asked("x", ts="1699999999.0"), edit="1700000009.0")
    assert fold(run, old) == run
    new = fold(run, replace(old, ts="1700000001.0"))
    assert [one.ts for one in new.heard] == ["", "1700000001.0"]


def test_in_a_run_of_before_only_its_task_would_stop_it() -> None:
    """Saved before messages were kept: the next one isn't taken for the task."""
    run = fold(replace(world.new(), heard=()), asked("and this", BEN, LATER))
    assert fold(run, gone(LATER)).live
