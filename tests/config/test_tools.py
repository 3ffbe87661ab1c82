"""The policy against the tools that there are, and the example that ships with it."""

from dataclasses import replace

import pytest

from bot.config import Config, ConfigTrouble, check_tools, load, loads
from bot.core.ids import Who
from bot.core.policy import Facts, judge
from bot.core.terms import Risk
from bot.core.verdicts import Ask
from bot.ports import ToolSpec
from bot.tools.registry import load as load_tools
from tests.walls.tree import ROOT

PEOPLE = """\
people:
  - {id: ben, name: Ben, slack: {team: T1, user: U2}, roles: [approver]}
"""


def tools(**risks: Risk) -> dict[str, ToolSpec]:
    """Tools of these names and risks."""
    return {
        name: ToolSpec(
            name=name,
            description="",
            parameters={},
            risk=risk,
            idempotent=False,
            timeout_s=1,
            digest="",
        )
        for name, risk in risks.items()
    }


def said(config: Config, specs: dict[str, ToolSpec]) -> list[str]:
    """What is said of a policy that doesn't fit the tools."""
    with pytest.raises(ConfigTrouble) as trouble:
        check_tools(config, specs)
    return str(trouble.value).splitlines()


def test_every_glob_matches_a_tool() -> None:
    """A slip in one name of a list is found where it stands; the right names pass."""
    text = (
        "policy:\n  rules:\n"
        "    - {name: r, tools: [restart, 'refund_*'], verdict: refuse}\n    - block_all\n"
    )
    specs = tools(restart_service="low", refund_order="low")
    assert said(loads(text), specs) == [
        "signoff.yaml:3:25: restart matches no tool; did you mean restart_service?"
    ]
    check_tools(loads(text.replace("restart,", "restart_service,")), specs)


def test_tools_are_blocked_by_name() -> None:
    """Before every later rule; a glob that matches none is a slip here too."""
    text = "policy:\n  rules:\n    - block_tools(drop_*, sql)\n    - allow_all\n"
    specs = tools(drop_all="high", sql="read", look="read")
    policy = loads(text).policy
    check_tools(loads(text), specs)
    kinds = {
        tool: judge(Facts(tool, "read", Who("T1", "U1")), policy).kind
        for tool in ("drop_all", "sql", "look")
    }
    assert kinds == {"drop_all": "refuse", "sql": "refuse", "look": "allow"}
    assert said(loads(text), tools(sql="read", look="read")) == [
        "signoff.yaml:3:7: drop_* matches no tool; known are look, sql"
    ]
    assert loads("policy: block_tools(sql)").policy.rules[0].tools == ("sql",)


def test_a_ready_made_rule_needs_no_tool() -> None:
    """An agent without tools may have a policy."""
    check_tools(loads("policy: block_all"), {})


@pytest.mark.parametrize(
    ("text", "risk", "fits"),
    [
        ("{name: r, tools: x, verdict: by_risk}", "medium", False),
        ("{name: r, tools: x, verdict: by_risk}", "low", False),
        ("{name: r, tools: x, verdict: by_risk}", "read", True),
        ("{name: r, tools: x, verdict: by_risk}", "high", False),
        ("{name: r, tools: x, verdict: by_risk}", "critical", True),
        ("{name: r, tools: x, verdict: by_risk, step_up: off}", "critical", False),
        ("{name: r, tools: x, verdict: ask}", "high", False),
        ("{name: r, tools: x, verdict: ask, risk: [low]}", "medium", True),
        ("{name: r, tools: x, verdict: refuse}", "medium", True),
    ],
)
def test_an_ask_that_nobody_could_answer_is_refused(text: str, risk: Risk, fits: bool) -> None:
    """The set that a risk's default names counts as much as one that is written down."""
    config = loads(f"policy:\n  rules:\n    - {text}\n")
    if fits:
        check_tools(config, tools(x=risk))
    else:
        assert said(config, tools(x=risk)) == [
            f"signoff.yaml:3:7: the rule r has nobody to ask (x is of {risk} risk);"
            " add approvers that people have"
        ]


def test_with_an_approver_the_default_set_will_do() -> None:
    """The very policy that nobody could answer is fine once somebody has the role."""
    rules = "policy:\n  rules:\n    - {name: r, tools: x, verdict: by_risk}\n"
    assert said(loads(rules), tools(x="medium"))
    check_tools(loads(PEOPLE + rules), tools(x="medium"))


def test_the_first_rule_that_speaks_of_a_tool_counts() -> None:
    """What a later rule would ask about a tool is of no matter."""
    config = loads(
        "policy:\n  rules:\n    - {name: a, tools: x, verdict: refuse}\n"
        "    - {name: b, tools: x, verdict: by_risk}\n"
    )
    check_tools(config, tools(x="medium"))


def test_the_example_is_right() -> None:
    """signoff.yaml fits its tools: reads run, the rest asks the two on call, not the requester."""
    config = load(ROOT / "signoff.yaml")
    specs = dict(load_tools(config.tools[0]).specs())
    check_tools(config, specs)
    ana = Who("T0SIGNOFF", "U0ANA")
    for name, spec in specs.items():
        verdict = judge(Facts(name, spec.risk, ana), config.policy)
        if spec.risk == "read":
            assert verdict.kind == "allow"
        else:
            assert isinstance(verdict, Ask)
            asked = config.policy.members(verdict.spec.approvers)
            assert [person.id for person in asked] == ["ben", "chi"]
            assert verdict.spec.exclude_requester
    assert config.announcements == ()


def test_a_sensitive_argument_is_one_that_a_tool_of_the_rule_takes() -> None:
    """A slip of the pen would leave the one that is meant in sight."""
    text = (
        f"{PEOPLE}policy:\n  rules:\n"
        "    - {name: r, tools: 'set_*', verdict: by_risk, sensitive: [note, pasword]}\n"
        "    - {name: s, tools: peek, verdict: by_risk, sensitive: [anything]}\n"
    )
    made = tools(set_password="medium", set_note="low", peek="read")
    made["set_password"] = _takes(made["set_password"], "password")
    made["set_note"] = _takes(made["set_note"], "note")
    assert said(loads(text), made) == [
        "signoff.yaml:5:69: no tool of this rule takes an argument pasword; did you mean password?"
    ]
    check_tools(loads(text.replace("pasword", "password")), made)


def test_a_usual_argument_is_one_that_a_tool_of_the_rule_takes() -> None:
    """A slip of the pen would compare nothing."""
    text = (
        f"{PEOPLE}policy:\n  rules:\n"
        "    - {name: r, tools: scale, verdict: by_risk, usual: {regon: [eu], size: {max: 3}}}\n"
    )
    made = tools(scale="medium")
    made["scale"] = _takes(made["scale"], "region", "size")
    assert said(loads(text), made) == [
        "signoff.yaml:5:57: no tool of this rule takes an argument regon; did you mean region?"
    ]
    check_tools(loads(text.replace("regon", "region")), made)


def _takes(spec: ToolSpec, *names: str) -> ToolSpec:
    return replace(spec, parameters={"properties": {name: {} for name in names}})
