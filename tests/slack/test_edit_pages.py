"""The pages of an edit's form: what is kept between them, and what is shown before it is sent."""

import json
from dataclasses import replace
from typing import Any

import pytest

from blocks import ids
from blocks.ids import Ref
from bot.slack.edits.sheet import Sheet, sheet
from tests.slack.samples import ASKED, RUN
from tests.slack.test_editing import TOOL, block, form, inputs, send
from tests.slack.test_modals import opened
from tests.slack.world import World
from tests.support import wait_until

Json = dict[str, Any]
NUMBERS = {f"n{n:02}": {"type": "integer"} for n in range(30)}
ARGS = {name: 0 for name in NUMBERS}


async def open_form(world: World, schema: Json, args: Json) -> Json:
    """Ben's form of a call of a tool that takes this."""
    world.board.tools = {"refund": replace(TOOL, parameters=schema)}
    return await opened(
        world, ids.EDIT, args=json.dumps(args, sort_keys=True, separators=(",", ":"))
    )


async def goes_on(world: World, view: Json, given: Json) -> Json:
    """The view after Ben has sent a page that isn't the last one."""
    done = await send(world, view, given)
    assert done["response_action"] == "update", done
    return await world.view("U0BEN")


async def turned(world: World, view: Json, **press: Any) -> Json:
    """The view after Ben has pressed something in it."""
    await world.does("ben", "click", view_id=view["id"], **press)

    async def anew() -> Json | None:
        now = await world.view("U0BEN")
        return now if now["hash"] != view["hash"] else None

    return await wait_until(anew, "the form is drawn anew")


async def test_what_was_kept_too_long_ago_is_not_guessed(world: World) -> None:
    """The person is told, and nothing of it is sent."""
    view = await open_form(world, {"properties": NUMBERS}, ARGS)
    view = await goes_on(world, view, {"n01": "7"})
    world.inbox.shelf.clear()
    done = await send(world, view, {"n20": "7"})
    assert "wasn't kept so long" in str(done) and world.inbox.clicks == []
    view = await turned(world, view, text="Back")
    assert "wasn't kept so long" in json.dumps(view)


async def test_each_page_has_its_own_draft(world: World) -> None:
    """A view that was drawn before goes on from what it shows, not from what came later."""
    view = await open_form(world, {"properties": NUMBERS}, ARGS)
    view = await goes_on(world, view, {"n01": "7"})
    names = set(world.inbox.shelf)
    view = await turned(world, view, text="Back")
    assert inputs(view)["n01"]["initial_value"] == "7"
    view = await goes_on(world, view, {"n01": "8"})
    assert names < set(world.inbox.shelf) and len(world.inbox.shelf) == 3
    view = await goes_on(world, view, {})
    assert (await send(world, view, {"n29": "9"}))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert json.loads(click.args) == {**ARGS, "n01": 8, "n29": 9}


async def test_nothing_is_sent_that_was_not_on_the_screen(world: World) -> None:
    """A last page that brings fields to the first one leads back there."""
    aa = {"properties": {"aa": {"type": "string", "default": "surprise"}}}
    schema: Json = {
        "properties": {"first": {"type": "object", "properties": {"a": {"type": "string"}}},
                       **NUMBERS},
        "if": {"properties": {"n29": {"const": 1}}, "required": ["n29"]},
        "then": {"properties": {"first": aa}},
    }  # fmt: skip
    args = {**ARGS, "first": {"a": "b"}}
    view = await open_form(world, schema, args)
    for _ in range(2):
        view = await goes_on(world, view, {})
    assert view["submit"]["text"] == "Send changes"
    view = await goes_on(world, view, {"n29": "1"})
    assert world.inbox.clicks == []
    assert list(inputs(view))[:3] == ["a", "aa", "n00"]
    assert inputs(view)["aa"]["initial_value"] == "surprise"
    view = await goes_on(world, view, {"aa": "seen"})
    view = await goes_on(world, view, {})
    assert (await send(world, view, {}))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert json.loads(click.args) == {**args, "n29": 1, "first": {"a": "b", "aa": "seen"}}
    assert not click.tapped


async def test_a_field_that_moves_to_a_page_before_is_shown_there(world: World) -> None:
    """Where fewer are asked for, others take their place: they are looked at, too."""
    more = {"properties": {f"x{n:02}": {"type": "integer"} for n in range(16)}}
    schema: Json = {
        "properties": {
            "mode": {"type": "string"},
            "first": {"type": "object", "properties": {"a": {"type": "string"}}}, **NUMBERS,
        },
        "if": {"properties": {"mode": {"const": "all"}}, "required": ["mode"]},
        "then": {"properties": {"first": more}},
    }  # fmt: skip
    args: Json = {**ARGS, "mode": "all", "first": {"a": "b", "x00": 1, "x15": 2}}
    view = await open_form(world, schema, args)
    assert "n00" not in inputs(view)
    view = await goes_on(world, view, {"mode": "few"})
    assert list(inputs(view))[:3] == ["mode", "a", "n00"] and "n09" in inputs(view)
    for _ in range(2):
        view = await goes_on(world, view, {})
    assert (await send(world, view, {}))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert json.loads(click.args) == {**args, "mode": "few", "first": {"a": "b"}}


async def test_a_searched_choice(world: World) -> None:
    """What fits is offered, by the value's own name, and what is chosen is the argument."""
    places = [f"shop {n}" for n in range(150)]
    schema = {"properties": {"place": {"enum": places}, "n": {"type": "integer"}}}
    view = await open_form(world, schema, {"place": "shop 7", "n": 1})
    name = block(view, "place")
    assert inputs(view)["place"]["initial_option"]["text"]["text"] == "shop 7"
    about = {"view_id": view["id"], "action_id": name, "value": "shop 14"}
    tools, world.board.tools = world.board.tools, {}
    gone = await world.does("ben", "suggest", **{**about, "value": "shop 13"})
    assert gone["options"] == []
    world.board.tools = tools
    found = await world.does("ben", "suggest", **about)
    offered = {one["text"]["text"]: one["value"] for one in found["options"]}
    assert "shop 142" in offered and "shop 7" not in offered
    assert (await send(world, view, {"place": offered["shop 142"]}))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert json.loads(click.args) == {"place": "shop 142", "n": 1}


async def test_what_turns_out_to_be_sensitive_is_not_asked_for(world: World) -> None:
    """A secret that only another choice has isn't typed into Slack; what the first one had goes."""
    kinds = [
        {"properties": {"kind": {"const": "open"}, "room": {"type": "string"}},
         "required": ["kind"]},
        {"properties": {"kind": {"const": "shut"}, "code": {"type": "string", "writeOnly": True}},
         "required": ["kind"]},
    ]  # fmt: skip
    schema = {"type": "object", "oneOf": kinds}
    view = await open_form(world, schema, {"kind": "open", "room": "r1"})
    (chooser,) = [b["block_id"] for b in view["blocks"]
                  if b.get("element", {}).get("type") == "radio_buttons"]  # fmt: skip
    view = await turned(world, view, action_id=chooser, value="1")
    assert list(inputs(view)) == ["Which of these?", "Your reason"]
    assert (await send(world, view, {}))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert json.loads(click.args) == {"kind": "shut"}


async def test_a_store_that_is_away_keeps_the_form(world: World) -> None:
    """What was pressed does nothing, and what is sent can be sent again."""
    view = await open_form(world, {"properties": NUMBERS}, ARGS)
    world.inbox.down = True
    done = await send(world, view, {"n01": "7"})
    assert "can't save anything just now" in str(done["errors"])
    world.inbox.down = False
    view = await goes_on(world, view, {"n01": "7"})
    world.inbox.down = True
    await world.does("ben", "click", view_id=view["id"], text="Back")
    world.inbox.down = False
    view = await turned(world, view, text="Back")
    assert inputs(view)["n01"]["initial_value"] == "7"


async def test_a_button_of_a_request_that_has_ended_says_so(world: World) -> None:
    """Whichever page it is on."""
    view = await open_form(world, {"properties": NUMBERS}, ARGS)
    view = await goes_on(world, view, {})
    world.inbox.records.clear()
    view = await turned(world, view, text="Back")
    assert "nothing on record" in json.dumps(view)


SHEET = Sheet(ref=Ref(request=ASKED, revision=3), page=2, mark="0a1b2c3d", draft="kept-_1")


def test_a_sheet_outlives_its_view() -> None:
    """With or without a draft."""
    for one in (SHEET, replace(SHEET, draft="")):
        view = {"callback_id": ids.EDIT_VIEW, "private_metadata": one.dump()}
        assert sheet(view) == one


@pytest.mark.parametrize(
    "text",
    ["", "x", ASKED, f"{ASKED}:1", f"{ASKED}:1:0:0a1b2c3d:", f"{ASKED}:1:1:0A1B2C3D:",
     f"{ASKED}:x:1:0a1b2c3d:", f"{ASKED}:1:1:0a1b2c3d:a b", f"{RUN}:1:1:1:0a1b2c3d:x"],
)  # fmt: skip
def test_what_is_no_sheet_is_none(text: str) -> None:
    """It comes from outside."""
    assert sheet({"callback_id": ids.EDIT_VIEW, "private_metadata": text}) is None
    assert sheet({"callback_id": "form", "private_metadata": SHEET.dump()}) is None


async def test_a_form_of_another_modal_is_not_an_edits(world: World) -> None:
    """What a view says of itself is looked at before anything it holds."""
    view = await form(world)
    assert sheet(view) and sheet({**view, "callback_id": "reject"}) is None
