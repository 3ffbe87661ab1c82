"""Live sets: who is in one counts as it was read, and what wasn't read is a no, in words."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core import rights
from bot.core.deciders import no_right
from bot.core.ids import Who
from bot.core.live import couldnt_read, known, named_by
from bot.core.policy import Facts, judge, wanted
from bot.core.request import Action, Click, PendingClick, PersonFacts
from bot.core.rules import Live, Person, Policy, Rule
from bot.core.state import NoteKind
from bot.core.terms import Approvers
from bot.core.verdicts import Allow, Ask, Refuse
from tests.core import world

ANA, BEN = Who("T1", "U1"), Who("T1", "U2")
GROUP = Approvers(groups=("S1",))
RULE = Rule("refunds", ("refund",), "ask", approvers=GROUP)
PEOPLE = (
    Person("ana", "Ana", "T1", "U1", ("approver",)),
    Person("ben", "Ben", "T1", "U2"),
    Person("chi", "Chi", "T1", "U3"),
)
POLICY = Policy((RULE, Rule("rest", ("*",), "allow")), PEOPLE, "v1")
IN = frozenset({"T1/U1", "T1/U2", "T1/U9"})


def _judge(live: Live, policy: Policy = POLICY, **more: Any) -> Any:
    return judge(Facts("refund", "medium", ANA, live=live, **more), policy)


def test_members_of_the_set_are_asked() -> None:
    """By the set as it was read; who isn't listed in the configuration doesn't count."""
    assert isinstance(_judge({"group:S1": IN}), Ask)
    alone = _judge({"group:S1": frozenset({"T1/U1", "T1/U9"})})
    assert isinstance(alone, Refuse) and "nobody who could answer is linked" in alone.reason
    assert isinstance(_judge({"group:S1": frozenset()}), Refuse)
    assert [p.id for p in POLICY.members(GROUP, {"group:S1": IN})] == ["ana", "ben"]
    assert POLICY.members(GROUP) == ()


@pytest.mark.parametrize(
    ("approvers", "words"),
    [
        (GROUP, "the user group S1"),
        (Approvers(channels=("C1",)), "the members of the channel C1"),
        (Approvers(schedules=("payments",)), "who is on call for payments"),
        (Approvers(anyone=True, groups=("S1", "S2")), "the user group S1 and the user group S2"),
        (Approvers(people=("ben",), groups=("S1",)), "the user group S1"),
    ],
)
def test_a_set_that_was_not_read_refuses_in_words(approvers: Approvers, words: str) -> None:
    """Whoever else may decide: nobody is asked by half of a rule."""
    found = _judge({}, replace(POLICY, rules=(replace(RULE, approvers=approvers),)))
    assert found.reason == (
        f"I couldn't read {words} just now, so nobody was asked and nothing was run; ask again in "
        "a minute"
    )
    assert found.rule == "refunds"


def test_at_the_click_each_is_looked_up_by_themselves() -> None:
    """A set that can't be read then is no refusal of the call; one that is empty is."""
    assert isinstance(_judge({}, deciding=True), Ask)
    assert isinstance(_judge({"group:S1": frozenset()}, deciding=True), Refuse)


def test_only_the_sets_of_the_rule_that_speaks_are_read() -> None:
    """All of its sets, each once; none for a call that no set decides."""
    everywhere = replace(
        RULE,
        next=((None, Approvers(channels=("C1",))), (60, GROUP)),
        veto=Approvers(schedules=("payments",)),
        breakglass=Approvers(people=("ben",)),
    )
    names = ("group:S1", "channel:C1", "schedule:payments")
    assert named_by(everywhere) == names
    policy = replace(POLICY, rules=(everywhere, POLICY.rules[1]))
    assert wanted(Facts("refund", "medium", ANA), policy) == names
    assert wanted(Facts("look_up", "read", ANA), policy) == ()
    assert wanted(Facts("refund", None, ANA), policy) == ()
    other = replace(policy, rules=(everywhere,))
    assert wanted(Facts("look_up", "read", ANA), other) == ()


def test_what_is_known_of_a_person() -> None:
    """The sets that they are in, and those of which nobody can say."""
    facts = PersonFacts(Who("T1", "U2", "Ben"), known=True, person="ben")
    names = ("group:S1", "channel:C1", "group:S1", "group:S2")
    found = known(facts, names, {"group:S1": IN, "group:S2": frozenset()})
    assert (found.sets, found.unread) == (("group:S1",), ("channel:C1",))
    assert "the members of the channel C1" in couldnt_read(found.unread)


@pytest.mark.parametrize("action", ["approve", "reject"])
@pytest.mark.parametrize(
    ("sets", "unread", "why"),
    [
        (("group:S1",), (), None),
        ((), (), "not_approver"),
        ((), ("group:S1",), "cant_verify"),
        ((), ("group:S2",), "not_approver"),
        (("group:S2",), (), "not_approver"),
    ],
)
def test_whoever_clicks_is_in_the_set_then(
    action: Action, sets: tuple[str, ...], unread: tuple[str, ...], why: NoteKind | None
) -> None:
    """By what was read for the click; where that failed, nobody says that they aren't in it."""
    run = world.fold(world.acting(), world.judged("c1"))
    request = replace(run.requests[0], spec=replace(run.requests[0].spec, approvers=GROUP))
    facts = PersonFacts(BEN, known=True, person="ben", sets=sets, unread=unread)
    click = Click("k", action, request.id, 1, BEN)
    pending = PendingClick(click, facts, Ask(request.spec))
    assert no_right(run, request, pending) == why
    assert rights.may_decide(run, request, facts) is (why is None)
    run_again = replace(click, action="ask_again")
    told = no_right(run, request, PendingClick(run_again, facts))
    assert told == (None if why is None else "not_yours")


def test_todays_policy_wants_them_in_its_own_set() -> None:
    """In the card's set isn't enough, and where today's can't be read, they are told so."""
    run = world.fold(world.acting(), world.judged("c1"))
    request = replace(run.requests[0], spec=replace(run.requests[0].spec, approvers=GROUP))
    now = Ask(replace(request.spec, approvers=Approvers(channels=("C1",))))
    click = Click("k", "approve", request.id, 1, BEN)
    facts = PersonFacts(BEN, known=True, person="ben", sets=("group:S1",))

    def why(facts: PersonFacts, verdict: Ask | Allow) -> NoteKind | None:
        return no_right(run, request, PendingClick(click, facts, verdict))

    assert why(facts, now) == "not_approver"
    assert why(replace(facts, unread=("channel:C1",)), now) == "cant_verify"
    assert why(replace(facts, sets=("group:S1", "channel:C1")), now) is None
    assert why(facts, Allow("r")) is None
