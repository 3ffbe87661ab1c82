"""The gate at work: facts for the core's verdicts, taken from policy and toolbox.

The verdict itself is `core.policy.judge`'s alone. A call is judged when it is proposed, again at
the click, and once more right before it starts.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core import canon, grants
from bot.core.call import Call, Ready
from bot.core.deciders import enough
from bot.core.events import Judged, Shown, UnsureNumbered, WentStale
from bot.core.ids import Who
from bot.core.live import once, unread
from bot.core.policy import Facts, judge, wanted
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.rules import Live, Policy
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from bot.engine.sets import LiveSets
from bot.ports import Toolbox, ToolSpec

NO_SETS: Live = {}
STALE_MS = 15 * 60 * 1000  # an approval that old isn't run blindly (DESIGN.md 5)


@dataclass(frozen=True, slots=True)
class Gate:
    """Policy and tools as they are now; an approval older than `stale_ms` is asked again.

    `sets` reads live sets. Without it none can be read, so that their rules ask nobody.
    """

    policy: Policy
    toolbox: Toolbox
    stale_ms: int = STALE_MS
    sets: LiveSets | None = None

    async def judged(
        self, run: Run, call: Call, number: Callable[[], Awaitable[int]], now: int
    ) -> Judged:
        """The verdict on a proposed call; `number` is taken if people are asked."""
        spec = self.toolbox.specs().get(call.tool)
        try:
            args = canon.canonical(canon.parse(call.args))
        except canon.BadArguments as error:
            return _bad(call, call.args, f"{error}. Nothing was run; send the call again.")
        bad = self._bad_call(call, spec, args)
        if bad or spec is None:
            return _bad(call, args, bad)
        live = await self.read(wanted(self._facts(run, call.tool, args), self.policy))
        verdict = self.verdict(run, call.tool, args, now, live)
        asked = isinstance(verdict, Ask)
        return Judged(
            call=call.id,
            verdict=verdict,
            args=args,
            idempotent=spec.idempotent,
            cancellable=spec.cancellable,
            tool_digest=spec.digest,
            policy=self.policy.version,
            policy_number=self.policy.number,
            number=await number() if asked else 0,
            shown=await self._shown(call, args) if asked else None,
            able=self._able(run, verdict, live),
            later=self._later(run, verdict, live),
        )

    async def unsure(self, run: Run, call: Call, number: int) -> UnsureNumbered:
        """What a card needs that asks the call's own set what happened to it."""
        asked = next((r for r in reversed(run.requests) if r.call == call.id), None)
        spec = asked.spec if asked else _witnesses()
        return UnsureNumbered(
            call=call.id,
            number=number,
            verdict=Ask(spec),
            shown=await self._shown(call, call.args),
            policy=self.policy.version,
            policy_number=self.policy.number,
            able=self._able(run, Ask(spec), await self.read(spec.live)),
        )

    async def read(self, names: tuple[str, ...]) -> Live:
        """The members of those of the live sets that can be read now."""
        return await self.sets.read(self.policy, names) if names and self.sets else {}

    async def read_at_start(self, run: Run, call: Call) -> Live:
        """The live sets by which a ready call may still start."""
        if not isinstance(call.state, Ready):
            return {}
        request = run.request(call.state.request) if call.state.request else None
        if call.state.policy == self.policy.version:
            return await self.read(request.spec.live if request else ())
        return await self.read(wanted(self._facts(run, call.tool, call.args), self.policy))

    def sets_at_click(self, run: Run, request: Request) -> tuple[str, ...]:
        """The live sets that may give a right: of the card's terms and of today's policy."""
        now = wanted(self._facts(run, request.tool, request.args), self.policy)
        return once((*request.spec.live, *now))

    def verdict(self, run: Run, tool: str, args: str, now: int, live: Live = NO_SETS) -> Verdict:
        """What policy says now of a call with these canonical arguments in this run."""
        counted = replace(
            self._facts(run, tool, args),
            asked=run.asked,
            max_asked=run.limits.max_approvals,
            granted=grants.granted(run, tool, args, now),
            live=live,
        )
        return judge(counted, self.policy)

    def verdict_at_click(self, run: Run, request: Request, live: Live = NO_SETS) -> Verdict:
        """What policy says now of a call that people were asked about: its own count is no bar."""
        return self._verdict_later(run, request.tool, request.args, live)

    def stale(self, run: Run, call: Call, now: int, live: Live = NO_SETS) -> WentStale | None:
        """Why a ready call may not start as it is, or None if it may; `live` as `read_at_start`."""
        if not isinstance(call.state, Ready):
            return None
        spec = self.toolbox.specs().get(call.tool)
        bad = self._bad_call(call, spec, call.args)
        if bad or spec is None:
            return WentStale(call.id, f"the tool has changed: {bad}", ask=False)
        if spec.digest != call.tool_digest:
            return WentStale(call.id, "the tool has changed since", ask=True)
        request = run.request(call.state.request) if call.state.request else None
        if request and now - call.state.since > self.stale_ms:
            return WentStale(
                call.id, f"it was not started within {self.stale_ms // 60_000} minutes", ask=True
            )
        if call.grant and not grants.holds(run, call.grant, now):
            return WentStale(call.id, "the yes that it was under holds no longer", ask=True)
        if call.state.policy == self.policy.version:
            return self._members_left(call, request, live)
        return self._policy_changed(run, call, request, live)

    def _members_left(self, call: Call, request: Request | None, live: Live) -> WentStale | None:
        """People who said yes may have left the set that gave them the right."""
        if request is None or not (request.spec.live and request.votes):
            return None
        if request.ended is not None and request.ended.outcome == "emergency":
            return None  # it took nobody's yes
        if _still_enough(self.policy, request, request.spec, live):
            return None
        return WentStale(call.id, _lost(request.spec, live), ask=True)

    def _policy_changed(
        self, run: Run, call: Call, request: Request | None, live: Live
    ) -> WentStale | None:
        match self._verdict_later(run, call.tool, call.args, live, call.grant):
            case Allow():
                return None
            case Refuse(reason=reason):
                return WentStale(call.id, f"the policy has changed: {reason}", ask=False)
            case Ask(spec=spec):
                if request and _still_enough(self.policy, request, spec, live):
                    return None
                return WentStale(call.id, "the policy has changed since", ask=True)

    def _verdict_later(
        self, run: Run, tool: str, args: str, live: Live, grant: str = ""
    ) -> Verdict:
        """What policy says of a call that people were asked about before."""
        facts = self._facts(run, tool, args)
        return judge(replace(facts, live=live, deciding=True, granted=grant), self.policy)

    def _facts(self, run: Run, tool: str, args: str) -> Facts:
        spec = self.toolbox.specs().get(tool)
        risk = spec.risk if spec else None
        return Facts(
            tool=tool,
            risk=risk,
            requester=run.requester,
            steerer=run.steerer,
            direct=run.thread.direct,
            args=canon.parse(args),
            channel=run.thread.channel,
            agent=run.agent,
        )

    def _bad_call(self, call: Call, spec: ToolSpec | None, args: str) -> str:
        if spec is None:
            names = ", ".join(sorted(self.toolbox.specs()))
            return f"there is no tool named {call.tool!r}; the tools are: {names}"
        return self.toolbox.check(call.tool, canon.parse(args)) or ""

    async def _shown(self, call: Call, args: str) -> Shown:
        facts = await asyncio.to_thread(self.toolbox.facts, call.tool, canon.parse(args))
        return Shown(facts.title, facts.will_do, facts.target, facts.undo)

    def _able(self, run: Run, verdict: Verdict, live: Live) -> tuple[Who, ...]:
        """Who could answer now, for the card."""
        if not isinstance(verdict, Ask):
            return ()
        groups = verdict.spec.sets(verdict.tier)
        if any(group.anyone for group in groups):
            return ()
        return self._named(run, verdict.spec, groups, live)

    def _later(self, run: Run, verdict: Verdict, live: Live) -> tuple[tuple[Who, ...], ...]:
        """Who is in each of the next tiers now, to be told when it is asked."""
        if not isinstance(verdict, Ask):
            return ()
        spec = verdict.spec
        return tuple(self._named(run, spec, (tier.approvers,), live) for tier in spec.next)

    def _named(
        self, run: Run, spec: AskSpec, groups: tuple[Approvers, ...], live: Live
    ) -> tuple[Who, ...]:
        members = {p.id: p for group in groups for p in self.policy.members(group, live)}
        people = [Who(p.team, p.user, p.name) for p in members.values()]
        if spec.exclude_requester:
            people = [p for p in people if not p.same(run.requester) and not p.same(run.steerer)]
        return tuple(people)


def _lost(spec: AskSpec, live: Live) -> str:
    if any(unread(one, live) for one in spec.sets(len(spec.next))):
        return "who may decide it couldn't be looked up right before it was to start"
    return "somebody who said yes may not decide it any more"


def _bad(call: Call, args: str, words: str) -> Judged:
    return Judged(call=call.id, verdict=Refuse(words), args=args, bad=words)


def _witnesses() -> AskSpec:
    """Whoever is asked about a lost call that policy had allowed without asking."""
    return AskSpec(
        rule="unknown outcome",
        because="it was started and its result was lost",
        risk="medium",
        approvers=Approvers(roles=("approver", "admin")),
        exclude_requester=False,
    )


def _still_enough(policy: Policy, request: Request, spec: AskSpec, live: Live) -> bool:
    """Whether the votes that were cast also meet a rule by today's people, roles and sets."""
    able = {p.id: p for group in spec.sets(request.tier) for p in policy.members(group, live)}
    barred = request.authors if spec.exclude_requester else ()
    votes = [v for v in request.votes if not any(v.who.same(author) for author in barred)]
    counted = (replace(v, owner="owner" in able[v.person].roles) for v in votes if v.person in able)
    return enough(tuple(counted), spec)
