"""Everything that Slack sends is saved before it is acknowledged, or answered in words."""

import asyncio
from typing import Any

import pytest

from blocks import ids
from bot.core.request import Copy
from bot.slack import listeners
from bot.slack.admins import Admins
from bot.slack.prompts import Prompts
from bot.slack.twins import Twins
from tests.slack import world as worlds
from tests.slack.samples import ASKED, event
from tests.slack.world import World
from tests.support import wait_until


async def delivered(world: World, count: int = 1) -> None:
    """Waits until Slack has had its answers."""
    await wait_until(lambda: len(world.inbox.keys) >= count, f"{count} saved events")


async def press(world: World, user: str, ts: str, action: str, **more: Any) -> dict[str, Any]:
    """A person presses a button of a card in #support."""
    wanted = {"channel": "support", "ts": ts, "action_id": action, **more}
    return await world.does(user, "click", **wanted)


async def test_a_mention_is_saved_once_though_it_comes_as_two_events(world: World) -> None:
    """The mention and the message have one key."""
    ts = await world.root("@signoff refund order 1042")
    await delivered(world, 2)

    ((event, starts),) = world.inbox.events
    assert (event.text, event.by.user, event.ts, starts) == (
        "refund order 1042",
        "U0ANA",
        ts,
        True,
    )
    assert len(set(world.inbox.keys)) == 1


async def test_a_direct_message_and_a_reply_are_saved(world: World) -> None:
    """The one may start a run, the other belongs to one."""
    await world.root("refund it", channel="signoff")
    root = await world.root()
    await world.does("chi", "say", channel="support", text="hold on", thread_ts=root)
    await delivered(world, 2)

    (direct, starts), (reply, may) = world.inbox.events
    assert (direct.text, starts) == ("refund it", True)
    assert (reply.text, reply.thread.ts, may) == ("hold on", root, False)


async def test_an_event_that_could_not_be_saved_is_sent_again(world: World) -> None:
    """It isn't acknowledged: Slack retries, and then it is there."""
    world.inbox.down = True
    await world.root("refund it", channel="signoff")
    await wait_until(
        lambda: any(d["status"] == "retrying" for d in deliveries(world)),
        "a delivery that failed",
    )
    assert world.inbox.events == []

    world.inbox.down = False
    await world.control("clock", advance_s=400)

    await wait_until(lambda: world.inbox.events, "the event after all")


def settled(world: World, count: int) -> bool:
    """Whether so many deliveries, and all there were, are acknowledged."""
    states = [d["status"] for d in deliveries(world)]
    return len(states) >= count and set(states) == {"ok"}


def deliveries(world: World) -> list[dict[str, Any]]:
    """What Slack delivered, and how it went."""
    return list(world.sandbox.slack.workspace.deliveries)


async def test_a_store_that_does_not_answer_is_not_waited_for() -> None:
    """Slack waits 3 seconds; we give up before, in words."""
    async with worlds.world(save_s=0.05) as world:
        _, _, ts = await world.carded()
        world.inbox.slow = asyncio.Event()

        assert (await press(world, "ben", ts, ids.APPROVE))["status"] == "ok"

        await world.whisper("U0BEN", "can't save anything just now")
        assert world.inbox.clicks == []


async def test_a_click_is_saved_with_its_copy_and_its_address(world: World) -> None:
    """And acknowledged; the engine answers."""
    _, _, ts = await world.carded()

    assert (await press(world, "ben", ts, ids.APPROVE))["status"] == "ok"

    ((click, url),) = world.inbox.clicks
    assert (click.action, click.request, click.by.user) == ("approve", ASKED, "U0BEN")
    assert click.copy == Copy("C0SUPPORT", ts)
    assert url is not None
    assert url.startswith(world.sandbox.url)


async def test_a_click_that_can_not_be_saved_is_answered_in_words(world: World) -> None:
    """Slack never sends a click again."""
    _, _, ts = await world.carded()
    world.inbox.down = True

    assert (await press(world, "ben", ts, ids.APPROVE))["status"] == "ok"

    await world.whisper("U0BEN", "can't save anything just now")


@pytest.mark.parametrize(
    ("status", "part"), [("gone", "nothing on record"), ("parked", "set it aside")]
)
async def test_a_click_that_nobody_will_work_on_is_answered_here(
    world: World, status: Any, part: str
) -> None:
    """The run has lapsed, or was set aside."""
    _, _, ts = await world.carded()
    world.inbox.status = status

    await press(world, "ben", ts, ids.APPROVE)

    await world.whisper("U0BEN", part)


async def test_a_button_that_is_not_ours_is_answered_too(world: World) -> None:
    """Nothing stays without an answer, and nothing is saved."""
    row = {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": "old_button",
                "text": {"type": "plain_text", "text": "Old"},
                "value": ASKED,
            }
        ],
    }
    posted = await world.client.chat_postMessage(channel="C0SUPPORT", text="x", blocks=[row])

    assert (await press(world, "ben", posted["ts"], "old_button"))["status"] == "ok"

    await world.whisper("U0BEN", "an unknown button")
    assert world.inbox.keys == []


async def test_a_link_is_acknowledged_and_no_more(world: World) -> None:
    """Slack opens it by itself."""
    link = {
        "type": "button",
        "action_id": ids.LINK,
        "text": {"type": "plain_text", "text": "Link account"},
        "url": "https://example.com/link",
    }
    row = {"type": "actions", "elements": [link]}
    posted = await world.client.chat_postMessage(channel="C0SUPPORT", text="x", blocks=[row])

    assert (await press(world, "ben", posted["ts"], ids.LINK))["status"] == "ok"

    await world.tasks.close()
    assert world.whispers("U0BEN") == []


async def test_help_is_said_once_and_only_to_whoever_asked(world: World) -> None:
    """The mention comes as two events."""
    await world.root("@signoff help")

    await world.whisper("U0ANA", "Tell me what to do")
    await wait_until(lambda: settled(world, 2), "both events answered")
    await world.tasks.close()
    assert len(world.whispers("U0ANA")) == 1


async def test_an_outsider_is_refused_privately(world: World) -> None:
    """And starts nothing."""
    await world.does("olga", "say", channel="partners", text="@signoff refund order 1")

    await world.whisper("U0OLGA", "Members of other companies can't give me tasks")
    assert world.inbox.events == []


async def test_a_command_in_a_thread_goes_to_its_run(world: World) -> None:
    """Once, though it comes as two events."""
    root = await world.root()
    await world.does("ana", "say", channel="support", text="@signoff stop", thread_ts=root)
    await delivered(world, 2)

    ((thread, click),) = world.inbox.commands
    assert (thread.ts, click.action, click.by.user) == (root, "stop_run", "U0ANA")


async def test_a_command_in_a_thread_without_a_run_is_answered(world: World) -> None:
    """Nothing is running there."""
    world.inbox.status = "not_for_us"
    root = await world.root()
    await world.does("ana", "say", channel="support", text="@signoff stop", thread_ts=root)

    await world.whisper("U0ANA", "Nothing is running in this thread.")


async def test_a_message_to_a_run_that_was_set_aside_is_answered(world: World) -> None:
    """It is kept, but nobody works on it."""
    world.inbox.status = "parked"
    await world.root("refund it", channel="signoff")

    await world.whisper("U0ANA", "set it aside")


async def test_old_answers_are_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was answered is kept by count: a repetition right away is none, much later is."""
    monkeypatch.setattr(listeners, "MOST_ANSWERED", 1)
    prompts = Prompts(world.client, world.tasks, ())
    twins = Twins(Admins(world.client, world.tasks, tuple))
    door = listeners.Door(
        world.client, world.inbox, world.me, world.tasks, twins, board=world.board, prompts=prompts
    )
    first, second = (event(text="<@U0SIGNOFF> help", ts=f"1796000000.00010{n}") for n in (1, 2))

    for body in (first, first, second, first):
        await door.event(body)
    await world.tasks.close()

    assert len(world.whispers("U0ANA")) == 3


async def test_events_that_are_not_for_us_are_acknowledged(world: World) -> None:
    """Small talk, edits, an opened Home tab."""
    ts = await world.root("good morning")
    await world.does("ana", "edit", channel="support", ts=ts, text="good evening")
    await world.does("ana", "home", tab="home")

    await wait_until(lambda: settled(world, 3), "answers to all of them")
    assert all(d["retried"] == 0 for d in deliveries(world))
    assert world.inbox.keys == []
