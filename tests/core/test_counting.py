"""Figures of how calls ended, whatever settled them."""

from dataclasses import replace

import pytest

from bot.core import asking
from bot.core.effects import RunTool
from bot.core.events import Lost, Ticked, WentStale
from bot.core.ids import Who
from bot.core.request import Action, Change, Ended
from bot.core.settling import settle
from bot.core.state import Run
from bot.core.tally import KEPT
from bot.core.verdicts import Refuse
from tests.core import world
from tests.core.world import ANA, BEN, T0, click, decide, done, fold


def _figures(run: Run) -> dict[str, int]:
    return {name: n for name, n in run.tally.counts.items() if n}


def _ran(run: Run, *, ok: bool = True) -> Run:
    return fold(run, world.began("a1", RunTool("c1")), done("a1", "c1", ok=ok))


def test_what_runs_is_counted_by_what_let_it() -> None:
    """Allowed without a question, or approved; one that failed counts as that, too."""
    allowed = fold(world.acting(), world.judged("c1", world.ALLOW))
    assert _figures(allowed) == {}, "it hasn't settled yet"
    assert _figures(_ran(allowed)) == {"allowed": 1}
    assert _figures(_ran(world.approved()[0], ok=False)) == {"approved": 1, "failed": 1}


def test_an_edited_or_granted_call_is_told_apart() -> None:
    """The change stands on the request, the grant on the call."""
    run, request = world.approved()
    edited = replace(request, changes=(Change("amount", "1", "2"),))
    assert _figures(_ran(asking.with_request(run, edited))) == {"edited": 1}
    run = fold(world.acting(), world.judged("c1", world.ALLOW))
    call = run.call("c1")
    assert call is not None
    granted = asking.with_call(run, replace(call, grant="3.abc123.1"))
    assert _figures(_ran(granted)) == {"granted": 1}


@pytest.mark.parametrize(
    ("action", "who", "name"),
    [("reject", BEN, "rejected"), ("guide", BEN, "guided"), ("withdraw", ANA, "withdrawn"),
     ("stop_call", BEN, "stopped")],
)  # fmt: skip
def test_a_no_is_counted_by_its_kind(action: Action, who: Who, name: str) -> None:
    """None of them is a refusal of ours."""
    run, request = world.waiting()
    run = decide(run, click(action, request.id, who, reason="no"))
    assert (_figures(run), run.tally.turned_down) == ({name: 1}, ())


def test_expired_is_not_rejected() -> None:
    """Nobody decided: it has a figure of its own."""
    run, request = world.waiting()
    assert _figures(fold(run, Ticked(), at=request.deadline)) == {"expired": 1}


def test_what_nobody_was_asked_about_keeps_its_reason() -> None:
    """By the policy, for its arguments, for the limit; the newest are kept, and counted all."""
    bad = world.judged("c2", Refuse("no order"), bad="no order")
    limit = world.judged("c3", Refuse("too many", limit=True))
    run = fold(world.acting(3), world.judged("c1", world.REFUSE), bad, limit)
    assert _figures(run) == {"refused": 1, "invalid": 1, "limit": 1}
    told = [(d.turn, d.tool, d.why, d.reason, d.at) for d in run.tally.turned_down]
    assert told[0] == (1, "refund", "refused", "the policy refuses it", T0)
    assert [d[2] for d in told] == ["refused", "invalid", "limit"]
    many = world.acting(KEPT + 3)
    many = fold(many, *(world.judged(f"c{n}", world.REFUSE) for n in range(1, KEPT + 4)))
    assert (len(many.tally.turned_down), many.tally.refused) == (KEPT, KEPT + 3)


def test_a_call_that_nobody_can_speak_for_is_unknown() -> None:
    """Left as it is by a person; one that ran after all counts as approved."""
    run, request = world.lost()
    assert _figures(decide(run, click("leave", request.id))) == {"unknown": 1}
    assert _figures(decide(run, click("ran", request.id))) == {"approved": 1}
    again = decide(run, click("run_again", request.id))
    assert _figures(fold(again, world.began("a2", RunTool("c1")), done("a2", "c1"))) == {
        "approved": 1
    }


def test_a_stale_call_and_an_emergency() -> None:
    """The first was approved and didn't run, the second ran without a yes."""
    run, _ = world.approved()
    assert _figures(fold(run, WentStale("c1", "too late", ask=False))) == {"stale": 1}
    run, request = world.waiting()
    run = settle(run, request, Ended("emergency", T0, BEN, "the shop is down, and nobody answers"))
    assert _figures(_ran(run)) == {"emergency": 1}


def test_a_call_is_counted_once() -> None:
    """Lost attempts and doubled results change no figure."""
    run = fold(world.acting(), world.judged("c1", world.ALLOW, idempotent=True))
    run = fold(run, world.began("a1", RunTool("c1")), Lost("a1"))
    run = fold(run, world.began("a2", RunTool("c1")), done("a2", "c1"), done("a1", "c1"))
    assert _figures(run) == {"allowed": 1}
