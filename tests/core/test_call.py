"""The call machine: its picture, and every short history of calls in a run."""

from collections.abc import Callable

import pytest

from bot.core import call as calls
from bot.core.call import Call, Finished, Proposed, Ready, Refused, Started, Unsure, Waiting
from bot.core.ids import Who
from bot.core.request import Action
from tests.core import world
from tests.core.histories import Alphabet, Node, Search, asking, everyone, start
from tests.core.world import ANA, BEN, CHI, GUS

ENOUGH = 100_000  # histories, all searches together
Presses = tuple[tuple[Action, Who], ...]
UNSURE: tuple[Action, ...] = ("ran", "run_again", "leave")

READY = Ready("3.abc123.1", 5, "v1")
STARTED = Started("a1", "c1", "refund", 7, 9, "3.abc123.1", 5, "v1")
ASKED_UNSURE = Unsure("a1", 7, 9, "3.abc123.2")
STATES = (
    Proposed(),
    Waiting("3.abc123.1"),
    READY,
    STARTED,
    Unsure("a1", 7, 9, None),
    ASKED_UNSURE,
    Finished(ok=True, summary="done", at=8),
    Refused("rejected", "no", 8),
)


BY_BEN: Presses = (("approve", BEN),)
STOPPED: Presses = (("stop_run", ANA),)


def _searches() -> dict[str, tuple[Alphabet, Node, int]]:
    lost, _ = world.lost()
    two = world.fold(world.acting(2), world.judged("c1"), world.judged("c2"))
    ben, stop = BY_BEN, STOPPED
    return {
        "all clickers": (Alphabet(presses=everyone("approve", "reject", "guide")), start(1), 4),
        "two votes": (
            Alphabet(
                verdicts=(),
                presses=(*everyone("approve"), ("reject", CHI)),
                commands=stop,
                stale=(),
            ),
            Node(world.waiting(world.ASK_TWO)[0]),
            4,
        ),
        "wrong buttons": (
            Alphabet(verdicts=(), presses=tuple((a, BEN) for a in UNSURE), stale=()),
            Node(world.waiting(world.ASK_TWO)[0]),
            4,
        ),
        "approved": (
            Alphabet(verdicts=(world.ASK,), presses=(("stop_call", BEN), ("ask_again", BEN))),
            Node(world.approved()[0]),
            5,
        ),
        "lost": (
            Alphabet(
                verdicts=(world.ASK,),
                presses=(("ask_again", BEN),),
                unsure_presses=tuple((a, who) for a in UNSURE for who in (BEN, GUS)),
                commands=stop,
            ),
            Node(lost, starts=(1, 0)),
            4,
        ),
        "two calls": (
            Alphabet(
                verdicts=(), presses=(*ben, ("reject", CHI)), commands=stop, stale=(), wrong=False
            ),
            Node(two),
            5,
        ),
        "idempotent": (Alphabet(idempotent=True, presses=ben), start(1), 6),
        "long": (
            Alphabet(verdicts=(world.ASK,), presses=ben, commands=stop, wrong=False),
            start(1),
            8,
        ),
    }


def _questions() -> dict[str, tuple[Alphabet, Node, int]]:
    answers = everyone("submit", "cancel", "approve")
    asks = Alphabet(
        verdicts=(world.ASKS, world.ALLOW, world.REFUSE), question_presses=answers, wrong=False
    )
    races = Alphabet(verdicts=(world.ASKS,), stale=(), wrong=False)
    return {"a question": (asks, asking(), 4), "a question's races": (races, asking(), 7)}


@pytest.mark.timeout(300)  # all of it computing: seconds alone, a minute on a busy machine
def test_every_short_history_keeps_the_promises() -> None:
    """No history of up to eight events, whoever does what when, breaks promises 1 to 4."""
    searches = _searches() | _questions()
    played = {name: Search(alphabet).count(node, depth)
              for name, (alphabet, node, depth) in searches.items()}  # fmt: skip
    assert sum(played.values()) >= ENOUGH, played
    assert all(count > 1_000 for count in played.values()), played


def _call(state: calls.State, *, idempotent: bool = False, lost: tuple[str, ...] = ()) -> Call:
    return Call("c1", "refund", "{}", "d", idempotent=idempotent, state=state, lost=lost)


Move = Callable[[Call], Call | None]
MOVES: dict[str, tuple[Move, dict[str, str]]] = {
    "allow": (lambda c: calls.allow(c, 8, "v1"), {"proposed": "ready"}),
    "wait": (lambda c: calls.wait(c, "3.abc123.1"), {"proposed": "waiting"}),
    "approve": (lambda c: calls.approve(c, "3.abc123.1", 8, "v1"), {"waiting": "ready"}),
    "run it again": (
        lambda c: calls.approve(c, "3.abc123.2", 8, "v1"),
        {"unsure 3.abc123.2": "ready"},
    ),
    "refuse": (
        lambda c: calls.refuse(c, "stopped", "", 8),
        {"proposed": "refused", "waiting": "refused", "ready": "refused"},
    ),
    "again": (calls.again, {"ready": "proposed"}),
    "start": (lambda c: calls.start(c, "a2", 8, 9), {"ready": "started"}),
    "not started": (lambda c: calls.not_started(c, "a1"), {"started": "ready"}),
    "not that start": (lambda c: calls.not_started(c, "a0"), {}),
    "lose": (lambda c: calls.lose(c, "a1"), {"started": "unsure"}),
    "lose another": (lambda c: calls.lose(c, "a0"), {}),
    "ask": (lambda c: calls.ask_what_happened(c, "3.abc123.2"), {"unsure": "unsure"}),
    "finish": (
        lambda c: calls.finish(c, "a1", ok=True, summary="", at=8),
        {"started": "finished", "unsure": "finished", "unsure 3.abc123.2": "finished"},
    ),
    "finish another": (lambda c: calls.finish(c, "a0", ok=True, summary="", at=8), {}),
    "ran": (
        lambda c: calls.ran(c, "it ran", 8),
        {"unsure": "finished", "unsure 3.abc123.2": "finished"},
    ),
    "leave": (
        lambda c: calls.leave(c, 8),
        {"unsure": "refused", "unsure 3.abc123.2": "refused"},
    ),
    "late": (lambda c: calls.late(c, "a1"), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVES)
def test_only_the_transitions_of_the_picture_exist(name: str) -> None:
    """From every other state a move answers None, and a lost race is a value."""
    move, expected = MOVES[name]
    made: dict[str, str] = {}
    for state in STATES:
        after = move(_call(state))
        if after is not None:
            key = f"unsure {ASKED_UNSURE.request}" if state == ASKED_UNSURE else state.kind
            made[key] = after.state.kind
    assert made == expected


def test_a_start_that_never_left_is_as_old_as_before() -> None:
    """A start and its NotStarted give back the very same readiness, policy included."""
    call = _call(READY)
    started = calls.start(call, "a1", 100, 200)
    assert started is not None
    assert calls.not_started(started, "a1") == call


def test_a_lost_idempotent_call_is_owed_again() -> None:
    """It needs nobody's word, and its late result is still taken while nothing is out."""
    lost = calls.lose(_call(STARTED, idempotent=True), "a1")
    assert lost is not None
    assert lost.state == Ready("3.abc123.1", 7, "v1")
    done = calls.finish(lost, "a1", ok=True, summary="done", at=9)
    assert done is not None
    assert (done.state, done.lost) == (Finished(ok=True, summary="done", at=9), ())


def test_nobody_says_of_a_lost_call_that_it_was_not_run() -> None:
    """Refused after an attempt was lost, it ends as of unknown outcome."""
    refused = calls.refuse(_call(READY, lost=("a0",)), "stopped", "a person stopped the run", 9)
    assert refused is not None
    assert refused.state == Refused("unknown_outcome", "a person stopped the run", 9)


def test_a_result_that_came_too_late_is_told_once() -> None:
    """The attempt is forgotten when its result was told."""
    call = _call(Finished(ok=True, summary="", at=8), lost=("a0", "a1"))
    told = calls.late(call, "a0")
    assert told is not None
    assert told.lost == ("a1",)
    assert calls.late(told, "a0") is None
