"""The example tasks of the demo that ask somebody, from their words to the answer."""

from hashlib import sha256
from pathlib import Path

from tests.stories.conftest import nobody_refunded
from tests.stories.forms import labels, opens, presses
from tests.stories.pages import browser, link_of
from tests.world import World, world

PLAN = "@signoff plan a maintenance window for checkout"
FORM = "Question: When and how is the maintenance window?"


async def test_a_refund_without_a_number_asks_which_order(slack: World) -> None:
    """The options are orders that were looked up; the refund still needs its yes."""
    task = await slack.person("ana").says("@signoff refund the order for Ines, it arrived broken")
    question = await slack.message(task.ts, "Question: There are several orders of Ines.")
    oldest, older, newer = question.buttons[:3]
    assert oldest.startswith("1025: ") and older.startswith("1036: ")
    assert newer == "1042: Ceramic lamp, 2026-11-12"
    await slack.person("ana").clicks(question, newer)
    card = await slack.message(task.ts, "Approval needed: refund order 1042")
    assert "it arrived broken" in card.text
    nobody_refunded(slack)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042:")
    assert slack.shop("select order_id from refunds") == [(1042,)]


async def test_there_is_a_choice_when_the_tours_order_was_refunded(slack: World) -> None:
    """Whoever has taken the first steps is still asked."""
    task = await slack.person("ana").says("@signoff refund order 1042, it arrived broken")
    await slack.person("ben").clicks(await slack.card(task.ts), "Approve once")
    await slack.message(task.ts, "Refunded order 1042:")
    task = await slack.person("ana").says("@signoff refund the order for Ines")
    question = await slack.message(task.ts, "Question: There are several orders of Ines.")
    assert [one[:4] for one in question.buttons[:2]] == ["1025", "1036"]


async def test_an_order_in_ones_own_words(slack: World) -> None:
    """*Other…* takes a number that was no option."""
    task = await slack.person("ana").says("@signoff refund an order, it arrived broken")
    question = await slack.message(task.ts, "Question: Which order should I refund?")
    ana = slack.person("ana")
    await opens(ana, question, "Other…")
    await ana.submits({"Other…": "the one with number 1050"})
    await slack.message(task.ts, "Approval needed: refund order 1050")


async def test_no_order_is_named_in_time(slack: World) -> None:
    """A cancelled question ends the task, and says that nothing was refunded."""
    task = await slack.person("ana").says("@signoff refund the order for Mia")
    question = await slack.message(task.ts, "Question: I found no open order of Mia.")
    await slack.person("ana").clicks(question, "Cancel question")
    await slack.message(task.ts, "No order was refunded: my question was cancelled.")
    nobody_refunded(slack)


async def test_two_questions_are_asked_at_once(slack: World) -> None:
    """They are numbered in the form; the answer repeats both."""
    task = await slack.person("ana").says("@signoff prepare the shop for the sale")
    much = await slack.message(task.ts, "Question: How much is taken off?")
    what = await slack.message(task.ts, "Question: What is on sale?")
    assert "*Choose any*  Lamps, Curtains, Chairs, Blankets" in what.text
    ana = slack.person("ana")
    view = await opens(ana, what)
    assert view["title"]["text"] == "Question 2 of 2"
    await ana.submits({"Your answers": ["Lamps", "Chairs"]})
    await slack.message(task.ts, "Answered: What is on sale?")
    await ana.clicks(much, "20 %")
    await slack.message(task.ts, "noted 20 % off, on: Lamps and Chairs. Nothing was changed")


async def test_a_maintenance_window_is_planned_in_a_form(slack: World) -> None:
    """A field of most kinds; one of them brings another; the answer repeats the values."""
    task = await slack.person("ana").says(PLAN)
    card = await slack.message(task.ts, FORM)
    assert card.buttons == ["Schedule it", "Only a draft", "Cancel question"]
    ana = slack.person("ana")
    view = await opens(ana, card, "Schedule it")
    assert labels(view)[:4] == ["Service", "Environment", "Day", "Begins at"]
    [roll_back] = [b["element"] for b in view["blocks"] if "Roll back" in str(b.get("label"))]
    yes = roll_back["options"][0]["value"]
    view = await presses(ana, action_id=roll_back["action_id"], value=yes)
    assert "To which version" in labels(view)
    given = {
        "Environment": "staging",
        "Day": "2026-12-12",
        "Begins at": "22:30",
        "Minutes": "500",
        "Who is told": ["Support", "Engineering"],
        "Contact": "ana@example.com",
        "Steps": "drain\nswitch | over",
        "To which version": "2.14.2",
        "Notes": "bring tea",
    }
    assert (await ana.submits(given))["response_action"] == "errors"
    await ana.submits({**given, "Minutes": "45"})
    answer = await slack.message(task.ts, "Here is the plan. Nothing was run")
    for row in (
        "| Service | checkout |",
        "| Begins at | 22:30 UTC |",
        "| Minutes | 45 |",
        "| Who is told | Support, Engineering |",
        "| Steps | drain, switch / over |",
        "| Roll back if it fails? | yes |",
        "| To which version | 2.14.2 |",
    ):
        assert row in answer.text


async def test_a_draft_of_a_maintenance_window_may_be_empty(slack: World) -> None:
    """The action that validates nothing takes what there is."""
    task = await slack.person("ana").says("@signoff plan a maintenance window")
    card = await slack.message(task.ts, FORM)
    ana = slack.person("ana")
    await opens(ana, card, "Only a draft")
    await ana.submits({})
    await slack.message(task.ts, "The draft is empty. Nothing was run")


async def test_a_key_is_typed_on_the_web_and_used_unseen(tmp_path: Path, redis: str) -> None:
    """Ana sends it, Ben allows its use without seeing it, and the shop has it."""
    async with world(tmp_path, redis, pages=True) as slack, browser() as page:
        ana = slack.person("ana")
        task = await ana.says("@signoff replace the API key of our courier Parcelo")
        question = await slack.message(task.ts, "Question: What is the new API key of Parcelo?")
        assert question.buttons == ["Send the key", "Cancel question"]
        await page.opens(await link_of(slack, "ana", question, "Send the key"))
        assert "wrong" in (await page.sends({"New API key": "short"}, "send"))[1]
        assert (await page.sends({"New API key": "pk-live-0815"}, "send"))[0] == 200
        card = await slack.message(task.ts, "Approval needed: replace the API key of Parcelo")
        assert "[hidden]" in card.text and "with a wrong key no parcel leaves" in card.text
        assert slack.shop("select change_key from couriers where name = 'Parcelo'") == [("",)]
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "Replaced the API key of Parcelo: parcels are booked")
        [(digest,)] = slack.shop("select digest from couriers where name = 'Parcelo'")
        assert digest == sha256(b"pk-live-0815").hexdigest()
        assert all("pk-live" not in message.text for message in await slack.messages())
