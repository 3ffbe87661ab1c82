"""Posts and pictures: a card is never waited for where it isn't, and never lies for long."""

from dataclasses import replace

import pytest

from bot.core.due import due, wake_at
from bot.core.effects import CallModel, DrawCard, PostCard, PostSay, SendNote
from bot.core.events import (
    CardDrawn,
    CardPosted,
    ChatFailed,
    Event,
    Lost,
    NoteSent,
    NotStarted,
    SayPosted,
)
from bot.core.request import Copy
from bot.core.state import Run
from tests.core import world
from tests.core.world import ANA, T0, click, decide, fold

REQUEST = f"{world.RUN}.1"
POST = PostCard(REQUEST)
TS = "1700000001.000200"


def _asked() -> Run:
    return fold(world.acting(), world.judged("c1"))


def _draw(run: Run) -> DrawCard:
    return next(e for e in due(run, T0) if isinstance(e, DrawCard))


def _fails(attempt: str, key: str, trouble: str, retry: int = 0) -> Event:
    assert trouble in ("wait", "unclear", "refused", "nowhere")
    return ChatFailed(attempt, key, trouble, "not_in_channel", retry)


def test_a_card_is_posted_once() -> None:
    """It is owed until it stands, and not while it is on its way."""
    run = _asked()
    assert POST in due(run, T0)
    run = fold(run, world.began("a1", POST))
    assert not any(e.key == POST.key for e in due(run, T0))
    run = fold(run, CardPosted("a1", REQUEST, "C1", "17.1", 0))
    assert [(c.ts, c.drawn) for c in run.requests[0].copies] == [("17.1", 0)]
    assert world.owed(run, T0) == ()
    again = fold(run, CardPosted("a1", REQUEST, "C1", "17.1", 0))
    assert again.requests == run.requests


def test_a_card_that_may_stand_is_looked_for() -> None:
    """Lost or unclear: the next try looks, and a rate limit after it doesn't forget that."""
    look = PostCard(REQUEST, look=True)
    lost = fold(_asked(), world.began("a1", POST), Lost("a1"))
    assert look in due(lost, T0)
    unclear = fold(_asked(), world.began("a1", POST), _fails("a1", POST.key, "unclear", 5_000))
    assert look not in due(unclear, T0 + 4_999)
    assert wake_at(unclear) == T0 + 5_000
    assert look in due(unclear, T0 + 5_000)
    slower = fold(unclear, world.began("a2", look), _fails("a2", look.key, "wait", 9_000))
    assert look in due(slower, T0 + 9_000)
    late = fold(slower, _fails("a1", POST.key, "nowhere"))
    assert late == slower


def test_a_start_that_never_left_needs_no_look() -> None:
    """It is owed just as before."""
    run = fold(_asked(), world.began("a1", POST), NotStarted("a1"))
    assert POST in due(run, T0)
    assert fold(run, NotStarted("a1"), Lost("a1")) == run


def test_a_rate_limit_only_waits() -> None:
    """The same card is sent after the wait that Slack asked for."""
    run = fold(_asked(), world.began("a1", POST), _fails("a1", POST.key, "wait", 30_000))
    assert POST in due(run, T0 + 30_000)
    assert world.state(run) == "waiting"


def test_a_named_wait_is_kept_exactly_and_others_grow() -> None:
    """However often: only where nobody said how long does each try wait longer than the last."""
    run = _asked()
    for n in range(5):
        run = fold(run, world.began(f"a{n}", POST), _fails(f"a{n}", POST.key, "wait", 1_500))
        assert wake_at(run) == T0 + 1_500
    for n, wait in enumerate((32_000, 60_000, 60_000)):
        run = fold(run, world.began(f"b{n}", POST), _fails(f"b{n}", POST.key, "wait"))
        assert wake_at(run) == T0 + wait


def test_a_refused_card_is_sent_plainer_then_nobody_is_asked() -> None:
    """The call doesn't wait on a card that isn't there; the thread is told."""
    run = fold(_asked(), world.began("a1", POST), _fails("a1", POST.key, "refused"))
    plain = PostCard(REQUEST, plain=True)
    assert plain in due(run, T0)
    run = fold(run, world.began("a2", plain), _fails("a2", POST.key, "refused"))
    assert (world.outcome(run, REQUEST), world.state(run)) == ("unasked", "refused refused")
    assert [(s.kind, s.words) for s in run.says] == [("unasked", "not_in_channel")]


@pytest.mark.parametrize(("tool", "told"), [("hitl_slackBlocks", []), ("askUser", ["unasked"])])
def test_what_the_chat_refuses_of_a_question_the_model_hears(tool: str, told: list[str]) -> None:
    """There is no plainer card, and no other place; of a card of its own nobody else hears."""
    run = _asked()
    spec = replace(run.requests[0].spec, ops="C0OPS")
    asked = replace(run.requests[0], kind="question", tool=tool, spec=spec)
    run = replace(run, requests=(asked,))
    run = fold(run, world.began("a1", POST), _fails("a1", POST.key, "refused"))
    assert (world.outcome(run, REQUEST), world.state(run)) == ("unasked", "refused refused")
    assert [say.kind for say in run.says] == told
    call = run.call("c1")
    assert call is not None and "not_in_channel" in str(call.state)


def test_a_question_that_cannot_be_posted_is_left() -> None:
    """The model is told that the outcome is unknown."""
    run, question = world.lost()
    effect = PostCard(question.id)
    run = fold(run, world.began("p1", effect), _fails("p1", effect.key, "nowhere"))
    assert (world.outcome(run, question.id), world.state(run)) == (
        "left",
        "refused unknown_outcome",
    )


def test_a_post_that_failed_while_another_copy_was_clicked_ends_nothing() -> None:
    """A twin was adopted, so people can answer."""
    run = fold(_asked(), world.began("a1", POST))
    run = fold(run, click("details", REQUEST, copy=Copy("C1", "17.9")))
    run = fold(run, _fails("a1", POST.key, "nowhere"))
    assert world.state(run) == "waiting"


def test_a_settled_card_that_may_stand_is_still_looked_for() -> None:
    """It must say what became of it; if it can't be posted, it is let go."""
    run = fold(_asked(), world.began("a1", POST), Lost("a1"), click("stop_run", "", ANA))
    look = PostCard(REQUEST, look=True)
    assert look in due(run, T0)
    run = fold(run, world.began("a2", look), _fails("a2", look.key, "nowhere"))
    assert not any(e.key == look.key for e in due(run, T0))
    assert world.outcome(run, REQUEST) == "stopped"


def test_every_change_is_drawn_and_only_the_newest_picture_counts() -> None:
    """A change while a drawing is under way is drawn after it."""
    run, request = world.waiting()
    run = fold(run, world.asked("hold on"))
    effect = _draw(run)
    assert effect == DrawCard(request.id, "C1", TS, 1)
    run = fold(run, world.began("d1", effect), world.asked("really"))
    assert not any(isinstance(e, DrawCard) for e in due(run, T0))
    run = fold(run, CardDrawn("d1", request.id, "C1", TS, 1))
    assert _draw(run).draws == 2


def test_a_drawing_that_was_given_up_makes_the_copy_dirty() -> None:
    """Lost, or back after it was lost: nobody knows what stands there."""
    run, request = world.waiting()
    run = fold(run, world.asked("hold on"))
    effect = _draw(run)
    run = fold(run, world.began("d1", effect), Lost("d1"))
    assert _draw(run) == effect
    run = fold(run, world.began("d2", effect), CardDrawn("d2", request.id, "C1", TS, 1))
    assert not any(isinstance(e, DrawCard) for e in due(run, T0))
    run = fold(run, CardDrawn("d1", request.id, "C1", TS, 1))
    assert _draw(run) == effect


def test_a_deleted_card_is_posted_again_while_it_is_open() -> None:
    """A settled one isn't."""
    run, request = world.waiting()
    run = fold(run, world.asked("hold on"))
    gone = CardDrawn("d1", request.id, "C1", TS, 1, gone=True)
    open_ = fold(run, world.began("d1", _draw(run)), gone)
    assert POST in due(open_, T0)
    done = decide(run, click("reject", request.id))
    done = fold(done, world.began("d1", _draw(done)), gone)
    assert not any(isinstance(e, PostCard) for e in due(done, T0))


@pytest.mark.parametrize("trouble", ["refused", "nowhere"])
def test_a_picture_that_cannot_be_drawn_is_given_up_until_the_next(trouble: str) -> None:
    """A newer picture, also one that came meanwhile, is tried once more."""
    run, _ = world.waiting()
    run = fold(run, world.asked("hold on"))
    effect = _draw(run)
    run = fold(run, world.began("d1", effect))
    still = fold(run, _fails("d1", effect.key, trouble))
    assert not any(isinstance(e, DrawCard) for e in due(still, T0))
    newer = fold(run, world.asked("wait"), _fails("d1", effect.key, trouble))
    assert _draw(newer).draws == 2


def test_posts_come_one_after_the_other() -> None:
    """A thread is read in order; each is posted once, looked for after a loss."""
    run, request = world.waiting()
    run = decide(run, click("reject", request.id))
    run = fold(run, click("stop_run", "", ANA))
    assert world.says(run) == ["decision", "stopped"]
    first = PostSay("s1")
    assert [e for e in due(run, T0) if isinstance(e, PostSay)] == [first]
    run = fold(run, world.began("p1", first), Lost("p1"))
    assert PostSay("s1", look=True) in due(run, T0)
    run = fold(run, world.began("p2", PostSay("s1", look=True)), SayPosted("p2", "s1"))
    assert PostSay("s2") in due(run, T0)
    late = fold(run, SayPosted("p1", "s1"))
    assert late.says == run.says


def test_an_answer_that_slack_refuses_is_at_least_told() -> None:
    """In our own words, once; from a place that is gone, to whoever asked."""
    run = world.turn(world.new(), world.replied("m1", 1, text="All done."))
    run = fold(run, world.began("p1", PostSay("s1")))
    told = fold(run, _fails("p1", "say:s1", "refused"))
    assert [(s.kind, s.words) for s in told.says] == [
        ("failed", "My answer couldn't be posted: not_in_channel")
    ]
    told = fold(told, world.began("p2", PostSay("s2")), _fails("p2", "say:s2", "refused"))
    assert told.says == ()
    after = fold(run, _fails("p1", "say:s1", "nowhere"))
    assert after.says == ()
    ((to, kind),) = [(note.to, note.kind) for note in after.notes]
    assert (to, kind) == (ANA, "unposted"), "whoever asked hears of it privately"


def test_posts_of_requests_that_are_not_there_change_nothing() -> None:
    """Nor does a trouble with what isn't a post."""
    run = world.new()
    odd = PostCard("3.abc123.7")
    drawing = DrawCard("3.abc123.7", "C1", "1", 1)
    assert fold(run, CardPosted("x", odd.request, "C1", "1", 0)) == run
    assert fold(run, CardDrawn("x", odd.request, "C1", "1", 0)) == run
    assert fold(run, world.began("x", odd), _fails("x", odd.key, "nowhere")) == run
    assert fold(run, world.began("x", drawing), _fails("x", drawing.key, "nowhere")) == run
    assert fold(run, world.began("x", drawing), Lost("x")) == run
    model = CallModel(1, 1)
    after = fold(run, world.began("x", model), _fails("x", "model", "nowhere"))
    assert after == replace(run, read=1)


def test_a_private_word_is_sent_once_by_its_start() -> None:
    """Lost, it is owed again; refused, it is dropped."""
    note = SendNote("k")
    run = fold(world.new(), click("approve", "3.abc123.9", id="k"))
    run = fold(run, world.began("n1", note))
    assert note not in due(run, T0)
    assert note in due(fold(run, Lost("n1")), T0)
    assert fold(run, _fails("n1", note.key, "nowhere")).notes == ()
    assert fold(run, NoteSent("n1", "k")).notes == ()
