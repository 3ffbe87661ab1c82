"""Each call to Slack asks for its turn first, and a limit that Slack names is told to everybody."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace

import pytest

from bot.core.request import Copy, Ended
from bot.core.state import Note, Say
from bot.ports.chat import ChatTrouble
from bot.ports.pace import Bucket, Priority
from bot.slack import paced
from bot.slack.errors import NotYet, trouble
from bot.slack.paced import buckets_of, priority_of, urgent
from tests.slack.samples import BEN, T0
from tests.slack.world import World


@dataclass
class Line:
    """A pace that answers the waits it was given, then 0; and remembers what it was asked."""

    waits: list[int] = field(default_factory=list[int])
    slow_s: float = 0
    asked: list[tuple[tuple[str, ...], Priority, str]] = field(
        default_factory=list[tuple[tuple[str, ...], Priority, str]]
    )
    told: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])

    async def turn(self, buckets: tuple[Bucket, ...], priority: Priority, mark: str) -> int:
        """See ports.Pace."""
        self.asked.append((tuple(b.name for b in buckets), priority, mark))
        await asyncio.sleep(self.slow_s)
        return self.waits.pop(0) if self.waits else 0

    async def limited(self, bucket: Bucket, wait_ms: int) -> None:
        """See ports.Pace."""
        self.told.append((bucket.name, wait_ms))


@pytest.fixture
async def line(world: World) -> AsyncGenerator[Line]:
    """The world's client asks this one."""
    world.client.pace = made = Line()
    yield made
    world.client.pace = None


POST = ("chat.postMessage:C0SUPPORT", "chat.postMessage")


@pytest.mark.parametrize(
    ("method", "a_minute"),
    [
        ("chat.postMessage", 300),
        ("chat.update", 50),
        ("conversations.replies", 50),
        ("chat.startStream", 20),
        ("users.info", 100),
        ("never.heard_of", 50),
    ],
)
def test_no_minute_has_more_calls_than_slack_allows(method: str, a_minute: int) -> None:
    """A burst and what follows it stay under the documented number, whenever the minute begins."""
    whole = buckets_of(method, "C1")[-1]
    assert whole.name == method
    most = whole.burst + 60_000 // whole.every_ms
    assert a_minute * 0.8 <= most <= a_minute


def test_a_channel_takes_a_post_a_second() -> None:
    """Its own limit comes before that of the workspace; a factor widens both alike."""
    channel, whole = buckets_of("chat.postMessage", "C1")
    assert (channel.name, channel.every_ms, channel.burst) == ("chat.postMessage:C1", 1_000, 3)
    wide, wider = buckets_of("chat.postMessage", "C1", 10)
    assert (wide.every_ms, wide.burst) == (100, 30)
    assert (round(whole.every_ms / 10), whole.burst * 10) == (wider.every_ms, wider.burst)
    slow, _ = buckets_of("chat.postMessage", "C1", 0.1)
    assert (slow.every_ms, slow.burst) == (10_000, 1)


@pytest.mark.parametrize("method", ["views.open", "views.update", "auth.test"])
def test_what_has_no_time_to_queue_does_not(method: str) -> None:
    """A trigger lives for three seconds."""
    assert buckets_of(method, "") == ()


def test_decisions_go_before_answers_and_answers_before_progress() -> None:
    """By method, unless the caller says that it is about a decision."""
    methods = ("users.info", "chat.postMessage", "chat.update", "chat.appendStream")
    assert [priority_of(m) for m in methods] == ["decision", "answer", "answer", "progress"]
    assert priority_of("agents.sessions.setStatus") == "progress"
    with urgent():
        assert [priority_of(m) for m in methods] == ["decision"] * 3 + ["progress"]


async def test_cards_are_urgent_and_keep_their_place_by_name(world: World, line: Line) -> None:
    """A card by its request, its picture by its copy, a part of an answer by its mark."""
    run, asked, ts = await world.carded()
    over = replace(asked, ended=Ended("rejected", T0 + 1000, BEN, "no"))
    await world.chat.draw_card(run, over, Copy("C0SUPPORT", ts))
    await world.chat.post_say(run, Say("s1", "answer"), "Done.", look=False)
    await world.chat.react(run.thread, ts)

    calls = [one for one in line.asked if one[0][0].startswith(("chat.", "reactions."))]
    assert calls == [
        (POST, "decision", asked.id),
        (("chat.update",), "decision", f"C0SUPPORT:{ts}"),
        (POST, "answer", f"{run.id}:s1:0"),
        (("reactions.add",), "decision", ""),
    ]


async def test_a_short_wait_is_waited_on_the_spot(world: World, line: Line) -> None:
    """The turn is asked for again when it was told to come."""
    run = await world.started()
    line.waits = [30, 20]
    await world.chat.post_say(run, Say("s1", "help"), "", look=False)

    assert [one for one in line.asked if one[0] == POST] == [(POST, "answer", f"{run.id}:s1:0")] * 3
    assert len(world.thread("support", run.thread.ts)) == 2


@pytest.mark.parametrize("waits", [[1_001], [600, 401]])
async def test_a_long_wait_is_the_runs_own(world: World, line: Line, waits: list[int]) -> None:
    """Nothing is sent; whoever owes the post is told when to come back, to the millisecond."""
    run = await world.started()
    line.waits = list(waits)
    with pytest.raises(ChatTrouble) as later:
        await world.chat.post_say(run, Say("s1", "help"), "", look=False)

    assert (later.value.kind, later.value.retry_after_s) == ("wait", waits[-1] / 1000)
    assert len(world.thread("support", run.thread.ts)) == 1


async def test_what_was_held_up_does_not_leave(
    world: World, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker was stopped while it waited: by now another may have posted the same."""
    monkeypatch.setattr(paced, "HELD_UP_S", 0.01)
    run = await world.started()
    line.slow_s = 0.05
    with pytest.raises(ChatTrouble) as later:
        await world.chat.post_say(run, Say("s1", "help"), "", look=False)

    assert (later.value.kind, later.value.retry_after_s) == ("wait", 0)
    assert len(world.thread("support", run.thread.ts)) == 1
    assert trouble(NotYet(0)).kind == "wait"


async def test_what_only_looks_leaves_however_late(
    world: World, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that stood still has made nothing twice by asking who somebody is."""
    monkeypatch.setattr(paced, "HELD_UP_S", 0.01)
    line.slow_s = 0.05
    assert (await world.chat.person(BEN)).known
    assert [one for one in line.asked if one[0] == ("users.info",)]


async def test_a_limit_is_told_to_everybody(world: World, line: Line) -> None:
    """That of a channel for its posts, else that of the method; other troubles are not told."""
    run, asked, ts = await world.carded()
    limits = {"kind": "ratelimited", "retry_after": 7}
    for method in ("chat.postMessage", "chat.update"):
        await world.control("faults", method=method, **limits)
    with pytest.raises(ChatTrouble):
        await world.chat.post_say(run, Say("s1", "help"), "", look=False)
    with pytest.raises(ChatTrouble):
        await world.chat.draw_card(run, asked, Copy("C0SUPPORT", ts))
    await world.fault("error", "chat.update", error="is_archived")
    with pytest.raises(ChatTrouble):
        await world.chat.draw_card(run, asked, Copy("C0SUPPORT", ts))

    assert line.told == [(POST[0], 7_000), ("chat.update", 7_000)]


async def test_a_person_that_cannot_be_looked_up_in_time_is_unknown(
    world: World, line: Line
) -> None:
    """Never taken for a stranger, and never for a friend."""
    line.waits = [30_000]
    assert not (await world.chat.person(BEN)).known


async def test_private_words_outlive_a_limit(world: World) -> None:
    """What the door says is said again when Slack takes it; no address is used up by a refusal."""
    _, _, ts = await world.carded()
    world.inbox.down = True
    for method in ("response_url", "chat.postEphemeral"):
        await world.fault("ratelimited", method, retry_after=1)
    await world.does("ben", "click", channel="support", ts=ts, text="Approve once")

    await world.whisper("U0BEN", "I can't save anything just now")
    assert len(world.whispers("U0BEN")) == 1


async def test_who_cannot_be_told_in_a_minute_is_not_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged, and nothing waits for ever."""
    _, _, ts = await world.carded()
    world.inbox.down = True
    for method in ("response_url", "chat.postEphemeral"):
        await world.fault("ratelimited", method, retry_after=61, times=2)
    await world.does("ben", "click", channel="support", ts=ts, text="Approve once")
    await world.tasks.close()

    assert world.whispers("U0BEN") == []


async def test_a_note_under_a_limit_is_the_runs_to_send_again(world: World) -> None:
    """The run holds it until then."""
    run, asked, _ = await world.carded()
    await world.fault("ratelimited", "chat.postEphemeral", retry_after=3)
    with pytest.raises(ChatTrouble) as later:
        await world.chat.note(run, Note("n1", BEN, "guest", asked.id, T0), None)

    assert (later.value.kind, later.value.retry_after_s) == ("wait", 3)
