"""The transcript: what the model is told, line by line."""

import json
from typing import Any

import pytest

from bot.core import transcript
from bot.core.call import Call, Started
from bot.core.effects import CallModel, RunTool
from bot.core.events import Entry, Event, Ticked, WentStale
from bot.core.request import Action
from bot.core.run import advance
from bot.core.state import Run
from bot.core.turns import NUDGES, UNREAD
from tests.core import world
from tests.core.world import ANA, ASK, BEN, T0, checked, click, decide, fold


def told(run: Run | None, *events: Event, at: int = T0) -> list[dict[str, Any]]:
    """The lines that these events add."""
    found: list[dict[str, Any]] = []
    for event in events:
        after = advance(run, Entry(at, event))
        found += [json.loads(line) for line in transcript.lines(run, after, event)]
        assert after.lines == (run.lines if run else 0) + len(transcript.lines(run, after, event))
        run = after
    return found


def _result(lines: list[dict[str, Any]]) -> dict[str, Any]:
    (line,) = lines
    assert (line["k"], line["call"]) == ("result", "c1")
    return json.loads(line["text"])


def test_people_s_words_are_kept_whole() -> None:
    """By the name that people know, or the id."""
    long = "é" * 5000
    assert told(None, world.first())[0] == {
        "k": "user",
        "by": "Ana Ruiz",
        "text": "refund order 1042",
    }
    unnamed = world.asked(long, world.Who("T1", "U9"))
    assert told(world.new(), unnamed) == [{"k": "user", "by": "U9", "text": long}]


def test_a_reply_is_one_line_with_its_calls() -> None:
    """Our ids, since a model's may be empty or meet another's."""
    start = world.began("m1", CallModel(1, 1))
    reply = world.replied("m1", 1, text="Let me see.", calls=2)
    (line,) = told(world.new(), start, reply)
    assert (line["k"], line["text"]) == ("assistant", "Let me see.")
    assert [c["id"] for c in line["calls"]] == ["c1", "c2"]
    assert line["calls"][0] == {"id": "c1", "name": "refund", "arguments": world.ARGS}


@pytest.mark.parametrize(
    ("reply", "note"),
    [
        (world.replied("m1", 1), NUDGES["blank"]),
        (world.replied("m1", 1, text="ha", calls=1, finish="length"), NUDGES["length"]),
    ],
)
def test_a_bad_reply_keeps_no_calls_and_is_answered_by_us(reply: Event, note: str) -> None:
    """So that the history stays one that a server takes."""
    lines = told(world.new(), world.began("m1", CallModel(1, 1)), reply)
    assert [line["k"] for line in lines] == ["assistant", "note"]
    assert lines[0]["calls"] == []
    assert lines[1]["text"] == note


def test_an_unread_message_is_pointed_out() -> None:
    """The model's answer stands after it, so it is told that there was one."""
    run = fold(world.new(), world.began("m1", CallModel(1, 1)), world.asked("b too"))
    lines = told(run, world.replied("m1", 1, text="a is fine"))
    assert [line["text"] for line in lines] == ["a is fine", UNREAD]


def test_a_reply_that_does_not_count_leaves_no_line() -> None:
    """Of a stopped run, or of an attempt that was given up."""
    run = fold(world.new(), world.began("m1", CallModel(1, 1)), click("stop_run", "", ANA))
    assert told(run, world.replied("m1", 1, text="x")) == []
    assert told(world.new(), world.replied("m0", 1, text="x")) == []


def test_a_result_is_the_tool_s_own_text() -> None:
    """Late or not."""
    run, _ = world.approved()
    run = fold(run, world.began("a1", RunTool("c1")))
    assert [line["text"] for line in told(run, world.done("a1", "c1"))] == ["a1 refunded"]
    lost, _ = world.lost()
    assert [line["text"] for line in told(lost, world.done("a1", "c1"))] == ["a1 refunded"]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("reject", {"outcome": "rejected", "reason": "why", "by": "Ben Ode"}),
        ("guide", {"outcome": "guidance", "text": "why", "by": "Ben Ode"}),
        ("withdraw", {"outcome": "withdrawn", "by": "Dee Roy"}),
        ("stop_call", {"outcome": "stopped", "reason": "", "by": "Ben Ode"}),
    ],
)
def test_what_the_model_gets_of_a_no(action: Action, expected: dict[str, str]) -> None:
    """The outcome, by whom, and the person's words."""
    run, request = world.waiting()
    made = click(action, request.id, world.DEE if action == "withdraw" else BEN, reason="why")
    assert _result(told(run, made, checked(made))) == expected


def test_what_the_model_gets_when_nobody_decided() -> None:
    """Expired is never told as rejected; a stale call and a bad one are told why."""
    run, request = world.waiting()
    assert _result(told(run, Ticked(), at=request.deadline)) == {"outcome": "expired"}
    ready, _ = world.approved()
    assert _result(told(ready, WentStale("c1", "tool gone", ask=False))) == {
        "outcome": "stale",
        "reason": "tool gone",
    }
    bad = world.judged("c1", world.Refuse("no JSON"), bad="no JSON")
    assert _result(told(world.acting(), bad)) == {"outcome": "invalid", "error": "no JSON"}


def test_what_the_model_gets_of_a_lost_call() -> None:
    """A person's word, or that nobody knows."""
    run, question = world.lost()
    ran = click("ran", question.id, ANA, reason="seen in the books")
    assert _result(told(run, ran, checked(ran))) == {
        "outcome": "ran", "by": "Ana Ruiz", "note": "seen in the books",
    }  # fmt: skip
    silent = click("ran", question.id, ANA)
    assert _result(told(run, silent, checked(silent)))["note"] == ""
    left = click("leave", question.id, ANA)
    assert _result(told(run, left, checked(left))) == {
        "outcome": "unknown_outcome", "by": "Ana Ruiz",
    }  # fmt: skip
    assert _result(told(run, Ticked(), at=question.deadline)) == {"outcome": "unknown_outcome"}


def test_nobody_is_named_where_nobody_was() -> None:
    """A lost call refused later by policy says what is known, and a running one nothing."""
    run, question = world.lost()
    run = decide(run, click("run_again", question.id))
    assert _result(told(run, WentStale("c1", "tool gone", ask=False))) == {
        "outcome": "unknown_outcome",
        "reason": "tool gone",
    }
    started = Started("a", "c1", "t", 1, 2, None, 1, "v1")
    running = Call("c1", "t", "{}", "d", state=started)
    assert json.loads(transcript.result_of(running, None)) == {"outcome": "unknown_outcome"}


def test_ask_again_is_told_in_our_words() -> None:
    """What it was about and that it wasn't run; not for a click that was refused."""
    run, request = world.waiting()
    run = decide(run, click("reject", request.id))
    again = click("ask_again", request.id, ANA)
    (line,) = told(run, again, checked(again, ASK))
    assert line["k"] == "note"
    assert "Ana Ruiz asks once more for this, which was not run: refund" in line["text"]
    stranger = click("ask_again", request.id, world.GUS)
    assert told(run, stranger, checked(stranger)) == []


def test_ask_again_of_what_failed_says_that_it_failed() -> None:
    """It did run."""
    run, request = world.approved()
    run = fold(run, world.began("a1", RunTool("c1")), world.done("a1", "c1", ok=False))
    again = click("ask_again", request.id, ANA)
    (line,) = told(run, again, checked(again))
    assert "which failed: refund" in line["text"]
