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
    "args.amount > 10": lambda args, who: _number(args["amount"]) > 10,
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
    owners=st.none() | st.integers(0, 2),
    route=st.none() | st.just("COPS"),
    next=st.lists(st.tuples(st.none() | st.integers(1, 7200), approvers), max_size=2).map(tuple),
    grants=st.none() | st.booleans(),
    step_up=st.sampled_from(("on", "off")),
)
policies = st.builds(
    Policy,
    rules=st.lists(rules, max_size=5).map(tuple),
    people=people,
    version=st.just("v"),
    human_in_the_loop=st.sampled_from((True, True, False)),
    tool_approval=st.sampled_from(("by_policy", "by_policy", "all")),
    ops_channels=st.sampled_from(((), (), ("COPS",))),
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
    granted=st.sampled_from(("", "", "3.run.1")),
    args=st.fixed_dictionaries(
        {},
        optional={
            "env": st.sampled_from(("dev", "staging", "prod", "Dev", 5)),
            "amount": st.sampled_from((0, 5, 11, 15.5, 100, "5", True)),
        },
    ),
)


def _number(value: Any) -> float:
    """A truth value is no number: what compares one knows nothing."""
    if isinstance(value, bool):
        raise TypeError
    return value


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


DEFAULTS: dict[str, tuple[Approvers, bool, int, int]] = {  # who, requester excluded, count, owners
    "read": (Approvers(), False, 1, 0),
    "low": (Approvers(anyone=True), False, 1, 0),
    "medium": (Approvers(roles=("approver",)), True, 1, 0),
    "high": (Approvers(roles=("approver",)), True, 1, 0),
    "critical": (Approvers(roles=("approver", "owner")), True, 2, 1),
}
FIRST_S = {"high": 900, "critical": 900}


def _of(rule: Rule, facts: Facts, policy: Policy) -> str:
    risk = str(facts.risk)
    what = rule.verdict
    if what == "by_risk":
        what = "allow" if risk == "read" else "ask"
    if what == "allow" and policy.tool_approval == "all":
        what, risk = "ask", "medium" if risk == "read" else risk
    if what != "ask":
        return what
    if not policy.human_in_the_loop or (risk == "critical" and rule.step_up == "on"):
        return "refuse"
    calm = facts.risk in ("low", "medium") and (rule.count or 1) == 1
    if facts.granted and rule.grants is not False and calm:
        return "allow"
    return "refuse" if facts.asked >= facts.max_asked else _asked(rule, risk, facts, policy)


def _asked(rule: Rule, risk: str, facts: Facts, policy: Policy) -> str:
    who, own, count, owners = DEFAULTS[risk]
    own = own if rule.exclude_requester is None else rule.exclude_requester
    # Each tier in its turn joins those before it; the first that has enough people is asked.
    sets = [rule.approvers or who]
    later = [
        (FIRST_S.get(risk, 1800) * n if after is None else after, group)
        for n, (after, group) in enumerate(rule.next, 1)
    ]
    deadline = 1800 if risk == "low" else 3600
    later = sorted((one for one in later if one[0] < deadline), key=lambda one: one[0])
    owners = owners if rule.owners is None else rule.owners
    for group in [None, *(group for _, group in later)]:
        sets += [group] if group else []
        able = [
            p
            for p in policy.people
            if any(_in(p, one) for one in sets) and not (own and p.user in _authors(facts))
        ]
        if not _enough(able, rule.count or count, owners):
            continue
        if not facts.direct or rule.route or policy.ops_channels:
            return "ask"
        mine = [p for p in able if p.user == facts.requester.user]
        return "ask" if _enough(mine, rule.count or count, owners) else "refuse"
    return "refuse"


def _in(person: Person, group: Approvers) -> bool:
    known = person.id in group.people or set(person.roles) & set(group.roles)
    return bool(group.anyone or known)


def _enough(able: list[Person], count: int, owners: int) -> bool:
    return len(able) >= count and sum("owner" in p.roles for p in able) >= owners


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
