"""What a verdict that asks people gets from outside of the rules: secrets and kinds of data."""

from collections.abc import Callable

from bot.core.ids import Who
from bot.core.live import once
from bot.core.policy import Facts, named
from bot.core.replacing import replace
from bot.core.rules import Policy
from bot.core.sensitive import marked as secrets
from bot.core.sensitive import scrubbed, values
from bot.core.usual import Usual
from bot.core.verdicts import Ask, Refuse, Verdict
from bot.ports import ToolSpec


def marked(verdict: Verdict, names: tuple[str, ...], tool: ToolSpec | None) -> Verdict:
    """A verdict that people are asked by knows which arguments nobody sees, and the tool's data."""
    if not isinstance(verdict, Ask):
        return verdict
    return classed(replace(verdict, spec=replace(verdict.spec, sensitive=names)), tool)


def classed(verdict: Verdict, tool: ToolSpec | None) -> Verdict:
    """The verdict with the kinds of data that the tool says it is about, after the rule's."""
    if not isinstance(verdict, Ask) or tool is None or not tool.data:
        return verdict
    return replace(verdict, spec=replace(verdict.spec, data=once((*verdict.spec.data, *tool.data))))


def norms(policy: Policy, verdict: Verdict) -> tuple[Usual, ...]:
    """What the rule that asks calls usual."""
    name = verdict.spec.rule if isinstance(verdict, Ask) else ""
    return next((rule.usual for rule in policy.rules if rule.name == name), ())


def hidden(policy: Policy, tool: str, spec: ToolSpec | None) -> tuple[str, ...]:
    """The tool's arguments that nobody is shown: those that it marks, or any rule for it."""
    if spec is None:
        return ()
    facts = Facts(tool, spec.risk, Who("", ""))
    ruled = (name for r in policy.rules if named(r, facts) for name in r.sensitive)
    return tuple(sorted({*secrets(spec.parameters), *ruled}))


def hushed(verdict: Verdict, args: str, names: Callable[[], tuple[str, ...]]) -> Verdict:
    """The verdict on these canonical arguments, without the values of those that nobody is shown.

    A refusal says what is off with an argument, and stands on cards and records.
    """
    if not isinstance(verdict, Refuse):
        return verdict
    return replace(verdict, reason=scrubbed(verdict.reason, values(args, names())))
