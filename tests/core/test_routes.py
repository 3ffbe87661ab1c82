"""Where a card stands: routed, with a stub in the thread, and elsewhere when a place is closed."""

from dataclasses import replace

import pytest

from bot.core.due import due
from bot.core.effects import DrawCard, PostCard
from bot.core.events import CardDrawn, CardPosted, ChatFailed
from bot.core.request import Copy
from bot.core.state import Run
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import BEN, T0, click, decide, fold

REQUEST = f"{world.RUN}.1"
ROUTED = replace(world.SPEC, route="COPS", ops="COPS")
CARD, STUB = PostCard(REQUEST), PostCard(REQUEST, stub=True)


def _asked(spec: world.AskSpec = ROUTED, *, direct: bool = False) -> Run:
    run = world.acting()
    if direct:
        run = replace(run, thread=replace(run.thread, channel="D1"))
    return fold(run, world.judged("c1", Ask(spec)))


def _cards(run: Run) -> list[PostCard | DrawCard]:
    return [e for e in due(run, T0) if isinstance(e, PostCard | DrawCard)]


def _posted(run: Run, channel: str, ts: str, *, stub: bool = False) -> Run:
    post = STUB if stub else CARD
    made = CardPosted(f"a{ts}", REQUEST, channel, ts, run.requests[0].draws, stub=stub)
    return fold(run, world.began(f"a{ts}", post), made)


def _failed(run: Run, post: PostCard, trouble: str = "nowhere") -> Run:
    assert trouble in ("nowhere", "refused")
    failure = ChatFailed("f", post.key, trouble, "not_in_channel", 0)
    return fold(run, world.began("f", post), failure)


def test_a_routed_card_stands_in_its_channel_and_a_stub_in_the_thread() -> None:
    """The stub comes second, so that it can say where; both are redrawn by one path."""
    run = _asked()
    assert run.requests[0].at == "COPS"
    assert _cards(run) == [CARD]
    run = _posted(run, "COPS", "17.1")
    assert _cards(run) == [STUB]
    run = _posted(run, "C1", "17.2", stub=True)
    assert _cards(run) == []
    run = decide(run, click("approve", REQUEST), Ask(ROUTED))
    drawn = {e.channel: e for e in _cards(run) if isinstance(e, DrawCard)}
    assert set(drawn) == {"COPS", "C1"}
    assert [c.stub for c in run.requests[0].copies] == [False, True]


def test_a_settled_card_leaves_no_new_stub() -> None:
    """The decision is told in the thread anyhow."""
    run = _posted(_asked(), "COPS", "17.1")
    run = decide(run, click("reject", REQUEST, reason="no"), Ask(ROUTED))
    assert not any(isinstance(e, PostCard) for e in _cards(run))


def test_a_card_that_was_deleted_is_posted_again_and_its_stub_says_where() -> None:
    """In its channel; the stub's picture is old then."""
    run = _posted(_posted(_asked(), "COPS", "17.1"), "C1", "17.2", stub=True)
    draws = run.requests[0].draws
    run = fold(run, CardDrawn("x", REQUEST, "COPS", "17.1", draws, gone=True))
    assert _cards(run) == [CARD]
    run = _posted(run, "COPS", "17.3")
    assert [(e.channel, e.ts) for e in _cards(run) if isinstance(e, DrawCard)] == [("C1", "17.2")]


def test_a_deleted_stub_is_posted_again() -> None:
    """Whoever asked must see that somebody is asked."""
    run = _posted(_posted(_asked(), "COPS", "17.1"), "C1", "17.2", stub=True)
    run = fold(run, CardDrawn("x", REQUEST, "C1", "17.2", run.requests[0].draws, gone=True))
    assert _cards(run) == [STUB]


def test_a_thread_that_takes_no_stub_is_not_asked_again() -> None:
    """The card stands where it can be answered."""
    run = _failed(_posted(_asked(), "COPS", "17.1"), STUB)
    assert _cards(run) == []
    assert run.requests[0].ended is None


def test_a_channel_that_takes_no_card_gives_it_to_the_thread() -> None:
    """And when that takes none either, nobody is asked, in words."""
    run = _failed(_asked(), CARD)
    assert (run.requests[0].at, run.requests[0].ended) == ("", None)
    assert _cards(run) == [CARD]
    run = _failed(run, CARD)
    assert world.outcome(run, REQUEST) == "unasked"
    assert world.says(run) == ["unasked"]


def test_a_thread_that_takes_no_card_gives_it_to_the_ops_channel() -> None:
    """A shared or closed channel: the card goes where those who decide are."""
    run = _failed(_asked(replace(ROUTED, route="")), CARD)
    assert run.requests[0].at == "COPS"
    run = _failed(run, CARD)
    assert world.outcome(run, REQUEST) == "unasked"


def test_what_was_routed_away_from_a_direct_message_stays_away() -> None:
    """Nobody but the requester would see it there."""
    run = _failed(_asked(direct=True), CARD)
    assert world.outcome(run, REQUEST) == "unasked"


@pytest.mark.parametrize("plain", [False, True])
def test_a_refused_card_goes_plainer_before_it_goes_elsewhere(plain: bool) -> None:
    """The same place may take the plain one."""
    run = _failed(_asked(), CARD, "refused")
    assert (run.requests[0].at, run.requests[0].plain) == ("COPS", True)
    if plain:
        run = _failed(run, PostCard(REQUEST, plain=True), "refused")
        assert (run.requests[0].at, run.requests[0].plain) == ("", False)


def test_a_click_from_a_copy_that_is_not_on_record_adopts_it_as_a_card() -> None:
    """Only cards have buttons."""
    run = _posted(_asked(), "COPS", "17.1")
    run = fold(run, click("approve", REQUEST, BEN, copy=Copy("COPS", "17.9")))
    assert run.requests[0].copies[-1] == Copy("COPS", "17.9")


@pytest.mark.parametrize("channel", ["D9", "C9"])
def test_a_button_elsewhere_makes_no_card_of_its_message(channel: str) -> None:
    """A list in a direct message has a request's button; drawn over, it would show all of it."""
    run = _posted(_asked(), "COPS", "17.1")
    run = fold(run, click("revoke", REQUEST, BEN, copy=Copy(channel, "17.9")))
    assert [copy.channel for copy in run.requests[0].copies] == ["COPS"]
