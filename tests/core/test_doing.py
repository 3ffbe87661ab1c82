"""What else people do with a card: answer in place of the tool, ask, hand over, and pass."""

import json
from dataclasses import replace

import pytest

from bot.core.events import Clicked, Entry, Ticked
from bot.core.ids import Who
from bot.core.request import Action, PersonFacts, Request
from bot.core.run import advance
from bot.core.state import Run
from bot.core.terms import Approvers, NextTier
from bot.core.transcript import lines
from bot.core.verdicts import Ask, Refuse, Verdict
from tests.core import world
from tests.core.world import ANA, ASK, BEN, CHI, DEE, ELI, GUS, SPEC, checked, click, decide, fold

BOT = Who("T1", "UBOT", "Bot")
ZED = Who("T1", "UZED", "Zed")
KNOWN = {
    GUS: world.facts(GUS),
    BOT: PersonFacts(BOT, known=True, bot=True),
    ZED: PersonFacts(ZED, known=True),
    DEE: replace(world.facts(DEE), deactivated=True),
}


def only(run: Run) -> Request:
    """The run's one request."""
    (request,) = run.requests
    return request


def handed(run: Run, to: Who | None, by: Who = BEN, now: Verdict = ASK,
           facts: PersonFacts | None = None) -> Run:  # fmt: skip
    """The run after somebody handed its request over."""
    made = click("hand_over", only(run).id, by)
    made = Clicked(replace(made.click, to=to))
    found = facts or (to and (KNOWN.get(to) or world.facts(to)))
    return fold(run, made, replace(checked(made, now), to=found))


# --- answer instead --------------------------------------------------------------------------


def test_an_answer_stands_in_place_of_the_tools_result() -> None:
    """Nothing is run; card, thread and model say whose words they are."""
    run, request = world.waiting()
    made = click("answer", request.id, reason="It was refunded on Monday.")
    run = fold(run, made)
    after = fold(run, checked(made))
    assert (world.outcome(after, request.id), world.state(after)) == (
        "answered",
        "refused answered",
    )
    assert world.says(after) == ["decision"]
    (line,) = lines(run, advance(run, Entry(world.T0, checked(made))), checked(made))
    told = json.loads(json.loads(line)["text"])
    assert told == {"outcome": "answered", "text": "It was refunded on Monday.", "by": "Ben Ode"}
    assert after.denied == (), "it wasn't rejected"


@pytest.mark.parametrize("action", ["answer", "ask_requester"])
@pytest.mark.parametrize("words", ["", " \n"])
def test_blank_words_are_no_answer_and_no_question(action: Action, words: str) -> None:
    """The modal refuses them too; here it is whatever comes in."""
    run, request = world.waiting()
    after = decide(run, click(action, request.id, reason=words))
    assert world.notes(after) == ["blank"] and after.requests == run.requests
    assert world.says(after) == []


@pytest.mark.parametrize("action", ["answer", "ask_requester", "hand_over", "cant_take"])
@pytest.mark.parametrize(("who", "kind"), [(ELI, "not_approver"), (ANA, "own_request")])
def test_who_may_not_decide_may_not_do_these(action: Action, who: Who, kind: str) -> None:
    """The menu is the same for all; the right is looked up."""
    run, request = world.waiting()
    after = decide(run, click(action, request.id, who, reason="x"))
    assert world.notes(after) == [kind]
    assert (after.requests, world.says(after)) == (run.requests, [])


@pytest.mark.parametrize(
    ("action", "note"),
    [("answer", "policy_now_refuses"), ("hand_over", "policy_now_refuses"),
     ("ask_requester", None), ("cant_take", "noted")],
)  # fmt: skip
def test_todays_policy_counts_where_something_is_decided(action: Action, note: str | None) -> None:
    """To ask and to pass decide nothing."""
    run, request = world.waiting()
    made = click(action, request.id, reason="x")
    after = fold(run, Clicked(replace(made.click, to=CHI)), checked(made, Refuse("no")))
    assert world.notes(after) == ([note] if note else [])


@pytest.mark.parametrize("action", ["edit", "answer", "ask_requester", "hand_over", "cant_take"])
def test_a_card_about_a_lost_call_has_none_of_these(action: Action) -> None:
    """A crafted click on it is refused."""
    run, request = world.lost()
    assert world.notes(fold(run, click(action, request.id, reason="x"))) == ["changed"]


def test_of_two_at_once_the_first_saved_wins() -> None:
    """An answer and a yes: the other is told that it is decided."""
    run, request = world.waiting()
    answer, yes = click("answer", request.id, reason="done"), click("approve", request.id, CHI)
    run = fold(run, answer, yes)
    run = fold(run, checked(yes), checked(answer))
    assert world.outcome(run, request.id) == "answered"
    assert [(n.kind, n.to) for n in run.notes] == [("already", CHI)]


# --- ask the requester -----------------------------------------------------------------------


def test_a_question_goes_to_the_requester_and_decides_nothing() -> None:
    """It is said in the thread; what comes back shows on the card as any newer message does."""
    run, request = world.waiting()
    after = decide(run, click("ask_requester", request.id, reason="Which of the two?"))
    (say,) = after.says
    assert (say.kind, say.by, say.to, say.words) == (
        "asked_requester", BEN, ANA, "Which of the two?",
    )  # fmt: skip
    assert after.requests == run.requests and world.state(after) == "waiting"
    replied = fold(after, world.asked("the red one", ts="17.2"))
    assert only(replied).since[0] == 1


# --- hand over -------------------------------------------------------------------------------


def test_a_request_is_handed_to_somebody_who_may_decide_it() -> None:
    """They are asked by mention, and are the first of those on the card; nobody loses a right."""
    run, request = world.waiting()
    run = decide(run, click("cant_take", request.id, CHI))
    after = handed(run, CHI)
    (say,) = after.says
    assert (say.kind, say.by, say.to) == ("handed_over", BEN, CHI)
    assert only(after).able == (CHI, BEN) and only(after).declined == ()
    assert only(after).draws > only(run).draws
    assert world.state(decide(after, click("approve", request.id, BEN))) == "ready"


@pytest.mark.parametrize(
    ("to", "why"),
    [
        (None, "self"), (BEN, "self"), (GUS, "guest"), (BOT, "bot"), (ZED, "not_linked"),
        (ELI, "not_approver"), (ANA, "own_request"), (DEE, "deactivated"),
    ],
)  # fmt: skip
def test_nobody_is_named_who_could_not_decide(to: Who | None, why: str) -> None:
    """The note says what stands against whom was named, and nothing is posted."""
    run, _ = world.waiting()
    after = handed(run, to)
    assert [(n.kind, n.words) for n in after.notes] == [("not_delegate", why)]
    assert (after.requests, after.says) == (run.requests, ())


def test_whoever_is_named_is_looked_up_and_must_still_be_needed() -> None:
    """A failed look-up, a vote that was cast, and a set that today's policy makes narrower."""
    run, request = world.waiting(Ask(replace(SPEC, count=2)))
    unknown = handed(run, CHI, facts=PersonFacts(CHI, known=False))
    assert unknown.notes[0].words == "cant_verify"
    voted = decide(run, click("approve", request.id, CHI), Ask(replace(SPEC, count=2)))
    assert handed(voted, CHI).notes[0].words == "already"
    narrow = Ask(replace(SPEC, approvers=Approvers(people=("uben",))))
    assert handed(run, CHI, now=narrow).notes[0].words == "not_approver"
    made = click("hand_over", request.id)
    lost = fold(run, Clicked(replace(made.click, to=CHI)), checked(made))
    assert lost.notes[0].words == "cant_verify"


def test_a_reason_is_asked_of_the_one_who_decides_only() -> None:
    """At high risk a yes needs one; handing over doesn't."""
    high = Ask(replace(SPEC, risk="high"))
    run, _ = world.waiting(high)
    assert [s.kind for s in handed(run, CHI, now=high).says] == ["handed_over"]


# --- I can't take this -----------------------------------------------------------------------


def test_who_passes_is_not_waited_for() -> None:
    """The card is drawn again; a second tap says the same, and they may still decide."""
    run, request = world.waiting()
    after = decide(run, click("cant_take", request.id))
    assert (only(after).declined, world.notes(after)) == ((BEN,), ["noted"])
    assert only(after).draws > only(run).draws and world.says(after) == []
    again = decide(after, click("cant_take", request.id, id="again"))
    assert only(again).declined == (BEN,)
    assert world.state(decide(after, click("approve", request.id))) == "ready"


def test_when_everybody_passes_it_ends_in_words() -> None:
    """The requester and the model are told why; it isn't called a rejection."""
    run, request = world.waiting()
    run = decide(run, click("cant_take", request.id))
    made = click("cant_take", request.id, CHI)
    run = fold(run, made)
    after = fold(run, checked(made))
    assert (world.outcome(after, request.id), world.says(after)) == ("expired", ["decision"])
    ended = only(after).ended
    assert ended and ended.reason.startswith("everyone who may decide said") and ended.by is None
    (line,) = lines(run, after, checked(made))
    assert json.loads(json.loads(line)["text"]) == {"outcome": "expired", "reason": ended.reason}


def test_too_few_left_for_the_count_is_an_end_too() -> None:
    """Two are needed, one has said yes, and the last other one passes."""
    two = Ask(replace(SPEC, count=2))
    run, request = world.waiting(two)
    none = decide(run, click("cant_take", request.id, CHI), two)
    ended = only(none).ended
    assert ended and ended.reason.startswith("too few")
    run = decide(run, click("approve", request.id, BEN), two)
    after = decide(run, click("cant_take", request.id, CHI), two)
    assert world.outcome(after, request.id) == "expired"


def test_the_next_tier_is_asked_at_once() -> None:
    """In place of an end; nobody waits for a time that helps nobody."""
    tiers = (NextTier(1800, Approvers(people=("ueli",))),)
    run, request = world.waiting(Ask(replace(SPEC, next=tiers)))
    run = decide(run, click("cant_take", request.id), Ask(SPEC))
    after = decide(run, click("cant_take", request.id, CHI), Ask(SPEC))
    assert (only(after).ended, only(after).tier) == (None, 1)
    assert len(after.says) == 1, "they are told"
    by_eli = decide(after, click("approve", request.id, ELI), Ask(replace(SPEC, next=tiers)))
    assert world.state(by_eli) == "ready"


def test_who_can_not_be_counted_is_waited_for_until_the_deadline() -> None:
    """Anyone linked may decide, so that nobody knows whether all have passed."""
    low = Ask(replace(SPEC, risk="low", approvers=Approvers(anyone=True)))
    run, request = world.waiting(low)
    run = replace(run, requests=(replace(only(run), able=()),))
    after = decide(run, click("cant_take", request.id), low)
    assert only(after).ended is None
    assert world.outcome(fold(after, Ticked(), at=request.deadline), request.id) == "expired"


def test_one_who_is_named_is_not_all_who_may_where_anybody_may() -> None:
    """They can't take it, and everybody else still can: nothing ends for it."""
    ask = Ask(replace(SPEC, risk="low", approvers=Approvers(anyone=True)))
    run = fold(world.acting(), replace(world.judged("c1", ask), able=()))
    run = handed(run, BEN, by=CHI, now=ask)
    assert only(run).able == () and world.says(run) == ["handed_over"]
    run = decide(run, click("cant_take", only(run).id, BEN), ask)
    assert only(run).ended is None and only(run).declined == (BEN,)
    assert world.outcome(decide(run, click("approve", only(run).id, ELI), ask), only(run).id)
