"""The gate at work: who may say yes now, and what an approval is still worth at the start."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.core.call import Call, Proposed, Ready
from bot.core.ids import Who
from bot.core.request import Ended, PersonFacts, Request, Vote
from bot.core.rules import Policy, Rule
from bot.core.state import Run
from bot.core.switches import Off, reason
from bot.core.terms import Approvers, AskSpec, NextTier
from bot.core.verdicts import Ask, Refuse
from bot.engine import Gate, able
from bot.engine.gate import STALE_MS
from bot.tools.python import tool
from bot.tools.registry import Registry
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import ANA, BEN, CHI, PEOPLE, POLICY, THREAD, Bench, calls, words

SPEC = AskSpec("all", "it asks", "medium", Approvers(roles=("approver",)))
RUN = Run(
    id="0.aaaaaaaaaa",
    number=1,
    agent="a",
    thread=THREAD,
    requester=ANA,
    steerer=ANA,
    spoke=ANA,
    asked_at=0,
)


@tool(risk="medium", title="hit it")
def hit(times: int = 1) -> str:
    """Hits something."""
    return "hit" * times


TOOLS = Registry([hit])
CALL = Call(
    id="c1",
    tool="hit",
    args="{}",
    digest="d",
    tool_digest=TOOLS.specs()["hit"].digest,
    state=Ready("0.aaaaaaaaaa.1", since=1_000, policy="v1"),
)
REQUEST = Request(
    id="0.aaaaaaaaaa.1",
    number=1,
    kind="approval",
    call="c1",
    revision=1,
    spec=SPEC,
    title="hit it",
    will_do=None,
    target=None,
    undo=None,
    tool="hit",
    args="{}",
    digest="d",
    policy="v1",
    policy_number=1,
    quotes=(),
    agent_says="",
    able=(),
    authors=(ANA, ANA),
    asked_at=0,
    deadline=10_000,
    votes=(Vote(BEN, "ben", 1_000),),
    ended=Ended("approved", 1_000, BEN),
)
APPROVED = replace(RUN, calls=(CALL,), requests=(REQUEST,))


async def test_a_later_tier_that_is_asked_at_once_stays_so() -> None:
    """Nobody of the first set can decide, so the next one may from the start, and sees so."""
    rule = Rule("all", ("*",), "ask", approvers=Approvers(people=("ana",)), exclude_requester=True,
                next=((None, Approvers(people=("ben",))),))  # fmt: skip
    call = replace(CALL, state=Proposed())
    found = await Gate(Policy((rule,), PEOPLE, "v1", 1), TOOLS).judged(RUN, call, _one, 0)
    assert isinstance(found.verdict, Ask) and found.verdict.tier == 1
    assert [who.user for who in found.able] == [BEN.user]


async def _one() -> int:
    return 1


def _policy(version: str = "v2", **rule: object) -> Policy:
    rules = (replace(POLICY.rules[0], **rule),)
    return replace(POLICY, rules=rules, version=version)


def _stale(policy: Policy, *, run: Run = APPROVED, now: int = 2_000) -> tuple[str, bool] | None:
    found = Gate(policy, TOOLS).stale(run, run.calls[0], now)
    return (found.why, found.ask) if found else None


# --- right before the start ----------------------------------------------------------------------


def test_an_approved_call_may_start() -> None:
    """Nothing has changed, so nothing stands in its way; nor is a call stale that isn't ready."""
    assert _stale(POLICY) is None
    waiting = replace(APPROVED, calls=(replace(CALL, state=Ready(None, 0, "v1")),))
    assert _stale(POLICY, run=waiting) is None
    assert Gate(POLICY, TOOLS).stale(RUN, Call("c2", "hit", "{}", "d"), 0) is None


def test_an_approval_lasts_fifteen_minutes() -> None:
    """To the millisecond; then it is asked again."""
    assert _stale(POLICY, now=1_000 + STALE_MS) is None
    assert _stale(POLICY, now=1_001 + STALE_MS) == ("it was not started within 15 minutes", True)


@pytest.mark.parametrize(
    "policy",
    [
        _policy(verdict="allow"),
        _policy(because="other words for the same"),
        _policy(approvers=Approvers(people=("ben", "chi"))),
        _policy(approvers=Approvers(roles=("approver",), people=("chi",))),
        _policy(approvers=Approvers(anyone=True)),
        _policy(exclude_requester=False),
    ],
)
def test_a_new_policy_that_the_votes_meet_too_changes_nothing(policy: Policy) -> None:
    """It allows the call, or asks for no more than was given."""
    assert _stale(policy) is None


@pytest.mark.parametrize(("after_s", "holds"), [(1, True), (60, False)])
def test_a_vote_of_a_later_tier_counts_from_its_time_on(after_s: int, *, holds: bool) -> None:
    """By the policy of today, whose tiers are others than the card's."""
    eli = Approvers(people=("ben",))
    asked = replace(SPEC, approvers=Approvers(people=("chi",)), next=(NextTier(5, eli),))
    request = replace(
        REQUEST, spec=asked, tier=1, asked_at=0,
        votes=(replace(REQUEST.votes[0], at=10_000),),
    )  # fmt: skip
    today = replace(asked, next=(NextTier(after_s, eli),))
    assert able.still_enough(POLICY, request, asked, {})
    assert able.still_enough(POLICY, request, today, {}) is holds


@pytest.mark.parametrize(
    ("policy", "ask"),
    [
        (_policy(count=2), True),
        (_policy(approvers=Approvers(people=("chi",))), True),
        (replace(_policy(), people=(replace(PEOPLE[0], roles=()), PEOPLE[1])), True),
        (replace(_policy(), people=PEOPLE[1:]), True),
        (_policy(verdict="refuse", reason="no more hitting"), False),
        (_policy(approvers=Approvers(roles=("nobody",))), False),
        (replace(POLICY, rules=(), version="v2"), False),
    ],
)
def test_a_new_policy_that_the_votes_do_not_meet_voids_them(policy: Policy, ask: bool) -> None:
    """People are asked again, or, where policy refuses now, the call ends."""
    found = _stale(policy)
    assert found is not None and found[1] is ask
    assert "policy has changed" in found[0]


def test_what_is_switched_off_since_does_not_start() -> None:
    """Approved or allowed, by the same policy: its kind is off in the thread."""
    off = replace(APPROVED, off=(Off("writes", ANA, 1_500),))
    assert _stale(POLICY, run=off) == (reason("writes"), False)
    allowed = replace(CALL, state=Ready(None, since=1_000, policy="v1"))
    assert _stale(POLICY, run=replace(off, calls=(allowed,))) == (reason("writes"), False)
    assert _stale(POLICY, run=replace(APPROVED, off=(Off("data", ANA, 1_500),))) is None


def test_what_is_switched_off_is_refused_before_any_rule() -> None:
    """Also by a policy that would let it run; a read isn't a write."""
    gate = Gate(_policy(verdict="allow"), TOOLS)
    off = replace(RUN, off=(Off("writes", ANA, 1_500),))
    assert gate.verdict(off, "hit", "{}", 0) == Refuse(reason("writes"), "writes off")
    assert gate.verdict_at_click(off, REQUEST) == Refuse(reason("writes"), "writes off")
    assert gate.verdict(RUN, "hit", "{}", 0).kind == "allow"


def test_a_new_policy_counts_no_vote_of_an_author() -> None:
    """Ben asked for it and approved it while that was allowed; now others have to decide."""
    own = replace(REQUEST, authors=(BEN, ANA))
    run = replace(APPROVED, requests=(own,))
    assert _stale(_policy(exclude_requester=True), run=run) == (
        "the policy has changed since",
        True,
    )


def test_a_call_that_was_allowed_is_asked_about_when_policy_asks_now() -> None:
    """Nobody has said yes to it."""
    run = replace(RUN, calls=(replace(CALL, state=Ready(None, 1_000, "v0")),))
    assert _stale(POLICY, run=run) == ("the policy has changed since", True)


def test_a_tool_that_changed_or_went_is_not_run_blindly() -> None:
    """Another schema is asked about anew; arguments that don't fit, or no tool, end the call."""

    @tool(risk="medium", title="hit it")
    def wider(times: int = 1, hard: bool = False) -> str:
        """Hits something."""
        return str(times + hard)

    wider.spec = replace(wider.spec, name="hit")
    changed = Gate(POLICY, Registry([wider])).stale(APPROVED, CALL, 2_000)
    assert changed is not None and changed.ask and changed.why == "the tool has changed since"
    odd = replace(CALL, args='{"nothing":1}')
    unfit = Gate(POLICY, TOOLS).stale(APPROVED, odd, 2_000)
    assert unfit is not None and not unfit.ask and "the tool has changed: " in unfit.why
    gone = Gate(POLICY, Registry([])).stale(APPROVED, CALL, 2_000)
    assert gone is not None and not gone.ask and "no tool named 'hit'" in gone.why


# --- between the click and the start -------------------------------------------------------------


class _Changing(LedgerChat):
    """Something changes while it is looked up who clicked."""

    change: Callable[[], None] | None = None

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        if self.change is not None and not who.same(ANA):
            self.change()
            self.change = None
        return await super().person(who)


async def _approved_while(bench: Bench, change: Callable[[], None]) -> None:
    chat = _Changing(bench.ledger, random.Random(1), 0.0)
    chat.change = change
    bench.model.plays(calls("hit"), words("done"))
    worker = bench.worker(chat=chat)
    await bench.says()
    await bench.moves(worker)
    await bench.clicks(BEN, "approve")
    await bench.moves(worker)


async def test_policy_that_refuses_meanwhile_stops_an_approved_call(bench: Bench) -> None:
    """Approved under the old policy, refused by the new one: not run, and told so."""

    def change() -> None:
        bench.policy = _policy(verdict="refuse", reason="no more hitting")

    await _approved_while(bench, change)
    assert bench.told("hit") == []
    (result,) = await bench.results()
    assert '"outcome": "stale"' in result and "no more hitting" in result
    assert bench.told("draw")[-1]["outcome"] == "stale"
    assert bench.said("answer") == ["done"] and bench.said("decision")


async def test_policy_that_asks_others_meanwhile_asks_again(bench: Bench) -> None:
    """The first card says that it wasn't run; a second one asks, and its yes counts."""

    def change() -> None:
        bench.policy = _policy(approvers=Approvers(people=("chi",)))

    await _approved_while(bench, change)
    assert bench.told("hit") == [] and len(bench.told("card")) == 2
    await bench.clicks(BEN, "approve", request=2)
    await bench.clicks(CHI, "approve", request=2)
    await bench.moves(bench.worker())
    assert len(bench.told("hit")) == 1
    assert [note["about"] for note in bench.told("note")] == ["not_approver"]


async def test_a_tool_that_changes_meanwhile_is_presented_again(bench: Bench) -> None:
    """Another schema under the same name: the approval was for something else."""

    def change() -> None:
        bench.toolbox = Registry([hit])

    await _approved_while(bench, change)
    assert len(bench.told("card")) == 2
    await bench.clicks(CHI, "approve", request=2)
    await bench.moves(bench.worker())
    assert await bench.results() == ["hit"]


async def _asked_before_a_deploy(bench: Bench, toolbox: Registry) -> None:
    """A card waits; the process ends, and the next version has other tools."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    bench.toolbox = toolbox


async def test_a_schema_that_changed_while_a_card_waited_is_presented_again(bench: Bench) -> None:
    """The old card still works and says that it went stale; a new one asks (promise 9)."""
    await _asked_before_a_deploy(bench, Registry([hit]))
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    assert bench.told("hit") == [] and await bench.results() == []
    first, second = bench.told("card")
    assert [first["request"], second["request"]] == [f"{bench.run}.1", f"{bench.run}.2"]
    old = [line for line in bench.told("draw") if line["request"] == first["request"]]
    assert old[-1]["outcome"] == "stale"
    await bench.clicks(BEN, "approve", request=2)
    await bench.moves(bench.worker())
    assert await bench.results() == ["hit"] and bench.said("answer") == ["done"]


async def test_a_tool_that_went_while_a_card_waited_is_not_run(bench: Bench) -> None:
    """Nothing can be approved any more; whoever clicks is told, and a no still ends it."""
    await _asked_before_a_deploy(bench, Registry([]))
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    assert [note["about"] for note in bench.told("note")] == ["policy_now_refuses"]
    await bench.clicks(CHI, "reject", reason="it is gone")
    await bench.moves(bench.worker())
    assert bench.told("hit") == [] and bench.said("answer") == ["done"]


async def test_policy_that_refuses_at_the_click_is_told(bench: Bench) -> None:
    """The current policy must allow the decision too: whoever clicks is told, nothing changes."""
    bench.model.plays(calls("hit"))
    await bench.says()
    await bench.moves(bench.worker())
    bench.policy = _policy(verdict="refuse")
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    assert [note["about"] for note in bench.told("note")] == ["policy_now_refuses"]
    assert bench.told("hit") == []


# --- who could answer ----------------------------------------------------------------------------


def test_whoever_steers_a_run_may_not_be_the_only_one_to_approve_it() -> None:
    """Ben is the only approver and spoke last: the call is refused, not asked about in vain."""
    alone = replace(POLICY, people=PEOPLE[:1])
    steered = replace(RUN, steerer=BEN, spoke=BEN)
    assert Gate(alone, TOOLS).verdict(RUN, "hit", "{}", 0).kind == "ask"
    assert Gate(alone, TOOLS).verdict(steered, "hit", "{}", 0).kind == "refuse"
    assert Gate(alone, TOOLS).verdict_at_click(steered, REQUEST).kind == "refuse"


def test_whom_a_direct_message_does_not_reach_is_not_asked_there() -> None:
    """Ben never sees Ana's conversation with the bot: she is told to ask in a channel."""
    direct = replace(RUN, thread=replace(RUN.thread, channel="D1"))
    assert Gate(POLICY, TOOLS).verdict(RUN, "hit", "{}", 0).kind == "ask"
    assert Gate(POLICY, TOOLS).verdict(direct, "hit", "{}", 0).kind == "refuse"


async def test_a_lost_call_that_was_asked_about_asks_the_same_people() -> None:
    """Who decided about it says what happened; of a call that policy had allowed, the approvers."""
    gate = Gate(replace(POLICY, rules=(Rule("none", ("*",), "refuse"),)), TOOLS)
    asked = await gate.unsure(APPROVED, CALL, 7)
    assert asked.number == 7 and asked.verdict.kind == "ask"
    assert asked.verdict.spec == SPEC and [w.user for w in asked.able] == ["U1BEN", "U1CHI"]
    alone = await gate.unsure(RUN, CALL, 8)
    assert alone.verdict.kind == "ask"
    assert alone.verdict.spec.approvers == Approvers(roles=("approver", "admin"))
    assert not alone.verdict.spec.exclude_requester


async def test_anyone_linked_is_listed_as_nobody_in_particular() -> None:
    """A card for anyone names no people."""
    gate = Gate(_policy(approvers=Approvers(anyone=True)), TOOLS)

    async def number() -> int:
        return 7

    judged = await gate.judged(RUN, CALL, number, 0)
    assert judged.number == 7
    assert judged.verdict.kind == "ask" and judged.able == ()
