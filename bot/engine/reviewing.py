"""Asking the host's hook about what is proposed: calls, and each step of a proposed plan."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.core import canon
from bot.core.call import Call
from bot.core.plans import is_plan
from bot.core.replacing import replace
from bot.core.state import Run
from bot.core.steps import sketched
from bot.engine.gate import Gate
from bot.engine.review import Ruling, answers, proposal
from bot.review import Answer, Proposal


async def reviews(
    gate: Gate, run: Run, calls: Sequence[Call], lines: Sequence[str], now: int
) -> Mapping[str, Answer]:
    """What the hook says of proposed calls, by call; none of what policy refuses.

    A plan's steps are answered by `step_key`. `lines` are the whole transcript's.
    """
    proposals: list[tuple[str, Proposal]] = []
    for key, call in (named for one in calls for named in _named(one)):
        of = run if key == call.id else alone(run)
        ruled, spec = await gate.ruled(of, call, now), gate.toolbox.specs().get(call.tool)
        if spec is not None and isinstance(ruled, Ruling) and ruled.verdict.kind != "refuse":
            person = gate.policy.person(run.requester)
            made = proposal(run, call, ruled, risk=spec.risk, person=person, lines=lines)
            proposals.append((key, made))
    return await answers(gate.reviewer, proposals) if gate.reviewer else {}


def unanswered(call: Call, known: Collection[str]) -> bool:
    """Whether the hook hasn't been asked yet about a call, or about a plan's steps."""
    return all(key not in known for key, _ in _named(call))


def step_key(call: str, step: int) -> str:
    """By which the answer about a step is known; steps count from 0."""
    return f"{call}.{step}"


def as_call(plan: Call, tool: str, args: str) -> Call:
    """A step as the call that it stands for."""
    return replace(plan, tool=tool, args=args, digest=canon.digest(tool, args))


def alone(run: Run) -> Run:
    """The run in which no earlier yes counts: a new plan is asked about by itself."""
    return replace(run, requests=())


def _named(call: Call) -> Iterator[tuple[str, Call]]:
    if not is_plan(call):
        yield call.id, call
        return
    try:
        _, steps = sketched(canon.parse(call.args))
    except canon.BadArguments:
        return  # the gate says so
    for n, one in enumerate(steps):
        yield step_key(call.id, n), as_call(call, one.tool, one.args)
