"""The gate: first match wins, and whatever is unknown means no."""

from dataclasses import replace

import pytest

from bot.core.policy import Facts, judge
from bot.core.rules import Person, Policy, Rule
from bot.core.terms import MAX_DEADLINE_S, Approvers, NextTier, Risk, in_set
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from tests.core.world import ANA, BEN, ELI

PEOPLE = (
    Person("ana", "Ana", "T1", "UANA", ("requester", "approver")),
    Person("ben", "Ben", "T1", "UBEN", ("approver",)),
    Person("eli", "Eli", "T1", "UELI", ("requester",)),
)
BY_RISK = Rule("defaults", ("*",), "by_risk")


def _judge(*rules: Rule, tool: str = "refund", risk: Risk | None = "medium",
           people: tuple[Person, ...] = PEOPLE, asked: int = 0) -> Verdict:  # fmt: skip
    facts = Facts(tool, risk, ANA, asked=asked, max_asked=10)
    return judge(facts, Policy(rules, people, "v1"))


def _spec(verdict: Verdict) -> tuple[object, ...]:
    assert isinstance(verdict, Ask)
    spec = verdict.spec
    return (spec.approvers, spec.count, spec.exclude_requester, spec.deadline_s, spec.reminders_s)


def test_the_defaults_of_each_risk() -> None:
    """Read runs, the others ask as PRODUCT.md 2 says."""
    assert _judge(BY_RISK, risk="read") == Allow("defaults")
    low = (Approvers(anyone=True), 1, False, 1800, ())
    assert _spec(_judge(BY_RISK, risk="low")) == low
    medium = (Approvers(roles=("approver",)), 1, True, 3600, (900, 1800))
    assert _spec(_judge(BY_RISK, risk="medium")) == medium
    high = (Approvers(roles=("approver",)), 1, True, 3600, (600, 1200, 2400))
    assert _spec(_judge(BY_RISK, risk="high")) == high
    alone = replace(BY_RISK, step_up="off")
    oda = Person("oda", "Oda", "T1", "UODA", ("owner",))
    critical = (Approvers(roles=("approver", "owner")), 2, True, 3600, (600, 1200, 2400))
    verdict = _judge(alone, risk="critical", people=(*PEOPLE, oda))
    assert _spec(verdict) == critical
    assert isinstance(verdict, Ask)
    assert verdict.spec.owners == 1 and verdict.spec.reasoned


def test_the_first_match_wins() -> None:
    """Order decides, not how exact a rule is."""
    refuse = Rule("no", ("ref*",), "refuse", reason="not on Fridays")
    allow = Rule("yes", ("refund",), "allow")
    assert _judge(refuse, allow) == Refuse("not on Fridays", "no")
    assert _judge(allow, refuse) == Allow("yes")
    assert _judge(replace(allow, risks=("read",)), refuse) == Refuse("not on Fridays", "no")


def test_no_rule_refuses_and_says_for_what() -> None:
    """No policy at all, or none that names the tool, is a no."""
    for rules in ((), (Rule("other", ("restart",), "allow"),)):
        verdict = _judge(*rules)
        assert isinstance(verdict, Refuse)
        assert "refund" in verdict.reason


def test_an_unknown_tool_is_refused_whatever_the_rules_say() -> None:
    """A made-up name meets no glob."""
    verdict = _judge(Rule("all", ("*",), "allow"), tool="refnud", risk=None)
    assert isinstance(verdict, Refuse)
    assert "no tool named refnud" in verdict.reason


@pytest.mark.parametrize(
    "tool",
    ["Sql_query", "sql_query ", " sql_query", "sql-query", "sql_qu\u0435ry", "sql_query\n",
     "my.sql_query"],
)  # fmt: skip
def test_names_match_letter_by_letter(tool: str) -> None:
    """Case, blanks and look-alike letters make another tool."""
    rule = Rule("sql", ("sql_query",), "allow")
    assert isinstance(_judge(rule, tool=tool), Refuse)
    assert _judge(rule, tool="sql_query") == Allow("sql")


def test_a_glob_matches_within_the_whole_name() -> None:
    """A star stands for any letters; without one the name is exact."""
    rule = Rule("db", ("mcp__*__drop",), "allow")
    assert _judge(rule, tool="mcp__db__drop") == Allow("db")
    assert isinstance(_judge(rule, tool="mcp__db__drop_all"), Refuse)
    assert isinstance(_judge(Rule("x", ("drop",), "allow"), tool="mcp__db__drop"), Refuse)


def test_a_rule_that_only_says_refuse_names_itself() -> None:
    """The model and people are told which rule it was."""
    verdict = _judge(Rule("frozen", ("*",), "refuse"))
    assert verdict == Refuse("the policy's rule frozen refuses it", "frozen")


@pytest.mark.parametrize(
    "approvers",
    [Approvers(), Approvers(roles=("owner",)), Approvers(people=("zoe",))],
)
def test_nobody_able_to_answer_is_a_no(approvers: Approvers) -> None:
    """An empty set, or one with nobody linked, is never waited for."""
    assert isinstance(_judge(Rule("r", ("*",), "ask", approvers=approvers)), Refuse)
    assert approvers.empty == (approvers == Approvers())


def test_an_ask_without_a_set_of_its_own_needs_one_from_its_risk() -> None:
    """Reads have no default set, so asking about one without a set is a no."""
    assert isinstance(_judge(Rule("r", ("*",), "ask"), risk="read"), Refuse)
    assert isinstance(_judge(Rule("r", ("*",), "ask"), risk="medium"), Ask)


def test_the_requester_and_the_steerer_are_not_counted() -> None:
    """If nobody else could answer, the call is refused at once."""
    alone = Rule("r", ("*",), "ask", approvers=Approvers(people=("ana",)))
    assert isinstance(_judge(alone), Refuse)
    assert isinstance(_judge(replace(alone, exclude_requester=False)), Ask)
    facts = Facts("refund", "medium", ANA, steerer=BEN)
    assert isinstance(judge(facts, Policy((BY_RISK,), PEOPLE, "v1")), Refuse)
    facts = replace(facts, steerer=ELI)
    assert isinstance(judge(facts, Policy((BY_RISK,), PEOPLE, "v1")), Ask)


def test_two_are_asked_only_where_two_different_people_can_answer() -> None:
    """One person with two links is still one."""
    two = Rule("r", ("*",), "ask", count=2)
    assert isinstance(_judge(two), Refuse)
    twin = Person("ben", "Ben", "T2", "UBEN2", ("approver",))
    assert isinstance(_judge(two, people=(*PEOPLE, twin)), Refuse)
    chi = Person("chi", "Chi", "T1", "UCHI", ("approver",))
    assert isinstance(_judge(two, people=(*PEOPLE, chi)), Ask)


def test_a_card_that_reaches_nobody_who_may_answer_is_not_waited_for() -> None:
    """In a direct message only the requester sees it: what somebody else must decide is refused."""
    alone = Facts("refund", "medium", ANA, direct=True)
    verdict = judge(alone, Policy((BY_RISK,), PEOPLE, "v1"))
    assert isinstance(verdict, Refuse)
    assert "ask for this in a channel" in verdict.reason
    own = Policy((Rule("own", ("*",), "ask", exclude_requester=False),), PEOPLE, "v1")
    assert isinstance(judge(alone, own), Ask)
    assert isinstance(judge(replace(alone, requester=ELI), own), Refuse)
    low = replace(alone, risk="low")
    assert isinstance(judge(low, Policy((BY_RISK,), PEOPLE, "v1")), Ask)
    two = Policy((Rule("two", ("*",), "ask", count=2, exclude_requester=False),), PEOPLE, "v1")
    assert isinstance(judge(low, two), Refuse)


def test_low_risk_asks_whoever_is_linked() -> None:
    """With nobody linked there is nobody to ask."""
    assert isinstance(_judge(BY_RISK, risk="low", people=()), Refuse)


def test_the_limit_of_a_run_is_told_as_a_limit() -> None:
    """The eleventh ask is refused; allowed calls still run."""
    verdict = _judge(BY_RISK, asked=10)
    assert isinstance(verdict, Refuse)
    assert verdict.limit
    assert _judge(BY_RISK, risk="read", asked=10) == Allow("defaults")
    assert isinstance(_judge(BY_RISK, asked=9), Ask)


def test_deadlines_and_reminders_of_a_rule() -> None:
    """A deadline has an end, and reminders come in order."""
    rule = Rule("r", ("*",), "ask", deadline_s=10**9, reminders_s=(900, 60), because="so")
    verdict = _judge(rule)
    assert isinstance(verdict, Ask)
    assert (verdict.spec.deadline_s, verdict.spec.reminders_s) == (MAX_DEADLINE_S, (60, 900))
    assert verdict.spec.because == "so"


def test_a_slack_user_with_two_links_is_nobody() -> None:
    """Who is unclear has no rights."""
    policy = Policy((), (*PEOPLE, replace(PEOPLE[1], id="bob")), "v1")
    assert policy.person(BEN) is None
    assert policy.person(ANA) == PEOPLE[0]
    assert policy.members(Approvers(people=("eli",))) == (PEOPLE[2],)


def test_membership_of_a_set() -> None:
    """By role, by name, or as anyone."""
    assert in_set(Approvers(anyone=True), "x", ())
    assert in_set(Approvers(people=("x",)), "x", ())
    assert in_set(Approvers(roles=("r",)), "x", ("q", "r"))
    assert not in_set(Approvers(roles=("r",), people=("y",)), "x", ("q",))


def test_a_critical_call_without_a_fresh_sign_in_takes_the_policys_own_word() -> None:
    """A rule that asks isn't enough, since nobody can sign in anew yet; it says what to write."""
    asks = Rule("asks", ("*",), "ask", approvers=Approvers(roles=("approver",)))
    verdict = _judge(asks, risk="critical")
    assert isinstance(verdict, Refuse)
    assert "fresh sign-in" in verdict.reason and "step_up: off in the rule asks" in verdict.reason
    assert isinstance(_judge(asks, risk="high"), Ask)


def test_a_critical_call_needs_an_owner_among_those_who_could_answer() -> None:
    """Two approvers are two people, but none of them an owner."""
    rule = replace(BY_RISK, step_up="off")
    chi = Person("chi", "Chi", "T1", "UCHI", ("approver",))
    assert isinstance(_judge(rule, risk="critical", people=(*PEOPLE, chi)), Refuse)
    chi = replace(chi, roles=("owner",))
    assert isinstance(_judge(rule, risk="critical", people=(*PEOPLE, chi)), Ask)


def test_risk_routes_where_there_is_an_ops_channel() -> None:
    """High goes there, medium stays in the thread, and a rule's own route counts first."""
    policy = Policy((BY_RISK,), PEOPLE, "v1", ops_channels=("COPS", "COTHER"))
    own = replace(policy, rules=(replace(BY_RISK, route="CDB"),))
    wanted = {("high", policy): "COPS", ("medium", policy): "", ("medium", own): "CDB"}
    for (risk, now), route in [*wanted.items()]:
        verdict = judge(Facts("refund", risk, ANA), now)  # type: ignore[arg-type]
        assert isinstance(verdict, Ask)
        assert (verdict.spec.route, verdict.spec.ops) == (route, "COPS")


def test_a_direct_message_is_routed_where_there_is_an_ops_channel() -> None:
    """Whoever else must decide doesn't see it."""
    policy = Policy((BY_RISK,), PEOPLE, "v1", ops_channels=("COPS",))
    verdict = judge(Facts("refund", "medium", ANA, direct=True), policy)
    assert isinstance(verdict, Ask)
    assert verdict.spec.route == "COPS"


def test_later_tiers_come_at_their_risks_time_or_their_own() -> None:
    """In the order of time; one that would come after the deadline never comes."""
    late, sure = Approvers(people=("late",)), Approvers(people=("ana",))
    rule = replace(BY_RISK, next=((None, late), (60, sure), (7200, late)))
    verdict = _judge(rule)
    assert isinstance(verdict, Ask)
    assert verdict.spec.next == (NextTier(60, sure), NextTier(1800, late))
    high = _judge(rule, risk="high")
    assert isinstance(high, Ask)
    assert [step.after_s for step in high.spec.next] == [60, 900]


def test_a_later_tier_is_asked_at_once_if_nobody_of_the_first_could_answer() -> None:
    """The requester is the only one in the set, so whoever comes next is asked now."""
    alone = replace(BY_RISK, approvers=Approvers(people=("ana",)))
    assert isinstance(_judge(alone), Refuse)
    verdict = _judge(replace(alone, next=((None, Approvers(people=("ben",))),)))
    assert isinstance(verdict, Ask)
    assert verdict.tier == 1


def test_a_yes_for_a_while_lets_low_and_medium_calls_go() -> None:
    """Not where a rule says no, and never above."""
    granted = Facts("refund", "medium", ANA, granted="3.run.1")
    policy = Policy((BY_RISK,), PEOPLE, "v1")
    assert judge(granted, policy) == Allow("defaults", "3.run.1")
    assert isinstance(judge(replace(granted, risk="high"), policy), Ask)
    for grants in (False, True):
        rule = replace(BY_RISK, grants=grants)
        found = judge(granted, replace(policy, rules=(rule,)))
        assert isinstance(found, Allow) is grants
        high = judge(replace(granted, risk="high"), replace(policy, rules=(rule,)))
        assert isinstance(high, Ask)


def test_an_agent_that_may_ask_nobody_is_refused_what_would_be_asked() -> None:
    """What is allowed still runs."""
    alone = Policy((BY_RISK,), PEOPLE, "v1", human_in_the_loop=False)
    verdict = judge(Facts("refund", "medium", ANA), alone)
    assert verdict == Refuse(
        "the rule defaults asks people, and this agent may ask nobody (human_in_the_loop: false)",
        "defaults",
    )
    assert judge(Facts("look", "read", ANA), alone) == Allow("defaults")


def test_whether_a_no_is_asked_why_stands_with_the_request() -> None:
    """A policy that changes later changes no card that is out."""
    for flag in (True, False):
        policy = Policy((BY_RISK,), PEOPLE, "v1", feedback_on_rejection=flag)
        verdict = judge(Facts("refund", "medium", ANA), policy)
        assert isinstance(verdict, Ask)
        assert verdict.spec.feedback is flag


@pytest.mark.parametrize("rule", [BY_RISK, Rule("allow_all", ("*",), "allow")])
def test_an_agent_whose_every_call_is_asked_about(rule: Rule) -> None:
    """By the terms of the call's risk, by medium's where it has none; a no stays a no."""
    every = Policy((Rule("no", ("drop",), "refuse"), rule), PEOPLE, "v1", tool_approval="all")
    medium = (Approvers(roles=("approver",)), 1, True, 3600, (900, 1800))
    verdict = judge(Facts("look", "read", ANA), every)
    assert _spec(verdict) == medium
    assert isinstance(verdict, Ask)
    assert verdict.spec.because == "every call of this agent needs a person's yes"
    low = (Approvers(anyone=True), 1, False, 1800, ())
    assert _spec(judge(Facts("look", "low", ANA), every)) == low
    assert isinstance(judge(Facts("drop", "read", ANA), every), Refuse)
