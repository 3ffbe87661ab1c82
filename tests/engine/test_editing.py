"""What the engine looks up for an edit and for whoever is named, and what stands on the record."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot import review
from bot.core.call import Waiting
from bot.core.canon import digest
from bot.core.ids import Who
from bot.core.request import Click, PendingClick
from bot.core.rules import Policy, Rule
from bot.core.verdicts import Ask, Refuse
from bot.engine import Gate
from bot.engine.checking import checked
from bot.engine.revising import revised
from bot.tools.python import ToolContext, tool
from bot.tools.registry import Registry
from tests.engine.bench import ANA, BEN, CHI, POLICY, Bench, calls, words
from tests.engine.test_gate import CALL, REQUEST, RUN, TOOLS

GATE = Gate(POLICY, TOOLS)


async def test_an_edit_is_judged_by_todays_policy_and_drawn_by_the_tool() -> None:
    """What the new card shows, who may answer it, and the policy's number."""
    found = await revised(GATE, RUN, REQUEST, '{"times":2}', {})
    assert isinstance(found.verdict, Ask) and not found.bad
    assert (found.title, found.policy_number) == ("hit it", POLICY.number)
    assert [who.user for who in found.able] == [BEN.user, CHI.user]


@pytest.mark.parametrize(
    ("args", "words_"),
    [
        ('{"times":"2"}', "times"),
        ('{"other":1}', "other"),
        ('{"times": 2}', "one form"),
        ("{", "valid JSON"),
        ("[]", "one JSON object"),
        ("", "one form"),
    ],
)
async def test_arguments_that_no_schema_takes_are_refused_here_too(args: str, words_: str) -> None:
    """The door has looked at them; what comes by another way meets the same check."""
    found = await revised(GATE, RUN, REQUEST, args, {})
    assert words_ in found.bad and isinstance(found.verdict, Refuse)


async def test_a_tool_that_is_gone_takes_no_edit() -> None:
    """In the words that the model would get."""
    found = await revised(Gate(POLICY, Registry([])), RUN, REQUEST, '{"times":2}', {})
    assert "no tool named" in found.bad


async def test_the_runs_own_count_is_no_bar_to_an_edit() -> None:
    """It asks about the same request."""
    run = replace(RUN, asked=10)
    assert isinstance((await revised(GATE, run, REQUEST, '{"times":2}', {})).verdict, Ask)


class Reviewing:
    """The reviewer port: gives one answer to all."""

    def __init__(self, answer: review.Answer) -> None:
        self.answer = answer
        self.seen: list[review.Proposal] = []

    async def review(self, proposal: review.Proposal) -> review.Answer:
        """See ports.Reviewer."""
        self.seen.append(proposal)
        return self.answer


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (review.Allow(), None),
        (review.Ask("sure?"), None),
        (review.Refuse("not on Fridays"), "not on Fridays"),
        (review.Change({"times": 1}), "it wants other arguments"),
    ],
)
async def test_the_hosts_review_sees_an_edit_too(
    answer: review.Answer, refused: str | None
) -> None:
    """It may refuse what a person makes of a call, and not change it; people are asked anyway."""
    reviewer = Reviewing(answer)
    run = replace(RUN, calls=(replace(CALL, state=Waiting(REQUEST.id)),))
    gate = replace(GATE, reviewer=reviewer)
    found = await revised(gate, run, REQUEST, '{"times":2}', {})
    assert [dict(one.arguments) for one in reviewer.seen] == [{"times": 2}]
    if refused is None:
        assert isinstance(found.verdict, Ask)
    else:
        assert isinstance(found.verdict, Refuse) and refused in found.verdict.reason
    assert isinstance((await revised(gate, RUN, REQUEST, '{"times":2}', {})).verdict, Refuse)


async def _asked(bench: Bench) -> None:
    """A run that waits for a yes to `hit`, which takes a number."""

    @tool(risk="medium", title="hit it {times} times")
    def hit(times: int, context: ToolContext) -> str:
        """Hits something."""
        bench.ledger.add(kind="hit", key=context.key)
        return f"hit {times} times"

    bench.toolbox = Registry([hit])
    bench.model.plays(calls("hit", arguments='{"times": 3}'), words("done"))
    await bench.says()
    await bench.moves(bench.worker())


async def _sent(bench: Bench, click: Click) -> None:
    await bench.inbox.clicked(click, key=f"view:{click.id}", response_url=None)
    await bench.moves(bench.worker())
    await bench.moves(bench.worker())


async def _lines(bench: Bench, what: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in await bench.store.audit(bench.run)]
    return [line for line in found if line["what"] == what]


def _click(bench: Bench, action: Any, by: Who = BEN, **more: Any) -> Click:
    request = f"{bench.run}.1"
    return Click(f"{action}{by.user}", action, request, 1, by, **more)


async def test_an_edit_runs_what_it_says_and_stands_on_the_record(bench: Bench) -> None:
    """Who changed what to what, with the digest that ran; the model is told before the result."""
    await _asked(bench)
    await _sent(bench, _click(bench, "edit", args='{"times":1}', reason="once will do"))
    (edited,) = await _lines(bench, "request edited")
    assert (edited["by"], edited["revision"], edited["args"]) == (BEN.user, 2, {"times": 1})
    (yes,) = await _lines(bench, "approval")
    assert (yes["by"], yes["reason"]) == (BEN.user, "once will do")
    (started,) = await _lines(bench, "call started")
    assert started["digest"] == edited["digest"] == digest("hit", '{"times":1}')
    (result,) = await bench.results()
    head, _, rest = result.partition("\n")
    assert json.loads(head)["changes"] == {"times": {"from": 3, "to": 1}}
    assert rest == "hit 1 times"
    assert await _lines(bench, "attempt refused") == []


async def test_an_edit_for_another_channel_is_a_request_of_its_own(bench: Bench) -> None:
    """With the next number; the record says what became of either, and who made it."""
    rule = replace(bench.policy.rules[0], name="few", when="args.times < 2", route="COPS")
    bench.policy = replace(bench.policy, rules=(rule, *bench.policy.rules))
    await _asked(bench)
    await _sent(bench, _click(bench, "edit", args='{"times":1}'))
    (ended,) = await _lines(bench, "request superseded")
    assert (ended["a_number"], ended["by"]) == (1, BEN.user)
    first, second = await _lines(bench, "people asked")
    assert (first["a_number"], second["rule"]) == (1, "few") and second["a_number"] > 1
    (edited,) = await _lines(bench, "request edited")
    assert (edited["request"], edited["args"]) == (f"{bench.run}.2", {"times": 1})
    assert await _lines(bench, "approval") == []
    await bench.clicks(CHI, "approve", 2)
    await bench.moves(bench.worker())
    await bench.moves(bench.worker())
    assert (await bench.results())[0].endswith("hit 1 times")


async def test_a_refused_edit_stands_on_the_record_too(bench: Bench) -> None:
    """As any attempt in vain; nothing else has changed."""
    await _asked(bench)
    await _sent(bench, _click(bench, "edit", args='{"times":"x"}'))
    (refused,) = await _lines(bench, "attempt refused")
    assert (refused["why"], refused["by"]) == ("edit_invalid", BEN.user)
    assert await _lines(bench, "request edited") == []
    assert bench.told("hit") == []


async def test_a_policy_that_changed_since_judges_the_edit(bench: Bench) -> None:
    """What it allows no longer is refused, with its reason."""
    await _asked(bench)
    no = Rule("big", ("hit",), "refuse", reason="twice at most")
    bench.policy = Policy((no,), POLICY.people, "v2", 2)
    await _sent(bench, _click(bench, "edit", args='{"times":9}'))
    (refused,) = await _lines(bench, "attempt refused")
    assert refused["why"] == "edit_refused"


async def test_asides_stand_on_the_record(bench: Bench) -> None:
    """A question, a hand-over and a pass: who, to whom, and in which words. None is a refusal."""
    await _asked(bench)
    await _sent(bench, _click(bench, "ask_requester", reason="how often?"))
    await _sent(bench, _click(bench, "hand_over", to=CHI))
    await _sent(bench, _click(bench, "cant_take"))
    (asked,) = await _lines(bench, "requester asked")
    assert (asked["by"], asked["to"], asked["reason"]) == (BEN.user, ANA.user, "how often?")
    (handed,) = await _lines(bench, "request handed over")
    assert (handed["by"], handed["to"]) == (BEN.user, CHI.user)
    (passed,) = await _lines(bench, "can't take it")
    assert passed["by"] == BEN.user
    assert await _lines(bench, "attempt refused") == []


async def test_whoever_is_named_is_looked_up_and_joined_with_their_link(bench: Bench) -> None:
    """A name alone is no right; without one nobody is looked up."""
    await _asked(bench)
    for to, person in ((CHI, "chi"), (Who("T1", "U1ZED"), None)):
        click = _click(bench, "hand_over", to=to)
        run = replace(RUN, requests=(replace(REQUEST, id=click.request),))
        run = replace(run, clicks=(PendingClick(click),))
        found = await checked(bench.chat, run, click.id, Gate(bench.policy, bench.toolbox))
        assert found.to and (found.to.who, found.to.person) == (to, person)
        assert found.revised is None
