"""Commands, buttons and tabs that look, at their edges; the stories hold the rest."""

from dataclasses import replace
from typing import Any

import pytest

from blocks import ids, listing
from blocks.listing import RunLine
from bot.core.checkpoint import Record
from bot.core.gist import About, Doing
from bot.core.ids import Thread, Who
from bot.core.request import Copy, Ended
from bot.core.rules import Person
from bot.ports.board import Entry, Overview
from bot.slack import hometab, listings, membership, overview, parse, pressed, readers
from bot.slack.links import link
from bot.slack.parse import HomeOpened, NotForUs
from bot.slack.people import People
from bot.slack.pressed import Linked, Stops
from bot.slack.readers import Readers
from tests.slack.samples import ANA, BEN, CHI, ME, RUN, T0, TEAM, click, event, request, run
from tests.slack.world import World
from tests.support import wait_until

THREAD = Thread(TEAM, "C0SUPPORT", "1796000000.000100")
PEOPLE = (
    Person("ana", "Ana Ruiz", TEAM, "U0ANA", ("requester",)),
    Person("ben", "Ben Ode", TEAM, "U0BEN", ("approver",)),
)


def entry(number: int = 778, doing: Doing | None = None, **change: Any) -> Entry:
    """A run of Ana's."""
    about = About(number, ANA, THREAD, "refund order 1042", T0)
    made = Entry(f"3.r{number}", about, doing or Doing("thinking"), T0, parked=False)
    return replace(made, **change)


def line(doing: Doing, **change: Any) -> str:
    """What a list says that a run is doing."""
    return listings.run_line(entry(doing=doing, **change), Overview(), "").doing


async def asks(world: World, text: str, words: str, user: str = "ana", **more: Any) -> str:
    """A command and its private answer."""
    command = {"channel": "support", "command": "/task", "text": text, **more}
    assert (await world.does(user, "command", **command))["status"] == "ok"
    return await world.whisper(f"U0{user.upper()}", words)


# --- lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doing", "words"),
    [
        (Doing("thinking"), "is thinking"),
        (Doing("acting", 1), "waits for people"),
        (Doing("acting", 0, ("refund", "look_up")), "is running refund, look_up"),
        (Doing("acting", 1, ("refund",)), "is running refund and waits for people"),
        (Doing("done"), "is done"),
        (Doing("stopped"), "was stopped"),
        (Doing("failed"), "failed"),
    ],
)
def test_a_line_says_what_a_run_does(doing: Doing, words: str) -> None:
    """In words that complete "R-778 …"; only what is at work can be stopped."""
    assert line(doing) == words
    drawn = listings.run_line(entry(doing=doing), Overview(), "")
    assert drawn.stoppable is doing.live


def test_a_parked_run_says_so() -> None:
    """It can't be stopped: nobody works on it."""
    drawn = listings.run_line(entry(parked=True), Overview(), "")
    assert "set aside" in drawn.doing and not drawn.stoppable


def test_a_line_names_the_requests_of_its_own_run() -> None:
    """Of all that are open, those of this run."""
    mine, other = Record(run(), request()), Record(replace(run(), id="1.x"), request(number=7))
    seen = Overview(open=(other, mine))
    acting = entry(doing=Doing("acting", 1), run=RUN)
    assert listings.run_line(acting, seen, "").doing == "waits for A-1042"


def test_links_lead_to_messages() -> None:
    """Of a workspace whose address is known."""
    base = "https://acme.slack.com/"
    root = f"{base}archives/C0SUPPORT/p1796000000000100"
    assert link(base, THREAD) == link(base, THREAD, THREAD.ts) == root
    reply = "archives/C0SUPPORT/p1796000050000300?thread_ts=1796000000.000100&cid=C0SUPPORT"
    assert link(base, THREAD, "1796000050.000300") == f"{base}{reply}"
    assert link("", THREAD) is None
    assert link(base, replace(THREAD, ts="")) is None


def test_a_request_without_a_card_has_no_link() -> None:
    """Its card isn't posted yet."""
    made = Record(run(), request())
    assert listings.request_line(made, "https://a.test/", shown=True).url is None
    posted = Record(run(), request(copies=(Copy("C0SUPPORT", "1796000050.000300"),)))
    assert listings.request_line(posted, "https://a.test/", shown=True).url
    assert listings.request_line(posted, "https://a.test/", shown=False).url is None


@pytest.mark.parametrize(
    ("words", "ms"),
    [
        ("since:7d", 7 * 86_400_000),
        ("SINCE: 12 h", 12 * 3_600_000),
        ("since:7", None),
        ("since", None),
        ("since:1000d", None),
    ],
)
def test_since_is_a_length_of_time(words: str, ms: int | None) -> None:
    """Days or hours."""
    assert listings.since(words) == ms


# --- what is pressed and opened ------------------------------------------------------------------


def stop_click(value: str = RUN, **fields: Any) -> dict[str, Any]:
    """*Stop run* pressed beside a run of a list."""
    shown = RunLine(run=RUN, number="R-778", task="", doing="", at=0, stoppable=True)
    row: Any = listing.run_row(shown)
    action = {**row["accessory"], "value": value, "block_id": row["block_id"], "action_ts": "1.2"}
    return {**click(), "actions": [action], **fields}


def test_a_stop_in_a_list_names_its_run() -> None:
    """By the block and by the button, which must agree."""
    found = pressed.action(stop_click(), ME)
    assert isinstance(found, Stops)
    assert (found.run, found.click.action, found.click.request) == (RUN, "stop_run", "")
    assert (found.click.by.user, found.home) == ("U0BEN", False)
    home = pressed.action(stop_click(view={"type": "home"}), ME)
    assert isinstance(home, Stops) and home.home
    for value in ("3.other", "", f"{RUN}.1"):
        assert isinstance(pressed.action(stop_click(value), ME), NotForUs)
    assert isinstance(pressed.action(stop_click(user={}), ME), NotForUs)


def test_a_link_to_a_card_needs_no_request() -> None:
    """Slack reports the click of a link too."""
    line = listing.RequestLine(
        request="1.a.1", number="A-1", title="x", risk="low", deadline=0, url="https://a.test/"
    )
    row: Any = listing.request_row(line)
    assert row["accessory"]["action_id"] == ids.OPEN
    assert pressed.action({**click(), "actions": [row["accessory"]]}, ME) == Linked()


@pytest.mark.parametrize("tab", ["messages", "", "home"])
def test_only_the_home_tab_is_drawn(tab: str) -> None:
    """Opening another tab is no wish to see it; nor is an event without a person."""
    opened = {"type": "app_home_opened", "tab": tab, "text": None}
    found = parse.event(event(**opened), ME)
    assert (found == HomeOpened(Who(TEAM, "U0ANA"))) is (tab == "home")
    assert not isinstance(parse.event(event(**opened, user=None), ME), HomeOpened)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("gone", "nothing on record"),
        ("parked", "set it aside"),
        ("queued", "I passed that on"),
    ],
)
async def test_a_pressed_stop_is_answered(world: World, status: Any, words: str) -> None:
    """In words for whoever pressed."""
    world.board.people, world.board.status = PEOPLE, status
    world.board.seen = Overview(runs=(entry(1, run=RUN), entry(2)), runs_count=2)
    await asks(world, "stop", "Which of your runs?")
    await _press_stop(world)
    await world.whisper("U0ANA", words)
    ((stopped, wish, url),) = world.board.stops
    assert (stopped, wish.action) == (RUN, "stop_run")
    assert url


async def test_a_pressed_stop_without_a_store_is_answered(world: World) -> None:
    """Nothing was saved, and it is said."""
    world.board.people = PEOPLE
    world.board.seen = Overview(runs=(entry(1, run=RUN), entry(2)), runs_count=2)
    await asks(world, "stop", "Which of your runs?")
    world.board.down = True
    await _press_stop(world)
    await world.whisper("U0ANA", "I can't save anything just now")


async def _press_stop(world: World) -> None:
    """Ana presses the first *Stop run* that she sees."""
    everywhere = world.sandbox.slack.workspace.ephemerals
    channel, message = next(
        (channel, m) for channel, kept in everywhere.items() for m in kept.values()
        if "Which of your" in str(m)
    )  # fmt: skip
    row = next(b for b in message["blocks"] if "accessory" in b)
    names = {"block_id": row["block_id"], "action_id": row["accessory"]["action_id"]}
    await world.does("ana", "click", channel=channel, ts=message["ts"], **names)


# --- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "words"), [("gone", "nothing on record"), ("parked", "set it aside")]
)
async def test_a_stop_that_nobody_works_on_is_told(world: World, status: Any, words: str) -> None:
    """A run that has lapsed meanwhile, or was set aside."""
    world.board.people, world.board.status = PEOPLE, status
    world.board.seen = Overview(runs=(entry(),), runs_count=1)
    await asks(world, "stop", words)


async def test_a_stop_by_the_number_of_a_request(world: World) -> None:
    """It means the run that asks."""
    world.board.people = PEOPLE
    world.board.seen = Overview(open=(Record(run(), request()),), open_count=1)
    await asks(world, "stop A-1042", "R-778 is being stopped")
    await asks(world, "stop A-7", "There is no open request A-7")
    assert [stop[0] for stop in world.board.stops] == [RUN]


async def test_more_than_is_looked_through_is_said(world: World) -> None:
    """What isn't shown is counted, never left out silently."""
    world.board.people = PEOPLE
    many = tuple(Record(run(), request(number=n, id=f"{RUN}.{n}")) for n in range(1, 21))
    world.board.seen = Overview(open=many, open_count=25)
    approvals = {"command": "/approvals", "user": "ben"}
    told = await asks(world, "", "Waiting for your decision", **approvals)
    assert "and 5 more" in told and "5 more are open that I didn't look through" in told
    assert "and 10 more" in await asks(world, "open", "Open, by deadline", **approvals)
    old = tuple(entry(n, at=4 * 10**12) for n in range(50))
    world.board.seen = Overview(runs=old, runs_count=60)
    assert "and 50 more" in await asks(world, "list", "Your runs of the last")


async def test_no_tools_and_no_such_settled_request(world: World) -> None:
    """Said as it is."""
    world.board.people = PEOPLE
    await asks(world, "agents", "It has no tools")
    ended = request(ended=Ended("left", T0, BEN), kind="unsure")
    world.board.seen = Overview(ended=(Record(run(), ended),), ended_count=1)
    told = await asks(world, "since:7d", "Settled", command="/approvals")
    assert "answered by" in told


# --- conversations -------------------------------------------------------------------------------


async def test_a_conversation_is_looked_up_once_a_minute(world: World) -> None:
    """Public ones are everybody's, private ones their members', and what fails nobody's."""
    clock = [0.0]
    found = Readers(world.client, lambda: clock[0])
    assert await found.sees("U0CHI", "C0SUPPORT")
    assert await found.sees("U0BEN", "C0DEALS")
    assert not await found.sees("U0CHI", "C0DEALS")
    assert not await found.sees("U0CHI", "C0NOWHERE")
    await world.fault("error", "conversations.info", error="internal_error", times=1)
    assert await found.sees("U0CHI", "C0SUPPORT")
    clock[0] = readers.SEEN_S + 1
    assert not await found.sees("U0CHI", "C0SUPPORT")
    assert await found.sees("U0CHI", "C0SUPPORT")


async def test_members_are_read_page_by_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to so many pages; in a larger conversation whoever comes later isn't found."""
    monkeypatch.setattr(membership, "PAGE", 1)
    assert await Readers(world.client).sees("U0DEE", "C0DEALS")
    monkeypatch.setattr(readers, "LOOKED_THROUGH", 1)
    assert not await Readers(world.client).sees("U0DEE", "C0DEALS")


async def test_conversations_are_kept_by_count(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A workspace with many of them doesn't fill the memory."""
    monkeypatch.setattr(readers, "MOST", 1)
    found = Readers(world.client)
    for channel in ("C0SUPPORT", "C0OPS", "C0SUPPORT"):
        assert await found.sees("U0CHI", channel)


# --- Home ----------------------------------------------------------------------------------------


async def test_of_two_drawings_the_later_one_is_shown(world: World) -> None:
    """An earlier one that was slower doesn't overwrite it."""
    import asyncio

    class Slow(People):
        async def facts(self, who: Who) -> Any:
            facts = await super().facts(who)
            await gate.wait()
            return facts

    gate = asyncio.Event()
    eyes = overview.Eyes(world.client, world.board, world.me, Slow(world.client, TEAM))
    tab = hometab.HomeTab(world.client, world.board, eyes)
    world.board.people = PEOPLE
    first, second = asyncio.create_task(tab.draw(CHI)), asyncio.create_task(tab.draw(CHI))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(first, second)
    homes = world.sandbox.slack.workspace.homes
    await wait_until(lambda: "isn't linked" in str(homes.get("U0CHI")), "the tab")
    assert len(world.sent("views.publish")) == 1
