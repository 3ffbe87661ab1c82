"""Made-up forms with made-up answers, filled in through Slack's own modal: they come back equal.

The local Slack refuses any payload on the way that breaks a limit of Slack's.
"""

import json
import string
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from blocks.form_choices import NONE
from blocks.form_parts import named
from bot.core.form import Draft, made
from tests.stories.forms import form, modal, opens
from tests.stories.ops import ops
from tests.world import Json, Person

Case = tuple[Json, Json]

# What people can type in Slack; its client sends nothing of a text that is only blanks.
TYPED = st.text(
    string.ascii_letters + string.digits + "äß–“”é中文ا*_<>&`~", min_size=1, max_size=20
)


# The local Slack takes a choice by its value or its label; the values are places, so digits.
LABELS = TYPED.filter(lambda text: not text.isdecimal())


@st.composite
def _leaf(draw: st.DrawFn) -> tuple[Json, Any]:
    match draw(st.sampled_from(["text", "integer", "number", "date", "choice", "several", "yes"])):
        case "integer":
            value = draw(st.integers(-(10**12), 10**12))
            return {"type": "integer", "minimum": value - 1, "maximum": value}, value
        case "number":
            return {"type": "number"}, draw(st.integers(-10_000, 10_000)) / 100
        case "date":
            return {"type": "string", "format": "date"}, draw(st.dates()).isoformat()
        case "choice":
            values = draw(st.lists(LABELS, min_size=1, max_size=14, unique=True))
            return {"type": "string", "enum": values}, draw(st.sampled_from(values))
        case "several":
            values = draw(st.lists(LABELS, min_size=1, max_size=14, unique=True))
            picked = draw(st.lists(st.sampled_from(values), unique=True, min_size=1))
            kept = [value for value in values if value in picked]
            return {"type": "array", "items": {"enum": values}, "uniqueItems": True}, kept
        case "yes":
            return {"type": "boolean"}, draw(st.booleans())
        case _:
            return {"type": "string", "minLength": 1}, draw(TYPED)


@st.composite
def _objects(draw: st.DrawFn, inner: st.SearchStrategy[tuple[Json, Any]], least: int) -> Case:
    parts = draw(st.dictionaries(TYPED, inner, min_size=least, max_size=9))
    there = {name for name in parts if draw(st.booleans())}
    schema: Json = {
        "type": "object",
        "properties": {name: part for name, (part, _) in parts.items()},
        "required": sorted(there),
        "additionalProperties": False,
    }
    return schema, {name: value for name, (_, value) in parts.items() if name in there}


CASES = st.lists(_objects(st.one_of(_leaf(), _objects(_leaf(), 1)), 2), min_size=5, max_size=5)


async def _fills(person: Person, draft: Draft) -> None:
    """Fills in what stands on each page, and sends it, until the form closes."""
    for _ in range(20):
        view = await modal(person)
        values: Json = {}
        for block in view["blocks"]:
            name = named(block["block_id"])
            if block["type"] != "input" or name is None:
                continue
            value = draft.given.get(name[0], "")
            ways = [one["value"] for one in block["element"].get("options", [])]
            if value == "" and NONE in ways:
                value = NONE
            if value not in ("", ()):
                entered = list(value) if isinstance(value, tuple) else value
                values[block["block_id"]] = {block["element"]["action_id"]: entered}
        answer = await person.world.does(person.name, "submit", view_id=view["id"], values=values)
        if "response_action" not in answer:
            assert answer["status"] == "ok", answer
            return
        assert answer["response_action"] == "update", answer
    raise AssertionError("the form has no end")


@settings(
    max_examples=6, deadline=None, derandomize=True, phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(cases=CASES)
async def test_made_up_answers_come_back_equal(
    tmp_path: Path, redis: str, cases: list[Case]
) -> None:
    """Thirty forms: what was answered is what the model gets."""
    async with ops(tmp_path, redis) as slack:
        ana = slack.person("ana")
        for schema, answer in cases:
            card = await form(slack, schema)
            await opens(ana, card)
            await _fills(ana, made(schema).fill(json.dumps(answer)))
            await slack.message(card.thread, "All done here.")
            told = json.loads((await slack.results())[-1])
            assert told == {"action": "submit", "values": answer}
        assert (await slack.state())["lint"] == []
