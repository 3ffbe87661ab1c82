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
from bot.core.policy import Facts, judge
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.rules import Policy
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from bot.ports import Toolbox, ToolSpec

STALE_MS = 15 * 60 * 1000  # an approval that old isn't run blindly (DESIGN.md 5)


@dataclass(frozen=True, slots=True)
class Gate:
    """Policy and tools as they are now; an approval older than `stale_ms` is asked again."""

    policy: Policy
    toolbox: Toolbox
    stale_ms: int = STALE_MS

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
        verdict = self.verdict(run, call.tool, args, now)
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
            able=self._able(run, verdict),
            later=self._later(run, verdict),
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
            able=self._able(run, Ask(spec)),
        )

    def verdict(self, run: Run, tool: str, args: str, now: int) -> Verdict:
        """What policy says now of a call with these canonical arguments in this run."""
        facts = self._facts(run, tool, args)
        granted = grants.granted(run, tool, args, now)
        counted = replace(
            facts, asked=run.asked, max_asked=run.limits.max_approvals, granted=granted
        )
        return judge(counted, self.policy)

    def verdict_at_click(self, run: Run, request: Request) -> Verdict:
        """What policy says now of a call that people were asked about: its own count is no bar."""
        return judge(self._facts(run, request.tool, request.args), self.policy)

    def stale(self, run: Run, call: Call, now: int) -> WentStale | None:
        """Why a ready call may not start as it is, or None if it may."""
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
            return None
        return self._policy_changed(run, call, request)

    def _policy_changed(self, run: Run, call: Call, request: Request | None) -> WentStale | None:
        facts = replace(self._facts(run, call.tool, call.args), granted=call.grant)
        match judge(facts, self.policy):
            case Allow():
                return None
            case Refuse(reason=reason):
                return WentStale(call.id, f"the policy has changed: {reason}", ask=False)
            case Ask(spec=spec):
                if request and _still_enough(self.policy, request, spec):
                    return None
                return WentStale(call.id, "the policy has changed since", ask=True)

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

    def _able(self, run: Run, verdict: Verdict) -> tuple[Who, ...]:
        """Who could answer now, for the card."""
        if not isinstance(verdict, Ask):
            return ()
        groups = verdict.spec.sets(verdict.tier)
        return () if any(g.anyone for g in groups) else self._named(run, verdict.spec, groups)

    def _later(self, run: Run, verdict: Verdict) -> tuple[tuple[Who, ...], ...]:
        """Who is in each of the next tiers now, to be told when it is asked."""
        if not isinstance(verdict, Ask):
            return ()
        return tuple(self._named(run, verdict.spec, (t.approvers,)) for t in verdict.spec.next)

    def _named(self, run: Run, spec: AskSpec, groups: tuple[Approvers, ...]) -> tuple[Who, ...]:
        members = {p.id: p for group in groups for p in self.policy.members(group)}
        people = [Who(p.team, p.user, p.name) for p in members.values()]
        if spec.exclude_requester:
            people = [p for p in people if not p.same(run.requester) and not p.same(run.steerer)]
        return tuple(people)


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


def _still_enough(policy: Policy, request: Request, spec: AskSpec) -> bool:
    """Whether the votes that were cast also meet a newer rule, by today's people and roles."""
    able = {p.id: p for group in spec.sets(request.tier) for p in policy.members(group)}
    barred = request.authors if spec.exclude_requester else ()
    votes = [v for v in request.votes if not any(v.who.same(author) for author in barred)]
    counted = (replace(v, owner="owner" in able[v.person].roles) for v in votes if v.person in able)
    return enough(tuple(counted), spec)
