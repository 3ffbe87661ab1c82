"""The gate: `judge` is the only maker of a verdict. Total, pure, fails closed.

It sees structured facts only; the model's prose and tool output can't reach it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

from bot.core import live as live_sets
from bot.core import nobody
from bot.core.condition import holds
from bot.core.ids import Who
from bot.core.matchers import Off, check
from bot.core.matchers.found import Unread
from bot.core.plans import Covered, covers
from bot.core.replacing import replace
from bot.core.rules import Live, Person, Policy, Rule
from bot.core.switches import Switch, refusal
from bot.core.terms import HOUR, MAX_DEADLINE_S, AskSpec, NextTier, Risk
from bot.core.tiers import TIERS, Tier
from bot.core.verdicts import Allow, Ask, Refuse, Verdict


@dataclass(frozen=True, slots=True)
class Facts:
    """What the gate knows of a call. `risk` is None for a tool that doesn't exist.

    `steerer` is whoever's message the model read last, where that isn't the requester. `direct`: it
    was asked in a direct message, where a card reaches nobody but the requester. `args` are the
    call's final arguments, `channel` and `agent` the ids by which they are known. `live` holds the
    members of sets that were read, `granted` the request whose yes holds for this very call.
    `deciding`: people were asked before, and it is looked up of each whether they are in a set. The
    tool `shares` data or config, if it does; `off` is what people have switched off in the thread.
    `planned` is the approved plan of which this very call is the next step.
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
    live: Live = field(default_factory=dict[str, frozenset[str]])
    granted: str = ""
    deciding: bool = False
    shares: str | None = None
    off: tuple[Switch, ...] = ()
    planned: Covered | None = None


GRANTED: tuple[Risk, ...] = ("low", "medium")


def judge(facts: Facts, policy: Policy) -> Verdict:
    """Allow, Ask or Refuse; no rule, no tool, nobody to ask all mean Refuse."""
    if facts.risk is None:
        return Refuse(f"there is no tool named {facts.tool}")
    switched_off = refusal(facts.off, facts.risk, facts.shares)
    if switched_off:
        return switched_off
    found = speaks(facts, policy)
    if isinstance(found, Refuse):
        return found
    rule = found
    tier, verdict = terms_of(rule, facts.risk, policy)
    match verdict:
        case "allow":
            return Allow(rule.name)
        case "refuse":
            return Refuse(rule.reason or _refused(rule), rule.name)
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


def wanted(facts: Facts, policy: Policy) -> tuple[str, ...]:
    """The live sets that have to be read before a call is judged: those of its rule."""
    if facts.risk is None or not any(live_sets.named_by(rule) for rule in policy.rules):
        return ()
    rule = speaks(facts, policy)
    return () if isinstance(rule, Refuse) else live_sets.named_by(rule)


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


def _refused(rule: Rule) -> str:
    return f"the policy's rule {rule.name} refuses it"


def _ask(rule: Rule, tier: Tier, facts: Facts, policy: Policy) -> Verdict:
    if tier.step_up and rule.step_up == "on":
        # What isn't built is a no: it takes the policy's own word to do without.
        words = "critical calls need a fresh sign-in, which isn't set up; an admin may write"
        return Refuse(f"{words} step_up: off in the rule {rule.name}", rule.name)
    spec = terms(rule, tier, facts, policy)
    if facts.granted and spec.grants:
        return Allow(rule.name, facts.granted)
    if _planned(spec, facts, policy):
        return Allow(rule.name, plan=facts.planned.request.id if facts.planned else "")
    if facts.asked >= facts.max_asked:
        times = "once" if facts.asked == 1 else f"{facts.asked} times"
        words = f"this run has asked {times}, which is its limit"
        return Refuse(words, rule.name, limit=True)
    unread = live_sets.unread(spec.approvers, facts.live)
    if unread:
        # Whoever decides is looked up by themselves: what can't be read is a no to them.
        words = live_sets.couldnt_read(unread)
        return Ask(spec) if facts.deciding else Refuse(words, rule.name, nobody=True)
    return _whom(spec, facts, policy)


def _planned(spec: AskSpec, facts: Facts, policy: Policy) -> bool:
    """Whether people said yes to a plan with this call in it, on terms that still do."""
    authors = (facts.requester, *((facts.steerer,) if facts.steerer else ()))
    plan = facts.planned
    return plan is not None and covers(plan, spec, authors, policy, facts.live)


def _whom(spec: AskSpec, facts: Facts, policy: Policy) -> Verdict:
    """Who of the tiers is asked, and where they see it; nobody, nowhere is a no."""
    asked = _first_tier(spec, facts, policy)
    if asked is None:
        members = _members(spec, len(spec.next), facts, policy)
        able = [person for person in members if _free(person, spec, facts)]
        return Refuse(nobody.why(spec, members, able), spec.rule, nobody=True)
    if not facts.direct or spec.route or _sees(spec, asked, facts, policy):
        return Ask(spec, asked)
    if spec.ops:
        return Ask(replace(spec, route=spec.ops), asked)
    words = "and a direct message doesn't reach them; ask for this in a channel, or have an admin"
    words = f"the rule {spec.rule} asks other people, {words} name one in ops_channels"
    return Refuse(words, spec.rule, nobody=True)


def terms(rule: Rule, tier: Tier, facts: Facts, policy: Policy) -> AskSpec:
    """On which terms a rule asks about a call: its own, else those of the call's risk."""
    ops = policy.ops_channels[0] if policy.ops_channels else ""
    reminders = tier.reminders_s if rule.reminders_s is None else rule.reminders_s
    deadline = min(rule.deadline_s or tier.deadline_s, MAX_DEADLINE_S)
    later = (
        NextTier(after if after is not None else tier.next_s * n, approvers)
        for n, (after, approvers) in enumerate(rule.next, 1)
    )
    count = rule.count or tier.count
    grants = tier.grants if rule.grants is None else rule.grants
    return AskSpec(
        rule=rule.name,
        because=rule.because or _because(facts, policy),
        risk=facts.risk or "critical",
        approvers=rule.approvers or tier.approvers,
        count=count,
        exclude_requester=_either(rule.exclude_requester, tier.exclude_requester),
        deadline_s=deadline,
        reminders_s=tuple(sorted(s for s in reminders if s < deadline)),
        reason_required=rule.reason_required,
        feedback=policy.feedback_on_rejection,
        owners=tier.owners if rule.owners is None else rule.owners,
        route=rule.route or (ops if tier.routed else ""),
        ops=ops,
        next=tuple(sorted((n for n in later if n.after_s < deadline), key=lambda n: n.after_s)),
        veto=rule.veto,
        breakglass=rule.breakglass,
        # A yes for a while is for what one person may say in one tap.
        grants=grants and facts.risk in GRANTED and count == 1,
        grant_s=rule.grant_s or HOUR,
        sensitive=rule.sensitive,
        data=rule.data,
        called=_called(rule, tier, policy),
    )


def _called(rule: Rule, tier: Tier, policy: Policy) -> tuple[tuple[str, str], ...]:
    """The names of people whom its sets name by their id, for those who read of it."""
    later = (group for _, group in rule.next)
    groups = (rule.approvers or tier.approvers, *later, rule.veto, rule.breakglass)
    named = {one for group in groups if group for one in group.people}
    return tuple((person.id, person.name) for person in policy.people if person.id in named)


def _either(said: bool | None, default: bool) -> bool:
    return default if said is None else said


def _first_tier(spec: AskSpec, facts: Facts, policy: Policy) -> int | None:
    """How many of the next tiers are asked at once, so that enough people could answer."""
    for tier in range(len(spec.next) + 1):
        able = [p for p in _members(spec, tier, facts, policy) if _free(p, spec, facts)]
        if _enough(able, spec):
            return tier
    return None


def _sees(spec: AskSpec, tier: int, facts: Facts, policy: Policy) -> bool:
    """Whether the requester, who alone sees a direct message, could answer."""
    members = _members(spec, tier, facts, policy)
    able = [p for p in members if _free(p, spec, facts)]
    return _enough([p for p in able if Who(p.team, p.user).same(facts.requester)], spec)


def _members(spec: AskSpec, tier: int, facts: Facts, policy: Policy) -> list[Person]:
    found = (p for group in spec.sets(tier) for p in policy.members(group, facts.live))
    return list({p.id: p for p in found}.values())


def _enough(able: list[Person], spec: AskSpec) -> bool:
    owners = sum("owner" in person.roles for person in able)
    return len(able) >= max(spec.count, 1) and owners >= spec.owners


def _free(person: Person, spec: AskSpec, facts: Facts) -> bool:
    """Whether a member isn't kept from deciding because they had it asked for."""
    who = Who(person.team, person.user)
    author = who.same(facts.requester) or (facts.steerer is not None and who.same(facts.steerer))
    return not (author and spec.exclude_requester)


def _because(facts: Facts, policy: Policy) -> str:
    if policy.tool_approval == "all":
        return "every call of this agent needs a person's yes"
    return f"calls of {facts.risk} risk need a person's yes"
