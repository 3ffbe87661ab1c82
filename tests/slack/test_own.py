"""A model's own card at the door: pressed, filled in, and whatever else may arrive."""

import json
from typing import Any

import pytest

from bot.core.ids import Who
from bot.core.questions import questioned
from bot.core.request import Ended
from bot.core.rules import Person
from bot.slack.own import parse
from bot.slack.own.made import OwnCards, made
from bot.slack.parse import NotForUs
from tests.blocks.own import IMITATION, LETTER, SEND, row, says
from tests.slack.samples import ASKED, ME, TEAM, click, request, run, submission
from tests.slack.world import World
from tests.support import wait_until

BEN = Person("ben", "Ben Ode", TEAM, "U0BEN", ("approver",))
DAY = [says("Which day?"), row({"type": "datepicker", "action_id": "day"})]


def args(blocks: object = LETTER, **more: object) -> dict[str, Any]:
    """The changes that make a request one of a model's own card."""
    asked = {"blocks": blocks, **more}
    return {"kind": "question", "tool": "hitl_slackBlocks", "args": json.dumps(asked)}


async def press(world: World, user: str, ts: str, name: str, **more: Any) -> dict[str, Any]:
    """A person presses or chooses an element of the card."""
    wanted = {"channel": "support", "ts": ts, "action_id": name, **more}
    return await world.does(user, "click", **wanted)


async def test_a_press_is_saved_with_all_that_the_card_holds(world: World) -> None:
    """By the model's own names and values."""
    _, asked, ts = await world.carded(**args(modals={"change": SEND}))
    await press(world, "ben", ts, "theirs:1", value="0")
    assert world.inbox.clicks == []
    await press(world, "ben", ts, "theirs:2")
    ((saved, url),) = world.inbox.clicks
    assert (saved.action, saved.request, saved.choice) == ("submit", asked.id, "use_a")
    assert json.loads(saved.args) == {"language": "english", "use_a": "a"}
    assert saved.copy is not None and saved.copy.ts == ts and url


async def test_a_choice_that_is_taken_back_answers_nothing(world: World) -> None:
    """The one element of a card, emptied again."""
    _, _, ts = await world.carded(**args(DAY))
    await press(world, "ben", ts, "theirs:1", value="2026-11-30")
    ((saved, _),) = world.inbox.clicks
    assert json.loads(saved.args) == {"day": "2026-11-30"}


async def test_a_modal_is_saved_by_the_name_of_its_button(world: World) -> None:
    """And closes."""
    _, asked, ts = await world.carded(**args(modals={"change": SEND}))
    world.board.people = (BEN,)
    await press(world, "ben", ts, "theirs:4")
    view = await world.view("U0BEN")
    await world.does("ben", "submit", view_id=view["id"], by_label={"New text": "Dear all"})
    ((saved, _),) = world.inbox.clicks
    assert (saved.action, saved.request, saved.choice) == ("submit", asked.id, "change")
    assert json.loads(saved.args)["text"] == "Dear all"
    assert world.views("U0BEN") == []


async def test_what_could_not_be_saved_is_told(world: World) -> None:
    """A press in private words; a modal keeps what was entered."""
    _, _, ts = await world.carded(**args(modals={"change": SEND}))
    await press(world, "ben", ts, "theirs:4")
    view = await world.view("U0BEN")
    world.inbox.down = True
    await press(world, "ben", ts, "theirs:2")
    await world.whisper("U0BEN", "can't save")
    await world.does("ben", "submit", view_id=view["id"], by_label={"New text": "Dear all"})
    assert len(world.views("U0BEN")) == 1
    assert world.inbox.clicks == []


async def test_a_modal_that_cant_be_looked_up_says_so(world: World) -> None:
    """It opens with the words in it."""
    _, asked, ts = await world.carded(**args(modals={"change": SEND}))
    world.settle(asked, revision=2)
    await press(world, "ben", ts, "theirs:4")
    assert "has changed since" in json.dumps(await world.view("U0BEN"))


async def test_a_trigger_that_lapsed_is_told(world: World) -> None:
    """Press again."""
    _, _, ts = await world.carded(**args(modals={"change": SEND}))
    await world.fault("error", "views.open", error="expired_trigger_id")
    await press(world, "ben", ts, "theirs:4")
    await world.whisper("U0BEN", "Press the button again")


async def test_a_card_that_is_gone_or_over(world: World) -> None:
    """Words in private, or in the modal's place."""
    _, asked, ts = await world.carded(**args(modals={"change": SEND}))
    world.board.people = (BEN,)
    await press(world, "ben", ts, "theirs:4")
    view = await world.view("U0BEN")
    world.settle(asked, ended=Ended("cancelled", asked.asked_at, Who(TEAM, "U0ANA")))
    await world.does("ben", "submit", view_id=view["id"], by_label={"New text": "Dear all"})
    assert "ended this question" in json.dumps(world.views("U0BEN"))
    world.inbox.records.clear()
    await world.does("ben", "close", view_id=world.views("U0BEN")[-1]["id"])
    await press(world, "ben", ts, "theirs:2")
    await world.whisper("U0BEN", "no longer on record")
    await wait_until(lambda: world.inbox.clicks == [], "nothing saved")


@pytest.mark.parametrize(
    "body",
    [
        click("theirs:1", actions=[]),
        click("theirs:1", user=""),
        click("theirs:1", actions=[{"action_id": "theirs:1", "block_id": "odd"}]),
        click("theirs:1", actions=[{"action_id": "theirs:1", "block_id": "a:odd:1:00000000"}]),
    ],
)
def test_a_press_that_names_no_question_is_not_ours(body: dict[str, Any]) -> None:
    """It changes nothing."""
    assert isinstance(parse.action(body, ME), NotForUs)


def test_a_modal_that_names_no_question_is_not_ours() -> None:
    """Its metadata is a guess."""
    assert isinstance(parse.sent(submission("theirs:1", private_metadata="odd"), ME), NotForUs)


def test_only_a_call_with_blocks_has_a_card() -> None:
    """Anything else on record is no card of a model's."""
    for odd in ({}, {"tool": "askUser"}, args(IMITATION), args() | {"args": '{"blocks": 1}'}):
        asked = request(**odd)
        assert made(run(asked), asked) is None
    asked = request(**args())
    assert made(run(asked), asked)
    assert asked.id == ASKED


def test_the_gate_hears_what_cant_be_shown() -> None:
    """In words; "" for a card that can."""
    asker = Who(TEAM, "U0ANA")
    cards = OwnCards()
    assert cards.problem(questioned("hitl_slackBlocks", {"blocks": LETTER}), asker) == ""
    why = cards.problem(questioned("hitl_slackBlocks", {"blocks": IMITATION}), asker)
    assert why.startswith("/blocks/0/text/text: “⏳ Approval needed")
