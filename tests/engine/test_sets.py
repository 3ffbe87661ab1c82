"""Live sets at the gate: read for each verdict, and what can't be read is nobody."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime

import pytest

from bot.core.call import Call, Ready
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.core.request import Click, Ended, PendingClick, PersonFacts
from bot.core.rota import Calendar, Rota, Schedule
from bot.core.rules import Policy
from bot.core.terms import Approvers, NextTier
from bot.core.verdicts import Ask, Refuse
from bot.engine import Clock, Gate, LiveSets, StoreBoard, sets
from bot.engine.checking import checked
from bot.ports.sets import SetTrouble
from tests.engine.bench import ANA, BEN, CHI, POLICY, Bench, calls, words
from tests.engine.test_gate import APPROVED, CALL, REQUEST, RUN, TOOLS

GROUP = Approvers(groups=("S1",))
DAY = 86_400
ROTA = Rota(("ben", "chi"), datetime.fromisoformat("2026-11-30T09:00"), DAY, "Europe/Madrid")
NINE = int(datetime.fromisoformat("2026-11-30T08:00Z").timestamp() * 1000)


class Still(Clock):
    """A clock that stands until it is moved."""

    def __init__(self, at: int = NINE) -> None:
        super().__init__()
        self.at = at

    def now(self) -> int:
        """See Clock."""
        return self.at


@dataclass
class Memory:
    """Groups and calendars that are what they are told to be."""

    members_of: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    on: frozenset[str] | Exception = frozenset()
    asked: list[str] = field(default_factory=list[str])
    stuck: bool = False

    async def members(self, name: str) -> frozenset[str]:
        """See ports.Groups."""
        self.asked.append(name)
        if self.stuck:
            await asyncio.Event().wait()
        if name not in self.members_of:
            raise SetTrouble("not just now")
        return self.members_of[name]

    async def on_call(self, calendar: Calendar, now: int) -> frozenset[str]:
        """See ports.Calendars."""
        if isinstance(self.on, Exception):
            raise self.on
        return self.on


def _policy(approvers: Approvers = GROUP, **rule: object) -> Policy:
    asks = replace(POLICY.rules[0], verdict="ask", approvers=approvers, **rule)
    return replace(POLICY, rules=(asks,), schedules=(Schedule("payments", ROTA),))


def _gate(memory: Memory, policy: Policy | None = None, clock: Clock | None = None) -> Gate:
    reader = LiveSets(memory, memory, clock or Still())
    return Gate(policy or _policy(), TOOLS, sets=reader)


async def _number() -> int:
    return 7


async def _judged(gate: Gate) -> tuple[str, list[str]]:
    call = Call(id="c1", tool="hit", args="{}", digest="d")
    found = await gate.judged(RUN, call, _number, NINE)
    return found.verdict.kind, [who.user for who in found.able]


# --- when it is proposed -------------------------------------------------------------------------


async def test_the_group_is_read_for_the_verdict() -> None:
    """Who is in it and linked stands on the card."""
    memory = Memory({"group:S1": frozenset({BEN.key, ANA.key, "T1/U9"})})
    assert await _judged(_gate(memory)) == ("ask", [BEN.user])
    memory.members_of["group:S1"] = frozenset({"T1/U9"})
    assert await _judged(_gate(memory)) == ("refuse", [])


async def test_without_a_reader_nothing_can_be_read() -> None:
    """A gate that was given none asks nobody by a live set."""
    found = await Gate(_policy(), TOOLS).judged(RUN, CALL, _number, NINE)
    assert isinstance(found.verdict, Refuse) and "couldn't read" in found.verdict.reason


async def test_nobody_is_looked_up_for_a_rule_without_live_sets() -> None:
    """Slack isn't asked about what nobody wants to know."""
    memory = Memory()
    gate = _gate(memory, _policy(Approvers(roles=("approver",))))
    assert await _judged(gate) == ("ask", [BEN.user, CHI.user])
    assert memory.asked == []


@pytest.mark.parametrize("error", [SetTrouble("away"), RuntimeError("a bug")])
async def test_whatever_goes_wrong_is_nobody(error: Exception) -> None:
    """The call is refused; the run goes on."""
    policy = replace(
        _policy(Approvers(schedules=("payments",))),
        schedules=(Schedule("payments", Calendar((("x", "ben"),), source="/x")),),
    )
    memory = Memory(on=error)
    assert await _judged(_gate(memory, policy)) == ("refuse", [])
    memory.on = frozenset({"ben", "eli"})
    assert await _judged(_gate(memory, policy)) == ("ask", [BEN.user])


async def test_a_set_that_does_not_come_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run isn't held up by it."""
    monkeypatch.setattr(sets, "READ_S", 0.01)
    assert await _judged(_gate(Memory(stuck=True))) == ("refuse", [])


async def test_the_calls_of_a_turn_wait_for_a_set_once(bench: Bench) -> None:
    """One after the other they would hold the run for longer than its worker may."""
    memory = Memory()
    bench.policy = _policy()
    bench.sets = LiveSets(memory, memory, Still())
    bench.model.plays(calls("peek", "peek", "peek"), words("none of them ran"))
    await bench.says()
    await bench.moves(bench.worker())
    refused = await bench.store.audit(bench.run)
    assert sum('"call refused"' in line for line in refused) == 3
    assert memory.asked == ["group:S1"]


async def test_a_schedule_that_has_gone_is_nobody() -> None:
    """A card may name one that the policy has no more."""
    policy = replace(_policy(), schedules=())
    live = await _gate(Memory(), policy).read(("schedule:payments",))
    assert live == {}


# --- at the click --------------------------------------------------------------------------------


async def _right(
    bench: Bench, gate: Gate, who: Who
) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    spec = replace(REQUEST.spec, approvers=Approvers(schedules=("payments",)))
    request = replace(REQUEST, spec=spec, ended=None, votes=())
    click = Click("k", "approve", request.id, 1, who)
    run = replace(RUN, requests=(request,), clicks=(PendingClick(click),))
    found = await checked(bench.chat, run, "k", gate)
    return found.facts.sets, found.facts.unread, found.now.kind if found.now else ""


async def test_whoever_is_on_call_at_the_click_has_the_right(bench: Bench) -> None:
    """To the second of the handover, by the store's clock; today's set counts, too."""
    clock, memory = Still(), Memory({"group:S1": frozenset({BEN.key, CHI.key})})
    gate = _gate(memory, clock=clock)
    both = ("schedule:payments", "group:S1")
    assert await _right(bench, gate, BEN) == (both, (), "ask")
    assert await _right(bench, gate, CHI) == (("group:S1",), (), "ask")
    clock.at = NINE + DAY * 1000 - 1
    assert await _right(bench, gate, BEN) == (both, (), "ask")
    clock.at += 1
    assert await _right(bench, gate, BEN) == (("group:S1",), (), "ask")
    assert await _right(bench, gate, CHI) == (both, (), "ask")


async def test_what_cannot_be_read_at_the_click_is_known_to_be_so(bench: Bench) -> None:
    """It refuses nobody's call; whoever clicked is told that it couldn't be checked."""
    found = await _right(bench, _gate(Memory()), BEN)
    assert found == (("schedule:payments",), ("group:S1",), "ask")


# --- right before the start ----------------------------------------------------------------------


async def _stale(gate: Gate, **spec: object) -> str | None:
    terms = replace(REQUEST.spec, approvers=GROUP, **spec)
    run = replace(APPROVED, requests=(replace(REQUEST, spec=terms),))
    live = await gate.read_at_start(run, CALL)
    found = gate.stale(run, CALL, 2_000, live)
    assert found is None or found.ask
    return found.why if found else None


@pytest.mark.parametrize(
    ("members", "why"),
    [
        (frozenset({BEN.key}), None),
        (frozenset({CHI.key}), "somebody who said yes may not decide it any more"),
        (None, "who may decide it couldn't be looked up right before it was to start"),
    ],
)
@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_whoever_said_yes_is_still_in_the_set_at_the_start(
    members: frozenset[str] | None, why: str | None, version: str
) -> None:
    """By the policy of the yes as by a newer one; else people are asked again."""
    memory = Memory({} if members is None else {"group:S1": members})
    found = await _stale(_gate(memory, replace(_policy(), version=version)))
    newer = "the policy has changed since"
    assert found == (why if version == "v1" or why is None else newer)


async def test_a_later_tier_gave_the_right_too() -> None:
    """Once it was asked: its members' yes is as good as the first set's."""
    memory = Memory({"group:S1": frozenset(), "channel:C1": frozenset({BEN.key})})
    tiers = (NextTier(60, Approvers(channels=("C1",))),)
    gate = _gate(memory)
    assert await _stale(gate, next=tiers) is not None
    terms = replace(REQUEST.spec, approvers=GROUP, next=tiers)
    run = replace(APPROVED, requests=(replace(REQUEST, spec=terms, tier=1),))
    assert gate.stale(run, CALL, 2_000, await gate.read_at_start(run, CALL)) is None


async def test_an_emergency_took_nobodys_yes() -> None:
    """Nor does it wait for a set that can't be read."""
    ended = Ended("emergency", 1_000, CHI)
    terms = replace(REQUEST.spec, approvers=GROUP)
    run = replace(APPROVED, requests=(replace(REQUEST, spec=terms, ended=ended),))
    gate = _gate(Memory())
    assert gate.stale(run, CALL, 2_000, await gate.read_at_start(run, CALL)) is None


async def test_a_call_that_nobody_was_asked_about_needs_no_set() -> None:
    """Nor one that isn't ready."""
    memory = Memory()
    gate = _gate(memory)
    free = replace(CALL, state=Ready(None, 0, "v1"))
    assert await gate.read_at_start(RUN, free) == {}
    assert gate.stale(RUN, free, 2_000) is None
    assert await gate.read_at_start(RUN, Call("c2", "hit", "{}", "d")) == {}
    assert memory.asked == []


async def test_a_lost_call_is_asked_of_who_is_in_its_set_now() -> None:
    """They stand on the card; where that can't be read, nobody is named."""
    run = replace(
        APPROVED, requests=(replace(REQUEST, spec=replace(REQUEST.spec, approvers=GROUP)),)
    )
    memory = Memory({"group:S1": frozenset({CHI.key})})
    asked = await _gate(memory).unsure(run, CALL, 8)
    assert isinstance(asked.verdict, Ask) and [who.user for who in asked.able] == [CHI.user]
    assert (await _gate(Memory()).unsure(run, CALL, 8)).able == ()


# --- in lists ------------------------------------------------------------------------------------


async def test_a_list_knows_who_is_in_the_sets_of_its_requests(bench: Bench) -> None:
    """One look for all of them; none where no request names a set."""
    memory = Memory({"group:S1": frozenset({BEN.key})})
    board = StoreBoard(bench.store, lambda: _gate(memory), "ops")
    theirs = Record(RUN, replace(REQUEST, spec=replace(REQUEST.spec, approvers=GROUP)))
    facts = PersonFacts(BEN, known=True, person="ben")
    found = await board.known(facts, [theirs, Record(RUN, REQUEST), theirs])
    assert (found.sets, found.unread, memory.asked) == (("group:S1",), (), ["group:S1"])
    assert await board.known(facts, [Record(RUN, REQUEST)]) == facts
    assert memory.asked == ["group:S1"]
