"""Finds the transitions of the two state machines by driving the code that owns them.

Nothing here knows what is allowed: each function of bot/core/call.py is tried on each state of a
call, and runs are folded through every kind of event until nothing new comes. A function or state
that can't be filled in by name raises, so that a new one is not left out in silence.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, replace
from itertools import product
from types import UnionType
from typing import Any, cast, get_args, get_type_hints

from bot.core import call as calls
from bot.core.call import Call
from bot.core.due import due
from bot.core.effects import CallModel, IndexThread, Judge, NumberUnsure, RunTool
from bot.core.events import (
    Asked,
    Began,
    Checked,
    Clicked,
    Entry,
    Event,
    Indexed,
    Judged,
    Lost,
    ModelFailed,
    ModelReplied,
    ProposedCall,
    Shown,
    Ticked,
    ToolDone,
    UnsureNumbered,
)
from bot.core.ids import Thread, Who
from bot.core.request import Action, Click, Ended, PersonFacts, Request
from bot.core.run import advance
from bot.core.state import Limits, Run
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Allow, Ask, Refuse

Move = Callable[..., Call | None]

MINE, LOST = "a1", "a0"  # the attempt of the state, and one that was lost before
_VALUES: dict[str, object] = {
    "attempt": MINE, "call": "c1", "tool": "refund", "at": 7, "until": 9, "since": 5,
    "policy": "v1", "ok": True, "summary": "", "note": "", "reason": "", "why": "stopped",
    "request": "3.abc.1", "by": Who("T1", "U1"), "args": "{}", "digest": "d",
    "to": "", "ended": Ended("stopped", 7),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edge:
    """One transition of the call machine; `when` is empty or says under which condition."""

    source: str
    target: str
    move: str
    when: str


# --- a call --------------------------------------------------------------------------------------


def moves() -> dict[str, Move]:
    """The functions of bot/core/call.py that change a call."""
    found: dict[str, Move] = {}
    for name, function in inspect.getmembers(calls, inspect.isfunction):
        hints = get_type_hints(function)
        if not name.startswith("_") and hints.get("return") == Call | None:
            found[name] = function
    return found


def states() -> list[calls.State]:
    """Each state of a call; one that may hold a request or none, once with and once without."""
    made: list[calls.State] = []
    for kind in get_args(calls.State):
        hints = get_type_hints(kind)
        names = [f.name for f in fields(kind) if f.default is MISSING]
        options = [_options(name, hints[name]) for name in names]
        made += [kind(**dict(zip(names, chosen, strict=True))) for chosen in product(*options)]
    return made


def name_of(state: calls.State) -> str:
    """A state's name in the picture: `Unsure` is two, before and after people are asked."""
    name = type(state).__name__
    asked = isinstance(state, calls.Unsure) and state.request is not None
    return f"{name}Asked" if asked else name


def call_edges() -> list[Edge]:
    """Every transition that some function makes from some state."""
    found: dict[tuple[str, str, str], set[tuple[bool, str]]] = {}
    order = [name_of(state) for state in states()]
    for state, idempotent, lost in product(states(), (False, True), ((), (LOST,))):
        call = Call("c1", "refund", "{}", "d", idempotent=idempotent, state=state, lost=lost)
        for name, move in moves().items():
            for attempt in (MINE, LOST):
                after = move(call, **_arguments(move, attempt))
                if after is not None and name_of(after.state) != name_of(state):
                    key = (name_of(state), name_of(after.state), name)
                    found.setdefault(key, set()).add((idempotent, attempt))
    edges = [Edge(*key, when=_condition(seen)) for key, seen in found.items()]
    return sorted(edges, key=lambda e: (order.index(e.source), order.index(e.target), e.move))


def _options(name: str, hint: object) -> tuple[object, ...]:
    value = _VALUES[name]
    may_be_none = isinstance(hint, UnionType) and type(None) in get_args(hint)
    return (None, value) if may_be_none else (value,)


def _arguments(move: Move, attempt: str) -> dict[str, object]:
    wanted = [name for name in inspect.signature(move).parameters if name != "call"]
    return {name: attempt if name == "attempt" else _VALUES[name] for name in wanted}


def _condition(seen: set[tuple[bool, str]]) -> str:
    if {attempt for _, attempt in seen} == {LOST}:
        return "of an attempt given up"
    kinds = {idempotent for idempotent, _ in seen}
    if kinds == {True}:
        return "if idempotent"
    return "if not idempotent" if kinds == {False} else ""


# --- a run ---------------------------------------------------------------------------------------

ANA, BEN = Who("T1", "UANA", "Ana"), Who("T1", "UBEN", "Ben")
_T0 = 1_000_000
_SPEC = AskSpec("refunds", "refunds need one person", "medium", Approvers(roles=("approver",)))
_ASK = Ask(_SPEC)
CALLS = 1  # at a time, beyond which a run is not followed: a second one finds nothing new

Step = tuple[str, tuple[Event, ...]]


def run_edges(most: int = CALLS) -> dict[tuple[str, str], list[str]]:
    """What leads from phase to phase: the last event of each step that did."""
    found: dict[tuple[str, str], set[str]] = {}
    queue = list(_starts())
    seen = {_shape(run) for run in queue}
    while queue:
        run = queue.pop()
        for label, events in _steps(run):
            after = _fold(run, events)
            if after.phase.kind != run.phase.kind:
                key = (type(run.phase).__name__, type(after.phase).__name__)
                found.setdefault(key, set()).add(label)
            if len(after.calls) <= most and _shape(after) not in seen:
                seen.add(_shape(after))
                queue.append(after)
    return {key: sorted(labels) for key, labels in sorted(found.items())}


def _starts() -> Iterator[Run]:
    for stop in (False, True):
        limits = Limits(max_steps=1, max_model_tries=1, stop_on_rejection=stop)
        first = Asked(
            "refund 1042", ANA, Thread("T1", "C1", "1.1"), "1.1", "3.abc", 1, "ops", limits
        )
        yield advance(None, Entry(_T0, first))


def _fold(run: Run, events: tuple[Event, ...]) -> Run:
    for event in events:
        late = isinstance(event, Ticked)
        at = max((r.deadline for r in run.requests), default=_T0) if late else _T0
        run = advance(run, Entry(at, event))
    return run


def _shape(run: Run) -> object:
    """What decides a run's further phases; texts, numbers and copies don't."""
    return (
        run.phase.kind,
        run.indexed,
        run.bad_replies,
        bool(run.denied),
        min(run.steps, run.limits.max_steps + 1),
        run.limits.stop_on_rejection,
        tuple((name_of(c.state), bool(c.lost)) for c in run.calls),
        tuple((r.kind, r.ended and r.ended.outcome) for r in run.requests[-1:]),
    )


def _steps(run: Run) -> Iterator[Step]:
    """What may happen next."""
    yield "Asked", (Asked("and one more", ANA, run.thread, "1.2"),)
    yield "Clicked stop", (Clicked(Click("stop", "stop_run", "", 0, ANA)),)
    for effect in due(run, _T0):
        yield from _answers(run, effect)
    for flight in run.flights:
        if isinstance(flight.effect, RunTool):
            yield "ToolDone", (ToolDone(flight.attempt, flight.effect.call, True, "", ""),)
            yield "Lost", (Lost(flight.attempt),)
    for request in run.requests:
        yield from _clicks(request)


def _answers(run: Run, effect: object) -> Iterator[Step]:
    match effect:
        case CallModel() as effect:
            yield from _replies(run, effect)
        case Judge(call=call):
            for verdict in (Allow("all"), _ASK, Refuse("no")):
                word = type(verdict).__name__
                yield f"Judged {word}", (_judged(call, verdict),)
        case NumberUnsure(call=call):
            yield "UnsureNumbered", (UnsureNumbered(call, 2, _ASK, Shown("refund")),)
        case RunTool(call=call):
            lost = sum(len(c.lost) for c in run.calls if c.id == call)
            yield "Began", (Began(f"t-{call}-{lost}", effect, _T0 + 30_000),)
        case IndexThread():
            yield "Indexed by another run", (Indexed(ok=False),)
            yield "Indexed", (Indexed(ok=True),)
        case _:
            pass  # posts, notes and reactions change no phase


def _judged(call: str, verdict: Allow | Ask | Refuse) -> Judged:
    return Judged(call, verdict, '{"order":1042}', policy="v1", shown=Shown("refund"), able=(BEN,))


def _replies(run: Run, effect: CallModel) -> Iterator[Step]:
    attempt = f"m{run.turn}"
    start = Began(attempt, effect, _T0 + 30_000)
    used_up = run.steps >= run.limits.max_steps
    again = run.bad_replies + 1 >= run.limits.max_bad_replies
    calls_made = (ProposedCall("refund", '{"order":1042}'),)
    kinds: tuple[tuple[str, dict[str, Any]], ...] = (
        ("an answer", {"text": "Done."}),
        ("calls, steps used up" if used_up else "calls", {"calls": calls_made}),
        ("nothing, again" if again else "nothing", {"blank": True}),
        ("a cut, again" if again else "a cut", {"finish": "length"}),
        ("a refusal", {"refused": True}),
    )
    for word, made in kinds:
        reply = ModelReplied(attempt, run.turn, "", "", False, (), "stop", False)
        yield f"ModelReplied: {word}", (start, replace(reply, **made))
    yield "ModelFailed for good", (start, ModelFailed(attempt, run.turn, "down", None))


def _clicks(request: Request) -> Iterator[Step]:
    if request.ended is None:
        yield "Ticked past the deadline", (Ticked(),)
    presses = ("approve", "reject") if request.kind == "approval" else ("ran", "run_again")
    for press in (*presses, "ask_again"):
        click = Click(f"{press}-{request.id}", cast("Action", press), request.id, 1, BEN)
        facts = PersonFacts(BEN, known=True, person="ben", roles=("approver",))
        word = press.replace("_", " ")
        yield f"Checked {word}", (Clicked(click), Checked(click.id, facts, _ASK, "v1"))
