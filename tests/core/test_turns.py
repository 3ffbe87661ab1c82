"""The model's turns: good replies, bad ones, failures, and what is said meanwhile."""

import json

import pytest

from bot.core import turns
from bot.core.due import wake_at
from bot.core.effects import CallModel, PostSay
from bot.core.events import ChatFailed, Indexed, Lost, ModelFailed, ModelReplied, ProposedCall
from bot.core.posts import SayPosted
from bot.core.state import Failed, Limits, Run
from bot.core.transcript import lines
from tests.core import world
from tests.core.world import ANA, BEN, T0, click, fold, turn


def _words(run: Run) -> str:
    assert isinstance(run.phase, Failed)
    return run.phase.words


def test_an_answer_ends_the_run() -> None:
    """It is posted with a mention, from its own line of the transcript."""
    run = turn(world.new(), world.replied("m1", 1, text="All done."))
    assert run.phase.kind == "done"
    assert [(s.kind, s.line, s.mention) for s in run.says] == [("answer", 1, True)]
    assert (run.lines, run.tokens) == (2, (100, 10))


def test_calls_are_independent_and_the_model_waits_for_all() -> None:
    """Allowed ones don't wait for gated ones; equal ids of the model's don't meet."""
    run = fold(world.acting(3), world.judged("c1", world.ALLOW), world.judged("c2"),
               world.judged("c3", world.REFUSE))  # fmt: skip
    assert [c.id for c in run.calls] == ["c1", "c2", "c3"]
    run = fold(run, world.began("a1", world.RunTool("c1")), world.done("a1", "c1"))
    assert (world.state(run), world.state(run, "c2"), run.phase.kind) == (
        "finished", "waiting", "acting")  # fmt: skip
    run = world.decide(run, click("approve", run.requests[0].id))
    run = fold(run, world.began("a2", world.RunTool("c2")), world.done("a2", "c2"))
    assert (run.phase.kind, run.turn) == ("thinking", 2)


def test_nothing_of_a_cut_reply_runs() -> None:
    """Its calls aren't even kept; the model is told once, and the second time it ends in words."""
    cut = world.replied("m1", 1, calls=2, finish="length")
    run = turn(world.new(), cut)
    assert (run.calls, run.phase.kind, run.bad_replies) == ((), "thinking", 1)
    run = turn(run, world.replied("m2", 2, text="half", finish="length"))
    assert _words(run) == turns.GAVE_UP["length"]
    assert world.says(run) == ["failed"]


def test_an_empty_reply_is_nudged_once() -> None:
    """Then the run ends in words; a good reply in between clears the count."""
    run = turn(world.new(), world.replied("m1", 1, text=" \n"))
    assert (run.phase.kind, run.turn) == ("thinking", 2)
    assert _words(turn(run, world.replied("m2", 2))) == turns.GAVE_UP["blank"]
    good = turn(run, world.replied("m2", 2, calls=1))
    assert good.bad_replies == 0


@pytest.mark.parametrize("finish", ["content_filter", ""])
def test_a_refusal_is_said_and_not_tried_again(finish: str) -> None:
    """Nothing of it runs."""
    reply = world.replied("m1", 1, calls=1, finish=finish, refused=not finish)
    run = turn(world.new(), reply)
    assert (run.phase.kind, run.calls, world.says(run)) == ("done", (), ["declined"])


def _closing() -> Run:
    """A run whose one step is used up, and whose model wanted to call once more."""
    run = world.new(Limits(max_steps=1))
    run = fold(turn(run, world.replied("m1", 1, calls=1)), world.judged("c1", world.REFUSE))
    return turn(run, world.replied("m2", 2, calls=1))


def test_a_model_out_of_steps_answers_with_what_it_has() -> None:
    """Its last calls aren't made, it is told so, and the post of its answer says why it ends."""
    closing = _closing()
    assert (closing.phase.kind, closing.closing, closing.turn) == ("thinking", True, 3)
    assert [c.id for c in closing.calls] == ["c1"], "the call is neither kept nor judged"
    run = turn(closing, world.replied("m3", 3, text="As far as I got."))
    assert (run.phase.kind, run.limit, world.says(run)) == ("done", "max_steps", ["answer"])
    assert "Stopped after 1 step," in run.says[0].words


def test_the_note_at_the_last_step_names_the_calls_that_were_not_run() -> None:
    """The model would else speak of them as done."""
    run = world.new(Limits(max_steps=1))
    run = fold(turn(run, world.replied("m1", 1, calls=1)), world.judged("c1", world.REFUSE))
    run = fold(run, world.began("m2", CallModel(run.turn, run.lines)))
    reply = world.replied("m2", 2, calls=2)
    after = fold(run, reply)
    said, note = (json.loads(line) for line in lines(run, after, reply))
    assert said["calls"] == []
    assert "used your 1 step," in note["text"] and "(refund) were not run" in note["text"]


@pytest.mark.parametrize(
    "reply", [world.replied("m3", 3, calls=1), world.replied("m3", 3, text=" ")]
)
def test_a_model_that_will_not_answer_at_its_last_step_fails(reply: ModelReplied) -> None:
    """Calls again, or nothing at all: it isn't asked a third time."""
    run = turn(_closing(), reply)
    assert "after 1 step without an answer" in _words(run)
    assert (run.limit, [c.id for c in run.calls]) == ("max_steps", ["c1"])


def test_a_message_counts_the_steps_anew() -> None:
    """Also when the model was to answer already: then it may call again."""
    for run in (_closing(), turn(_closing(), world.replied("m3", 3, text="So far."))):
        more = fold(run, world.asked("go on", ts="1700000000.000900"))
        assert (more.steps, more.limit, more.phase.kind) == (0, "", "thinking")
        assert turn(more, world.replied("m4", 4, calls=1)).phase.kind == "acting"


def test_a_run_remembers_the_limit_that_ended_it() -> None:
    """Tries of the model and bad replies are limits; a failure that won't pass is none."""
    bad = turn(world.new(Limits(max_bad_replies=1)), world.replied("m1", 1))
    tries = _failed(world.new(Limits(max_model_tries=1)), "m1", 0)
    quota = _failed(world.new(), "m1", None)
    assert [r.limit for r in (bad, tries, quota)] == ["max_bad_replies", "max_model_tries", ""]


def _failed(run: Run, attempt: str, retry: int | None, at: int = T0) -> Run:
    start = world.began(attempt, CallModel(run.turn, run.lines), at)
    return fold(run, start, ModelFailed(attempt, run.turn, "no luck", retry), at=at)


def test_a_failed_model_call_is_tried_again_later_and_later() -> None:
    """Until the tries are used up; then the run fails in words."""
    run, now = world.new(), T0
    for n, wait in enumerate((1_000, 2_000, 4_000, 8_000)):
        run = _failed(run, f"m{n}", 0, now)
        assert world.owed(run, now + wait - 1) == ()
        assert wake_at(run) == now + wait
        now += wait
        assert world.owed(run, now) == (CallModel(1, 1),)
    assert _words(_failed(run, "m9", 0, now)) == "no luck"


def test_a_chat_that_has_to_be_waited_for_uses_up_no_try_of_the_model() -> None:
    """Who asked couldn't be looked up for hours: the model has all its tries still."""
    run, now = world.new(), T0
    for n in range(9):
        start = world.began(f"w{n}", CallModel(1, run.lines), now)
        run = fold(run, start, ChatFailed(f"w{n}", "model", "wait", "who?", 0), at=now)
        now += 60_000
    for n in range(run.limits.max_model_tries - 1):
        run, now = _failed(run, f"m{n}", 0, now), now + 60_000
        assert run.phase.kind == "thinking"
    assert _words(_failed(run, "m9", 0, now)) == "no luck"


def test_the_server_s_own_wait_is_kept() -> None:
    """A Retry-After that is longer than ours wins, and ours has an end."""
    assert wake_at(_failed(world.new(), "m1", 30_000)) == T0 + 30_000
    held = turns.held(world.new(), "model", T0, 40, 0)
    assert wake_at(held) == T0 + turns.BACKOFF_MAX_MS


def test_a_failure_for_good_fails_at_once() -> None:
    """Used-up quota isn't tried again."""
    assert _words(_failed(world.new(), "m1", None)) == "no luck"


def test_a_message_clears_nothing_of_a_back_off_but_ends_a_failure() -> None:
    """A failed run is taken up by the next message, with all its tries."""
    run = _failed(_failed(world.new(), "m1", 0), "m2", None)
    run = fold(run, world.asked("and now?"))
    assert (run.phase.kind, run.turn, world.owed(run, T0)[-1].key) == ("thinking", 2, "index")
    run = fold(run, Indexed(ok=True))
    assert world.owed(run, T0)[-1] == CallModel(2, run.lines)
    held = fold(_failed(world.new(), "m1", 0), click("stop_run", "", ANA), world.asked())
    assert held.holds == ()


def test_a_thread_that_another_run_has_by_now_is_left_to_it() -> None:
    """The person is told where to ask; a live index changes nothing else."""
    run = turn(world.new(), world.replied("m1", 1, text="done"))
    run = fold(run, world.asked("more"), Indexed(ok=False))
    assert (run.phase.kind, world.says(run)) == ("done", ["answer", "failed"])
    stopped = fold(world.new(), click("stop_run", "", ANA), Indexed(ok=False))
    assert world.says(stopped) == ["stopped"]


@pytest.mark.parametrize("refused", [False, True])
def test_what_is_said_while_the_model_writes_is_read_next(refused: bool) -> None:
    """Its answer is posted, and the run goes on instead of ending with a message unread."""
    run = fold(world.new(), world.began("m1", CallModel(1, 1)), world.asked("host b too", BEN))
    run = fold(run, world.replied("m1", 1, text="Host a is fine.", refused=refused))
    assert (run.phase.kind, run.turn) == ("thinking", 2)
    assert world.says(run) == ["declined" if refused else "answer"]
    assert world.owed(run, T0)[-1] == CallModel(2, 4)
    assert turn(run, world.replied("m2", 2, text="b too")).phase.kind == "done"


def test_only_the_reply_in_flight_counts() -> None:
    """One of an attempt that was given up, doubled or of another turn changes nothing."""
    start = world.began("m1", CallModel(1, 1))
    run = fold(world.new(), start, Lost("m1"), world.began("m2", CallModel(1, 1)))
    late = world.replied("m1", 1, text="old")
    failed = ModelFailed("m1", 1, "late", None)
    assert fold(run, late, failed) == run
    done = fold(run, world.replied("m2", 1, text="new"))
    assert fold(done, world.replied("m2", 1, text="new")) == done
    stopped = fold(run, click("stop_run", "", ANA))
    for event in (world.replied("m2", 1, calls=1), ModelFailed("m2", 1, "x", 0)):
        after = fold(stopped, event)
        assert (after.phase.kind, after.flights, after.calls) == ("stopped", (), ())


def test_a_bad_form_is_told_as_such_and_the_limit_as_such() -> None:
    """The model can mend the one and must stop at the other."""
    run = fold(world.acting(2), world.judged("c1", world.REFUSE, bad="no such field"),
               world.judged("c2", world.Refuse("enough", limit=True)))  # fmt: skip
    assert (world.state(run), world.state(run, "c2")) == ("refused invalid", "refused limit")
    assert world.says(run) == ["limit"], "people hear of it too"
    assert fold(run, world.judged("c9")) == run


def test_calls_over_the_limit_of_questions_are_told_once() -> None:
    """Those of one turn on one card, or on the next if it is out; again once a person spoke."""
    no = world.Refuse("enough", limit=True)
    run = fold(world.acting(4), world.judged("c1", no), world.judged("c2", no))
    (card,) = run.says
    assert card.kind == "limit" and len(card.titles) == 2 and card.mention
    run = fold(run, world.began("p", PostSay(card.key)), world.judged("c3", no))
    assert [len(s.titles) for s in run.says] == [2, 1], "what is being posted doesn't grow"
    run = fold(run, SayPosted("p", card.key), world.judged("c4", no))
    assert [len(s.titles) for s in run.says] == [2]
    key = run.says[0].key
    run = fold(run, world.began("q", PostSay(key)), SayPosted("q", key))
    more = turn(run, world.replied("m2", run.turn, calls=1))
    more = fold(more, world.judged(more.calls[0].id, no))
    assert more.says == ()
    more = fold(more, world.asked("go on", ANA, "17.9"))
    more = turn(more, world.replied("m3", more.turn, calls=1))
    more = fold(more, world.judged(more.calls[0].id, no))
    assert world.says(more) == ["limit"]


def test_half_characters_in_arguments_break_nothing() -> None:
    """The call is judged bad by its raw text, and has a digest."""
    reply = ModelReplied("m1", 1, "", "", True, (ProposedCall("t", '"\ud83d"'),), "tool_calls",
                         refused=False)  # fmt: skip
    run = fold(turn(world.new(), reply), world.judged("c1", world.REFUSE, bad="x", args='"\ud83d"'))
    assert world.state(run) == "refused invalid"
