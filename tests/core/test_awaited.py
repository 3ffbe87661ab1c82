"""For whom a card waits: whoever is in its sets now, for all that wait for the same people."""

from dataclasses import replace

import pytest

from bot.core import awaited
from bot.core.effects import PostSay
from bot.core.events import Ticked
from bot.core.ids import Who
from bot.core.posts import SayPosted
from bot.core.request import Request
from bot.core.state import Run
from bot.core.terms import Approvers
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import ANA, BEN, CHI, DEE, MINUTE, T0, click, decide, fold

REQUEST = f"{world.RUN}.1"


def _asked(able: tuple[Who, ...] = (BEN, CHI), calls: int = 1) -> Run:
    run = world.acting(calls)
    for n in range(1, calls + 1):
        judged = replace(world.judged(f"c{n}", Ask(world.SPEC)), able=able)
        run = fold(run, judged)
    return run


def _able(run: Run, n: int = 0) -> tuple[Who, ...]:
    return run.requests[n].able


def test_who_has_come_is_named_after_those_who_stay() -> None:
    """And who has left isn't; the card is drawn again once."""
    run = _asked()
    after = awaited.seen(run, REQUEST, (DEE, CHI))
    assert _able(after) == (CHI, DEE)
    assert after.requests[0].draws == run.requests[0].draws + 1
    assert awaited.seen(after, REQUEST, (DEE, CHI)) == after


@pytest.mark.parametrize("able", [None, (CHI, BEN)])
def test_nothing_new_changes_nothing(able: tuple[Who, ...] | None) -> None:
    """None: nobody could say."""
    run = _asked()
    assert awaited.seen(run, REQUEST, able) is run
    assert awaited.seen(run, None, (DEE,)) is run
    assert awaited.seen(run, "3.other.1", (DEE,)) is run


def test_what_is_settled_stays_as_it_was() -> None:
    """It says who was asked."""
    run = decide(_asked(), click("reject", REQUEST, BEN, reason="no"))
    assert awaited.seen(run, REQUEST, (DEE,)) is run


def test_all_that_wait_for_the_same_people_learn_it() -> None:
    """The rows of one card; one that is settled doesn't."""
    run = decide(_asked(calls=3), click("reject", f"{world.RUN}.2", BEN, reason="no"))
    after = awaited.seen(run, REQUEST, (DEE,))
    assert [r.able for r in after.requests] == [(DEE,), (BEN, CHI), (DEE,)]


def test_a_reminder_says_whom_it_called() -> None:
    """They were looked up for it."""
    run = fold(_asked(), Ticked(), at=T0 + 15 * MINUTE)
    (say,) = [s for s in run.says if s.kind == "reminder"]
    post = PostSay(say.key)
    run = fold(run, world.began("p", post), SayPosted("p", say.key, (DEE,)))
    assert _able(run) == (DEE,) and not run.says


def test_only_certain_people_are_looked_up() -> None:
    """Anyone may be anybody; a plan and a question have rules of their own."""
    request: Request = _asked().requests[0]
    assert awaited.asked(request)
    anyone = replace(request, spec=replace(request.spec, approvers=Approvers(anyone=True)))
    assert not awaited.asked(anyone)
    assert not awaited.asked(replace(request, kind="question"))
    assert ANA not in request.able
