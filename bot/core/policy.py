"""The gate: `judge` is the only maker of a verdict. Total, pure, fails closed.

It sees structured facts only; the model's prose and tool output can't reach it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

from bot.core.condition import holds
from bot.core.ids import Who
from bot.core.matchers import Off, check
from bot.core.matchers.found import Unread
from bot.core.rules import Person, Policy, Rule
from bot.core.terms import MAX_DEADLINE_S, MINUTE, AskSpec, Risk
from bot.core.tiers import TIERS, Tier
from bot.core.verdicts import Allow, Ask, Refuse, Verdict


@dataclass(frozen=True, slots=True)
class Facts:
    """What the gate knows of a call. `risk` is None for a tool that doesn't exist.

    `steerer` is whoever's message the model read last, where that isn't the requester. `direct`: it
    was asked in a direct message, where a card reaches nobody but the requester. `args` are the
    call's final arguments, `channel` and `agent` the ids by which they are known.
    """

    tool: str
    risk: Risk | None
    requester: Who
    asked: int = 0
    max_asked: int = 10
    steerer: Who | None = None
    direct: bool = False
    args: Mapping[str, Any] = field(default_factory=dict[str, Any])
    channel: str = ""
    agent: str = ""


def judge(facts: Facts, policy: Policy) -> Verdict:
    """Allow, Ask or Refuse; no rule, no tool, nobody to ask all mean Refuse."""
    if facts.risk is None:
        return Refuse(f"there is no tool named {facts.tool}")
    found = speaks(facts, policy)
    if isinstance(found, Refuse):
        return found
    rule = found
    tier, verdict = terms_of(rule, facts.risk, policy)
    match verdict:
        case "allow":
            return Allow(rule.name)
        case "refuse":
            return Refuse(rule.reason or _refused(rule, facts.risk), rule.name)
        case "ask" if not policy.human_in_the_loop:
            words = f"the rule {rule.name} asks people, and this agent may ask nobody"
            return Refuse(f"{words} (human_in_the_loop: false)", rule.name)
        case "ask":
            return _ask(rule, tier, facts, policy)


def terms_of(
    rule: Rule, risk: Risk, policy: Policy
) -> tuple[Tier, Literal["allow", "ask", "refuse"]]:
    """The defaults that a rule falls back to for a call of that risk, and what it comes to.

    With `tool_approval: all` what it would allow is asked, by medium's terms where a risk has none.
    """
    tier = TIERS[risk]
    verdict = tier.verdict if rule.verdict == "by_risk" else rule.verdict
    if verdict == "allow" and policy.tool_approval == "all":
        return (TIERS["medium"] if tier.approvers.empty else tier), "ask"
    return tier, verdict


def speaks(facts: Facts, policy: Policy) -> Rule | Refuse:
    """The first rule that speaks of this call.

    Refuse if none does, and if it can't be said for certain whether one does: what can be read in
    two ways never falls to a later rule.
    """
    for rule in policy.rules:
        off = why_not(rule, facts, policy)
        if off is None:
            return rule
        if off.unread:
            return Refuse(f"the rule {rule.name} can't be applied: {off.words}", rule.name)
    if any(named(rule, facts) for rule in policy.rules):
        return Refuse(f"no rule of the policy allows {facts.tool} with these arguments")
    return Refuse(f"no rule of the policy names {facts.tool}, so it isn't allowed")


def named(rule: Rule, facts: Facts) -> bool:
    """Whether a rule is for calls of this tool and risk: exact letters, `*` within the name."""
    if rule.risks and facts.risk not in rule.risks:
        return False
    return any(fnmatchcase(facts.tool, glob) for glob in rule.tools)


def why_not(rule: Rule, facts: Facts, policy: Policy) -> Off | None:
    """Why a rule doesn't speak of a call; None if it does."""
    if not named(rule, facts):
        return Off("isn't for this tool or its risk")
    off = check(rule.args, facts.args)
    if off is not None or not rule.when:
        return off
    try:
        true = holds(rule.when, _context(facts, policy))
    except Unread as why:
        return Off(f"its condition {why}", unread=True)
    return None if true else Off("its condition isn't true")


def _context(facts: Facts, policy: Policy) -> dict[str, Any]:
    """What `when` may speak of (docs/policy.md)."""
    person = policy.person(facts.requester)
    return {
        "args": dict(facts.args),
        "requester": {
            "id": person.id if person else "",
            "user": facts.requester.user,
            "team": facts.requester.team,
            "roles": list(person.roles) if person else [],
        },
        "channel": {"id": facts.channel, "direct": facts.direct},
        "agent": facts.agent,
        "call": {"tool": facts.tool, "risk": facts.risk or ""},
    }


def _refused(rule: Rule, risk: Risk) -> str:
    if rule.verdict == "by_risk":
        return f"calls of {risk} risk need a rule of their own, and the policy has none"
    return f"the policy's rule {rule.name} refuses it"


def _ask(rule: Rule, tier: Tier, facts: Facts, policy: Policy) -> Verdict:
    if facts.risk == "critical":
        # Two people and a fresh sign-in are its terms (PRODUCT.md 2); what isn't built is a no.
        return Refuse("critical calls need a fresh sign-in, which isn't available yet", rule.name)
    if facts.asked >= facts.max_asked:
        words = f"this run has asked {facts.asked} times, which is its limit"
        return Refuse(words, rule.name, limit=True)
    exclude = tier.exclude_requester if rule.exclude_requester is None else rule.exclude_requester
    reminders = rule.reminders_s
    spec = AskSpec(
        rule=rule.name,
        because=rule.because or _because(facts, policy),
        risk=facts.risk or "critical",
        approvers=rule.approvers or tier.approvers,
        count=rule.count or 1,
        exclude_requester=exclude,
        deadline_s=min(rule.deadline_s or tier.deadline_s or 60 * MINUTE, MAX_DEADLINE_S),
        reminders_s=tuple(sorted(tier.reminders_s if reminders is None else reminders)),
        reason_required=rule.reason_required,
        feedback=policy.feedback_on_rejection,
    )
    able = [p for p in policy.members(spec.approvers) if not (exclude and _author(p, facts))]
    if len({p.id for p in able}) < spec.count:
        return Refuse(f"the rule {rule.name} asks people, but nobody who could answer is linked")
    seeing = [p for p in able if not facts.direct or Who(p.team, p.user).same(facts.requester)]
    if len({p.id for p in seeing}) < spec.count:
        words = "and a direct message doesn't reach them; ask for this in a channel"
        return Refuse(f"the rule {rule.name} asks other people, {words}", rule.name)
    return Ask(spec)


def _because(facts: Facts, policy: Policy) -> str:
    if policy.tool_approval == "all":
        return "every call of this agent needs a person's yes"
    return f"calls of {facts.risk} risk need a person's yes"


def _author(person: Person, facts: Facts) -> bool:
    who = Who(person.team, person.user)
    return who.same(facts.requester) or (facts.steerer is not None and who.same(facts.steerer))
