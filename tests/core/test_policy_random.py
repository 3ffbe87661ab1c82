"""Ten thousand policies and calls: `judge` agrees with an evaluator that was written apart.

The other one (`verdict`) is a plain reading of what docs/policy.md says; it shares no code with the
core.
"""

from collections.abc import Callable, Mapping
from fnmatch import translate
from re import fullmatch
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.ids import Who
from bot.core.matchers import Argument, OneOf, Range
from bot.core.policy import Facts, judge
from bot.core.rules import Person, Policy, Rule
from bot.core.terms import Approvers, Risk
from bot.core.verdicts import Allow, Ask, Refuse

RISKS: tuple[Risk, ...] = ("read", "low", "medium", "high", "critical")
TOOLS = ("get_order", "refund_order", "sql", "k8s.restart")
GLOBS = (*TOOLS, "*", "*_order", "k8s.*", "refund", "?ql", "SQL")
ROLES = ("approver", "owner", "oncall")
USERS = ("U1", "U2", "U3")
Condition = Callable[[Mapping[str, Any], str], bool]
WHENS: dict[str, Condition] = {
    "": lambda args, who: True,
    "args.amount > 10": lambda args, who: args["amount"] > 10,
    "args.env == 'dev'": lambda args, who: args["env"] == "dev",
    "requester.user == 'U1'": lambda args, who: who == "U1",
    "args.missing == 1": lambda args, who: args["missing"] == 1,
}

people = st.lists(
    st.builds(
        Person,
        id=st.sampled_from(("a", "b", "c")),
        name=st.just("x"),
        team=st.just("T1"),
        user=st.sampled_from(USERS),
        roles=st.lists(st.sampled_from(ROLES), max_size=2).map(tuple),
    ),
    max_size=3,
    unique_by=(lambda p: p.id, lambda p: p.user),
).map(tuple)
approvers = st.builds(
    Approvers,
    roles=st.lists(st.sampled_from(ROLES), max_size=2).map(tuple),
    people=st.lists(st.sampled_from(("a", "b", "c")), max_size=2).map(tuple),
    anyone=st.booleans(),
)
arguments = st.lists(
    st.one_of(
        st.builds(
            Argument,
            name=st.just("env"),
            checks=st.just((OneOf(("dev", "staging")),)),
            optional=st.booleans(),
        ),
        st.builds(
            Argument,
            name=st.just("amount"),
            checks=st.integers(0, 20).map(lambda most: (Range(None, most),)),
            optional=st.booleans(),
        ),
    ),
    max_size=2,
).map(tuple)
rules = st.builds(
    Rule,
    name=st.sampled_from(("r1", "r2", "r3")),
    tools=st.lists(st.sampled_from(GLOBS), min_size=1, max_size=2).map(tuple),
    verdict=st.sampled_from(("allow", "ask", "refuse", "by_risk")),
    risks=st.lists(st.sampled_from(RISKS), max_size=2).map(tuple),
    approvers=st.none() | approvers,
    count=st.none() | st.integers(1, 3),
    exclude_requester=st.none() | st.booleans(),
    args=arguments,
    when=st.sampled_from([*WHENS]),
)
policies = st.builds(
    Policy,
    rules=st.lists(rules, max_size=5).map(tuple),
    people=people,
    version=st.just("v"),
    human_in_the_loop=st.sampled_from((True, True, False)),
    tool_approval=st.sampled_from(("by_policy", "by_policy", "all")),
)
calls = st.builds(
    Facts,
    tool=st.sampled_from(TOOLS),
    risk=st.none() | st.sampled_from(RISKS),
    requester=st.sampled_from(USERS).map(lambda user: Who("T1", user)),
    steerer=st.none() | st.sampled_from(USERS).map(lambda user: Who("T1", user)),
    asked=st.integers(0, 3),
    max_asked=st.just(3),
    direct=st.booleans(),
    args=st.fixed_dictionaries(
        {},
        optional={
            "env": st.sampled_from(("dev", "staging", "prod", "Dev", 5)),
            "amount": st.sampled_from((0, 5, 11, 15.5, 100, "5", True)),
        },
    ),
)


def verdict(facts: Facts, policy: Policy) -> str:
    """allow, ask or refuse, read plainly."""
    if facts.risk is None:
        return "refuse"
    for rule in policy.rules:
        if not any(fullmatch(translate(glob), facts.tool) for glob in rule.tools):
            continue
        if rule.risks and facts.risk not in rule.risks:
            continue
        spoken = _speaks(rule, facts)
        if spoken is None:
            return "refuse"
        if spoken:
            return _of(rule, facts, policy)
    return "refuse"


def _speaks(rule: Rule, facts: Facts) -> bool | None:
    """None: nobody knows."""
    found = [_argument(one, facts.args) for one in rule.args]
    if False in found:
        return False
    if None in found:
        return None
    try:
        return bool(WHENS[rule.when](facts.args, facts.requester.user))
    except (KeyError, TypeError):
        return None


def _argument(argument: Argument, args: Any) -> bool | None:
    if argument.name not in args:
        return True if argument.optional else None
    value = args[argument.name]
    if argument.name == "env":
        if value in ("dev", "staging"):
            return True
        return None if value in ("Dev", 5) else False
    (matcher,) = argument.checks
    assert isinstance(matcher, Range)
    assert matcher.most is not None
    if isinstance(value, (bool, str)):
        return None
    return value <= matcher.most


def _of(rule: Rule, facts: Facts, policy: Policy) -> str:
    by_risk = {"read": "allow", "low": "ask", "medium": "ask"}.get(facts.risk or "", "refuse")
    what = by_risk if rule.verdict == "by_risk" else rule.verdict
    risk = facts.risk
    if what == "allow" and policy.tool_approval == "all":
        what, risk = "ask", "medium" if facts.risk != "low" else "low"
    if what != "ask":
        return what
    if not policy.human_in_the_loop or facts.risk == "critical" or facts.asked >= facts.max_asked:
        return "refuse"
    own = rule.exclude_requester
    if own is None:
        own = risk not in ("read", "low")
    chosen = rule.approvers
    if chosen is None:
        default = {"low": Approvers(anyone=True), "medium": Approvers(roles=("approver",))}
        chosen = default.get(risk or "", Approvers())
    able = {
        p.id
        for p in policy.people
        if (chosen.anyone or p.id in chosen.people or set(p.roles) & set(chosen.roles))
        and not (own and p.user in _authors(facts))
        and (not facts.direct or p.user == facts.requester.user)
    }
    return "ask" if len(able) >= (rule.count or 1) else "refuse"


def _authors(facts: Facts) -> set[str]:
    return {facts.requester.user} | ({facts.steerer.user} if facts.steerer else set())


@pytest.mark.timeout(600)
@settings(max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calls, policies)
def test_judge_agrees_with_a_plain_reading(facts: Facts, policy: Policy) -> None:
    """Total, the same twice, and nothing is allowed that the plain reading doesn't allow."""
    found = judge(facts, policy)
    assert isinstance(found, Allow | Ask | Refuse)
    assert judge(facts, policy) == found
    assert found.kind == verdict(facts, policy)
    if isinstance(found, Allow):
        assert any(rule.name == found.rule for rule in policy.rules)
    if isinstance(found, Refuse):
        assert found.reason
