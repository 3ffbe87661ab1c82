"""`signoff policy`: what the policy says of calls, before anybody makes them."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

import click
from pydantic import TypeAdapter

from bot.cli.common import in_words, specs_of
from bot.config import Config, ConfigTrouble, check_tools, examples, load, one_argument
from bot.core import canon, live
from bot.core.ids import Who
from bot.core.matchers import check
from bot.core.policy import Facts, judge, why_not
from bot.core.replacing import replace
from bot.core.rules import Policy
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Ask, Refuse, Verdict
from bot.ports import ToolSpec

NOBODY = Who("", "", "somebody who isn't listed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A call as it might come, and what is to be said of it. `by` is a person's id; `live` says who
    (ids) is in a set whose members only Slack or a calendar knows, such as `group:S024BE7LH`.
    """

    tool: str
    args: dict[str, Any]
    expect: Literal["allow", "ask", "refuse"]
    rule: str | None = None
    by: str | None = None
    channel: str = ""
    direct: bool = False
    live: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


EXAMPLES = TypeAdapter(list[Example])
KEYS = tuple(one.name for one in fields(Example))


@dataclass(frozen=True, slots=True)
class Judge:
    """A policy with the tools it is for."""

    config: Config
    specs: Mapping[str, ToolSpec]

    def facts(self, example: Example) -> Facts:
        """As the gate would see the call."""
        spec = self.specs.get(example.tool)
        return Facts(
            tool=example.tool,
            risk=spec.risk if spec else None,
            requester=_who(self.config.policy, example.by),
            max_asked=self.config.limits.max_approvals,
            direct=example.direct,
            args=canon.parse(canon.canonical(example.args)),
            channel=example.channel,
            agent=self.config.agent,
            live={
                name: frozenset(_who(self.config.policy, person).key for person in people)
                for name, people in example.live.items()
            },
        )


def test_policy(file: Path) -> int:
    """Prints what is said of each example in a file, and 1 if it isn't what the file expects."""
    with in_words():
        judge_ = _opened()
        told = examples(file, EXAMPLES, KEYS)
    wrong = 0
    for number, example in enumerate(told, 1):
        facts = judge_.facts(example)
        verdict, unread = judged(facts, judge_.config.policy)
        rule = _rule(verdict)
        fits = verdict.kind == example.expect and example.rule in (None, rule)
        wrong += not fits
        click.echo(f"{'ok' if fits else 'WRONG':6} {number:3}  {_call(example)}")
        click.echo(f"{'':12}{_said(verdict, rule)}")
        if unread:
            click.echo(f"{'':12}{unread}")
        if not fits:
            by = f" by {example.rule}" if example.rule else ""
            click.echo(f"{'':12}expected: {example.expect}{by}")
    click.echo(f"\n{len(told)} examples, {wrong} not as expected.")
    return 1 if wrong else 0


def explain(tool: str, args: str, by: str | None) -> int:
    """Prints what the policy says of one call, and which rules it passed on the way."""
    with in_words():
        judge_ = _opened()
        try:
            example = Example(tool=tool, args=canon.parse(args), expect="allow", by=by)
        except canon.BadArguments as error:
            raise click.ClickException(f"{error}; write them as JSON, such as '{{}}'") from None
        facts = judge_.facts(example)
    policy = judge_.config.policy
    verdict, unread = judged(facts, policy)
    for rule, words in passed(facts, policy):
        click.echo(f"{'passed':8} {rule}: {words}")
    click.echo(f"{'verdict':8} {_said(verdict, _rule(verdict))}")
    if unread:
        click.echo(f"{'':8} {unread}")
    return 0


def judged(facts: Facts, policy: Policy) -> tuple[Verdict, str]:
    """What is said of a call, and on whom it depends that can't be known here, "" if on nobody."""
    verdict = judge(facts, policy)
    if isinstance(verdict, Ask):
        return verdict, ""
    whoever = judge(replace(facts, deciding=True), policy)
    if not isinstance(whoever, Ask):
        return verdict, ""
    sets = map(live.in_words, live.unread(whoever.spec.approvers, facts.live))
    return whoever, f"if somebody is there: {' and '.join(sets)}, read when it is asked"


def passed(facts: Facts, policy: Policy) -> Iterator[tuple[str, str]]:
    """The rules above the one that speaks of a call, with why they don't."""
    for rule in policy.rules:
        off = why_not(rule, facts, policy)
        if off is None or off.unread:
            return
        yield rule.name, off.words


def judge_arguments(lines: Iterable[str]) -> int:
    """For each JSON line `{rule, arg, value}` a JSON line `{verdict, why}`; 0 if all were read."""
    bad = 0
    for line in lines:
        if line.strip():
            found = _argument(line)
            bad += found is None
            said = found or {"verdict": "refuse", "why": "the line isn't {rule, arg, value}"}
            click.echo(json.dumps(said, ensure_ascii=False))
    return 1 if bad else 0


def _argument(line: str) -> dict[str, str] | None:
    """What is said of one line; None if it isn't one. Its value is read as the gate reads a call's:
    numbers that aren't finite, doubled keys, half characters and too deep nesting are refused.
    """
    try:
        given = json.loads(line)
        rule, name, value = given["rule"], given["arg"], given["value"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    try:
        value = canon.parse(canon.canonical(canon.parse(line)))["value"]
        argument = one_argument(str(name), rule)
    except canon.BadArguments as error:
        return {"verdict": "refuse", "why": str(error)}
    except ConfigTrouble as trouble:
        return {"verdict": "refuse", "why": "; ".join(p.words for p in trouble.problems)}
    off = check((argument,), {str(name): value})
    if off:
        return {"verdict": "refuse", "why": off.words}
    return {"verdict": "allow", "why": "as the rule says"}


def _opened() -> Judge:
    config = load(Path(os.environ.get("SIGNOFF_CONFIG", "signoff.yaml")))
    sys.path.insert(0, str(Path.cwd()))
    specs = specs_of(config)
    check_tools(config, specs)
    return Judge(config, specs)


def _who(policy: Policy, person: str | None) -> Who:
    if person is None:
        return NOBODY
    found = next((one for one in policy.people if one.id == person), None)
    if found is None:
        known = ", ".join(one.id for one in policy.people)
        raise click.ClickException(f"there is no person {person}; known are {known}")
    return Who(found.team, found.user, found.name)


def _rule(verdict: Verdict) -> str:
    """The rule that a verdict is by, "" if none."""
    if isinstance(verdict, Ask):
        return verdict.spec.rule
    return verdict.rule


def _call(example: Example) -> str:
    shown = ", ".join(f"{name}={json.dumps(value)}" for name, value in example.args.items())
    by = f" for {example.by}" if example.by else ""
    return f"{example.tool}({shown}){by}"


def _said(verdict: Verdict, rule: str) -> str:
    by = f" by {rule}" if rule else ""
    match verdict:
        case Refuse(reason=reason):
            return f"refuse{by}: {reason}"
        case Ask(spec=spec):
            return f"ask{by}: {_asked(spec)}"
        case _:
            return f"allow{by}"


def _asked(spec: AskSpec) -> str:
    own = ", not whoever asked" if spec.exclude_requester else ""
    owners = f", {spec.owners} with the role owner" if spec.owners else ""
    where = f", in {spec.route}" if spec.route else ""
    later = [f", after {_time(tier.after_s)} also {_set(tier.approvers)}" for tier in spec.next]
    who = f"{spec.count} of {_set(spec.approvers)}{owners}{own}{where}{''.join(later)}"
    broken = f"; {_set(spec.breakglass)} in an emergency" if spec.breakglass else ""
    return f"{who}, within {_time(spec.deadline_s)}; {spec.because}{broken}"


def _set(approvers: Approvers) -> str:
    if approvers.anyone:
        return "anyone listed"
    sets = map(live.in_words, approvers.live)
    return " or ".join([*(f"role {r}" for r in approvers.roles), *sets, *approvers.people])


def _time(seconds: int) -> str:
    minutes = seconds // 60
    return f"{minutes} min" if minutes % 60 else f"{minutes // 60} h"
