"""A yes for a while at the gate: it counts as long as its people, tool and policy would give it."""

from dataclasses import replace

import pytest

from bot.core.call import Call, Ready
from bot.core.request import Grant, Request
from bot.core.rules import Policy
from bot.core.terms import Approvers
from bot.core.verdicts import Allow
from bot.engine import Gate, LiveSets
from bot.tools.python import tool
from bot.tools.registry import Registry
from tests.engine.bench import BEN, CHI, PEOPLE, POLICY
from tests.engine.test_gate import CALL, REQUEST, RUN, SPEC, TOOLS
from tests.engine.test_sets import Memory, Still

GRANT = Grant(until=100_000, tool_digest=TOOLS.specs()["hit"].digest)
GRANTED = replace(REQUEST, spec=replace(SPEC, grants=True), grant=GRANT)
NEXT = Call("c2", "hit", "{}", "d")
OF_GROUP = replace(GRANTED, spec=replace(GRANTED.spec, approvers=Approvers(groups=("S1",))))
IN = {"group:S1": frozenset({BEN.key})}


def _reading(memory: Memory) -> Gate:
    """A gate whose rule asks the group."""
    asks = replace(POLICY.rules[0], approvers=Approvers(groups=("S1",)))
    sets = LiveSets(memory, memory, Still())
    return Gate(replace(POLICY, rules=(asks,)), TOOLS, sets=sets)


def _runs(gate: Gate, request: Request = GRANTED, live: dict[str, frozenset[str]] | None = None,
          ) -> bool:  # fmt: skip
    """Whether an equal call runs without asking; if not, it doesn't."""
    run = replace(RUN, requests=(request,), calls=(NEXT,))
    return isinstance(gate.verdict(run, "hit", "{}", 5_000, live or {}), Allow)


def test_an_equal_call_runs_under_it() -> None:
    """As long as nothing has changed."""
    assert _runs(Gate(POLICY, TOOLS))


@pytest.mark.parametrize(
    "policy",
    [
        replace(POLICY, people=(replace(PEOPLE[0], roles=()), PEOPLE[1])),
        replace(POLICY, people=PEOPLE[1:]),
        replace(POLICY, rules=(replace(POLICY.rules[0], approvers=Approvers(people=("chi",))),)),
        replace(POLICY, rules=(replace(POLICY.rules[0], grants=False),)),
        replace(POLICY, rules=(replace(POLICY.rules[0], owners=1),)),
    ],
)
def test_whoever_gave_it_must_still_be_one_who_may(policy: Policy) -> None:
    """A stricter policy holds for what was allowed before it, too."""
    assert not _runs(Gate(replace(policy, version="v2"), TOOLS))


def test_whoever_gave_it_must_still_be_in_the_set() -> None:
    """And a set that can't be read has nobody in it."""
    gate = _reading(Memory())
    assert _runs(gate, OF_GROUP, IN)
    assert not _runs(gate, OF_GROUP, {"group:S1": frozenset({CHI.key})})
    run = replace(RUN, requests=(OF_GROUP,), calls=(NEXT,))
    assert not isinstance(gate.verdict(run, "hit", "{}", 5_000, {}), Allow)


def test_a_tool_that_has_changed_was_never_said_yes_to() -> None:
    """Its name and arguments are the same; what it does may not be."""

    @tool(risk="medium", title="hit it harder")
    def hit(times: int = 9) -> str:
        """Hits something hard."""
        return "hit" * times

    assert not _runs(Gate(POLICY, Registry([hit])))


async def test_it_is_looked_at_once_more_right_before_the_start() -> None:
    """Who gave it has left meanwhile, or the policy has changed: judged anew."""
    ready = replace(CALL, id="c2", grant=REQUEST.id, state=Ready(None, 1_000, "v1"))
    run = replace(RUN, requests=(OF_GROUP,), calls=(ready,))
    memory = Memory(dict(IN))
    gate = _reading(memory)
    assert gate.stale(run, ready, 2_000, await gate.read_at_start(run, ready)) is None
    memory.members_of = {"group:S1": frozenset({CHI.key})}
    found = gate.stale(run, ready, 2_000, await gate.read_at_start(run, ready))
    assert found and found.ask
    newer = Gate(replace(POLICY, version="v2"), TOOLS)
    found = newer.stale(replace(run, requests=(GRANTED,)), ready, 2_000)
    assert found and found.ask and found.why == "the policy has changed since"
