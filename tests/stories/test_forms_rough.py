"""Forms where something is in the way: what can't be filled in there, and a slow Slack."""

from pathlib import Path

from tests.stories.forms import asks, form, labels, modal, opens, presses, words
from tests.stories.ops import ops
from tests.stories.test_forms import RESTART
from tests.stories.test_questions import questioned, told
from tests.world import Json


async def test_a_question_with_nothing_to_fill_in_stays_on_its_card(
    tmp_path: Path, redis: str
) -> None:
    """The modal goes on to no empty page, from which no answer could be sent."""
    actions = [{"id": "ok", "label": "Go on"}, {"id": "no", "label": "Leave it"}]
    async with ops(tmp_path, redis) as slack:
        bare = asks({"type": "object"}, "Shall I?", {"actions": actions})
        task = await questioned(slack, {"calls": [asks(RESTART, "First"), bare]})
        card = await slack.message(task.ts, "Question: First")
        other = await slack.message(task.ts, "Question: Shall I?")
        ana = slack.person("ana")
        await opens(ana, card)
        given = await ana.submits({"Service": "api", "Why": "first"})
        assert "response_action" not in given, given
        await ana.clicks(other, "Leave it")
        await slack.message(task.ts, "All done here.")
        assert await told(slack) == {"action": "no", "values": {}}


async def test_a_searched_choice_in_a_row_that_was_added(tmp_path: Path, redis: str) -> None:
    """What is searched is found wherever it stands by then."""
    shards = [f"shard-{n:03}" for n in range(1, 131)]
    item: Json = {
        "type": "object",
        "properties": {"shard": {"enum": shards, "title": "Shard"}},
        "required": ["shard"],
    }
    schema: Json = {
        "type": "object",
        "properties": {"all": {"type": "array", "items": item, "title": "Shards"}},
    }
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, schema)
        ana = slack.person("ana")
        await opens(ana, card)
        view = await presses(ana, "Add")
        assert len(labels(view)) == 1
        select = next(b["element"] for b in view["blocks"] if b["type"] == "input")
        found = await slack.does(
            "ana", "suggest", view_id=view["id"], action_id=select["action_id"], value="077"
        )
        assert [one["text"]["text"] for one in found["options"]] == ["shard-077"]
        await ana.submits({labels(await modal(ana))[0]: found["options"][0]["value"]})
        await slack.message(card.thread, "All done here.")
        wanted = {"action": "submit", "values": {"all": [{"shard": "shard-077"}]}}
        assert await told(slack) == wanted


async def test_a_slow_slack_holds_no_form_up(tmp_path: Path, redis: str) -> None:
    """Whoever has several questions opens one, and is told of what they sent, all the same."""
    async with ops(tmp_path, redis) as slack:
        calls = [asks(RESTART, one) for one in ("First", "Second", "Third")]
        task = await questioned(slack, {"calls": calls})
        card = await slack.message(task.ts, "Question: First")
        await slack.message(task.ts, "Question: Third")
        await slack.faults(kind="slow", method="users.info", seconds=3, times=50)
        ana = slack.person("ana")
        eli = slack.person("eli")
        assert "couldn't check" in words(await opens(eli, card))
        assert labels(await opens(ana, card)) == ["Service", "Pods", "Why"]
        given = await ana.submits({"Service": "api", "Why": "first"})
        assert given.get("response_action") != "errors", given
        await slack.message(task.ts, "Answered: First")


async def test_more_questions_than_anybody_expects(tmp_path: Path, redis: str) -> None:
    """Each knows which of them it is, and goes on to the next one, however many there are."""
    many = 44
    async with ops(tmp_path, redis, agent=f"  max_questions: {many}\n") as slack:
        calls = [asks(RESTART, f"Number {n}") for n in range(1, many + 1)]
        task = await questioned(slack, {"calls": calls})
        card = await slack.message(task.ts, f"Question: Number {many - 1}")
        await slack.message(task.ts, f"Question: Number {many}")
        ana = slack.person("ana")
        view = await opens(ana, card)
        assert view["title"]["text"] == f"Question {many - 1} of {many}"
        await ana.submits({"Service": "api", "Why": "first"})
        view = await modal(ana)
        assert view["title"]["text"] == "Question 1 of 44" and "Number 1" in words(view)
