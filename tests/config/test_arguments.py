"""`args` and `when` in signoff.yaml: what they mean, and how whatever is wrong is said."""

import pytest

from bot.config import ConfigTrouble, loads
from bot.core.ids import Who
from bot.core.matchers import (
    Argument,
    Argv,
    Each,
    Flag,
    HostIn,
    Items,
    OneOf,
    Pattern,
    Range,
    Under,
)
from bot.core.policy import Facts, judge
from bot.core.rules import Policy
from tests.config.people import PEOPLE

ANA = Who("T1", "U1")
HEAD = f"""\
{PEOPLE}policy:
  rules:
    - name: r
      tools: x
      verdict: allow
"""


def rule(*lines: str) -> str:
    """A file with one rule that allows: its own keys stand from line 9 on, in column 7."""
    return HEAD + "".join(f"      {line}\n" for line in lines)


def said(*lines: str) -> list[str]:
    """What is said of a rule that is refused."""
    with pytest.raises(ConfigTrouble) as trouble:
        loads(rule(*lines), "f.yaml")
    return str(trouble.value).splitlines()


def policy(*lines: str) -> Policy:
    """The policy of one rule."""
    return loads(rule(*lines)).policy


def test_what_is_said_of_arguments_is_read() -> None:
    """Each key, alone and together."""
    made = policy(
        "args:",
        "  path: {under: [/srv/./reports/, /var/x], note: nothing else}",
        "  env: {one_of: dev, optional: true}",
        "  amount: {min: 0, max: 9.5}",
        "  name: {pattern: 'dev-[a-z]+', mode: whole value}",
        "  url: {host_in: api.example.com}",
        "  tags: {max_items: 3, each: {one_of: [1, true, a]}}",
        "  argv:",
        "    argv:",
        "      {program: ls, verbs: [a b], namespace_in: dev, words: 2, unknown_flags: refuse,",
        "       flags: [{names: [-t, --tail], max: 5, required: true}, {names: -w}]}",
        "when: args.env == 'dev'",
    ).rules[0]
    assert made.when == "args.env == 'dev'"
    flags = (
        Flag(("-t", "--tail"), (Range(None, 5),), required=True),
        Flag(("-w",)),
        Flag(("-n", "--namespace"), (OneOf(("dev",)),), required=True),
    )
    assert made.args == (
        Argument("path", (Under(("/srv/reports", "/var/x")),)),
        Argument("env", (OneOf(("dev",)),), optional=True),
        Argument("amount", (Range(0, 9.5),)),
        Argument("name", (Pattern("dev-[a-z]+"),)),
        Argument("url", (HostIn(("api.example.com",), ("https",)),)),
        Argument("tags", (Items(3), Each((OneOf((1, True, "a")),)))),
        Argument("argv", (Argv("ls", ("a b",), flags, 2),)),
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("env: {one_off: dev}", "9:20: the key one_off isn't known here; did you mean one_of?"),
        ("env: {}", "9:14: policy.rules 1.args.env: says nothing; write for example one_of"),
        ("env: {one_of: []}", "9:20: policy.rules 1.args.env.one_of: is empty"),
        ("env: {one_of: [[a]]}", "9:29: policy.rules 1.args.env.one_of 1 must be text, a number"),
        ("n: {max: '5'}", "9:23: policy.rules 1.args.n.max must be a number"),
        ("n: {min: true}", "9:23: policy.rules 1.args.n.min must be a number"),
        ("n: {min: 5, max: 4}", "9:23: policy.rules 1.args.n.min: is above max, 4"),
        ("p: {under: srv}", "9:25: policy.rules 1.args.p.under 1: srv isn't absolute"),
        ("p: {under: /a/../b}", "9:25: policy.rules 1.args.p.under 1: /a/../b holds .."),
        ("p: {pattern: '('}", "9:27: policy.rules 1.args.p.pattern: isn't a pattern"),
        ("p: {one_of: a, mode: whole value}", "9:35: policy.rules 1.args.p.mode: belongs to"),
        ("p: {pattern: a, mode: part}", "policy.rules 1.args.p.mode is part; write whole value"),
        (
            "u: {host_in: 'https://a.b'}",
            "policy.rules 1.args.u.host_in 1: https://a.b isn't a host",
        ),
        ("u: {one_of: a, schemes: http}", "policy.rules 1.args.u.schemes: belongs to host_in"),
        ("a: {argv: {program: ls, flags: [{names: tail}]}}", "write for example -n or --namespace"),
        ("a: {argv: {verbs: [x]}}", "program is missing here; add it"),
        ("a: {argv: {program: x, namespace_in: d, flags: [{names: -n}]}}", "-n is there twice"),
        ("a: {each: {}}", "says nothing; write for example one_of or pattern"),
    ],
)
def test_what_is_wrong_with_arguments_is_said(line: str, words: str) -> None:
    """With line and column, and what to write instead."""
    found = said(f"args: {{{line}}}")
    assert any(words in one for one in found), found


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("args: {}", "9:7: policy.rules 1.args is empty; write at least one"),
        ("when: amount > 5", "9:13: policy.rules 1.when: names amount; known are args,"),
        ("when: args.amount >", "9:13: policy.rules 1.when: isn't CEL"),
    ],
)
def test_what_is_wrong_is_said(line: str, words: str) -> None:
    """Of a condition, and of no arguments at all."""
    found = said(line)
    assert any(words in one for one in found), found


def test_a_rule_speaks_only_of_calls_whose_arguments_are_so() -> None:
    """Others go on to the next rule; what is unread goes nowhere."""
    text = rule("args: {env: {one_of: dev}}", "when: args.amount < 10")
    text += "    - {name: rest, tools: x, verdict: refuse, reason: not here}\n"
    two = loads(text).policy
    calls = {
        "allow": {"env": "dev", "amount": 5},
        "not here": {"env": "prod", "amount": 5},
        "not here ": {"env": "dev", "amount": 10},
        "the rule r can't be applied: env is almost dev; write it exactly so": {"env": "Dev"},
        "the rule r can't be applied: env isn't given": {"amount": 5},
        "the rule r can't be applied: its condition can't be judged": {"env": "dev"},
    }
    for words, args in calls.items():
        verdict = judge(Facts("x", "medium", ANA, args=args), two)
        reason = getattr(verdict, "reason", verdict.kind)
        assert reason.startswith(words.strip()), reason


def test_the_version_is_of_what_is_said_of_arguments_too() -> None:
    """A changed limit is another policy; a note isn't."""
    first = policy("args: {n: {max: 5}}").version
    assert policy("args: {n: {max: 5, note: for now}}").version == first
    assert policy("args: {n: {max: 6}}").version != first
    assert policy("args: {n: {max: 5}}", "when: args.n > 1").version != first
    kinds = ["one_of: a", "none_of: a", "pattern: a", "max_length: 5", "max_items: 5", "max: 5"]
    versions = {policy(f"args: {{n: {{{kind}}}}}").version for kind in kinds}
    assert len(versions) == len(kinds)


def test_a_star_that_is_narrowed_may_allow() -> None:
    """By its arguments as by its risk."""
    text = rule("args: {env: {one_of: dev}}").replace("tools: x", 'tools: "*"')
    assert loads(text).policy.rules[0].tools == ("*",)


def test_flags_of_the_agent_are_part_of_the_policy() -> None:
    """They change its version, and leave nothing out that could run."""
    plain = policy("args: {n: {max: 5}}")
    assert (plain.human_in_the_loop, plain.tool_approval) == (True, "by_policy")
    text = rule("args: {n: {max: 5}}")
    every = loads(f"{text}agent: {{tool_approval: all}}").policy
    nobody = loads(f"{text}agent: {{human_in_the_loop: false}}").policy
    assert (every.tool_approval, nobody.human_in_the_loop) == ("all", False)
    assert len({plain.version, every.version, nobody.version}) == 3
    with pytest.raises(ConfigTrouble, match="nothing could ever run; change one of them"):
        loads(f"{text}agent: {{tool_approval: all, human_in_the_loop: false}}")
