"""The gate at work: facts for the core's verdicts, taken from policy and toolbox.

The verdict itself is `core.policy.judge`'s alone. A call is judged when it is proposed, again at
the click, and once more right before it starts.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core import canon, grants, plans
from bot.core.call import Call, Ready
from bot.core.events import Judged, UnsureNumbered, WentStale
from bot.core.live import named_by, once
from bot.core.policy import Facts, judge, named, wanted
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.rules import Live, Policy
from bot.core.state import Run
from bot.core.switches import refusal
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from bot.engine import able, confided
from bot.engine.factual import facts_of, planned_of
from bot.engine.habits import shown, unusual_line
from bot.engine.marking import hidden, hushed, marked, norms
from bot.engine.review import Ruling, reviewed
from bot.engine.sets import LiveSets, OneReading
from bot.ports import Toolbox
from bot.ports.habits import Habits
from bot.ports.review import Reviewer
from bot.ports.theirs import OwnCards
from bot.ports.vault import Vault
from bot.review import Answer

NO_SETS: Live = {}
STALE_MS = 15 * 60 * 1000  # an approval that old isn't run blindly (DESIGN.md 5)


@dataclass(frozen=True, slots=True)
class Gate:
    """Policy and tools as they are now; an approval older than `stale_ms` is asked again.

    `sets` reads live sets; without it their rules ask nobody. With a `reviewer` the host's own code
    is asked too. `habits` knows earlier calls, for the card. `cards` looks at those that a model
    draws itself; without it there are none. `vault` has what people gave in confidence, for tools
    alone. `pages`: there are web forms. By `installations`, ids of team and enterprise, we go.
    """

    policy: Policy
    toolbox: Toolbox
    stale_ms: int = STALE_MS
    sets: LiveSets | OneReading | None = None
    reviewer: Reviewer | None = None
    habits: Habits | None = None
    cards: OwnCards | None = None
    vault: Vault | None = None
    pages: bool = False
    installations: tuple[str, ...] = ()

    async def judged(
        self,
        run: Run,
        call: Call,
        number: Callable[[], Awaitable[int]],
        now: int,
        *,
        answer: Answer | None = None,
    ) -> Judged:
        """The verdict on a proposed call; `number` is taken if people are asked.

        `answer` is the reviewer's; where there is one, a call without its answer is refused.
        """
        ruled, spec = await self.ruled(run, call, now), self.toolbox.specs().get(call.tool)
        if isinstance(ruled, Judged) or spec is None:
            return ruled if isinstance(ruled, Judged) else _bad(call, call.args, "no such tool")
        if self.reviewer is not None:
            ruled = reviewed(self, run, call, ruled, answer)
        names = self.sensitive(call.tool)
        verdict, asked = marked(ruled.verdict, names, spec), isinstance(ruled.verdict, Ask)
        told = asked or (isinstance(verdict, Refuse) and verdict.told)
        card = await shown(self.toolbox, call.tool, ruled.args, names) if told else None
        return Judged(
            call=call.id,
            verdict=verdict,
            args=ruled.args,
            idempotent=spec.idempotent,
            cancellable=spec.cancellable,
            tool_digest=spec.digest,
            policy=self.policy.version,
            policy_number=self.policy.number,
            number=await number() if asked else 0,
            shown=card,
            able=able.able(self.policy, run, verdict, ruled.live),
            later=able.later(self.policy, run, verdict, ruled.live),
            unusual=await unusual_line(
                self.habits,
                call.tool,
                ruled.args,
                card.target or "",
                names,
                norms(self.policy, verdict),
            )
            if card and asked
            else "",
            changes=ruled.changes,
            sensitive=names,
        )

    async def ruled(self, run: Run, call: Call, now: int) -> Ruling | Judged:
        """What policy says of a proposed call, or why there is nothing to say."""
        try:
            args = canon.canonical(canon.parse(call.args))
        except canon.BadArguments as error:
            return _bad(call, call.args, f"{error}. Nothing was run; send the call again.")
        bad = self.wrong(call.tool, args)
        if bad:
            return _bad(call, args, bad)
        # A reviewer may change the arguments, and so the rule that speaks.
        facts = facts_of(self.toolbox, run, call.tool, args)
        sets = self._sets_of(facts) if self.reviewer else wanted(facts, self.policy)
        live = await self.read(sets)
        return Ruling(self.verdict(run, call.tool, args, now, live, of=call.id), args, now, live)

    def _sets_of(self, facts: Facts) -> tuple[str, ...]:
        """Every live set of the rules for a tool."""
        rules = (rule for rule in self.policy.rules if named(rule, facts))
        return once(name for rule in rules for name in named_by(rule))

    async def unsure(self, run: Run, call: Call, number: int) -> UnsureNumbered:
        """What a card needs that asks the call's own set what happened to it."""
        asked = next((r for r in reversed(run.requests) if r.call == call.id), None)
        names = self.sensitive(call.tool)
        known = asked.spec if asked else plans.spec_of(run, call) or able.witnesses()
        spec = replace(known, sensitive=names)
        return UnsureNumbered(
            call=call.id,
            number=number,
            verdict=Ask(spec),
            shown=await shown(self.toolbox, call.tool, call.args, names),
            policy=self.policy.version,
            policy_number=self.policy.number,
            able=able.able(self.policy, run, Ask(spec), await self.read(spec.live)),
        )

    async def read(self, names: tuple[str, ...]) -> Live:
        """The members of those of the live sets that can be read now."""
        return await self.sets.read(self.policy, names) if names and self.sets else {}

    async def read_at_start(self, run: Run, call: Call) -> Live:
        """The live sets by which a ready call may still start."""
        if not isinstance(call.state, Ready):
            return {}
        request = run.request(call.state.request or call.grant)
        if call.state.policy == self.policy.version and not call.plan:
            return await self.read(request.spec.live if request else ())
        facts = facts_of(self.toolbox, run, call.tool, call.args)
        return await self.read(wanted(facts, self.policy))

    def sets_at_click(self, run: Run, request: Request) -> tuple[str, ...]:
        """The live sets that may give a right: of the card's terms and of today's policy."""
        now = wanted(facts_of(self.toolbox, run, request.tool, request.args), self.policy)
        return once((*request.spec.live, *now))

    def verdict(
        self, run: Run, tool: str, args: str, now: int, live: Live = NO_SETS, *, ask: bool = False,
        of: str = "",
    ) -> Verdict:  # fmt: skip
        """What policy says now of a call with these canonical arguments in this run.

        `of` is its id: it may be a step of an approved plan. `ask`: where people are asked about
        each, whatever was granted, as by `tool_approval: all`.
        """
        call = run.call(of) if self.policy.plans else None
        counted = replace(
            facts_of(self.toolbox, run, tool, args),
            asked=run.asked,
            max_asked=run.limits.max_approvals,
            granted="" if ask else self._granted(run, tool, args, now, live),
            planned=planned_of(self.toolbox, run, call, args, now),
            live=live,
        )
        policy = replace(self.policy, tool_approval="all") if ask else self.policy
        return hushed(judge(counted, policy), args, lambda: self.sensitive(tool))

    def _granted(self, run: Run, tool: str, args: str, now: int, live: Live) -> str:
        """The request whose yes for a while still counts, by the card's terms and by today's."""
        spec = self.toolbox.specs().get(tool)
        request = run.request(grants.granted(run, tool, args, now))
        if spec is None or request is None or request.grant is None:
            return ""
        asks = self.verdict_at_click(run, request, live)
        if isinstance(asks, Refuse):
            return ""
        terms = (request.spec, *((asks.spec,) if isinstance(asks, Ask) else ()))
        same = request.grant.tool_digest == spec.digest
        counts = same and all(able.still_enough(self.policy, request, t, live) for t in terms)
        return request.id if counts else ""

    def sensitive(self, tool: str) -> tuple[str, ...]:
        """The tool's arguments that nobody is shown: those that it marks, or any rule for it."""
        return hidden(self.policy, tool, self.toolbox.specs().get(tool))

    def verdict_at_click(self, run: Run, request: Request, live: Live = NO_SETS) -> Verdict:
        """What policy says now of a call that people were asked about: its own count is no bar."""
        return self._verdict_later(run, request.tool, request.args, live)

    def stale(self, run: Run, call: Call, now: int, live: Live = NO_SETS) -> WentStale | None:
        """Why a ready call may not start as it is, or None if it may; `live` as `read_at_start`."""
        if not isinstance(call.state, Ready):
            return None
        spec, bad = self.toolbox.specs().get(call.tool), self.wrong(call.tool, call.args)
        if bad or spec is None:
            return WentStale(call.id, f"the tool has changed: {bad}", ask=False)
        if spec.digest != call.tool_digest:
            return WentStale(call.id, "the tool has changed since", ask=True)
        off = refusal(run.switched_off, spec.risk, spec.shares)
        if off:
            return WentStale(call.id, off.reason, ask=False)
        request = run.request(call.state.request) if call.state.request else None
        if request and now - call.state.since > self.stale_ms:
            return WentStale(
                call.id, f"it was not started within {self.stale_ms // 60_000} minutes", ask=True
            )
        over = self._grant_over(run, call, now, call.state) if call.grant else None
        if over:
            return over
        if call.plan and request is None:
            return self._plan_changed(run, call, now, live)
        return self._rules_changed(run, call, request, live)

    def _rules_changed(
        self, run: Run, call: Call, request: Request | None, live: Live
    ) -> WentStale | None:
        same = isinstance(call.state, Ready) and call.state.policy == self.policy.version
        if same:
            return self._members_left(call, request or run.request(call.grant), live)
        return self._policy_changed(run, call, request, live)

    def _grant_over(self, run: Run, call: Call, now: int, ready: Ready) -> WentStale | None:
        if not grants.holds(run, call.grant, now):
            return WentStale(call.id, "the yes that it was under holds no longer", ask=True)
        if ready.policy != self.policy.version:
            return WentStale(call.id, "the policy has changed since", ask=True)
        return None

    def _members_left(self, call: Call, request: Request | None, live: Live) -> WentStale | None:
        """People who said yes may have left the set that gave them the right."""
        if request is None or not (request.spec.live and request.votes):
            return None
        if request.ended is not None and request.ended.outcome == "emergency":
            return None  # it took nobody's yes
        if able.still_enough(self.policy, request, request.spec, live):
            return None
        return WentStale(call.id, able.lost(request.spec, live), ask=True)

    def _plan_changed(self, run: Run, call: Call, now: int, live: Live) -> WentStale | None:
        """A step of a plan is judged once more whatever the policy's version: people say yes to
        many calls at once, and early.
        """
        known = call if self.policy.plans else None
        planned = planned_of(self.toolbox, run, known, call.args, now)
        facts = replace(facts_of(self.toolbox, run, call.tool, call.args), live=live, deciding=True)
        found = judge(replace(facts, planned=planned), self.policy)
        match hushed(found, call.args, lambda: self.sensitive(call.tool)):
            case Allow() if planned is not None:
                return None
            case Refuse(reason=reason):
                return WentStale(call.id, f"the policy has changed: {reason}", ask=False)
            case _:
                return WentStale(call.id, "the plan's yes doesn't hold for it any more", ask=True)

    def _policy_changed(
        self, run: Run, call: Call, request: Request | None, live: Live
    ) -> WentStale | None:
        match self._verdict_later(run, call.tool, call.args, live):
            case Allow():
                return None
            case Refuse(reason=reason):
                return WentStale(call.id, f"the policy has changed: {reason}", ask=False)
            case Ask(spec=spec):
                if request and able.still_enough(self.policy, request, spec, live):
                    return None
                return WentStale(call.id, "the policy has changed since", ask=True)

    def _verdict_later(self, run: Run, tool: str, args: str, live: Live) -> Verdict:
        """What policy says of a call that people were asked about before."""
        facts = facts_of(self.toolbox, run, tool, args)
        found = judge(replace(facts, live=live, deciding=True), self.policy)
        return hushed(found, args, lambda: self.sensitive(tool))

    def wrong(self, tool: str, args: str) -> str:
        """Why there is no such call, in words for the model; "" if there is."""
        return confided.wrong(self.toolbox, tool, args, self.sensitive(tool))


def _bad(call: Call, args: str, words: str) -> Judged:
    return Judged(call=call.id, verdict=Refuse(words), args=args, bad=words)
