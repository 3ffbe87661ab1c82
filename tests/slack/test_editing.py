"""Edit…: the form of a call's arguments, and what is said before anything is saved."""

import json
from dataclasses import replace
from typing import Any

import pytest

from blocks import ids
from bot.core.request import Change
from bot.ports import ToolSpec
from bot.slack import present
from tests.slack.samples import ASKED, BEN, SPEC, request, run
from tests.slack.test_modals import opened, pressed, submitted
from tests.slack.world import World

SCHEMA = {
    "type": "object",
    "properties": {
        "amount": {"type": "number", "description": "In euros."},
        "order": {"type": "string"},
        "fast": {"type": "boolean"},
        "place": {"type": "string", "enum": [f"shop {n}" for n in range(12)]},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
        "many": {"type": "array", "items": {"enum": [f"m{n}" for n in range(12)]}},
        "rows": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["amount", "order"],
}
TOOL = ToolSpec("refund", "Refunds.", SCHEMA, "medium", False, 5.0, "t1")


def block(view: dict[str, Any], label: str) -> str:
    """The block id of the field with this label."""
    (found,) = [b["block_id"] for b in view["blocks"]
                if b["type"] == "input" and b["label"]["text"] == label]  # fmt: skip
    return found


async def form(world: World, **changes: Any) -> dict[str, Any]:
    """Ben's form of the refund."""
    world.board.tools = {"refund": TOOL}
    return await opened(world, ids.EDIT, **changes)


async def send(world: World, view: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Ben sends it, with these in the fields of these labels."""
    return await world.does("ben", "submit", view_id=view["id"], by_label=given)


def inputs(view: dict[str, Any]) -> dict[str, Any]:
    """The view's elements by the label of their field."""
    return {b["label"]["text"]: b["element"] for b in view["blocks"] if b["type"] == "input"}


async def test_the_form_is_the_tools_schema_filled_in(world: World) -> None:
    """A field of its kind for each argument, in the tool's order, and a reason that is optional."""
    view = await form(world)
    found = inputs(view)
    assert [(name, element["type"]) for name, element in found.items()] == [
        ("amount", "number_input"), ("order", "plain_text_input"), ("fast", "radio_buttons"),
        ("place", "static_select"), ("tags", "checkboxes"), ("many", "multi_static_select"),
        ("rows", "plain_text_input"), ("Your reason", "plain_text_input"),
    ]  # fmt: skip
    assert found["amount"]["initial_value"] == "42" and found["amount"]["is_decimal_allowed"]
    assert found["order"]["initial_value"] == "1042" and not found["order"]["multiline"]
    assert [one["text"]["text"] for one in found["fast"]["options"]] == [
        "Yes", "No", "Leave it empty",
    ]  # fmt: skip
    assert "initial_option" not in found["fast"]
    assert found["rows"]["multiline"]
    assert view["private_metadata"].startswith(f"{ASKED}:1:1:")
    assert "sending it is your yes" in json.dumps(view["blocks"])
    hints = {b["label"]["text"]: b["hint"]["text"] for b in view["blocks"] if b.get("hint")}
    assert (hints["amount"], hints["rows"]) == ("In euros. A number.", "As JSON, like [1, 2].")


async def test_what_was_changed_is_saved_as_the_whole_canonical_call(world: World) -> None:
    """Numbers as they were typed, what wasn't touched as it was, with the revision and the why."""
    view = await form(world)
    values = {"amount": "20.50", "place": "shop 3", "Your reason": "half"}
    assert (await send(world, view, values))["status"] == "ok"
    ((click, url),) = world.inbox.clicks
    assert (click.action, click.request, click.revision, click.reason) == ("edit", ASKED, 1, "half")
    assert not click.tapped
    assert click.args == '{"amount":20.5,"order":"1042","place":"shop 3"}'
    assert (click.by.user, url, world.views("U0BEN")) == ("U0BEN", None, [])


@pytest.mark.parametrize(
    ("values", "at", "words"),
    [
        ({}, "amount", "Nothing is changed yet"),
        ({"rows": "[1"}, "rows", "must be JSON"),
        ({"amount": "0.1000000000000000055511151231"}, "amount", "can't be kept exactly"),
        ({"order": "x"}, "order", "order: unknown"),
    ],
)
async def test_what_is_wrong_stands_at_its_field(
    world: World, values: dict[str, Any], at: str, words: str
) -> None:
    """Unchanged, unreadable, or against the tool's own schema; nothing is saved."""
    if at == "order":
        world.board.wrong["refund"] = "order: unknown; amount: too much"
    view = await form(world)
    done = await send(world, view, values)
    assert list(done["errors"]) == [block(view, at)] and words in str(done["errors"])
    assert world.inbox.clicks == [] and world.views("U0BEN")


async def test_a_fault_of_no_field_stands_at_the_top(world: World) -> None:
    """The tool's words are said whatever they are about, and what was typed stays."""
    world.board.wrong["refund"] = "arguments: too many"
    view = await form(world)
    done = await send(world, view, {"order": "x", "Your reason": "because"})
    assert done["response_action"] == "update" and world.inbox.clicks == []
    view = await world.view("U0BEN")
    assert "Not sent yet" in json.dumps(view) and "arguments: too many" in json.dumps(view)
    assert inputs(view)["order"]["initial_value"] == "x"
    world.board.wrong.clear()
    assert (await send(world, view, {}))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert (json.loads(click.args)["order"], click.reason) == ("x", "because")


async def test_secrets_are_neither_shown_nor_changed(world: World) -> None:
    """By the schema's mark, by the policy's, and whatever a card masks."""
    secret = {"type": "string", "writeOnly": True}
    properties = {"key": secret, "pin": {"type": "string"}, "url": {"type": "string"},
                  "n": {"type": "integer"}}  # fmt: skip
    world.board.tools = {"refund": replace(TOOL, parameters={"properties": properties})}
    args = {"key": "s3cr3t", "n": 1, "pin": "p1234", "url": "https://a:hunter2@example.com/"}
    spec = replace(SPEC, sensitive=("pin",))
    view = await opened(world, ids.EDIT, args=json.dumps(args, separators=(",", ":")), spec=spec)
    assert list(inputs(view)) == ["n", "Your reason"]
    shown = json.dumps(view)
    assert not any(word in shown for word in ("s3cr3t", "p1234", "hunter2"))
    assert "Not shown, and kept as it is: key, pin, url." in shown
    await send(world, view, {"n": "2"})
    ((click, _),) = world.inbox.clicks
    assert json.loads(click.args) == {**args, "n": 2}


async def test_long_texts_are_kept_and_it_is_said(world: World) -> None:
    """What no modal holds stays while its field is empty; if nothing is asked, there is no form."""
    args = json.dumps({"amount": 1, "order": "x" * 3001}, separators=(",", ":"))
    view = await form(world, args=args)
    assert "initial_value" not in inputs(view)["order"]
    assert "Left empty, it stays as it is" in json.dumps(view)
    assert "not all of it stands here" in json.dumps(view), "so that sending it is no yes"
    await send(world, view, {"amount": "2"})
    ((click, _),) = world.inbox.clicks
    assert click.tapped and json.loads(click.args) == {"amount": 2, "order": "x" * 3001}
    await world.does("ben", "close", view_id=view["id"])
    only = {"properties": {"order": {"type": "string", "x-sensitive": True}}}
    world.board.tools = {"refund": replace(TOOL, parameters=only)}
    none = await opened(world, ids.EDIT, args='{"order":"x"}')
    assert none.get("submit") is None and "None of its values" in json.dumps(none)


async def test_a_tool_that_is_gone_has_no_form(world: World) -> None:
    """Nor is one taken that was open before."""
    view = await opened(world, ids.EDIT)
    assert "isn't there any more" in json.dumps(view) and view.get("submit") is None
    await world.does("ben", "close", view_id=view["id"])
    view = await form(world)
    world.board.tools = {}
    assert "isn't there any more" in str(await send(world, view, {"order": "x"}))
    assert world.inbox.clicks == []


async def test_a_form_of_another_schema_is_not_taken(world: World) -> None:
    """The tool was changed while it was open: the field is not there, and nothing is guessed."""
    view = await form(world)
    more = {"properties": {**SCHEMA["properties"], "extra": {"type": "string"}}}  # pyright: ignore
    world.board.tools = {"refund": replace(TOOL, parameters=more)}
    done = await send(world, view, {"order": "x"})
    assert "has changed since" in str(done["errors"])
    assert world.inbox.clicks == []


async def test_an_edit_that_was_overtaken_is_told_at_a_field(world: World) -> None:
    """Somebody edited first."""
    _, asked, ts = await world.carded()
    world.board.tools = {"refund": TOOL}
    await pressed(world, ts, ids.EDIT)
    view = await world.view("U0BEN")
    world.settle(asked, revision=2)
    assert "The plan changed" in str(await send(world, view, {"order": "x"}))
    assert world.inbox.clicks == []


async def test_at_high_risk_it_says_that_others_decide(world: World) -> None:
    """And asks for no reason, since it is no yes."""
    view = await form(world, spec=replace(SPEC, risk="high"))
    assert "somebody else decides what you have changed" in json.dumps(view["blocks"])
    assert (await send(world, view, {"order": "x"}))["status"] == "ok"
    await world.does("ana", "say", channel="support", text="again")
    reasoned = await form(world, spec=replace(SPEC, reason_required=True))
    blocks = {b["block_id"]: b for b in reasoned["blocks"] if b["type"] == "input"}
    assert blocks[ids.REASON]["optional"] is False


def test_the_card_shows_what_was_changed_masked() -> None:
    """With the values' names in sight, as the exact action has them."""
    asked = request(
        changes=(Change("amount", "42", "20"), Change("password", '"a"', "")), edited_by=BEN
    )
    card = present.card(run(asked), asked, {})
    assert [(c.name, c.before, c.after) for c in card.changes] == [
        ("amount", "42", "20"), ("password", '"[hidden]"', ""),
    ]  # fmt: skip
    assert card.edited_by and card.edited_by.name == "Ben Ode" and card.editable


# --- the menu's modals -----------------------------------------------------------------------


async def menu(world: World, entry: str) -> dict[str, Any]:
    """Ben's modal behind an entry of the menu."""
    _, _, ts = await world.carded()
    done = await world.does("ben", "click", channel="support", ts=ts, text=entry)
    assert done["status"] == "ok", done
    return await world.view("U0BEN")


@pytest.mark.parametrize(
    ("entry", "action"), [("Answer instead…", "answer"), ("Ask the requester…", "ask_requester")]
)
async def test_words_are_asked_for_and_saved(world: World, entry: str, action: str) -> None:
    """A blank one stays open with words at its field."""
    view = await menu(world, entry)
    assert "blank text" in str(await submitted(world, view, reason=" \n "))
    assert world.inbox.clicks == []
    assert (await submitted(world, view, reason=" which of them? "))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert (click.action, click.request, click.reason) == (action, ASKED, "which of them?")


async def test_a_name_is_asked_for_and_saved(world: World) -> None:
    """Slack's own list of people; its id is all that comes back."""
    view = await menu(world, "Hand over…")
    await submitted(world, view, to="U0CHI")
    ((click, _),) = world.inbox.clicks
    assert click.action == "hand_over" and click.to
    assert (click.to.team, click.to.user) == (click.by.team, "U0CHI")


async def test_a_pass_is_one_tap(world: World) -> None:
    """It opens nothing, and is saved with the copy that it was pressed on."""
    _, _, ts = await world.carded()
    await world.does("ben", "click", channel="support", ts=ts, text="I can't take this")
    ((click, url),) = world.inbox.clicks
    assert (click.action, click.request, click.revision) == ("cant_take", ASKED, 1)
    assert click.copy and click.copy.ts == ts and url
