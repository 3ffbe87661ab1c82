"""The agent asks people what it doesn't know; what they answer is data, and allows nothing."""

import json
from pathlib import Path
from typing import Any

from tests.stories import ops_tools
from tests.stories.ops import call, ops
from tests.world import Json, Message, World

REGIONS = ["eu-west-1", "us-east-1"]


def ask(question: str = "Which region?", **more: object) -> Json:
    """A call of `askUser`."""
    return {"name": "askUser", "arguments": {"question": question, **more}}


async def questioned(slack: World, *turns: Json) -> Message:
    """Ana's task, for which the model plays these turns and then says that it is done."""
    await slack.plays(*turns, {"text": "All done here."})
    return await slack.person("ana").says("@signoff please see to checkout", "support")


async def told(slack: World) -> Any:
    """The newest result that the model was told."""
    return json.loads((await slack.results())[-1])


async def test_a_tap_on_an_option_answers(tmp_path: Path, redis: str) -> None:
    """The options are buttons; the card then shows what was answered, and by whom."""
    async with ops(tmp_path, redis) as slack:
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]})
        card = await slack.message(task.ts, "Question: Which region?")
        assert card.buttons == [*REGIONS, "Other…", "Cancel question"]
        assert "answering runs nothing" in card.text and "Ana" in card.text
        assert "Asks for" not in card.text
        await slack.person("ana").clicks(card, "us-east-1")
        await slack.message(task.ts, "All done here.")
        done = await slack.message(task.ts, "Answered: Which region?")
        assert done.ts == card.ts and "us-east-1" in done.text and done.buttons == []
        assert await told(slack) == {"action": "submit", "values": {"answer": "us-east-1"}}


async def test_an_answer_allows_nothing(tmp_path: Path, redis: str) -> None:
    """A model that takes a yes for a permission meets the gate all the same."""
    async with ops(tmp_path, redis) as slack:
        task = await questioned(
            slack,
            {"calls": [ask("Approve this change?", options=["Yes, approve", "No"])]},
            {"calls": [call("restart")]},
        )
        question = await slack.message(task.ts, "Question: Approve this change?")
        await slack.person("ana").clicks(question, "Yes, approve")
        card = await slack.message(task.ts, "Approval needed")
        assert ops_tools.DONE == []
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert ops_tools.DONE == ["restart checkout"]


async def test_only_whoever_is_asked_answers_and_the_first_wins(tmp_path: Path, redis: str) -> None:
    """Others are refused in words; whoever comes late is told who answered."""
    async with ops(tmp_path, redis) as slack:
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]})
        card = await slack.message(task.ts, "Question: Which region?")
        await slack.person("eli").clicks(card, "eu-west-1")
        await slack.person("eli").hears("can't answer Q-")
        await slack.person("ana").clicks(card, "eu-west-1")
        await slack.message(task.ts, "Answered: Which region?")
        await slack.person("ana").clicks(card, "us-east-1", stale=True)
        await slack.person("ana").hears("answered this")
        assert await told(slack) == {"action": "submit", "values": {"answer": "eu-west-1"}}


async def test_a_question_is_cancelled(tmp_path: Path, redis: str) -> None:
    """It ends without an answer; the run goes on."""
    async with ops(tmp_path, redis) as slack:
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]})
        card = await slack.message(task.ts, "Question: Which region?")
        await slack.person("ana").clicks(card, "Cancel question")
        await slack.message(task.ts, "All done here.")
        await slack.message(task.ts, "Not answered: Which region?")
        assert await told(slack) == {"action": "cancel", "values": None}


async def test_nobody_answers(tmp_path: Path, redis: str) -> None:
    """The model gets the fallback that stood on the card."""
    async with ops(tmp_path, redis, agent="  answer_within: 1h\n") as slack:
        asks = ask(options=REGIONS, fallback="I take eu-west-1")
        task = await questioned(slack, {"calls": [asks]})
        card = await slack.message(task.ts, "Question: Which region?")
        assert "I take eu-west-1" in card.text
        slack.passes(3600)
        gone = await slack.message(task.ts, "Nobody answered: Which region?")
        assert "I take eu-west-1" in gone.text and gone.buttons == []
        await slack.message(task.ts, "All done here.")
        wanted = {"action": "unanswered", "values": None, "fallback": "I take eu-west-1"}
        assert await told(slack) == wanted


async def test_a_question_in_an_answer_is_sent_back_once(tmp_path: Path, redis: str) -> None:
    """The model is told to ask properly; if it asks in words again, those are its answer."""
    async with ops(tmp_path, redis) as slack:
        again = {"text": "Sorry, which region do you mean?"}
        await slack.plays({"text": "Which region do you mean?"}, again)
        task = await slack.person("ana").says("@signoff please see to checkout", "support")
        await slack.message(task.ts, "Sorry, which region do you mean?")
        heard = await slack.heard()
        assert any("ask with askUser" in str(one) for one in heard)
        assert not [m for m in await slack.messages() if m.text == "Which region do you mean?"]


async def test_enough_questions(tmp_path: Path, redis: str) -> None:
    """Beyond `max_questions` the model is told what to do instead, and whoever asked hears it."""
    agent = "  max_questions: 1\n  on_question_limit: decide for yourself\n"
    async with ops(tmp_path, redis, agent=agent) as slack:
        turns = ({"calls": [ask(options=REGIONS)]}, {"calls": [ask("And which zone?")]})
        task = await questioned(slack, *turns)
        card = await slack.message(task.ts, "Question: Which region?")
        await slack.person("ana").clicks(card, "eu-west-1")
        await slack.message(task.ts, "All done here.")
        assert await told(slack) == {"outcome": "limit", "reason": "decide for yourself"}


async def test_an_agent_that_may_not_ask_has_no_tool_for_it(tmp_path: Path, redis: str) -> None:
    """`ask_user: false` offers none, and a call of one is refused in words."""
    async with ops(tmp_path, redis, agent="  ask_user: false\n") as slack:
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]})
        await slack.message(task.ts, "All done here.")
        assert "asks people no questions" in (await slack.results())[-1]
        assert not [m for m in await slack.messages() if "Question" in m.text]


async def test_a_rule_that_doesnt_speak_of_it_changes_nothing(tmp_path: Path, redis: str) -> None:
    """Whoever asked for the task is asked, where the rule for questions is for another channel."""
    rules = (
        "    - {name: elsewhere, tools: askUser, verdict: ask, approvers: {people: [ben]},\n"
        "       when: 'channel == \"C0OTHER\"'}\n"
        '    - {name: by-risk, tools: "*", verdict: by_risk}\n'
    )
    async with ops(tmp_path, redis, rules=rules) as slack:
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]})
        card = await slack.message(task.ts, "Question: Which region?")
        await slack.person("ana").clicks(card, "us-east-1")
        await slack.message(task.ts, "All done here.")
        assert await told(slack) == {"action": "submit", "values": {"answer": "us-east-1"}}
