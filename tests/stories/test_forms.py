"""A question with several values is a form in a modal: pages, drafts, one person at a time."""

import json
from pathlib import Path

from tests.stories.forms import asks, form, labels, modal, opens, presses, words
from tests.stories.ops import ops
from tests.stories.test_questions import questioned, told
from tests.world import Json

RESTART: Json = {
    "type": "object",
    "properties": {
        "service": {"type": "string", "enum": ["api", "worker"], "title": "Service"},
        "count": {"type": "integer", "minimum": 1, "maximum": 9, "title": "Pods"},
        "why": {"type": "string", "minLength": 3, "title": "Why"},
    },
    "required": ["service", "why"],
}
BOTH = (
    "    - {name: forms, tools: askHuman, verdict: ask, approvers: {people: [ana, eli]}}\n"
    '    - {name: by-risk, tools: "*", verdict: by_risk}\n'
)


def questionnaire() -> Json:
    """Forty fields on four pages; one of them brings a section of its own."""
    properties: Json = {}
    for n in range(1, 40):
        properties[f"f{n}"] = {"type": "string", "title": f"Field {n}", "description": "Say it."}
    properties["rollback"] = {"type": "boolean", "title": "Roll back?"}
    then: Json = {
        "properties": {"version": {"type": "string", "title": "To which version", "minLength": 1}},
        "required": ["version"],
    }
    condition: Json = {"properties": {"rollback": {"const": True}}, "required": ["rollback"]}
    return {
        "type": "object",
        "properties": {"rollback": properties.pop("rollback"), **properties},
        "required": ["f1"],
        "if": condition,
        "then": then,
    }


async def test_a_form_is_filled_in(tmp_path: Path, redis: str) -> None:
    """Each value has the schema's type; what is wrong is said at its field; what is empty is
    absent; the card shows what was answered."""
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, RESTART)
        assert "Service, Pods, Why" in card.text
        ana = slack.person("ana")
        view = await opens(ana, card)
        assert labels(view) == ["Service", "Pods", "Why"]
        bad = await ana.submits({"Service": "api", "Pods": "99", "Why": "leak"})
        assert bad["response_action"] == "errors"
        await ana.submits({"Service": "api", "Pods": "3", "Why": "a leak"})
        await slack.message(card.thread, "All done here.")
        values = {"service": "api", "count": 3, "why": "a leak"}
        assert await told(slack) == {"action": "submit", "values": values}
        done = await slack.message(card.thread, "Answered: Please fill this in")
        assert "a leak" in done.text and "3" in done.text and done.buttons == []


async def test_forty_fields_on_pages_with_a_conditional_section(tmp_path: Path, redis: str) -> None:
    """Back keeps what was filled in; a change brings the fields that it asks for; closing by
    accident loses no finished page."""
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, questionnaire())
        ana = slack.person("ana")
        view = await opens(ana, card)
        assert view["title"]["text"] == "Page 1 of 4"
        await ana.submits({"Field 1": "one", "Field 2": "two"})
        view = await modal(ana)
        assert "Page 2 of" in view["title"]["text"]
        await slack.does("ana", "close", view_id=view["id"])
        view = await opens(ana, card)
        assert '"initial_value": "one"' in words(view)
        assert "To which version" not in words(view)
        await ana.submits({"Roll back?": _yes(view, "Roll back?")})
        given: Json = {}
        for _ in range(8):
            view = await modal(ana)
            wanted = {"To which version": "2.14.2"} if "To which version" in labels(view) else {}
            given = await ana.submits(wanted)
            if "response_action" not in given:
                break
            assert given["response_action"] == "update", given
        await slack.message(card.thread, "All done here.")
        values = {"f1": "one", "f2": "two", "rollback": True, "version": "2.14.2"}
        assert await told(slack) == {"action": "submit", "values": values}


async def test_fields_appear_as_values_change(tmp_path: Path, redis: str) -> None:
    """What is chosen brings the fields that it asks for, at once; what was typed stays."""
    schema = questionnaire()
    schema["properties"] = {n: schema["properties"][n] for n in ("rollback", "f1")}
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, schema)
        ana = slack.person("ana")
        view = await opens(ana, card)
        assert labels(view) == ["Roll back?", "Field 1"]
        chooser, text = (b for b in view["blocks"] if b["type"] == "input")
        typed = {text["block_id"]: {text["element"]["action_id"]: "one"}}
        about: Json = {"action_id": chooser["element"]["action_id"], "values": typed}
        view = await presses(ana, **about, value=_yes(view, "Roll back?"))
        assert labels(view) == ["Roll back?", "Field 1", "To which version"]
        bad = await ana.submits({})
        assert bad["response_action"] == "errors"
        await ana.submits({"To which version": "2.14.2"})
        await slack.message(card.thread, "All done here.")
        values = {"rollback": True, "f1": "one", "version": "2.14.2"}
        assert await told(slack) == {"action": "submit", "values": values}


async def test_two_people_at_once(tmp_path: Path, redis: str) -> None:
    """One fills it in; the other is told so, and may take over once the first has left it."""
    async with ops(tmp_path, redis, rules=BOTH) as slack:
        card = await form(slack, RESTART)
        ana, eli = slack.person("ana"), slack.person("eli")
        await opens(ana, card)
        assert "is filling this in" in words(await opens(eli, card))


async def test_taking_over(tmp_path: Path, redis: str) -> None:
    """Whoever takes over a form that somebody left goes on from their draft; what the first one
    sends late is refused, and counts for nothing."""
    async with ops(tmp_path, redis, rules=BOTH) as slack:
        card = await form(slack, questionnaire())
        ana, eli = slack.person("ana"), slack.person("eli")
        await opens(ana, card)
        await ana.submits({"Field 1": "one"})
        slack.passes(300)
        assert "Take over" in words(await opens(eli, card))
        view = await presses(eli, "Take over")
        assert '"initial_value": "one"' in words(view)
        await ana.submits({"Field 20": "too late"})
        assert "took over" in words(await modal(ana))
        while "response_action" in await eli.submits({}):
            pass
        await slack.message(card.thread, "All done here.")
        assert await told(slack) == {"action": "submit", "values": {"f1": "one"}}


async def test_nothing_but_the_actions(tmp_path: Path, redis: str) -> None:
    """Where nothing is asked, each action is a button that answers at one tap."""
    actions = [{"id": "ok", "label": "Go on"}, {"id": "no", "label": "Stop", "color": "red"}]
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, {"type": "object"}, actions=actions)
        assert card.buttons == ["Go on", "Stop", "Cancel question"]
        await slack.person("ana").clicks(card, "Stop")
        await slack.message(card.thread, "All done here.")
        assert await told(slack) == {"action": "no", "values": {}}


async def test_a_searched_choice(tmp_path: Path, redis: str) -> None:
    """More choices than a menu holds are searched, and come back as they are."""
    shards = [f"shard-{n:03}" for n in range(1, 131)]
    schema: Json = {
        "type": "object",
        "properties": {
            "shard": {"type": "string", "enum": shards, "title": "Shard"},
            "why": {"type": "string", "title": "Why"},
        },
        "required": ["shard"],
    }
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, schema)
        ana = slack.person("ana")
        view = await opens(ana, card)
        select = next(b["element"] for b in view["blocks"] if b["type"] == "input")
        assert select["type"] == "external_select"
        found = await slack.does(
            "ana", "suggest", view_id=view["id"], action_id=select["action_id"], value="077"
        )
        options = found["options"]
        assert [one["text"]["text"] for one in options] == ["shard-077"]
        await ana.submits({"Shard": options[0]["value"]})
        await slack.message(card.thread, "All done here.")
        assert await told(slack) == {"action": "submit", "values": {"shard": "shard-077"}}


async def test_it_lapses_while_it_is_open(tmp_path: Path, redis: str) -> None:
    """What is sent too late is refused in words, and nothing of it counts."""
    async with ops(tmp_path, redis, agent="  answer_within: 1h\n") as slack:
        card = await form(slack, RESTART, fallback="I restart nothing")
        ana = slack.person("ana")
        await opens(ana, card)
        slack.passes(3600)
        await slack.message(card.thread, "Nobody answered: Please fill this in")
        await ana.submits({"Service": "api", "Why": "a leak"})
        assert "no longer open" in words(await modal(ana))
        wanted = {"action": "unanswered", "values": None, "fallback": "I restart nothing"}
        assert await told(slack) == wanted


async def test_lists_of_objects(tmp_path: Path, redis: str) -> None:
    """Rows are added and removed; a fault names its row."""
    item: Json = {
        "type": "object",
        "properties": {"key": {"type": "string", "title": "Key"}},
        "required": ["key"],
    }
    schema: Json = {
        "type": "object",
        "properties": {"env": {"type": "array", "items": item, "title": "Variables"}},
    }
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, schema)
        ana = slack.person("ana")
        view = await opens(ana, card)
        view = await presses(ana, "Add")
        view = await presses(ana, "Add")
        keys = [b for b in view["blocks"] if b["type"] == "input"]
        assert len(keys) == 2
        first, second = ({b["block_id"]: {b["element"]["action_id"]: v}}
                         for b, v in zip(keys, ("A", "B"), strict=True))  # fmt: skip
        view = await presses(ana, "Remove", values={**first, **second}, block_id=_rows(view)[0])
        assert len([b for b in view["blocks"] if b["type"] == "input"]) == 1
        await ana.submits({})
        await slack.message(card.thread, "All done here.")
        assert await told(slack) == {"action": "submit", "values": {"env": [{"key": "B"}]}}


async def test_the_next_question_in_the_same_modal(tmp_path: Path, redis: str) -> None:
    """Several open questions are numbered and answered one after another."""
    async with ops(tmp_path, redis) as slack:
        calls = [asks(RESTART, "First"), asks(RESTART, "Second")]
        task = await questioned(slack, {"calls": calls})
        card = await slack.message(task.ts, "Question: First")
        await slack.message(task.ts, "Question: Second")
        ana = slack.person("ana")
        view = await opens(ana, card)
        assert view["title"]["text"] == "Question 1 of 2"
        await ana.submits({"Service": "api", "Why": "first"})
        view = await modal(ana)
        assert view["title"]["text"] == "Question 2 of 2" and "Second" in words(view)
        await ana.submits({"Service": "worker", "Why": "second"})
        await slack.message(task.ts, "All done here.")
        results = [json.loads(one) for one in (await slack.results())[-2:]]
        assert [one["values"]["why"] for one in results] == ["first", "second"]


async def test_several_actions(tmp_path: Path, redis: str) -> None:
    """Each is a button of the card that opens the form; one that validates nothing may be sent
    empty."""
    actions = [
        {"id": "approve", "label": "Restart", "color": "green"},
        {"id": "reject", "label": "Leave it", "color": "red", "validate": False},
    ]
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, RESTART, actions=actions)
        assert card.buttons == ["Restart", "Leave it", "Cancel question"]
        ana = slack.person("ana")
        view = await opens(ana, card, "Leave it")
        assert view["submit"]["text"] == "Leave it"
        await ana.submits({})
        await slack.message(card.thread, "All done here.")
        assert await told(slack) == {"action": "reject", "values": {}}


async def test_a_question_that_cant_be_asked_is_shown_to_nobody(tmp_path: Path, redis: str) -> None:
    """A schema that points outside is refused to the model with the reason."""
    schema: Json = {"$ref": "http://169.254.169.254/schema.json"}
    async with ops(tmp_path, redis) as slack:
        task = await questioned(slack, {"calls": [asks(schema)]})
        await slack.message(task.ts, "All done here.")
        assert "Nobody was asked" in (await slack.results())[-1]
        assert not [m for m in await slack.messages() if "Question" in m.text]


def _yes(view: Json, label: str) -> str:
    """The value of a control's first choice."""
    named = (b for b in view["blocks"] if b["type"] == "input" and b["label"]["text"] == label)
    return str(next(named)["element"]["options"][0]["value"])


def _rows(view: Json) -> list[str]:
    return [b["block_id"] for b in view["blocks"] if b["block_id"].startswith("row:")]
