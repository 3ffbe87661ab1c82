"""Plans at the gate: each step is judged as the call that it stands for, then all of them as one.

A plan is refused as a whole: with a step that policy or the review refuses, that doesn't fit its
tool or that holds a sensitive argument, and where nobody may say yes to every step.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass

from bot.core import canon
from bot.core.call import Call
from bot.core.events import Judged, Shown
from bot.core.ids import Who
from bot.core.live import once
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.rules import Live, Person
from bot.core.state import Run
from bot.core.steps import PROPOSE, Sketch, Step, merged, sketched
from bot.core.terms import AskSpec
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from bot.engine import able
from bot.engine.gate import NO_SETS, Gate
from bot.engine.habits import shown, unusual_line
from bot.engine.marking import classed, norms
from bot.engine.review import reviewed
from bot.engine.reviewing import alone, as_call, step_key
from bot.review import Answer

OFF = "plans aren't allowed for this agent any more"
TITLED = 110  # characters of the steps' own titles in the plan's


@dataclass(frozen=True, slots=True)
class _Judged:
    """A step with the members of the sets that were read for it, and how it is unusual."""

    step: Step
    live: Live
    unusual: str


async def planned(
    gate: Gate,
    run: Run,
    call: Call,
    answers: Mapping[str, Answer],
    *,
    number: Callable[[], Awaitable[int]],
    now: int,
) -> Judged:
    """The verdict on a proposed plan; `answers` are the review's, of each step too."""
    if not gate.policy.plans:
        return _bad(call, gate.wrong(PROPOSE, "{}"))
    try:
        args = canon.parse(call.args)
        _, sketches = sketched(args)
        text = canon.canonical(args)
    except canon.BadArguments as error:
        return _bad(call, f"{error}. Nothing was run; send the plan again.")
    unfit = next((words for one in _numbered(gate, sketches) if (words := one)), "")
    if unfit:
        return _bad(call, unfit)
    steps: list[_Judged] = []
    for n, sketch in enumerate(sketches):
        answer = answers.get(step_key(call.id, n))
        found = await _step(gate, run, as_call(call, sketch.tool, sketch.args), answer, now)
        if isinstance(found, Refuse):
            words = f"step {n + 1} of the plan ({sketch.tool}) is refused: {found.reason}"
            return _refused(gate, call, text, replace(found, reason=words))
        steps.append(replace(found, step=replace(found.step, why=sketch.why)))
    return await _as_one(gate, run, call, text, judged=steps, number=number)


def sets_at_click(gate: Gate, run: Run, request: Request) -> tuple[str, ...]:
    """The live sets that may give a right to decide a request, of a plan those of all its steps."""
    if request.kind == "question":
        return request.spec.live
    names = list(request.spec.live) if request.plan else []
    for one in _as_asked(request):
        names += [*one.spec.live, *gate.sets_at_click(run, one)]
    return once(names)


def verdict_at_click(gate: Gate, run: Run, request: Request, live: Live = NO_SETS) -> Verdict:
    """What policy says now of what people were asked about; of a plan, of all its steps as one."""
    if request.kind == "question":
        return Ask(request.spec)  # an answer lets nothing go
    if not request.plan:
        return gate.verdict_at_click(run, request, live)
    return _plan_at_click(gate, run, request, live) if gate.policy.plans else Refuse(OFF)


def _plan_at_click(gate: Gate, run: Run, request: Request, live: Live) -> Verdict:
    asked: list[Ask] = []
    for step, one in zip(request.plan, _as_asked(request), strict=True):
        spec = gate.toolbox.specs().get(step.tool)
        if spec is None or spec.digest != step.tool_digest or gate.wrong(step.tool, step.args):
            return Refuse(f"the tool {step.tool} has changed since")
        verdict = gate.verdict_at_click(run, one, live)
        if isinstance(verdict, Refuse):
            return verdict
        if isinstance(verdict, Ask):
            asked.append(verdict)
    if not asked:
        return Allow(request.spec.rule)
    spec, tier = merged(((one.spec, one.tier) for one in asked), gate.policy.plan_s)
    return Ask(spec, tier, tuple(one.spec for one in asked))


def _as_asked(request: Request) -> Iterator[Request]:
    """A request as if it were about each of its steps; itself where it is no plan."""
    if not request.plan:
        yield request
    for step in request.plan:
        spec = step.spec or request.spec
        yield replace(request, tool=step.tool, args=step.args, spec=spec, plan=())


def _numbered(gate: Gate, sketches: tuple[Sketch, ...]) -> Iterator[str]:
    """What is wrong with each step, in words; "" for nothing."""
    for n, one in enumerate(sketches, 1):
        wrong = gate.wrong(one.tool, one.args)
        hidden = sorted(canon.parse(one.args).keys() & set(gate.sensitive(one.tool)))
        if wrong:
            yield f"step {n} ({one.tool}): {wrong}"
        elif hidden:
            named = ", ".join(hidden)
            yield f"step {n} ({one.tool}) holds a sensitive argument ({named}); call it by itself"


async def _step(
    gate: Gate, run: Run, call: Call, answer: Answer | None, now: int
) -> _Judged | Refuse:
    """One step as the call that it stands for, as if nobody had said yes to anything before."""
    if call.digest in run.denied:
        return Refuse("this very action was rejected in this run; it isn't asked again")
    bare, spec = alone(run), gate.toolbox.specs().get(call.tool)
    ruled = await gate.ruled(bare, call, now)
    if isinstance(ruled, Judged) or spec is None:
        return Refuse(ruled.bad if isinstance(ruled, Judged) else "there is no such tool")
    if gate.reviewer is not None:
        before, ruled = ruled, reviewed(gate, bare, call, ruled, answer)
        if ruled.args != before.args:
            return Refuse(f"the review wants other arguments: {ruled.args}")
    verdict = classed(ruled.verdict, spec)
    if isinstance(verdict, Refuse):
        return verdict
    said = await shown(gate.toolbox, call.tool, ruled.args, ())
    step = Step(
        tool=call.tool,
        args=ruled.args,
        digest=call.digest,
        risk=verdict.spec.risk if isinstance(verdict, Ask) else spec.risk,
        tool_digest=spec.digest,
        title=said.title,
        will_do=said.will_do,
        target=said.target,
        undo=said.undo,
        spec=verdict.spec if isinstance(verdict, Ask) else None,
        tier=verdict.tier if isinstance(verdict, Ask) else 0,
    )
    return _Judged(step, ruled.live, await _unusual(gate, step))


async def _unusual(gate: Gate, step: Step) -> str:
    if step.spec is None:
        return ""
    usual = norms(gate.policy, Ask(step.spec))
    return await unusual_line(gate.habits, step.tool, step.args, step.target or "", (), usual)


async def _as_one(
    gate: Gate,
    run: Run,
    call: Call,
    args: str,
    *,
    judged: list[_Judged],
    number: Callable[[], Awaitable[int]],
) -> Judged:
    steps = tuple(one.step for one in judged)
    asked = [(step.spec, step.tier) for step in steps if step.spec is not None]
    if not asked:
        return _ruled(gate, call, args, Allow("every step's own"), steps)
    spec, tier = merged(asked, gate.policy.plan_s)
    live: dict[str, frozenset[str]] = {}
    for one in judged:
        live |= one.live
    people = _everywhere(gate, run, spec, steps, live)
    owners = sum("owner" in person.roles for person in people)
    if len(people) < max(spec.count, 1) or owners < spec.owners:
        words = "the plan was refused: nobody may say yes to each of its steps, or too few may; "
        return _refused(gate, call, args, Refuse(f"{words}make the calls one by one", spec.rule))
    verdict, anyone = Ask(spec, tier), all(_anyone(step) for step in steps if step.spec)
    unusual = [f"step {n}: {one.unusual}" for n, one in enumerate(judged, 1) if one.unusual]
    return replace(
        _ruled(gate, call, args, verdict, steps),
        number=await number(),
        shown=Shown(_title(steps)),
        able=() if anyone else tuple(Who(p.team, p.user, p.name) for p in people),
        later=able.later(gate.policy, run, verdict, live),
        unusual="; ".join(unusual),
    )


def _everywhere(
    gate: Gate, run: Run, spec: AskSpec, steps: tuple[Step, ...], live: Live
) -> list[Person]:
    """Who may say yes to every step, but for those who asked where they may not."""
    found = list(gate.policy.people)
    for step in steps:
        if step.spec is not None:
            sets = step.spec.sets(step.tier)
            ids = {p.id for one in sets for p in gate.policy.members(one, live)}
            found = [person for person in found if person.id in ids]
    if spec.exclude_requester:
        authors = (run.requester, run.steerer)
        found = [p for p in found if not any(Who(p.team, p.user).same(who) for who in authors)]
    return found


def _anyone(step: Step) -> bool:
    sets = step.spec.sets(step.tier) if step.spec else ()
    return any(one.anyone for one in sets)


def _title(steps: tuple[Step, ...]) -> str:
    """From the tools' own words, never the model's: `a plan of 3 steps: restart web, …`."""
    titles = ", ".join(step.title for step in steps)
    cut = titles if len(titles) <= TITLED else f"{titles[: TITLED - 1]}…"
    return f"a plan of {len(steps)} steps: {cut}"


def _ruled(
    gate: Gate, call: Call, args: str, verdict: Verdict, steps: tuple[Step, ...] = ()
) -> Judged:
    return Judged(
        call=call.id,
        verdict=verdict,
        args=args,
        idempotent=True,
        policy=gate.policy.version,
        policy_number=gate.policy.number,
        plan=steps,
    )


def _refused(gate: Gate, call: Call, args: str, refusal: Refuse) -> Judged:
    return _ruled(gate, call, args, refusal)


def _bad(call: Call, words: str) -> Judged:
    return Judged(call=call.id, verdict=Refuse(words), args=call.args, bad=words)
