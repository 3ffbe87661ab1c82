"""Tasks by command and form at the door: saved once, or answered in words where they were typed."""

import pytest

from blocks import ids, task
from bot.core.events import Handed
from bot.core.ids import Thread
from tests.slack.samples import TEAM
from tests.slack.world import Json, World
from tests.support import wait_until

DOWN = "I can't save anything just now, so nothing was started."
FILLED = {"What should I do?": "restart api", "Where should I work?": "C0SUPPORT"}


async def command(world: World, text: str, channel: str = "support") -> Json:
    """Ana's `/task`."""
    return await world.does("ana", "command", channel=channel, command="/task", text=text)


async def submit(world: World, who: str = "ana", **by_label: str | None) -> Json:
    """Sends the form on top."""
    view = await world.view(f"U0{who.upper()}")
    return await world.does(who, "submit", view_id=view["id"], by_label=by_label)


async def hand(world: World, text: str = "it is broken") -> str:
    """Ana opens the form about a message of her own."""
    ts = await world.root(text)
    await world.does("ana", "shortcut", callback_id="hand_to_signoff", channel="support", ts=ts)
    return ts


async def test_a_command_is_saved_with_the_way_back(world: World) -> None:
    """The private words of a run that can't begin need its response_url."""
    assert (await command(world, "restart api for @ben"))["status"] == "ok"
    ((event, url),) = world.inbox.orders
    assert (event.text, event.by.user) == ("restart api for @ben", "U0ANA")
    assert (event.thread, event.ts) == (Thread(TEAM, "C0SUPPORT", ""), "")
    assert url is not None and world.inbox.keys[0].startswith("command:")
    await world.whisper("U0ANA", "On it: I post the task in this channel")


async def test_a_command_that_is_not_saved_is_told(world: World) -> None:
    """Slack never sends it again."""
    world.inbox.down = True
    assert (await command(world, "restart api"))["status"] == "ok"
    await world.whisper("U0ANA", DOWN)


async def test_a_form_is_saved_once(world: World) -> None:
    """Two submissions of one view are one task."""
    await command(world, "")
    view = await world.view("U0ANA")
    assert view["blocks"][1]["element"]["initial_conversation"] == "C0SUPPORT"
    assert await submit(world, **FILLED) == {"status": "ok", "http": 200}
    ((event, url),) = world.inbox.orders
    assert (event.text, event.thread.channel, url) == ("restart api", "C0SUPPORT", None)
    assert world.inbox.keys == [f"view:{view['id']}"]


async def test_from_a_direct_message_the_form_chooses_nothing(world: World) -> None:
    """A direct message isn't among its channels."""
    await command(world, "", "dm")
    view = await world.view("U0ANA")
    assert "initial_conversation" not in view["blocks"][1]["element"]


async def test_what_is_missing_is_said_at_its_field(world: World) -> None:
    """Slack lets blanks through; the form stays open with what was typed."""
    await command(world, "")
    sent = await submit(world, **{**FILLED, "What should I do?": "  \n "})
    assert sent["errors"] == {ids.TASK: task.TASK_MISSING}
    sent = await submit(world, **{**FILLED, "Where should I work?": "U0BEN"})
    assert sent["errors"] == {ids.CHANNEL: task.CHANNEL_MISSING}
    assert world.inbox.orders == []
    assert (await submit(world, **FILLED))["status"] == "ok"


async def test_a_form_that_is_not_saved_stays_open(world: World) -> None:
    """With the words at its first field."""
    await command(world, "")
    world.inbox.down = True
    sent = await submit(world, **FILLED)
    assert sent["errors"][ids.TASK].startswith(DOWN)
    world.inbox.down = False
    assert (await submit(world, **FILLED))["status"] == "ok"


@pytest.mark.case("A28")
async def test_a_message_is_kept_by_us_and_named_to_the_form(world: World) -> None:
    """However long it is: the form's metadata is a name that says nothing."""
    ts = await hand(world, "it is broken " * 400)
    view = await world.view("U0ANA")
    assert view["private_metadata"] == "kept0"
    assert (await submit(world, **{"What should I do?": "repair it"}))["status"] == "ok"
    ((event, starts),) = world.inbox.events
    assert (event.text, event.ts, starts) == ("repair it", ts, True)
    assert event.thread == Thread(TEAM, "C0SUPPORT", ts)
    assert isinstance(event.handed, Handed)
    assert (event.handed.by.name, event.handed.text) == ("ana", ("it is broken " * 400).strip())


@pytest.mark.case("A28")
async def test_a_name_that_is_not_kept_any_more_is_refused(world: World) -> None:
    """Nor is one that was guessed; nothing is started."""
    await hand(world)
    await world.view("U0ANA")
    world.inbox.shelf.clear()
    sent = await submit(world)
    assert sent["errors"] == {ids.WORDS: task.LAPSED}
    assert world.inbox.events == []


async def test_a_message_that_is_not_kept_opens_no_form(world: World) -> None:
    """Words stand where the form would."""
    world.inbox.down = True
    await hand(world)
    view = await world.view("U0ANA")
    assert DOWN in str(view["blocks"]) and view["submit"] is None


async def test_what_is_handed_to_a_run_set_aside_is_told(world: World) -> None:
    """Nobody works on it, so the form says so."""
    await hand(world)
    await world.view("U0ANA")
    world.inbox.status = "parked"
    sent = await submit(world)
    assert "set it aside" in sent["errors"][ids.WORDS]


@pytest.mark.case("A30")
@pytest.mark.parametrize("error", ["expired_trigger_id", "internal_error"])
async def test_a_form_that_does_not_open_is_told(world: World, error: str) -> None:
    """Wherever it was wanted; nothing was started."""
    for use in (lambda: command(world, ""), lambda: hand(world)):
        await world.fault("error", "views.open", error=error)
        await use()
        await world.whisper("U0ANA", "Use the command or the shortcut again.")
    assert world.views("U0ANA") == []


async def test_an_unknown_shortcut_is_answered(world: World) -> None:
    """As is one on a message without words."""
    ts = await world.root()
    await world.does("ana", "shortcut", callback_id="other", channel="support", ts=ts)
    await world.whisper("U0ANA", "an unknown shortcut")


async def test_members_of_other_companies_are_told(world: World) -> None:
    """They get no form."""
    ts = (await world.does("olga", "say", channel="partners", text="hello"))["ts"]
    await world.does("olga", "shortcut", callback_id="hand_to_signoff", channel="partners", ts=ts)
    await world.whisper("U0OLGA", "Members of other companies")
    assert world.views("U0OLGA") == []


async def test_replies_under_our_posts_are_known_as_that(world: World) -> None:
    """Their run may not have its thread yet; a command there too."""
    found = await world.started()
    post = await world.client.chat_postMessage(channel="C0SUPPORT", text="asked: x")
    await world.does("ana", "say", channel="support", text="more", thread_ts=post["ts"])
    await world.does("ana", "say", channel="support", text="@signoff stop", thread_ts=post["ts"])
    await world.does("ana", "say", channel="support", text="else", thread_ts=found.thread.ts)
    await wait_until(lambda: len(world.inbox.ours) >= 3, "three messages")
    assert sorted(world.inbox.ours) == [False, True, True]
