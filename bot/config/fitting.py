"""Whether a policy fits the tools that there are."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

from bot.config.build import RULES, Config
from bot.config.schema import READY_MADE, near
from bot.config.tree import ConfigTrouble, Path_, Problem
from bot.core.policy import terms_of
from bot.core.questions import TOOLS
from bot.core.rules import Policy, Rule
from bot.core.steps import PROPOSE
from bot.core.tiers import Tier
from bot.ports import ToolSpec

Specs = Mapping[str, ToolSpec]


def check_tools(config: Config, specs: Specs) -> None:
    """Returns if the policy fits the tools that there are; ConfigTrouble otherwise."""
    problems = [*_reserved(config, specs), *_no_tool(config, specs), *_no_argument(config, specs)]
    problems += _nothing_hidden(config, specs)
    problems += _nobody_to_ask(config, specs)
    if problems:
        raise ConfigTrouble(config.file, problems)


def _reserved(config: Config, specs: Specs) -> Iterator[Problem]:
    """A tool that could never be called: the gate answers calls of that name itself."""
    if PROPOSE in specs:
        words = f"a tool is named {PROPOSE}, which is how a plan is proposed; give it another name"
        yield Problem(config.tree.place(("tools",)), words)
    for name in (name for name in TOOLS if name in specs):
        words = f"a tool is named {name}, by which the agent asks people; give it another name"
        yield Problem(config.tree.place(("tools",)), words)


def _no_tool(config: Config, specs: Specs) -> Iterator[Problem]:
    """A glob that matches nothing is a slip of the pen: its tool would fall to a later rule."""
    known = (*specs, *TOOLS)
    for index, rule in enumerate(config.policy.rules):
        for spot, glob in enumerate(rule.tools):
            if rule.name not in READY_MADE and not any(fnmatchcase(t, glob) for t in known):
                words = f"{glob} matches no tool; {near(glob, sorted(specs))}"
                yield Problem(config.tree.place((*RULES, index, "tools", spot)), words)


def _no_argument(config: Config, specs: Specs) -> Iterator[Problem]:
    """An argument that a tool doesn't take is never given: each of its calls would be refused."""
    for index, rule in enumerate(config.policy.rules):
        at: Path_ = (*RULES, index, "args")
        for argument in rule.args:
            for name, spec in specs.items():
                known = sorted(spec.parameters.get("properties", {}))
                if _named(rule, name, spec) and argument.name not in known:
                    meant = near(argument.name, known)
                    words = f"{name} takes no argument {argument.name}; {meant}"
                    yield Problem(config.tree.place((*at, argument.name), key=True), words)
                    break


def _nothing_hidden(config: Config, specs: Specs) -> Iterator[Problem]:
    """A sensitive argument that none of the rule's tools takes: the one that is meant is shown.

    One that is to be usual isn't compared.
    """
    for index, rule in enumerate(config.policy.rules):
        parts = (spec.parameters for name, spec in specs.items() if _named(rule, name, spec))
        known = sorted({name for part in parts for name in part.get("properties", {})})
        at: Path_ = (*RULES, index)
        hidden = ((name, (*at, "sensitive", spot)) for spot, name in enumerate(rule.sensitive))
        odd = ((norm.name, (*at, "usual", norm.name)) for norm in rule.usual)
        for name, path in (*hidden, *odd):
            if known and name not in known:
                words = f"no tool of this rule takes an argument {name}; {near(name, known)}"
                yield Problem(config.tree.place(path, key=True), words)


def _nobody_to_ask(config: Config, specs: Specs) -> list[Problem]:
    """Tools whose call people would be asked about, if there were any."""
    policy, found = config.policy, dict[int, str]()
    for name, spec in specs.items():
        for index, rule in enumerate(policy.rules):
            if not _named(rule, name, spec):
                continue
            tier, verdict = terms_of(rule, spec.risk, policy)
            lacking = _lacking(rule, tier, policy)
            refused = tier.step_up and rule.step_up == "on"
            if verdict == "ask" and lacking is not None and not refused:
                found.setdefault(index, f"{name} is of {spec.risk} risk{lacking}")
            if not (rule.args or rule.when):
                break  # no call of it comes further
    return [
        Problem(
            config.tree.place((*RULES, index)),
            f"the rule {policy.rules[index].name} has nobody to ask ({why}); add approvers that "
            "people have",
        )
        for index, why in found.items()
    ]


def _lacking(rule: Rule, tier: Tier, policy: Policy) -> str | None:
    """Why too few people could ever answer, "" if there are none at all; None if there are enough.

    Who is in a live set is known only when it is read.
    """
    groups = [rule.approvers or tier.approvers, *(group for _, group in rule.next)]
    if any(group.live for group in groups):
        return None
    able = {person.id: person for group in groups for person in policy.members(group)}
    count, owners = rule.count or tier.count, tier.owners if rule.owners is None else rule.owners
    if not able:
        return ""
    if len(able) < count:
        return f", which {count} people must allow"
    if sum("owner" in person.roles for person in able.values()) < owners:
        return f", of which {owners} must have the role owner"
    return None


def _named(rule: Rule, name: str, spec: ToolSpec) -> bool:
    globbed = any(fnmatchcase(name, glob) for glob in rule.tools)
    return globbed and (not rule.risks or spec.risk in rule.risks)
