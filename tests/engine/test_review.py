"""The review hook beside the policy: it narrows, and whatever it can't say for certain is a no."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.core.rules import Policy, Rule
from bot.core.terms import Approvers
from bot.review import Allow, Answer, Ask, Change, Proposal, Refuse, Requester
from bot.tools.hook import Hook
from bot.tools.python import tool
from bot.tools.registry import Registry
from tests.engine.bench import BEN, PEOPLE, POLICY, Bench, calls, words

ALLOWING = Policy((Rule("all", ("*",), "allow"),), PEOPLE, "v1", 1)
SMALL = '{"amount":5,"reason":"broken"}'


@dataclass
class Says:
    """A hook that says the same of every call, and what it was asked."""

    answer: Answer | Callable[[Proposal], Answer]
    asked: list[Proposal] = field(default_factory=list[Proposal])

    async def review(self, proposal: Proposal) -> Answer:
        """See ports.Reviewer."""
        self.asked.append(proposal)
        return self.answer if not callable(self.answer) else self.answer(proposal)


@pytest.fixture
def paid(bench: Bench) -> list[dict[str, Any]]:
    """What `pay` of the bench was called with."""
    made: list[dict[str, Any]] = []

    @tool(risk="medium", title="pay {amount}")
    def pay(amount: int, reason: str = "") -> str:
        """Pays."""
        made.append({"amount": amount, "reason": reason})
        return f"paid {amount}"

    bench.toolbox = Registry([*bench.toolbox.tools, pay])
    return made


async def _plays(bench: Bench, answer: Answer | Callable[[Proposal], Answer], *,
                 policy: Policy = ALLOWING, arguments: str = SMALL) -> Says:  # fmt: skip
    says = Says(answer)
    bench.reviewer, bench.policy = says, policy
    first = calls("pay", arguments=arguments)
    bench.model.plays(replace(first, text="I'll pay."), words("done"))
    await bench.says("pay ana")
    await bench.moves(bench.worker())
    return says


async def _result(bench: Bench) -> dict[str, Any]:
    (text,) = await bench.results()
    return json.loads(text)


# --- what it gets --------------------------------------------------------------------------------


async def test_it_gets_the_call_as_it_stands(bench: Bench, paid: list[dict[str, Any]]) -> None:
    """Step, thought, tool, arguments, what was said so far, who asked, where, and the risk."""
    (asked,) = (await _plays(bench, Allow())).asked
    assert (asked.step, asked.thought, asked.tool) == (1, "I'll pay.", "pay")
    assert asked.arguments == {"amount": 5, "reason": "broken"}
    assert asked.requester == Requester("T1", "U1ANA", "Ana")
    assert (asked.channel, asked.agent, asked.run) == ("C1", "signoff", 1)
    assert (asked.risk, asked.verdict) == ("medium", "allow")
    said, thought = asked.conversation
    assert said == {"role": "user", "by": "Ana", "text": "pay ana"}
    assert (thought["role"], thought["text"]) == ("assistant", "I'll pay.")
    assert thought["calls"][0]["name"] == "pay"
    assert paid == [asked.arguments]


async def test_it_knows_who_is_linked_and_what_came_before(bench: Bench) -> None:
    """The second turn's call comes with the first one's result."""
    linked = replace(PEOPLE[0], id="ana", user="U1ANA", roles=("requester",))
    says = Says(Allow())
    bench.reviewer, bench.policy = says, replace(ALLOWING, people=(linked,))
    bench.model.plays(calls("peek"), calls("peek"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    first, second = says.asked
    assert (second.requester.person, second.requester.roles) == ("ana", ("requester",))
    assert (first.step, second.step) == (1, 2)
    assert [entry["role"] for entry in second.conversation] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert second.conversation[2]["text"] == "seen"


async def test_what_it_does_to_its_copy_changes_nothing(
    bench: Bench, paid: list[dict[str, Any]]
) -> None:
    """The arguments that were judged are the ones that run."""

    def spoils(proposal: Proposal) -> Answer:
        proposal.arguments["amount"] = 5_000
        return Allow()

    await _plays(bench, spoils)
    assert paid == [{"amount": 5, "reason": "broken"}]


async def test_what_policy_refuses_or_nobody_can_read_is_not_reviewed(bench: Bench) -> None:
    """It can't open what is closed."""
    policy = replace(ALLOWING, rules=(Rule("no", ("*",), "refuse", reason="not today"),))
    says = await _plays(bench, Allow(), policy=policy)
    assert says.asked == []
    assert "there is no tool named 'pay'" in (await _result(bench))["error"]
    bench.model.plays(calls("hit"), calls("hit", arguments="{"), words("done"))
    await bench.says("again", ts="2.0")
    await bench.moves(bench.worker())
    assert says.asked == [] and bench.told("hit") == []


# --- what it says --------------------------------------------------------------------------------


async def test_a_refusal_is_told_to_the_model(bench: Bench, paid: list[dict[str, Any]]) -> None:
    """In its own words; nothing ran."""
    await _plays(bench, Refuse("salaries aren't paid here"))
    assert paid == [] and bench.told("card") == []
    assert await _result(bench) == {"outcome": "refused", "reason": "salaries aren't paid here"}


async def test_asking_is_asking_by_the_terms_of_the_risk(
    bench: Bench, paid: list[dict[str, Any]]
) -> None:
    """What policy allows waits for a yes, and runs with it."""
    await _plays(bench, Ask("this is the third today"))
    assert paid == [] and len(bench.told("card")) == 1
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    assert paid == [{"amount": 5, "reason": "broken"}]
    assert await bench.results() == ["paid 5"]
    request = await bench.inbox.record(f"{bench.run}.1")
    assert request is not None and request.request.spec.because == "this is the third today"
    assert request.request.spec.approvers == Approvers(roles=("approver",))


async def test_asking_where_nobody_may_be_asked_refuses(
    bench: Bench, paid: list[dict[str, Any]]
) -> None:
    """The policy makes the verdict: an agent that asks nobody asks nobody."""
    await _plays(bench, Ask(), policy=replace(ALLOWING, human_in_the_loop=False))
    assert paid == [] and "human_in_the_loop" in (await _result(bench))["reason"]


@pytest.mark.parametrize(
    "answer", [Allow(), Ask(), Ask("look twice"), Change({"amount": 5, "reason": "broken"})]
)
async def test_nothing_it_says_opens_an_ask_of_the_policy(
    bench: Bench, paid: list[dict[str, Any]], answer: Answer
) -> None:
    """People are asked all the same."""
    says = await _plays(bench, answer, policy=POLICY)
    assert says.asked[0].verdict == "ask"
    assert paid == [] and len(bench.told("card")) == 1
    record = await bench.inbox.record(f"{bench.run}.1")
    assert record is not None
    more = "; look twice" if answer == Ask("look twice") else ""
    assert record.request.spec.because == f"calls of medium risk need a person's yes{more}"


async def test_changed_arguments_run_and_are_told(bench: Bench, paid: list[dict[str, Any]]) -> None:
    """Left out, added and other values; the record has what was sent and what ran."""
    says = await _plays(bench, Change({"amount": 3}))
    assert len(says.asked) == 1
    assert paid == [{"amount": 3, "reason": ""}]
    line, text = (await bench.results())[0].split("\n")
    assert text == "paid 3"
    assert json.loads(line) == {
        "outcome": "allowed_with_changes",
        "changes": {"amount": {"from": 5, "to": 3}, "reason": {"from": "broken"}},
    }
    (ready,) = [
        found for line in await bench.store.audit(bench.run)
        if (found := json.loads(line))["what"] == "call ready"
    ]  # fmt: skip
    assert ready["args"] == {"amount": 3}
    assert ready["changed"] == {"amount": 5, "reason": "broken"}


async def test_changed_arguments_are_judged_again(bench: Bench, paid: list[dict[str, Any]]) -> None:
    """What policy asks about is asked about with the new values, and what it refuses is refused."""
    big = Rule("big", ("pay",), "ask", when="args.amount > 10", because="it is much")
    none = Rule("none", ("pay",), "refuse", when="args.amount > 100", reason="too much")
    policy = replace(ALLOWING, rules=(none, big, *ALLOWING.rules))
    await _plays(bench, Change({"amount": 50}), policy=policy)
    assert paid == []
    record = await bench.inbox.record(f"{bench.run}.1")
    assert record is not None and record.request.args == '{"amount":50}'
    assert record.request.spec.because == "it is much; the review changed amount, reason"
    bench.reviewer = Says(Change({"amount": 500}))
    bench.model.steps.insert(0, calls("pay", arguments='{"amount":6}'))
    await bench.clicks(BEN, "reject", reason="no")
    await bench.moves(bench.worker())
    rejected, refused = (json.loads(text) for text in await bench.results())
    assert rejected["outcome"] == "rejected" and rejected["changes"]["amount"] == {
        "from": 5, "to": 50,
    }  # fmt: skip
    assert (refused["outcome"], refused["reason"]) == ("refused", "too much")
    assert refused["changes"] == {"amount": {"from": 6, "to": 500}}
    assert paid == []


@pytest.mark.parametrize(
    ("arguments", "words_"),
    [
        ({"amount": "five"}, "don't fit the tool: amount"),
        ({}, "don't fit the tool"),
        ({"amount": {5}}, "can't be read (TypeError)"),
        ({"amount": float("nan")}, "can't be read (ValueError)"),
        ({"amount": 5, "else": 1}, "don't fit the tool"),
    ],
)
async def test_changed_arguments_that_are_wrong_refuse(
    bench: Bench, paid: list[dict[str, Any]], arguments: dict[str, Any], words_: str
) -> None:
    """Nothing is repaired, and the proposed ones don't run either."""
    await _plays(bench, Change(arguments))
    assert paid == []
    reason = (await _result(bench))["reason"]
    assert reason.startswith("review error: ") and words_ in reason


async def test_parallel_calls_are_reviewed_at_the_same_time_each_for_itself(bench: Bench) -> None:
    """One no leaves the others alone."""

    def no_hit(proposal: Proposal) -> Answer:
        return Refuse("no hitting") if proposal.tool == "hit" else Allow()

    bench.reviewer, bench.policy = Says(no_hit), ALLOWING
    bench.model.plays(calls("peek", "hit", "peek"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    assert len(bench.told("peek")) == 2 and bench.told("hit") == []


async def test_a_review_that_hangs_refuses_and_the_run_goes_on(
    bench: Bench, paid: list[dict[str, Any]]
) -> None:
    """Nobody waits longer than the time-out; the model is told and goes on."""

    async def hangs(proposal: Proposal) -> Answer:
        await bench.held.wait()
        return Allow()

    bench.reviewer, bench.policy = Hook(hangs, 0.05), ALLOWING
    bench.model.plays(calls("pay", arguments=SMALL), words("then not"))
    await bench.says()
    await bench.moves(bench.worker())
    assert paid == [] and bench.said("answer") == ["then not"]
    reason = (await _result(bench))["reason"]
    assert reason == "review error: no answer within 0.05 s"
