"""`signoff policy`: what is said of calls before anybody makes them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from tests.config.people import PEOPLE

DOCUMENTED = Path(__file__).parent.parent.parent / "docs" / "examples"
CASES = Path(__file__).parent.parent / "fixtures" / "arguments.jsonl"
EXAMPLES = """\
- {tool: look_up_order, args: {order_id: 1042}, expect: allow, rule: looking}
- {tool: refund_order, args: {order_id: 1042, amount: 5, reason: late}, by: ana, expect: ask}
- {tool: refund_order, args: {order_id: 1042, amount: 5000, reason: late}, expect: refuse}
- {tool: drop_tables, args: {}, expect: refuse}
"""
POLICY = f"""\
{PEOPLE}tools: [bot.tools.shop]
policy:
  rules:
    - {{name: looking, tools: "*", risk: read, verdict: allow}}
    - name: small
      tools: refund_order
      args: {{amount: {{max: 500}}}}
      when: args.reason != ''
      verdict: ask
      because: money goes out
      approvers: {{roles: approver}}
"""


@pytest.fixture(autouse=True)
def policy(tmp_path: Path, bare: pytest.MonkeyPatch) -> Path:
    """The command's environment names a policy, and nothing else."""
    file = tmp_path / "signoff.yaml"
    file.write_text(POLICY)
    bare.setenv("SIGNOFF_CONFIG", str(file))
    return file


def signoff(*words: str, given: str | None = None) -> Result:
    """The command's exit code and output."""
    return CliRunner().invoke(main, ["policy", *words], input=given)


def test_the_production_example_says_what_it_is_meant_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list beside it fits: for the example tools, the people and the channels of the demo."""
    monkeypatch.setenv("SIGNOFF_CONFIG", str(DOCUMENTED / "production.yaml"))
    done = signoff("test", str(DOCUMENTED / "production-calls.yaml"))
    assert (
        "ask by prod: 1 of who is on call for shop, not whoever asked, after 10 min also role "
        "approver, after 30 min also role owner, within 1 h; restarts in prod need whoever is on "
        "call; role owner in an emergency\n"
    ) in done.output
    assert (
        "ask by big-refunds: 2 of role approver or role owner, 1 with the role owner, not whoever "
        "asked, in C0APPROVALS, within 4 h; refunds above 100 need an approver and an owner\n"
    ) in done.output
    assert done.output.endswith("8 examples, 0 not as expected.\n") and done.exit_code == 0


def test_every_case_of_the_table_line_by_line() -> None:
    """One answer for each line, in order, with its reason."""
    lines = CASES.read_text()
    done = signoff("args", given=lines)
    assert done.exit_code == 0
    found = [json.loads(line) for line in done.output.splitlines()]
    wanted = [json.loads(line)["expect"] for line in lines.splitlines()]
    assert [one["verdict"] for one in found] == wanted
    assert all(set(one) == {"verdict", "why"} and one["why"] for one in found)


@pytest.mark.parametrize("line", ["no JSON", "[]", "{}", '{"rule": {}, "arg": "a"}', "1"])
def test_a_line_that_is_something_else_is_refused(line: str) -> None:
    """It is answered in its place, and the command ends with 1."""
    good = '{"rule": {"max": 1}, "arg": "n", "value": 1}'
    done = signoff("args", given=f"{good}\n{line}\n\n{good}\n")
    verdicts = [json.loads(one)["verdict"] for one in done.output.splitlines()]
    assert (done.exit_code, verdicts) == (1, ["allow", "refuse", "allow"])


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("NaN", "NaN is not a JSON number"),
        ("1e999", "a number is too large"),
        ('"\\ud800"', "half a character"),
        ('{"a": 1, "a": 2}', "the same key twice"),
        ("[" * 100 + "]" * 100, "nested deeper than 64 levels"),
    ],
)
def test_a_value_is_read_as_the_gate_reads_it(value: str, why: str) -> None:
    """What no call could hold is refused, and the lines after it are answered."""
    line = f'{{"rule": {{"max_items": 9}}, "arg": "n", "value": {value}}}'
    done = signoff("args", given=f'{line}\n{{"rule": {{"max": 1}}, "arg": "n", "value": 1}}\n')
    first, second = (json.loads(one) for one in done.output.splitlines())
    assert (first["verdict"], second["verdict"]) == ("refuse", "allow")
    assert why in first["why"]


def test_a_line_too_deep_to_read_is_refused() -> None:
    """As any other that isn't one."""
    done = signoff("args", given='{"rule": {}, "arg": "n", "value": ' + "[" * 200_000 + "\n")
    assert (done.exit_code, json.loads(done.output)["verdict"]) == (1, "refuse")


def test_a_rule_that_is_not_understood_is_refused_in_words() -> None:
    """As in the file: what is wrong, and what was probably meant."""
    done = signoff("args", given='{"rule": {"undr": "/srv"}, "arg": "path", "value": "/srv/a"}')
    assert json.loads(done.output) == {
        "verdict": "refuse",
        "why": "the key undr isn't known here; did you mean under?",
    }


def test_a_key_within_is_compared_with_those_of_its_place() -> None:
    """A command's own keys, not an argument's."""
    done = signoff("args", given='{"rule": {"argv": {"progam": "ls"}}, "arg": "a", "value": []}')
    assert "the key progam isn't known here; did you mean program?" in done.output


def test_examples_are_judged(tmp_path: Path) -> None:
    """All as expected: 0. One that isn't is shown with what was expected: 1."""
    file = tmp_path / "examples.yaml"
    file.write_text(EXAMPLES)
    done = signoff("test", str(file))
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "4 examples, 0 not as expected.")
    file.write_text(EXAMPLES + "- {tool: look_up_order, args: {}, expect: ask, rule: small}\n")
    done = signoff("test", str(file))
    assert done.exit_code == 1
    assert done.output.splitlines()[-5:] == [
        "WRONG    5  look_up_order()",
        "            allow by looking",
        "            expected: ask by small",
        "",
        "5 examples, 1 not as expected.",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "- {tol: x, args: {}, expect: ask}",
            "examples.yaml:1:4: the key tol isn't known here; did you mean tool?",
        ),
        ("- {tool: x, args: {}, expect: maybe}", "examples.yaml:1:31: 1.expect: input"),
        (
            "- {tool: x, args: {}, expect: ask, by: zoe}",
            "there is no person zoe; known are ana, ben",
        ),
        ("tool: x", "examples.yaml:1:1: the file: input should be a valid list"),
    ],
)
def test_wrong_examples_are_said(tmp_path: Path, text: str, words: str) -> None:
    """With line and column."""
    file = tmp_path / "examples.yaml"
    file.write_text(text)
    done = signoff("test", str(file))
    assert done.exit_code == 1
    assert words in done.output


def test_a_call_is_explained() -> None:
    """Which rules were passed and why, and which one speaks."""
    done = signoff("explain", "refund_order", '{"order_id": 1, "amount": 501, "reason": "x"}')
    assert done.output.splitlines() == [
        "passed   looking: isn't for this tool or its risk",
        "passed   small: amount is 501, more than 500",
        "verdict  refuse: no rule of the policy allows refund_order with these arguments",
    ]
    done = signoff("explain", "refund_order", '{"amount": "5"}', "--by", "ana")
    assert done.output.splitlines()[-1] == (
        "verdict  refuse by small: the rule small can't be applied: amount is text where a number "
        "is expected"
    )
    assert signoff("explain", "refund_order", "{").exit_code == 1


def test_a_policy_that_is_wrong_is_said(policy: Path) -> None:
    """As at a start, with line and column."""
    policy.write_text(POLICY.replace("amount: {max", "amuont: {max"))
    done = signoff("explain", "refund_order")
    assert done.exit_code == 1
    words = "signoff.yaml:10:14: refund_order takes no argument amuont; did you mean amount?"
    assert words in done.output


LIVE = POLICY.replace("approvers: {roles: approver}", "approvers: {groups: S1}")


def test_who_is_in_a_group_is_said_by_the_example(policy: Path, tmp_path: Path) -> None:
    """Or what is said depends on it: nobody asks Slack here."""
    policy.write_text(LIVE)
    refund = "tool: refund_order, args: {order_id: 1, amount: 5, reason: late}, by: ana"
    file = tmp_path / "examples.yaml"
    file.write_text(
        f"- {{{refund}, expect: ask}}\n"
        f"- {{{refund}, expect: ask, live: {{'group:S1': [ben]}}}}\n"
        f"- {{{refund}, expect: refuse, live: {{'group:S1': []}}}}\n"
        f"- {{{refund}, expect: refuse, live: {{'group:S1': [ana]}}}}\n"
    )
    done = signoff("test", str(file))
    assert done.exit_code == 0, done.output
    depends = "if somebody is there: the user group S1, read when it is asked"
    assert done.output.count(depends) == 1
    assert "ask by small: 1 of the user group S1, not whoever asked" in done.output
    assert "nobody who could answer is linked" in done.output
    file.write_text(f"- {{{refund}, expect: ask, live: {{'group:S1': [bem]}}}}\n")
    assert "there is no person bem" in signoff("test", str(file)).output


def test_explaining_says_on_whom_it_depends(policy: Path) -> None:
    """The terms all the same."""
    policy.write_text(LIVE)
    args = '{"order_id": 1, "amount": 5, "reason": "late"}'
    done = signoff("explain", "refund_order", args, "--by", "ana")
    assert "ask by small: 1 of the user group S1" in done.output
    assert "if somebody is there: the user group S1" in done.output
