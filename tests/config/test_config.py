"""signoff.yaml: what it means, and how whatever is wrong with it is said."""

from pathlib import Path

import pytest

from bot.config import ConfigTrouble, load, loads
from bot.core.ids import Who
from bot.core.policy import Facts, judge
from bot.core.rules import Rule
from bot.core.terms import Approvers
from bot.core.usual import Usual
from bot.core.verdicts import Allow, Ask, Refuse
from tests.config.people import PEOPLE

EMPTY = "f.yaml:1:1: the file is empty; start with people, tools and policy, as in the example"
WHOLE = """
people:
  - {id: ben, name: " Ben Ode ", slack: {team: T1, user: U2}, roles: [oncall]}
  - {id: chi, name: Chi, slack: {team: E1, user: W3}}
roles: [oncall]
tools: [bot.tools.shop, my_tools]
agent:
  {name: ops, max_steps: 3, max_approvals: 4, max_model_tries: 2, max_bad_replies: 0,
   stop_on_rejection: true}
policy:
  rules:
    - name: one
      tools: [a, "b_*"]
      risk: [low, medium]
      verdict: ask
      because: they cost money
      approvers: {roles: oncall, people: [chi]}
      count: 2
      exclude_requester: false
      deadline: 1h30m
      reminders: [10m, 1h]
    - name: two
      tools: c
      verdict: refuse
      reason: not here
    - block_all
"""
ANA = Who("T1", "U1")


def rule(*lines: str, verdict: str = "ask") -> str:
    """A file with one rule: its own keys stand from line 9 on, in column 7."""
    head = f"policy:\n  rules:\n    - name: r\n      tools: x\n      verdict: {verdict}\n"
    return PEOPLE + head + "".join(f"      {line}\n" for line in lines)


def said(text: str) -> list[str]:
    """What is said of a file that is refused."""
    with pytest.raises(ConfigTrouble) as trouble:
        loads(text, "f.yaml")
    return str(trouble.value).splitlines()


def test_a_whole_file_is_read() -> None:
    """Every key arrives in the policy, with times in seconds."""
    config = loads(WHOLE)
    first, second, last = config.policy.rules
    assert first == Rule(
        name="one",
        tools=("a", "b_*"),
        verdict="ask",
        because="they cost money",
        risks=("low", "medium"),
        approvers=Approvers(roles=("oncall",), people=("chi",)),
        count=2,
        exclude_requester=False,
        deadline_s=5400,
        reminders_s=(600, 3600),
    )
    assert (second.verdict, second.reason, last.verdict) == ("refuse", "not here", "refuse")
    assert [(p.id, p.name, p.team, p.user) for p in config.policy.people] == [
        ("ben", "Ben Ode", "T1", "U2"),
        ("chi", "Chi", "E1", "W3"),
    ]
    assert (config.agent, config.tools) == ("ops", ("bot.tools.shop", "my_tools"))
    limits = config.limits
    assert (limits.max_steps, limits.max_approvals, limits.stop_on_rejection) == (3, 4, True)
    assert (limits.max_model_tries, limits.max_bad_replies) == (2, 0)
    assert config.announcements == ()


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("policy: allow_all", Allow("allow_all")),
        ("policy: {rules: [allow_all]}", Allow("allow_all")),
        (
            "policy: block_all",
            Refuse("the policy refuses every tool (block_all)", "block_all"),
        ),
    ],
)
def test_ready_made_policies_go_by_name(text: str, verdict: Allow | Refuse) -> None:
    """A name alone is a whole policy; the one that asks nobody is announced."""
    config = loads(text)
    assert judge(Facts("anything", "critical", ANA), config.policy) == verdict
    assert bool(config.announcements) == ("allow_all" in text)


def test_words_are_not_taken_for_numbers_or_truth() -> None:
    """`no` and `12:30:00`, which older YAML reads as false and a number, stay text."""
    config = loads(rule("because: no"))
    assert config.policy.rules[0].because == "no"
    assert loads(rule("because: 12:30:00")).policy.rules[0].because == "12:30:00"


def test_the_version_is_of_the_meaning() -> None:
    """Comments and the order of keys don't change it; a rule or a person does."""
    one = loads(rule("because: money", "count: 1", "approvers: {people: [ben]}"))
    same = loads("# hello\n" + rule("approvers: {people: [ben]}", "count: 1", "because: money"))
    assert one.policy.version == same.policy.version
    others = [
        rule("because: more", "count: 1", "approvers: {people: [ben]}"),
        rule("because: money", "count: 1", "approvers: {people: [ana]}"),
        rule("because: money", "count: 1", "approvers: {people: [ben]}").replace("Ben", "Bo"),
    ]
    versions = {loads(text).policy.version for text in others}
    assert len({one.policy.version, *versions}) == 4


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [EMPTY]),
        ("# nothing\n", [EMPTY]),
        ("- a", ["f.yaml:1:1: the file must be keys with values, each on a line of its own"]),
        ("people: []", ["f.yaml:1:1: policy is missing here; add it"]),
        ("policy:\n  rules:\n", ["f.yaml:2:9: there is no value here; write one or leave it out"]),
        ("policy: {rules: []}", ["f.yaml:1:10: policy.rules is empty; write at least one"]),
        ("policy: alow_all", ["f.yaml:1:9: policy is alow_all; write allow_all or block_all"]),
        (
            "policy: {rules: [alow_all]}",
            ["f.yaml:1:18: policy.rules 1 is alow_all; write allow_all or block_all"],
        ),
        (
            "policy: block_all\nagents: {}",
            ["f.yaml:2:1: the key agents isn't known here; did you mean agent?"],
        ),
        (
            "policy: block_all\nagent: {max_steps: 0}",
            ["f.yaml:2:20: agent.max_steps is 0; write 1 or more"],
        ),
        (
            "policy: block_all\nagent: {max_steps: 9999}",
            ["f.yaml:2:20: agent.max_steps is 9999; write 1000 or less"],
        ),
        (
            "policy: block_all\nreview: ours.review",
            ["f.yaml:2:9: review is ours.review; write a Python function,"
             " for example ours.review:look"],
        ),
        (
            "policy: block_all\nagent: {max_steps: 8.5}",
            ["f.yaml:2:20: agent.max_steps must be a whole number"],
        ),
        (
            "policy: block_all\npeople:\n - {id: Ben, name: b, slack: {team: x, user: '@ben'}}",
            [
                "f.yaml:3:9: people 1.id is Ben; write small letters, digits and . _ -,"
                " for example ana",
                "f.yaml:3:37: people 1.slack.team is x; write a Slack team id,"
                " for example T024BE7LD",
                "f.yaml:3:46: people 1.slack.user is @ben; write a Slack member id, for example"
                " U024BE7LH (profile, ⋮, Copy member ID)",
            ],
        ),
        (
            "policy: block_all\ntools: [3, a b]",
            [
                "f.yaml:2:9: tools 1 must be text; put it in quotes",
                "f.yaml:2:12: tools 2 is a b; write a Python module's name,"
                " for example bot.tools.shop",
            ],
        ),
        (
            PEOPLE + "  - {id: ben, name: B, slack: {team: T1, user: U1}, roles: [aprover]}\n"
            "policy: block_all",
            [
                "f.yaml:4:10: people 3.id: the id ben is there twice; keep one",
                "f.yaml:4:48: people 3.slack.user: U1 is ana already;"
                " one account for one Slack user",
                "f.yaml:4:61: people 3.roles 1: the role aprover isn't known;"
                " did you mean approver?",
            ],
        ),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_line_and_column(text: str, lines: list[str]) -> None:
    """Each fault is said where it stands, with what to write instead."""
    assert said(text) == lines


@pytest.mark.parametrize(
    ("lines", "verdict", "words"),
    [
        (["verdikt: ask"], "ask", "9:7: the key verdikt isn't known here; did you mean verdict?"),
        ([], "maybe", "8:16: policy.rules 1.verdict is maybe; write allow, ask, refuse or by_risk"),
        (["risk: [hi]"], "ask", "9:14: policy.rules 1.risk 1 is hi; write read, low, medium, high"
         " or critical"),
        (["risk: []"], "ask", "9:7: policy.rules 1.risk is empty; write at least one"),
        (["approvers: {}"], "ask", "9:7: policy.rules 1.approvers: names nobody; write roles,"
         " people, groups, channels, schedules or anyone: true"),
        (["approvers: {roles: []}"], "ask", "9:7: policy.rules 1.approvers: names nobody; write"
         " roles, people, groups, channels, schedules or anyone: true"),
        (["approvers:"], "ask", "9:17: there is no value here; write one or leave it out"),
        (["approvers: {roles: [admin]}"], "ask", "9:27: policy.rules 1.approvers.roles 1: nobody"
         " has the role admin; give it to a person above"),
        (["approvers: {roles: [aprover]}"], "ask", "9:27: policy.rules 1.approvers.roles 1: the"
         " role aprover isn't known; did you mean approver?"),
        (["approvers: {people: [bem]}"], "ask", "9:28: policy.rules 1.approvers.people 1: there is"
         " no person bem; did you mean ben?"),
        (["approvers: {people: [zoe]}"], "ask", "9:28: policy.rules 1.approvers.people 1: there is"
         " no person zoe; known are ana, ben"),
        (["approvers: {anyone: yes}"], "ask", "9:27: policy.rules 1.approvers.anyone must be true"
         " or false"),
        (["approvers: {roles: [approver]}", "count: 2"], "ask", "9:7: policy.rules 1.approvers:"
         " 2 people must say yes, but the set has 1; link more people or lower count"),
        (["count: 0"], "ask", "9:14: policy.rules 1.count is 0; write 1 or more"),
        (["deadline: 1h", "next: [{roles: [approver], after: 1h}]"], "ask", "10:41: policy.rules"
         " 1.next 1.after: 1h isn't before the deadline, 1h"),
        (["next: [{roles: [owner]}]"], "ask", "9:23: policy.rules 1.next 1.roles 1: nobody has the"
         " role owner; give it to a person above"),
        (["grant_for: 25h"], "ask", "9:18: policy.rules 1.grant_for: 25h is over 24h; write 24h or"
         " less"),
        (["route: ops"], "ask", "9:14: policy.rules 1.route is ops; write a Slack channel's id, for"
         " example C024BE7LT (the channel's name, About)"),
        (["step_up: no"], "ask", "9:16: policy.rules 1.step_up is no; write on or off"),
        (["route: C1"], "allow", "9:14: policy.rules 1.route: route means nothing when the verdict"
         " is allow; leave it out"),
        (["veto: {}"], "ask", "9:7: policy.rules 1.veto: names nobody; write roles, people, groups,"
         " channels, schedules or anyone: true"),
        (["deadline: 8d"], "ask", "9:17: policy.rules 1.deadline: 8d is over 7 days; write 7d or"
         " less"),
        (["deadline: soon"], "ask", "9:17: policy.rules 1.deadline: soon isn't a time; write 30m,"
         " 1h, 1h30m or 2d"),
        (["deadline: 0m"], "ask", "9:17: policy.rules 1.deadline: is no time at all; write 30m, 1h,"
         " 1h30m or 2d"),
        (["deadline: 3600"], "ask", "9:17: policy.rules 1.deadline is 3600; write 30m, 1h, 1h30m or"
         " 2d"),
        (["deadline: ''"], "ask", "9:7: policy.rules 1.deadline: '' isn't a time; write 30m, 1h,"
         " 1h30m or 2d"),
        (["deadline: 1h", "reminders: [1h]"], "ask", "10:19: policy.rules 1.reminders 1: 1h isn't"
         " before the deadline, 1h"),
        (["reminders: [10m, 5m]"], "ask", "9:24: policy.rules 1.reminders 2: 5m isn't after the"
         " reminder before it"),
        (["reminders: [x]"], "ask", "9:19: policy.rules 1.reminders 1: x isn't a time; write 30m,"
         " 1h, 1h30m or 2d"),
        (["count: 2"], "allow", "9:14: policy.rules 1.count: count means nothing when the verdict"
         " is allow; leave it out"),
        (["reason: no"], "ask", "9:15: policy.rules 1.reason: reason belongs to refuse; when the"
         " verdict is ask leave it out"),
        (["because: ''"], "ask", "9:7: policy.rules 1.because is empty; write something or leave"
         " the key out"),
        ([f"because: {'x' * 301}"], "ask", "9:16: policy.rules 1.because is too long; write 300"
         " characters at most"),
        (["usual: {x: {min: 3, max: 1}}"], "ask", "9:24: policy.rules 1.usual.x.min: is above max,"
         " 1; no number is both"),
        (["usual: {x: []}"], "ask", "9:15: policy.rules 1.usual.x: says nothing; write the usual"
         " values, or min and max"),
        (["usual: {x: {one_of: [a], max: 1}}"], "ask", "9:15: policy.rules 1.usual.x: has values"
         " and a range; write one of them"),
        (["usual: {x: {most: 1}}"], "ask", "9:19: the key most isn't known here; known are"
         " one_of, min, max"),
        (["usual: {x: {max: big}}"], "ask", "9:24: policy.rules 1.usual.x.max must be a number"),
        (["usual: {x: [[a]]}"], "ask", "9:15: policy.rules 1.usual.x.one_of 1 must be text, a"
         " number, true or false"),
        (["usual: {}"], "ask", "9:7: policy.rules 1.usual is empty; write at least one"),
        (["usual: {x: a}"], "allow", "9:7: policy.rules 1.usual: usual means nothing when the"
         " verdict is allow; leave it out"),
        (["data: [a, b, c, d, e, f]"], "ask", "9:7: policy.rules 1.data has too many; write 5 at"
         " most"),
        ([f"data: [{'x' * 41}]"], "ask", "9:14: policy.rules 1.data 1 is too long; write 40"
         " characters at most"),
        (["data: [' ']"], "ask", "9:14: policy.rules 1.data 1 is empty; write something or leave"
         " the key out"),
        (["- x"], "ask", "9:7: not YAML: expected <block end>, but found '-'"),
    ],
)  # fmt: skip
def test_a_wrong_rule_is_refused_with_line_and_column(
    lines: list[str], verdict: str, words: str
) -> None:
    """Each fault of a rule is said where it stands, and the rule without it is fine."""
    assert said(rule(*lines, verdict=verdict)) == [f"f.yaml:{words}"]
    loads(rule())


def test_what_is_usual_and_whose_data_it_is_is_read() -> None:
    """A value or a list is short for `one_of`."""
    usual = "usual: {region: [eu, us], size: 3, on: {one_of: [true]}, amount: {min: 0, max: 5.5}}"
    (made,) = loads(rule(usual, "data: [customer, payment, customer]")).policy.rules
    assert made.usual == (
        Usual("region", ("eu", "us")),
        Usual("size", (3,)),
        Usual("on", (True,)),
        Usual("amount", (), 0, 5.5),
    )
    assert made.data == ("customer", "payment")
    (short,) = loads(rule("data: customer")).policy.rules
    assert short.data == ("customer",)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("tools: x", "tools: '*'", "7:14: policy.rules 1.tools 1: allows every tool; say so with"
         " the rule allow_all, or name risks or tools"),
        ("tools: x", "tools: [' ']", "7:15: policy.rules 1.tools 1: is empty; write a tool's name,"
         " or *"),
        ("tools: x", "tools: []", "7:7: policy.rules 1.tools is empty; write at least one"),
        ("    - name: r\n", "    - allow_all\n    - name: r\n", "7:7: policy.rules 2: nothing"
         " comes this far: allow_all above takes every call; move it down or leave it out"),
        ("    - name: r\n", "    - {name: r, tools: y, verdict: ask}\n    - name: r\n", "7:13:"
         " policy.rules 2.name: the name r is there twice; names are for one rule"),
        ("    - name: r\n", "    - 3\n    - name: r\n", "6:7: policy.rules 1 must be keys with"
         " values, each on a line of its own"),
    ],
)  # fmt: skip
def test_a_rule_that_can_not_be_meant_is_refused(old: str, new: str, words: str) -> None:
    """Autonomy by the back door, empty globs, rules never reached and names twice."""
    text = rule(verdict="allow")
    loads(text)
    assert f"f.yaml:{words}" in said(text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [1", "1:6: not YAML: expected ',' or ']', but got '<stream end>'"),
        ("a: \x07", "1:1: not YAML: a character that no text may hold"),
        ("a: 1\na: 2", "2:1: a is there twice (first in line 1); keep one"),
        ("1: 2", "1:1: a key must be a word; put it in quotes"),
        ("? [a]\n: b", "1:3: a key must be a word; put it in quotes"),
        ("a: &x 1\nb: *x", "2:4: not YAML: an alias isn't read; write it out"),
        ("a: !!python/object:os.system x", "1:4: x isn't understood; put it in quotes"),
        ("a: 123456789012345678901", "1:4: 123456789012345678901 isn't understood; put it in"
         " quotes"),
        ("a: !x {b: 1}", "1:4: the tag !x isn't known; leave it out"),
        ("a: 1\n---\nb: 2", "2:1: not YAML: but found another document"),
        ("a: " + "[" * 5000, "1:1: nested too deeply"),
        ("a: " + "[" * 30 + "]" * 30, "1:24: nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_not_plain_yaml_is_refused(text: str, words: str) -> None:
    """Odd YAML never becomes a policy, nor runs anything."""
    assert said(text) == [f"f.yaml:{words}"]


def test_a_file_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    """Missing, a folder, too big, or not text: each in words."""
    binary, big = tmp_path / "b.yaml", tmp_path / "big.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    big.write_text("#" * 1_000_001)
    cases = {
        tmp_path / "no.yaml": "there is no such file; name another one with SIGNOFF_CONFIG",
        tmp_path: "can't be read: Is a directory",
        binary: "isn't text in UTF-8; save it as such",
        big: "more than 1 MB: this isn't a policy",
    }
    for path, words in cases.items():
        with pytest.raises(ConfigTrouble) as trouble:
            load(path)
        assert str(trouble.value) == f"{path}:1:1: {words}"


def test_the_read_policy_asks_whom_it_names() -> None:
    """From text to verdict: the named approver is asked, within the named time."""
    policy = loads(rule("deadline: 10m", "approvers: {people: [ben]}", "reminders: []")).policy
    verdict = judge(Facts("x", "medium", ANA), policy)
    assert isinstance(verdict, Ask)
    assert (verdict.spec.deadline_s, verdict.spec.reminders_s) == (600, ())
    assert [person.id for person in policy.members(verdict.spec.approvers)] == ["ben"]
