"""Several calls of one turn on one card: who joins, how each is decided, and where the card is."""

from dataclasses import replace

import pytest

from bot.core.due import due
from bot.core.effects import CheckPerson, DrawCard, PostCard
from bot.core.events import ChatFailed, Judged, Ticked
from bot.core.request import Copy
from bot.core.state import Run
from bot.core.terms import AskSpec, NextTier
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import ASK, BEN, CHI, MINUTE, T0, checked, click, decide, fold

FIRST, SECOND, THIRD = (f"{world.RUN}.{n}" for n in (1, 2, 3))


def _judged(call: str, spec: AskSpec = world.SPEC) -> Judged:
    args = world.canonical(world.parse(f'{{"order": "{call}"}}'))
    return replace(world.judged(call, Ask(spec), args=args), number=1000 + int(call[1:]))


def _run(*specs: AskSpec) -> Run:
    calls = [_judged(f"c{n}", spec) for n, spec in enumerate(specs, 1)]
    return fold(world.acting(len(specs)), *calls)


def _batches(run: Run) -> list[str]:
    return [request.batch for request in run.requests]


def _posts(run: Run) -> list[str]:
    return [e.request for e in due(run, T0) if isinstance(e, PostCard)]


def _three() -> Run:
    return world.card(_run(world.SPEC, world.SPEC, world.SPEC), FIRST)


def test_calls_on_equal_terms_share_one_card() -> None:
    """Whatever rule asks; the card is the first one's."""
    other = replace(world.SPEC, rule="another", because="another reason")
    run = _run(world.SPEC, other, world.SPEC)
    assert _batches(run) == [FIRST] * 3
    assert _posts(run) == [FIRST]


@pytest.mark.parametrize(
    "other",
    [
        replace(world.SPEC, risk="high"),
        replace(world.SPEC, count=2),
        replace(world.SPEC, route="COPS"),
        replace(world.SPEC, approvers=world.Approvers(people=("ben",))),
        replace(world.SPEC, reason_required=True),
    ],
)
def test_calls_on_other_terms_have_cards_of_their_own(other: AskSpec) -> None:
    """Another tier, set, route or demand."""
    run = _run(world.SPEC, other, world.SPEC)
    assert _batches(run) == [FIRST, "", FIRST]
    assert _posts(run) == [FIRST, SECOND]


def test_no_more_than_eight_share_a_card() -> None:
    """The ninth begins another, and a call alone has none."""
    run = _run(*[world.SPEC] * 10)
    ninth = f"{world.RUN}.9"
    assert _batches(run) == [FIRST] * 8 + [ninth] * 2
    assert _batches(_run(world.SPEC)) == [""]


def test_a_long_call_has_a_card_of_its_own() -> None:
    """It is read by itself."""
    long = replace(_judged("c2"), args=f'{{"order":"{"x" * 2_000}"}}')
    run = fold(world.acting(3), _judged("c1"), long, _judged("c3"))
    assert _batches(run) == [FIRST, "", FIRST]


def test_a_card_that_is_out_takes_no_other() -> None:
    """What people may be reading doesn't grow under their hands."""
    run = fold(world.acting(2), _judged("c1"), world.began("p", PostCard(FIRST)), _judged("c2"))
    assert _batches(run) == ["", ""]


def test_each_is_decided_by_itself_and_redraws_the_card() -> None:
    """The others wait on."""
    run = _three()
    before = run.requests[0].draws
    run = decide(run, click("reject", SECOND, reason="no"))
    run = decide(run, click("approve", THIRD))
    assert [r.ended and r.ended.outcome for r in run.requests] == [None, "rejected", "approved"]
    assert run.requests[0].draws > before
    assert [e.request for e in due(run, T0) if isinstance(e, DrawCard)] == [FIRST]


def test_all_that_is_shown_is_approved_by_one_tap_each_judged_for_itself() -> None:
    """A call that policy refuses by now isn't run with the others."""
    run = fold(_three(), click("approve_all", FIRST, tapped=True))
    looks = [e.click for e in due(run, T0) if isinstance(e, CheckPerson)]
    assert looks == [f"approve_all-UBEN:{n}" for n in (1001, 1002, 1003)]
    for look, now in zip(looks, (ASK, world.REFUSE, ASK), strict=True):
        run = fold(run, replace(checked(click("approve", FIRST)), click=look, now=now))
    assert [world.state(run, c) for c in ("c1", "c2", "c3")] == ["ready", "waiting", "ready"]
    assert world.notes(run) == ["policy_now_refuses"]


def test_one_tap_never_approves_what_its_card_did_not_show() -> None:
    """Edited since, or with newer words in the thread, or of a risk that wants a review."""
    run = _three()
    edited = replace(run.requests[1], revision=2)
    run = replace(run, requests=(run.requests[0], edited, run.requests[2]))
    run = fold(run, click("approve_all", FIRST, tapped=True))
    assert [p.click.request for p in run.clicks] == [FIRST, THIRD]
    run = fold(_three(), world.asked("wait", ts="17.9"), click("approve_all", FIRST))
    assert run.clicks == ()
    high = replace(world.SPEC, risk="high")
    run = world.card(_run(high, high), FIRST)
    assert fold(run, click("approve_all", FIRST)).clicks == ()


def test_the_card_stays_owed_while_any_of_them_is_open() -> None:
    """A deleted card stands again for the others, also when the first is settled."""
    run = decide(_three(), click("approve", FIRST))
    run = replace(run, requests=(replace(run.requests[0], copies=()), *run.requests[1:]))
    assert _posts(run) == [FIRST]
    for request in (SECOND, THIRD):
        run = decide(run, click("reject", request, CHI, reason="no"))
    assert _posts(run) == []


def test_a_refused_card_becomes_one_each() -> None:
    """A plain card can only show one."""
    run = _run(world.SPEC, world.SPEC)
    failure = ChatFailed("f", f"card:{FIRST}", "refused", "invalid_blocks", 0)
    run = fold(run, world.began("f", PostCard(FIRST)), failure)
    assert _batches(run) == ["", ""]
    assert _posts(run) == [FIRST, SECOND]


def test_a_place_that_takes_no_card_unasks_them_all_or_moves_them_all() -> None:
    """One card, one place."""
    nowhere = ChatFailed("f", f"card:{FIRST}", "nowhere", "not_in_channel", 0)
    run = fold(_run(world.SPEC, world.SPEC), world.began("f", PostCard(FIRST)), nowhere)
    assert [world.outcome(run, r) for r in (FIRST, SECOND)] == ["unasked", "unasked"]
    ops = replace(world.SPEC, ops="COPS")
    run = fold(_run(ops, ops), world.began("f", PostCard(FIRST)), nowhere)
    assert [(r.at, r.ended) for r in run.requests] == [("COPS", None)] * 2


def test_a_batch_is_reminded_of_once() -> None:
    """And expires each by itself."""
    run = fold(_three(), Ticked(), at=T0 + 15 * MINUTE)
    assert world.says(run) == ["reminder"]
    run = fold(run, Ticked(), at=T0 + 60 * MINUTE)
    assert [world.outcome(run, r) for r in (FIRST, SECOND, THIRD)] == ["expired"] * 3


@pytest.mark.parametrize("what", ["declined", "spec"])
def test_whoever_waits_for_others_is_reminded_of_by_itself(what: str) -> None:
    """One that somebody passed, or that was edited into another rule's, calls other people."""
    run = _three()
    other = replace(world.SPEC, approvers=world.Approvers(people=("uchi",)))
    change = {"declined": (run.requests[1].able[0],)} if what == "declined" else {"spec": other}
    middle = replace(run.requests[1], **change)
    run = replace(run, requests=(run.requests[0], middle, run.requests[2]))
    run = fold(run, Ticked(), at=T0 + 15 * MINUTE)
    assert [(say.kind, say.request) for say in run.says] == [
        ("reminder", FIRST),
        ("reminder", SECOND),
    ]
    run = decide(run, click("reject", SECOND, CHI, reason="no"), Ask(middle.spec))
    assert [say.request for say in run.says if say.kind == "reminder"] == [FIRST]


def test_a_click_on_one_line_adopts_the_card_for_the_first() -> None:
    """The copy belongs to whoever draws it."""
    run = fold(_three(), click("approve", SECOND, BEN, copy=Copy("C1", "17.99")))
    assert Copy("C1", "17.99") in run.requests[0].copies
    assert run.requests[1].copies == ()


@pytest.mark.parametrize(("at", "kind"), [(15, "reminder"), (40, "escalated")])
def test_what_is_told_of_all_is_told_though_one_is_decided(at: int, kind: str) -> None:
    """The post names one of them; the others still wait for whoever it calls."""
    spec = replace(world.SPEC, next=(NextTier(40 * 60, world.Approvers(people=("uchi",))),))
    run = fold(world.card(_run(spec, spec, spec), FIRST), Ticked(), at=T0 + at * MINUTE)
    assert world.says(run) == [kind]
    (first,) = [say.request for say in run.says]
    assert first is not None
    run = decide(run, click("approve", first), Ask(spec), at=T0 + at * MINUTE)
    others = {FIRST, SECOND, THIRD} - {first}
    calls = [say.request for say in run.says if say.kind == kind]
    assert len(calls) == 1 and calls[0] in others
    for one in others:
        run = decide(run, click("reject", one, id=f"no-{one}", reason="no"), Ask(spec))
    assert kind not in world.says(run)
