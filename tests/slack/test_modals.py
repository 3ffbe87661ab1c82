"""Modals open at once, and close only when what was sent is saved."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from blocks import ids
from bot.core.request import Ended, Quote
from bot.core.terms import Approvers
from bot.slack import modals
from tests.slack import world as worlds
from tests.slack.samples import ASKED, BEN, CHI, SPEC, T0
from tests.slack.world import World
from tests.support import wait_until

SINCE = (1, Quote("hold on", CHI, T0))


async def opened(world: World, action: str, **changes: Any) -> dict[str, Any]:
    """Ben's modal after he pressed that button of a card."""
    _, _, ts = await world.carded(**changes)
    await pressed(world, ts, action)
    return await world.view("U0BEN")


async def pressed(world: World, ts: str, action: str) -> None:
    """Ben presses a button of the card in #support."""
    done = await world.does("ben", "click", channel="support", ts=ts, action_id=action)
    assert done["status"] == "ok", done


async def submitted(world: World, view: dict[str, Any], **values: Any) -> dict[str, Any]:
    """Ben sends the modal with these values, by block id."""
    given = {block: {block: value} for block, value in values.items()}
    return await world.does("ben", "submit", view_id=view["id"], values=given)


async def test_reject_asks_for_a_reason_and_closes_when_it_is_saved(world: World) -> None:
    """The reason and the choice arrive with the revision that was shown."""
    view = await opened(world, ids.REJECT)
    assert view["private_metadata"] == f"{ASKED}:1"

    done = await submitted(world, view, reason="too much", choice=ids.CHOICE_REJECT)

    assert done["status"] == "ok"
    ((click, url),) = world.inbox.clicks
    assert (click.action, click.request, click.revision) == ("reject", ASKED, 1)
    assert (click.reason, click.by.user, url) == ("too much", "U0BEN", None)
    assert world.views("U0BEN") == []


async def test_guide_is_the_other_choice(world: World) -> None:
    """Do it differently, as I say."""
    view = await opened(world, ids.REJECT)

    await submitted(world, view, reason="only 20", choice=ids.CHOICE_GUIDE)

    ((click, _),) = world.inbox.clicks
    assert (click.action, click.reason) == ("guide", "only 20")


async def test_a_blank_reason_keeps_the_modal_open(world: World) -> None:
    """The words stand at the field."""
    view = await opened(world, ids.REJECT)

    done = await submitted(world, view, reason="   ", choice=ids.CHOICE_REJECT)

    assert "Say why" in str(done)
    assert world.inbox.clicks == []
    assert world.views("U0BEN")


async def test_a_decision_that_was_overtaken_is_told_at_the_field(world: World) -> None:
    """Somebody else was first, or the request changed; nothing is saved."""
    _, asked, ts = await world.carded()
    await pressed(world, ts, ids.REJECT)
    view = await world.view("U0BEN")
    world.settle(asked, revision=2)
    changed = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)
    world.settle(asked, ended=Ended("approved", T0, CHI))
    decided = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)
    world.inbox.records.clear()
    gone = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)

    assert "The plan changed" in str(changed)
    assert "Chi Wu approved this" in str(decided)
    assert "nothing on record" in str(gone)
    assert world.inbox.clicks == []


async def test_a_form_that_can_not_be_saved_keeps_what_was_typed(world: World) -> None:
    """The store is away, or slow, or has no such run any more."""
    view = await opened(world, ids.REJECT)
    world.inbox.down = True
    down = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)
    world.inbox.down = False
    world.inbox.status = "gone"
    gone = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)

    assert "can't save anything just now" in str(down)
    assert "nothing on record" in str(gone)
    assert world.views("U0BEN")


async def test_a_slow_store_is_answered_in_time() -> None:
    """Slack waits 3 seconds."""
    async with worlds.world(save_s=0.05) as world:
        view = await opened(world, ids.REJECT)
        world.inbox.slow = asyncio.Event()

        done = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)

        assert "can't save anything just now" in str(done)


async def test_review_shows_the_whole_action_and_approves(world: World) -> None:
    """A newer message in the thread makes one tap a review."""
    view = await opened(world, ids.REVIEW, since=SINCE)
    assert "refund(" in str(view["blocks"])

    done = await submitted(world, view, reason="checked")

    assert done["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert (click.action, click.reason) == ("approve", "checked")


async def test_a_high_risk_needs_a_reason_to_approve(world: World) -> None:
    """At medium it is optional."""
    high = replace(SPEC, risk="high", approvers=Approvers(people=("ben",)))
    view = await opened(world, ids.REVIEW, spec=high)
    assert "Say why" in str(await submitted(world, view, reason=" "))
    await world.does("ben", "close", view_id=view["id"])

    medium = await opened(world, ids.REVIEW, since=SINCE)
    await submitted(world, medium)

    ((click, _),) = world.inbox.clicks
    assert (click.action, click.reason) == ("approve", "")


async def test_details_show_everything_even_after_the_decision(world: World) -> None:
    """It decides nothing, and has nothing to send."""
    view = await opened(world, ids.DETAILS, ended=Ended("rejected", T0, BEN, "too much"))

    assert "too much" in str(view["blocks"])
    assert view.get("submit") is None
    await world.does("ben", "close", view_id=view["id"])
    assert world.inbox.keys == []


async def test_a_modal_about_a_settled_request_says_so(world: World) -> None:
    """The card was not redrawn yet."""
    _, asked, ts = await world.carded()
    world.settle(asked, ended=Ended("approved", T0, CHI))

    await pressed(world, ts, ids.REJECT)

    view = await world.view("U0BEN")
    assert "Chi Wu approved this" in str(view["blocks"])
    assert view.get("submit") is None


async def test_a_modal_about_an_answered_question_says_so(world: World) -> None:
    """Whatever button it was, and however it came there."""
    _, asked, ts = await world.carded()
    world.settle(asked, kind="unsure", ended=Ended("ran", T0, CHI))

    await pressed(world, ts, ids.REJECT)

    assert "Chi Wu settled this" in str((await world.view("U0BEN"))["blocks"])


async def test_a_modal_without_a_record_says_so(world: World) -> None:
    """The run has lapsed."""
    _, _, ts = await world.carded()
    world.inbox.records.clear()

    await pressed(world, ts, ids.DETAILS)

    assert "nothing on record" in str((await world.view("U0BEN"))["blocks"])


async def test_a_modal_opens_though_the_store_is_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words say that nothing was changed."""
    monkeypatch.setattr(modals, "LOOK_S", 0.05)
    _, _, ts = await world.carded()
    world.inbox.down = True
    await pressed(world, ts, ids.REJECT)
    assert "nothing was changed" in str((await world.view("U0BEN"))["blocks"])

    world.inbox.down, world.inbox.slow = False, asyncio.Event()
    await pressed(world, ts, ids.DETAILS)
    await wait_until(lambda: len(world.sent("views.open")) == 2, "the second modal")


async def test_a_lapsed_trigger_is_answered_in_words(world: World) -> None:
    """Press again; so is any other refusal of Slack's."""
    _, _, ts = await world.carded()
    for error in ("expired_trigger_id", "internal_error"):
        await world.fault("error", "views.open", error=error)
        await pressed(world, ts, ids.REJECT)

    await wait_until(lambda: len(world.whispers("U0BEN")) == 2, "two answers")
    assert all("Press the button again" in text for text in world.whispers("U0BEN"))


async def test_names_are_not_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trigger lives 3 seconds; a modal with an id in it is better than none."""
    monkeypatch.setattr(modals, "NAMES_S", 0.05)
    _, asked, ts = await world.carded()
    world.settle(asked, authors=(replace(BEN, user="U0ELI", name=""),))
    await world.fault("slow", "users.info", seconds=15)

    await pressed(world, ts, ids.DETAILS)

    assert (await world.view("U0BEN"))["title"]["text"] == "Details A-1042"


async def test_a_form_that_is_not_ours_is_answered_in_its_place(world: World) -> None:
    """An old version's, or nobody's."""
    view = await opened(world, ids.REJECT)
    record = world.sandbox.slack.workspace.views[view["id"]]
    record["view"]["private_metadata"] = "something else"

    done = await submitted(world, view, reason="no", choice=ids.CHOICE_REJECT)

    assert done["status"] == "ok", done
    assert "a form that isn't ours" in str((await world.view("U0BEN"))["blocks"])
    assert world.inbox.keys == []
