"""A depth-first search over frozen states: every short history of a run's calls is played.

A state that two histories share is entered once and its futures are counted for both, so the
number of histories is exact while each step is checked once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.core.call import Call, Started
from bot.core.effects import RunTool
from bot.core.events import (
    Checked,
    Entry,
    Event,
    Lost,
    NotStarted,
    Ticked,
    UnsureNumbered,
    WentStale,
)
from bot.core.ids import Who
from bot.core.request import Action, Request
from bot.core.state import Run
from bot.core.verdicts import Verdict
from tests.core import world
from tests.core.promises import check_state, step
from tests.core.world import ANA, BEN, CHI, GUS


@dataclass(frozen=True, slots=True)
class Node:
    """A run, whether its deadlines have passed, and each call's starts and *run it again*s."""

    run: Run
    late: bool = False
    starts: tuple[int, ...] = (0, 0)
    agains: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, slots=True)
class Alphabet:
    """What may happen: verdicts of the gate, and who presses what."""

    verdicts: tuple[Verdict, ...] = (world.ALLOW, world.ASK, world.REFUSE)
    idempotent: bool = False
    presses: tuple[tuple[Action, Who], ...] = (("approve", BEN), ("approve", ANA))
    question_presses: tuple[tuple[Action, Who], ...] = (("submit", ANA), ("cancel", ANA))
    unsure_presses: tuple[tuple[Action, Who], ...] = (("run_again", BEN), ("ran", BEN))
    commands: tuple[tuple[Action, Who], ...] = (("stop_run", ANA), ("withdraw", ANA))
    stale: tuple[bool, ...] = (True,)
    wrong: bool = True


@dataclass(slots=True)
class Search:
    """Counts the histories from a node and checks each step on the way."""

    alphabet: Alphabet
    steps: int = 0
    seen: dict[tuple[Node, int], int] = field(default_factory=dict[tuple[Node, int], int])

    def count(self, node: Node, left: int) -> int:
        """How many histories of `left` further events there are."""
        if left == 0:
            return 1
        known = self.seen.get((node, left))
        if known is None:
            known = sum(self.count(after, left - 1) for after in self._after(node))
            self.seen[node, left] = known
        return known

    def _after(self, node: Node) -> Iterator[Node]:
        late = world.T0 + 3600_000 + 1
        at = late if node.late else world.T0
        for event in _events(node, self.alphabet):
            self.steps += 1
            yield _moved(node, step(node.run, Entry(at, event)), event)
        if not node.late:
            yield replace(node, late=True)


def _moved(node: Node, run: Run, event: Event) -> Node:
    """The node after a step; promise 4 is counted here, apart from the core's own books."""
    starts, agains = list(node.starts), list(node.agains)
    for n, call in enumerate(run.calls):
        old = node.run.call(call.id)
        if isinstance(call.state, Started) and old is not None and old.state != call.state:
            starts[n] += 1
        again = sum(1 for r in run.requests if r.call == call.id and _again(r))
        was = sum(1 for r in node.run.requests if r.call == call.id and _again(r))
        agains[n] += max(0, again - was)
        back = isinstance(event, NotStarted) and old is not None and old.state != call.state
        starts[n] -= 1 if back else 0
        assert call.idempotent or starts[n] <= 1 + agains[n], "started twice by itself"
    return Node(run, node.late, tuple(starts), tuple(agains))


def _again(request: Request) -> bool:
    return request.ended is not None and request.ended.outcome == "run_again"


def _events(node: Node, alphabet: Alphabet) -> Iterator[Event]:
    run = node.run
    for n, call in enumerate(run.calls):
        yield from _gate(call, alphabet)
        yield from _tool(call.id, node.starts[n] + 1)
    for request in run.requests:
        for action, who in _presses(request, alphabet):
            yield world.click(action, request.id, who, id=f"{action}-{who.user}-{request.id}")
    for action, who in alphabet.commands:
        yield world.click(action, "", who)
    for pending in run.clicks:
        yield Checked(pending.click.id, world.facts(pending.click.by), world.ASK, world.POLICY)
    yield Ticked()
    if alphabet.wrong:
        yield from (Lost("nobody's"), NotStarted("nobody's"), world.done("nobody's", "c1"))
        yield Checked("nobody's", world.facts(GUS), None)


def _presses(request: Request, alphabet: Alphabet) -> tuple[tuple[Action, Who], ...]:
    match request.kind:
        case "approval":
            return alphabet.presses
        case "question":
            return alphabet.question_presses
        case "unsure":
            return alphabet.unsure_presses


def _gate(call: Call, alphabet: Alphabet) -> Iterator[Event]:
    for verdict in alphabet.verdicts:
        yield world.judged(call.id, verdict, idempotent=alphabet.idempotent, args=call.args)
    yield from _unclear(call.id, alphabet)


def _unclear(call: str, alphabet: Alphabet) -> Iterator[Event]:
    yield UnsureNumbered(call, 1043, world.ASK, world.SHOWN, world.POLICY, 1)
    for ask in alphabet.stale:
        yield WentStale(call, "the tool has changed", ask=ask)


def _tool(call: str, number: int) -> Iterator[Event]:
    yield world.began(f"{call}-{number}", RunTool(call))
    for n in range(max(1, number - 2), number):
        attempt = f"{call}-{n}"
        yield from (Lost(attempt), NotStarted(attempt), world.done(attempt, call))


def asking() -> Node:
    """A run whose model just asked a question."""
    run = world.turn(
        world.new(), world.replied("m1", 1, calls=1, tool="askUser", args=world.REGIONS)
    )
    check_state(run, world.T0)
    return Node(run)


def start(calls: int) -> Node:
    """A run whose model just proposed that many calls."""
    run = world.acting(calls)
    check_state(run, world.T0)
    return Node(run)


def everyone(*actions: Action) -> tuple[tuple[Action, Who], ...]:
    """Each of the actions, by two of the set, the requester and a stranger."""
    return tuple((action, who) for action in actions for who in (BEN, CHI, ANA, GUS))
