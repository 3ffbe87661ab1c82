"""Clicks: who may do what when, in which order, and what everybody else is told."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.call import Ready
from bot.core.due import due, lapsed
from bot.core.effects import CallModel, CheckPerson, DrawCard, RunTool
from bot.core.events import Checked, Lost, Ticked, UnsureNumbered
from bot.core.ids import Who
from bot.core.request import Action, Copy
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec, NextTier, Risk
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import (
    ANA,
    ASK,
    BEN,
    CHI,
    DEE,
    ELI,
    GUS,
    MINUTE,
    T0,
    checked,
    click,
    decide,
    fold,
)

LATE = T0 + 3600_000 + 1


def test_one_yes_lets_the_call_go() -> None:
    """The decision names who, and the tool is owed."""
    run, request = world.approved()
    assert request.ended is not None
    assert (request.ended.outcome, request.ended.by) == ("approved", BEN)
    assert RunTool("c1") in due(run, T0)
    assert world.notes(run) == []


@pytest.mark.parametrize(
    ("who", "known", "kind"),
    [
        (ELI, {}, "not_approver"),
        (ANA, {}, "own_request"),
        (BEN, {"person": None}, "not_linked"),
        (GUS, {}, "guest"),
        (BEN, {"outside": True}, "outside"),
        (BEN, {"deactivated": True}, "deactivated"),
        (BEN, {"bot": True}, "bot"),
        (BEN, {"known": False}, "cant_verify"),
    ],
)
@pytest.mark.parametrize("action", ["approve", "reject", "guide"])
def test_whoever_may_not_decide_is_told_why(
    who: Who, known: dict[str, Any], kind: str, action: Action
) -> None:
    """The card is unchanged, the call waits on, and one private word is owed."""
    run, request = world.waiting()
    made = click(action, request.id, who)
    found = replace(world.facts(who), **known)
    after = fold(run, made, checked(made, facts_=found))
    assert world.notes(after) == [kind]
    assert (after.notes[0].to, after.notes[0].request) == (who, request.id)
    assert after.requests == run.requests
    assert world.state(after) == "waiting"


def test_a_yes_in_words_is_a_tap_on_a_card_that_shows_all() -> None:
    """What may have been shown otherwise, or not whole, isn't approved by words."""
    run, request = world.waiting()
    said = click("approve", "", number=request.number, tapped=True)
    assert world.state(decide(run, said)) == "ready"
    for other in (
        replace(request, spec=replace(request.spec, risk="high")),
        replace(request, spec=replace(request.spec, reason_required=True)),
        replace(request, spec=replace(request.spec, sensitive=("card",))),
        replace(request, revision=2),
        replace(request, batch=request.id),
        replace(request, args=f'{{"order":"{"x" * 200}"}}'),
        replace(request, args='{"order":"1\u200b"}'),
    ):
        asked = replace(run, requests=(replace(other, copies=run.requests[0].copies),))
        after = fold(asked, said)
        assert (world.notes(after), after.clicks) == (["not_by_words"], ())
    card = run.requests[0].copies
    for away in (replace(request, at="COPS", copies=card), replace(request, copies=())):
        assert world.notes(fold(replace(run, requests=(away,)), said)) == ["not_by_words"]
    unknown = fold(run, click("approve", "", number=7, tapped=True))
    assert world.notes(unknown) == ["no_number"]
    newer = fold(run, world.asked("wait", ts="17.9"), said)
    assert world.notes(newer) == ["unread"]


@pytest.mark.parametrize("risk", ["medium", "high"])
def test_a_yes_that_needs_a_reason_and_has_none_changes_nothing(risk: Risk) -> None:
    """By the rule, or by its risk. With a reason it counts; a no never needs one."""
    required = True if risk == "medium" else None
    spec = replace(world.SPEC, risk=risk, reason_required=required)
    run, request = world.waiting(Ask(spec))
    for reason in ("", " \n"):
        silent = decide(run, click("approve", request.id, reason=reason), Ask(spec))
        assert (world.notes(silent), world.state(silent)) == (["no_reason"], "waiting")
    told = decide(run, click("approve", request.id, reason="runbook 2"), Ask(spec))
    assert (world.notes(told), world.state(told)) == ([], "ready")
    no = decide(run, click("reject", request.id), Ask(spec))
    assert world.state(no) == "refused rejected"


def test_a_reason_is_needed_if_the_card_or_the_policy_of_today_says_so() -> None:
    """A stricter policy holds for a card that is out, a looser one doesn't loosen it."""
    strict = Ask(replace(world.SPEC, reason_required=True))
    run, request = world.waiting()
    later = decide(run, click("approve", request.id), strict)
    assert (world.notes(later), world.state(later)) == (["no_reason"], "waiting")
    run, request = world.waiting(strict)
    looser = decide(run, click("approve", request.id), ASK)
    assert (world.notes(looser), world.state(looser)) == (["no_reason"], "waiting")


def test_a_high_risk_that_needs_no_reason_says_so() -> None:
    """The rule's own word counts before the risk's."""
    spec = replace(world.SPEC, risk="high", reason_required=False)
    run, request = world.waiting(Ask(spec))
    assert world.state(decide(run, click("approve", request.id), Ask(spec))) == "ready"


def test_a_nudge_reminds_of_what_is_open_once_in_a_while() -> None:
    """Of all, or of the one that is named; of none that is settled; an approver's is looked up."""
    run, request = world.waiting()
    nudge = click("nudge", "", ANA, id="n1")
    once = fold(run, nudge)
    assert [(s.kind, s.request) for s in once.says] == [("reminder", request.id)]
    again = fold(once, click("nudge", "", ANA, id="n2"), at=T0 + 299_999)
    assert (world.notes(again), again.says) == (["nudged"], once.says)
    posted = replace(once, says=())
    later = fold(posted, click("nudge", "", ANA, id="n3"), at=T0 + 300_000)
    assert [s.kind for s in later.says] == ["reminder"]
    named = fold(run, click("nudge", "", ANA, number=request.number))
    assert [s.kind for s in named.says] == ["reminder"]
    other = fold(run, click("nudge", "", ANA, number=7))
    assert (world.notes(other), other.says) == (["nothing_to_do"], ())
    assert [s.kind for s in decide(run, click("nudge", "", BEN)).says] == ["reminder"]
    assert world.notes(decide(run, click("nudge", "", ELI))) == ["not_yours"]
    done, _ = world.approved()
    assert world.notes(fold(done, click("nudge", "", ANA))) == ["nothing_to_do"]


def test_one_tap_counts_only_for_who_could_see_the_newest_message() -> None:
    """An old picture still has its button; a review, and any no, counts."""
    run, request = world.waiting()
    run = fold(run, world.asked("hold on", CHI, "17.2"))
    tapped = decide(run, click("approve", request.id, tapped=True))
    assert (world.notes(tapped), world.state(tapped)) == (["unread"], "waiting")
    assert world.state(decide(tapped, click("approve", request.id, id="reviewed"))) == "ready"
    assert (
        world.state(decide(tapped, click("reject", request.id, tapped=True))) == "refused rejected"
    )


def test_today_s_policy_must_allow_it_too() -> None:
    """A refusal now, no verdict, a narrower set or a new rule on requesters are each a no."""
    run, request = world.waiting()
    narrow = replace(world.SPEC, approvers=replace(world.SPEC.approvers, roles=("owner",)))
    for now, kind in (
        (world.REFUSE, "policy_now_refuses"),
        (None, "policy_now_refuses"),
        (replace(ASK, spec=narrow), "not_approver"),
    ):
        after = decide(run, click("approve", request.id), now)
        assert world.notes(after) == [kind]
        assert world.state(after) == "waiting"
    own, asked_self = world.waiting(replace(ASK, spec=replace(world.SPEC, exclude_requester=False)))
    refused = decide(own, click("approve", asked_self.id, ANA), ASK)
    assert world.notes(refused) == ["own_request"]
    assert world.state(decide(own, click("approve", asked_self.id, ANA), world.ALLOW)) == "ready"
    assert world.state(decide(run, click("reject", request.id), None)) == "refused rejected"


def test_a_later_tier_counts_from_its_own_time_by_each_policy() -> None:
    """Eli was asked after a minute; by today's policy he is after an hour, and not before."""
    eli = Approvers(people=("ueli",))
    soon = replace(ASK, spec=replace(world.SPEC, next=(NextTier(60, eli),), deadline_s=9_000))
    late = replace(ASK, spec=replace(soon.spec, next=(NextTier(3_600, eli),)))
    at_once = replace(late, tier=1)
    run, request = world.waiting(soon)
    run, yes = fold(run, Ticked(), at=T0 + MINUTE), click("approve", request.id, ELI)
    early, later = T0 + 2 * MINUTE, T0 + 61 * MINUTE
    assert run.requests[0].tier == 1
    assert world.notes(decide(run, yes, late, at=early)) == ["not_approver"]
    for now, at in ((soon, early), (late, later), (at_once, early), (world.ALLOW, early)):
        assert world.state(decide(run, yes, now, at=at)) == "ready"


def test_the_stricter_count_of_then_and_now_holds() -> None:
    """A rule that asks two by now isn't met by one, nor one that asked two by a looser one."""
    run, request = world.waiting()
    once = decide(run, click("approve", request.id), world.ASK_TWO)
    assert world.state(once) == "waiting"
    assert world.state(decide(once, click("approve", request.id, CHI), world.ASK_TWO)) == "ready"
    two, asked = world.waiting(world.ASK_TWO)
    assert world.state(decide(two, click("approve", asked.id), ASK)) == "waiting"


def test_two_votes_need_two_people() -> None:
    """The same person again is told, and an earlier yes counts anew at the start."""
    run, request = world.waiting(world.ASK_TWO)
    run = decide(run, click("approve", request.id, id="k1"), world.ASK_TWO)
    run = decide(run, click("approve", request.id, id="k2"), world.ASK_TWO)
    assert world.notes(run) == ["already"]
    second = click("approve", request.id, CHI)
    run = fold(run, second, checked(second, world.ASK_TWO, policy="v2"))
    call = run.call("c1")
    assert call is not None
    assert call.state == Ready(request.id, T0, "v1")


def test_clicks_are_decided_in_the_order_in_which_they_came() -> None:
    """The look-up of the second may return first; the first click still wins."""
    run, request = world.waiting()
    no, yes = click("reject", request.id, BEN), click("approve", request.id, CHI)
    run = fold(run, no, yes, checked(yes))
    assert world.state(run) == "waiting"
    assert due(run, T0)[0] == CheckPerson(no.click.id)
    run = fold(run, checked(no))
    assert world.outcome(run, request.id) == "rejected"
    assert [(n.kind, n.to) for n in run.notes] == [("already", CHI)]


def test_cards_do_not_wait_for_each_other() -> None:
    """Clicks on two cards are independent, in any order."""
    run = fold(world.acting(2), world.judged("c1"), world.judged("c2"))
    one, two = run.requests
    first, second = click("approve", one.id, id="k1"), click("reject", two.id, id="k2")
    run = fold(run, first, second, checked(second))
    assert (world.state(run), world.state(run, "c2")) == ("waiting", "refused rejected")
    assert world.state(fold(run, checked(first))) == "ready"


def test_a_click_in_time_beats_expiry() -> None:
    """However late its look-up is, and only until it is back."""
    run, request = world.waiting()
    made = click("approve", request.id)
    run = fold(run, made, at=request.deadline)
    assert not lapsed(run, LATE)
    run = fold(run, Ticked(), at=LATE)
    assert world.state(run) == "waiting"
    assert world.state(fold(run, checked(made), at=LATE)) == "ready"
    refused = fold(run, checked(made, facts_=world.facts(ELI)), at=LATE)
    assert lapsed(refused, LATE)
    assert world.outcome(fold(refused, Ticked(), at=LATE), request.id) == "expired"


def test_a_click_after_the_deadline_is_expired_even_before_the_tick() -> None:
    """The request has lapsed at its deadline, by nobody, and is not rejected."""
    run, request = world.waiting()
    run = fold(run, click("approve", request.id), at=LATE)
    ended = world.settled(run, request.id).ended
    assert ended is not None
    assert (ended.outcome, ended.at, ended.by) == ("expired", request.deadline, None)
    assert (world.state(run), world.notes(run)) == ("refused expired", ["expired"])


def test_a_late_click_waits_for_an_earlier_one_in_time() -> None:
    """It is told that it is too late, and the one in time decides."""
    run, request = world.waiting()
    made = click("approve", request.id)
    run = fold(run, made)
    run = fold(run, click("reject", request.id, CHI), at=LATE)
    assert world.notes(run) == ["expired"]
    assert world.state(fold(run, checked(made), at=LATE)) == "ready"


def test_a_click_on_an_old_revision_changes_nothing() -> None:
    """The clicker is told that the plan changed."""
    run, request = world.waiting()
    run = fold(run, click("approve", request.id, revision=2))
    assert (world.notes(run), world.state(run)) == (["changed"], "waiting")


def test_a_card_that_is_not_on_record_is_adopted() -> None:
    """Its button works, and it is drawn from then on."""
    run, request = world.waiting()
    run = fold(run, click("approve", request.id, copy=Copy("C1", "17.9")))
    found = run.request(request.id)
    assert found is not None
    assert [c.ts for c in found.copies] == ["1700000001.000200", "17.9"]
    assert any(isinstance(e, DrawCard) and e.ts == "17.9" for e in due(run, T0))


def test_a_click_on_a_settled_card_draws_it_again() -> None:
    """Whoever could still click saw an old picture."""
    run, request = world.approved()
    copy = request.copies[0]
    after = fold(run, click("reject", request.id, CHI, copy=copy))
    assert world.notes(after) == ["already"]
    found = world.settled(after, request.id)
    assert (found.draws, found.ended) == (request.draws + 1, request.ended)


def test_the_same_click_twice_is_one() -> None:
    """A redelivered click is looked up once and told once."""
    run, request = world.waiting()
    run = fold(run, click("approve", request.id, ELI), click("approve", request.id, ELI))
    assert len(run.clicks) == 1
    late = fold(run, click("approve", request.id, CHI, id="x", revision=2),
                click("approve", request.id, CHI, id="x", revision=2))  # fmt: skip
    assert world.notes(late) == ["changed"]


@pytest.mark.parametrize("action", ["ran", "run_again", "leave"])
def test_buttons_of_the_other_card_do_nothing_on_an_approval(action: Action) -> None:
    """A forged *run it again* is no way around the number of votes."""
    run, request = world.waiting(world.ASK_TWO)
    run = fold(run, click(action, request.id))
    assert (world.notes(run), world.state(run), run.clicks) == (["changed"], "waiting", ())


@pytest.mark.parametrize("action", ["approve", "reject", "guide", "withdraw"])
def test_buttons_of_an_approval_do_nothing_on_an_open_question(action: Action) -> None:
    """The question what happened stays open."""
    run, question = world.lost()
    run = fold(run, click(action, question.id))
    assert (world.notes(run), world.state(run)) == (["changed"], "unsure")


def test_an_unknown_request_is_said_to_be_unknown() -> None:
    """No look-up is made for it."""
    run = fold(world.new(), click("approve", "3.abc123.9"))
    assert (world.notes(run), run.clicks) == (["unknown_request"], ())
    assert fold(run, Checked("nobody", world.facts(BEN), ASK)) == run


def _two_said(order: tuple[Who, Who]) -> tuple[Run, str]:
    """The first speaks before the model reads, the second after."""
    run = fold(world.new(), world.asked("refund it all", order[0], "17.1"))
    start = world.began("m1", CallModel(1, run.lines))
    run = fold(run, start, world.asked("hurry", order[1], "17.2"))
    run = fold(run, world.replied("m1", 1, calls=1), world.judged("c1"))
    return run, run.requests[-1].id


def test_whoever_steered_when_the_model_read_may_not_approve() -> None:
    """Who speaks later, while the card waits, may."""
    run, request = _two_said((BEN, CHI))
    assert world.notes(decide(run, click("approve", request, BEN))) == ["own_request"]
    assert world.notes(decide(run, click("approve", request, ANA))) == ["own_request"]
    assert world.state(decide(run, click("approve", request, CHI))) == "ready"


@pytest.mark.parametrize(
    ("action", "who", "kind"),
    [
        ("ran", ANA, None), ("ran", DEE, None), ("ran", BEN, None), ("ran", ELI, "not_yours"),
        ("leave", ANA, None), ("leave", ELI, "not_yours"), ("run_again", BEN, None),
        ("run_again", ANA, "own_request"), ("run_again", DEE, "not_approver"),
    ],
)  # fmt: skip
def test_who_may_say_what_happened(action: Action, who: Who, kind: str | None) -> None:
    """Whoever is concerned tells; only the call's own set lets it run again."""
    run, question = world.lost()
    run = decide(run, click(action, question.id, who))
    assert world.notes(run) == ([kind] if kind else [])
    expected = {"ran": "finished", "leave": "refused unknown_outcome", "run_again": "ready"}
    assert world.state(run) == ("unsure" if kind else expected[action])


def test_running_it_again_needs_as_many_as_the_call_did() -> None:
    """Two were asked, so two say *run it again*."""
    run, request = world.waiting(world.ASK_TWO)
    for who in (BEN, CHI):
        run = decide(run, click("approve", request.id, who), world.ASK_TWO)
    lost = fold(run, world.began("a1", RunTool("c1")), Lost("a1"),
                UnsureNumbered("c1", 7, world.ASK_TWO, world.SHOWN))  # fmt: skip
    question = lost.requests[-1].id
    once = decide(lost, click("run_again", question, BEN), world.ASK_TWO)
    assert world.state(once) == "unsure"
    twice = decide(once, click("run_again", question, CHI), world.ASK_TWO)
    assert world.state(twice) == "ready"


@pytest.mark.parametrize(
    ("action", "who", "kind", "state"),
    [
        ("stop_call", ANA, None, "refused stopped"), ("stop_call", BEN, None, "refused stopped"),
        ("stop_call", ELI, "not_yours", "waiting"), ("stop_run", DEE, None, "refused stopped"),
        ("stop_run", ELI, "not_yours", "waiting"), ("withdraw", ANA, None, "refused withdrawn"),
        ("withdraw", DEE, None, "refused withdrawn"), ("withdraw", BEN, "not_yours", "waiting"),
        ("details", ELI, None, "waiting"),
    ],
)  # fmt: skip
def test_who_may_end_a_waiting_call(action: Action, who: Who, kind: str | None, state: str) -> None:
    """Requester, approvers and admins stop; the requester and admins withdraw."""
    run, request = world.waiting()
    run = decide(run, click(action, request.id, who))
    assert (world.notes(run), world.state(run)) == ([kind] if kind else [], state)


def test_stopping_a_call_that_was_approved() -> None:
    """Before it leaves it never leaves; once it runs that is said; afterwards it is over."""
    run, request = world.approved()
    stopped = decide(run, click("stop_call", request.id))
    assert world.state(stopped) == "refused stopped"
    assert world.outcome(stopped, request.id) == "stopped"
    running = fold(run, world.began("a1", RunTool("c1")))
    assert world.notes(decide(running, click("stop_call", request.id))) == ["too_late"]
    over = fold(running, world.done("a1", "c1"))
    assert world.notes(decide(over, click("stop_call", request.id))) == ["already"]
    lost, question = world.lost()
    assert world.notes(decide(lost, click("stop_call", question.id))) == ["too_late"]


def test_stop_said_on_a_card_that_was_just_decided_still_stops_the_run() -> None:
    """Approve came first, and nothing leaves all the same; then there is nothing to stop."""
    run, request = world.approved()
    run = decide(run, click("stop_run", request.id, ANA))
    assert (run.phase.kind, world.state(run)) == ("stopped", "refused stopped")
    again = decide(run, click("stop_run", request.id, ANA, id="k2"))
    assert world.notes(again) == ["ended"]


@pytest.mark.parametrize(
    ("action", "who", "kind"),
    [("stop_run", ANA, None), ("stop_run", BEN, None), ("stop_run", ELI, "not_yours"),
     ("stop_run", GUS, "guest"), ("withdraw", ANA, None), ("withdraw", ELI, "not_yours")],
)  # fmt: skip
def test_commands_said_in_the_thread(action: Action, who: Who, kind: str | None) -> None:
    """The requester needs no look-up; others need a right."""
    run, _ = world.waiting()
    made = click(action, "", who)
    run = fold(run, made)
    assert bool(run.clicks) == (who != ANA)
    run = fold(run, checked(made))
    assert world.notes(run) == ([kind] if kind else [])
    assert (world.state(run) == "waiting") == (kind is not None)


def test_commands_with_nothing_to_end_are_answered() -> None:
    """Nothing open, or no run at work any more, also while the look-up was under way."""
    run = fold(world.new(), click("withdraw", "", ANA))
    assert world.notes(run) == ["nothing_to_do"]
    slow = click("stop_run", "", BEN)
    run = fold(run, slow, click("stop_run", "", ANA), checked(slow))
    assert world.notes(run)[1:] == ["ended"]
    assert world.notes(fold(run, click("withdraw", "", BEN, id="k")))[2:] == ["ended"]


def test_rights_do_not_outlive_the_spec() -> None:
    """The rule kept with the request decides, even if today's is wider."""
    spec: AskSpec = replace(world.SPEC, approvers=replace(world.SPEC.approvers, roles=("owner",)))
    run, request = world.waiting(replace(ASK, spec=spec))
    assert world.notes(decide(run, click("approve", request.id), world.ALLOW)) == ["not_approver"]


def test_ask_again_said_in_the_thread_means_the_newest_that_it_can_mean() -> None:
    """What was rejected, not what is open or ran; with none there is nothing to do."""
    run, request = world.waiting()
    asked = click("ask_again", "", ANA)
    assert world.notes(fold(run, asked)) == ["nothing_to_do"]
    run = decide(run, click("reject", request.id))
    after = decide(run, asked)
    assert (world.notes(after), after.denied) == ([], ())


def test_status_is_told_to_whoever_asks() -> None:
    """By a private word that the state answers."""
    run, _ = world.waiting()
    assert world.notes(decide(run, click("status", "", ANA))) == ["status"]


def test_a_click_after_the_deadline_holds_nothing_up() -> None:
    """Stopping the call is looked up, and the request lapses meanwhile."""
    run, request = world.waiting()
    made = click("stop_call", request.id)
    run = fold(run, made, Ticked(), at=LATE)
    assert world.outcome(run, request.id) == "expired"
    assert world.notes(fold(run, checked(made), at=LATE)) == ["already"]
