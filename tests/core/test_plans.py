"""Plans: what one yes lets go, in which order, until when, and the strictest of many terms."""

import json
from dataclasses import replace

import pytest

from bot.core import plans, steps
from bot.core.canon import BadArguments, canonical, digest, parse
from bot.core.effects import RunTool
from bot.core.events import Began, Entry, Judged, Ticked, ToolDone
from bot.core.request import Request
from bot.core.run import advance
from bot.core.state import Run
from bot.core.steps import PROPOSE, Step
from bot.core.terms import Approvers, AskSpec, NextTier
from bot.core.transcript import lines
from bot.core.verdicts import Allow, Ask
from tests.core import world
from tests.core.promises import step as checked_step
from tests.core.world import ANA, ASK, BEN, SPEC, T0, asked, checked, click, fold, judged

ARGS = tuple(canonical({"order": n}) for n in (1, 2, 3))
PLAN = canonical({"steps": [{"tool": "refund", "arguments": parse(a)} for a in ARGS]})


def made(args: str, spec: AskSpec | None = SPEC) -> Step:
    """A step of that call."""
    return Step("refund", args, digest("refund", args), "medium", "t1", "refund", spec=spec)


STEPS = tuple(made(args) for args in ARGS)


def proposed(plan: tuple[Step, ...] = STEPS) -> Run:
    """A run whose model proposed a plan that people are asked about."""
    run = world.turn(world.new(), world.replied("m1", 1, calls=1, tool=PROPOSE, args=PLAN))
    spec = replace(SPEC, grant_s=3600)
    run = fold(run, replace(judged("c1", Ask(spec), args=PLAN), plan=plan))
    return world.card(run, run.requests[0].id)


def approved(plan: tuple[Step, ...] = STEPS) -> Run:
    """The run after Ben's yes."""
    run = proposed(plan)
    return world.decide(run, click("approve", run.requests[0].id))


def the(run: Run) -> Request:
    """The request with the plan."""
    return run.requests[0]


def called(run: Run, *args: str) -> Run:
    """The run after a turn that calls these, each judged as the plan lets it."""
    first = run.made_calls + 1
    reply = world.replied("m2", run.turn, calls=len(args))
    made_calls = tuple(replace(c, arguments=a) for c, a in zip(reply.calls, args, strict=True))
    run = world.turn(run, replace(reply, calls=made_calls))
    for n, one in enumerate(args):
        run = checked_step(run, Entry(T0, verdict(run, f"c{first + n}", one)))
    return run


def verdict(run: Run, call: str, args: str) -> Judged:
    """As the gate has it: allowed by the plan, or asked about."""
    found = plans.covered(run, call, digest("refund", args), "t1", T0)
    plan = Allow("medium", plan=found.request.id) if found else ASK
    return judged(call, plan, args=args)


def ran(run: Run, call: str, *, ok: bool = True) -> Run:
    """The run after that call has run."""
    start = Began(f"a-{call}", RunTool(call), T0 + 30_000)
    run = checked_step(run, Entry(T0, start))
    return checked_step(run, Entry(T0, ToolDone(f"a-{call}", call, ok, "text", "summary")))


def owed(run: Run) -> list[str]:
    """The calls that may start now."""
    return [effect.call for effect in world.owed(run) if isinstance(effect, RunTool)]


def states(run: Run) -> list[str]:
    """How the steps stand."""
    return [one.state for one in the(run).stepped]


def test_a_yes_answers_the_proposal_and_runs_nothing() -> None:
    """The model hears who said yes, and goes on."""
    run = proposed()
    made_click = click("approve", the(run).id)
    run = fold(run, made_click)
    after = checked_step(run, Entry(T0, checked(made_click)))
    (line,) = lines(run, after, checked(made_click))
    told = json.loads(json.loads(line)["text"])
    assert told == {"outcome": "plan_approved", "by": "Ben Ode", "steps": 3}
    assert after.phase.kind == "thinking"
    assert owed(after) == []
    assert after.tally.approved == 0


def test_steps_go_one_after_the_other() -> None:
    """All in one turn, each when the one before it is done."""
    run = called(approved(), *ARGS)
    assert owed(run) == ["c2"]
    run = ran(run, "c2")
    assert owed(run) == ["c3"]
    run = ran(ran(run, "c3"), "c4")
    assert states(run) == ["done"] * 3
    assert (plans.going(the(run)), the(run).over) == (False, "")
    assert run.tally.approved == 3


@pytest.mark.parametrize("args", [ARGS[1], canonical({"order": 9})])
def test_another_call_is_asked_about(args: str) -> None:
    """One out of order, or with another value; the plan stands."""
    run = called(approved(), args)
    assert run.requests[-1].call == "c2"
    assert plans.going(the(run))
    assert the(run).stepped == ()


def test_a_step_goes_once() -> None:
    """Its second call isn't the plan's."""
    run = called(ran(called(approved(), ARGS[0]), "c2"), ARGS[0])
    assert run.requests[-1].call == "c3"


def test_a_failed_step_ends_the_plan() -> None:
    """What waited behind it is not let go by it."""
    run = ran(called(approved(), *ARGS[:2]), "c2", ok=False)
    assert the(run).over == "step 1 failed"
    assert plans.covered(run, "c3", digest("refund", ARGS[1]), "t1", T0) is None


def test_a_word_in_the_thread_ends_it() -> None:
    """Anybody's, and only after the yes: before it the card shows the word."""
    assert the(fold(proposed(), asked("wait", ts="1700000009.1"))).over == ""
    run = fold(approved(), asked("thanks", BEN, ts="1700000009.1"))
    assert (the(run).over, plans.open_ones(run)) == (plans.SAID, ())


def test_it_ends_with_its_time_and_with_its_task() -> None:
    """An hour after the yes; or when somebody stops the run."""
    run = approved()
    end = plans.until(the(run))
    assert plans.covered(run, "c2", STEPS[0].digest, "t1", end - 1)
    assert plans.covered(run, "c2", STEPS[0].digest, "t1", end) is None
    assert the(advance(run, Entry(end, Ticked()))).over == plans.LATE
    assert the(fold(run, click("stop_run", "", ANA))).over == plans.ENDED


def test_a_person_may_stop_it_once() -> None:
    """Whoever asked; the second time there is nothing to stop."""
    run = approved()
    run = world.decide(run, click("stop_call", the(run).id, ANA))
    assert the(run).over == "Ana Ruiz stopped it"
    run = world.decide(run, click("stop_call", the(run).id, BEN))
    assert world.notes(run) == ["already"]


def test_a_changed_tool_is_not_what_was_shown() -> None:
    """Its digest counts."""
    assert plans.covered(approved(), "c2", STEPS[0].digest, "t2", T0) is None


def test_a_yes_takes_the_set_of_every_step() -> None:
    """Ben is of the card's set, but not of the second step's."""
    alone = replace(SPEC, approvers=Approvers(people=("uchi",)))
    run = approved((STEPS[0], made(ARGS[1], alone)))
    assert the(run).ended is None
    assert world.notes(run) == ["not_every_step"]


def test_a_plan_has_no_edit_and_joins_no_batch() -> None:
    """A forged click changes nothing."""
    run = proposed()
    after = fold(run, click("edit", the(run).id))
    assert world.notes(after) == ["changed"]
    assert the(run).batch == ""


def test_a_plan_without_gated_steps_needs_nobody() -> None:
    """The model is told to go on."""
    run = world.turn(world.new(), world.replied("m1", 1, calls=1, tool=PROPOSE, args=PLAN))
    free = tuple(made(args, None) for args in ARGS)
    event = replace(judged("c1", Allow("each"), args=PLAN), plan=free)
    after = checked_step(run, Entry(T0, event))
    assert "no_approval_needed" in lines(run, after, event)[0]
    assert after.requests == ()


def test_the_strictest_terms_are_the_plans() -> None:
    """The set of the highest risk, the most people, the shortest time."""
    low = replace(SPEC, rule="low", risk="low", count=2, deadline_s=600, veto=Approvers(("a",)))
    later = (NextTier(300, Approvers(people=("zed",))),)
    high = replace(SPEC, rule="high", risk="high", owners=1, route="COPS", next=later, grants=True)
    spec, tier = steps.merged([(low, 0), (high, 0)], 1800)
    assert (spec.rule, spec.risk, spec.count, spec.owners) == ("high", "high", 2, 1)
    assert (spec.deadline_s, spec.reasoned, spec.route, tier) == (600, True, "COPS", 0)
    assert (spec.next, spec.grants, spec.grant_s, spec.breakglass) == ((), False, 1800, None)
    assert spec.veto == Approvers(("a",))
    assert "strictest of 2 rules" in spec.because


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"steps": [{"tool": "a"}]},
        {"steps": [{"tool": "a"}] * 11},
        {"steps": [{"tool": "a"}, {"tool": ""}]},
        {"steps": [{"tool": "a"}, "b"]},
        {"steps": [{"tool": "a"}, {"tool": "b", "arguments": "{}"}]},
        {"steps": [{"tool": "a"}, {"tool": "b", "approved": True}]},
        {"steps": [{"tool": "a"}, {"tool": "b", "why": "x" * 301}]},
        {"steps": [{"tool": "a"}, {"tool": "b"}], "title": 1},
        {"steps": [{"tool": "a"}, {"tool": "b"}], "by": "Ben"},
    ],
)
def test_what_is_no_plan_is_not_repaired(given: dict[str, object]) -> None:
    """In words for the model."""
    with pytest.raises(BadArguments):
        steps.sketched(given)
