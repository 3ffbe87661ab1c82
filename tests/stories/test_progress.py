"""What people see of a run while it goes on: the session's status, the timeline, the prompts."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.support import wait_until
from tests.world import Message, World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
LOOK_UP: dict[str, Any] = {"name": "look_up_order", "arguments": {"order_id": 1042}}
Json = dict[str, Any]


def _sent(slack: World, method: str) -> list[Json]:
    payloads = slack.sandbox.slack.recorder.payloads
    return [one["payload"] for one in payloads if one["method"] == method]


def _statuses(slack: World, thread: str) -> list[str]:
    """The statuses that a thread's session was given, in order."""
    sent = _sent(slack, "agents.sessions.setStatus")
    return [one["status"] for one in sent if one["thread_ts"] == thread]


def _states(payload: Json) -> list[str]:
    """A picture of a timeline in short: its headline, then each call with its state."""
    (block,) = payload["blocks"]
    if block["type"] == "section":
        return block["text"]["text"].splitlines()
    return [block["title"], *(f"{t['title']} [{t['status']}]" for t in block["tasks"])]


def _is_timeline(payload: Json) -> bool:
    blocks: list[Json] = payload.get("blocks") or [{}]
    return blocks[0].get("type") == "plan" or ":progress" in str(payload.get("metadata"))


async def _timeline(slack: World, thread: str, words: str = "") -> Message:
    """A thread's timeline, once it says `words`."""

    async def found() -> Message | None:
        for message in await slack.messages(thread):
            if _is_timeline(message.raw) and words in message.text:
                return message
        return None

    return await wait_until(found, f"a timeline that says {words!r}", 20)


def _pictures(slack: World, ts: str) -> list[list[str]]:
    """What a timeline showed, from its posting on."""
    posts = [p for p in _sent(slack, "chat.postMessage") if _is_timeline(p)]
    updates = [p for p in _sent(slack, "chat.update") if p["ts"] == ts]
    return [_states(payload) for payload in (*posts, *updates)]


def _deleted(slack: World, message: Message) -> None:
    workspace = slack.sandbox.slack
    channel = workspace.workspace.channel(message.channel)
    assert channel is not None
    workspace.messages.delete(channel, message.raw)


@pytest.mark.parametrize("http", [False, True], ids=["sockets", "http"])
async def test_an_approval_is_seen_from_its_question_to_its_answer(
    tmp_path: Path, redis: str, http: bool
) -> None:
    """The session is suspended while people are asked; one message shows what each call does."""
    async with world(tmp_path, redis, http=http) as slack:
        task = await slack.person("ana").says(TASK)
        card = await slack.card(task.ts)
        await _timeline(slack, task.ts, "waiting for 1 of the approver role")
        await wait_until(lambda: _statuses(slack, task.ts)[-1] == "suspended", "it is suspended")
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "Refunded order 1042")
        last = await _timeline(slack, task.ts, "R-1: done")
        await wait_until(lambda: _statuses(slack, task.ts)[-1] == "active", "it is active")
        assert _statuses(slack, task.ts) == ["processing", "suspended", "processing", "active"]
        *before, end = _pictures(slack, last.ts)
        assert end == [
            "R-1: done",
            "look_up_order: done [complete]",
            "refund order 1042: done [complete]",
        ]
        who = "waiting for 1 of the approver role (now Ben Ode, Chi Wu)"
        assert before[-1][2] == f"refund order 1042: {who} [pending]"
        assert len({tuple(picture) for picture in before}) == len(before) <= 3
        assert "<@" not in last.text, "a timeline calls nobody"
        first = _sent(slack, "agents.sessions.setStatus")[0]
        assert first["title"] == "refund order 1042, it arrived broken"


async def test_a_run_that_only_answers_has_no_timeline(slack: World) -> None:
    """There is nothing to list; the status alone says that it thinks."""
    await slack.plays({"text": "Hello."})
    task = await slack.person("ana").says("@signoff hello")
    await slack.message(task.ts, "Hello.")

    def ended() -> bool:
        return _statuses(slack, task.ts) in ([], ["processing", "active"])

    await wait_until(ended, "the session isn't left processing; if it was fast, it never was")
    assert len(await slack.messages(task.ts)) == 2


async def test_twenty_fast_calls_make_few_pictures(slack: World) -> None:
    """What happens within three seconds is one picture, and the last one lists all of it."""
    turns = [{"calls": [LOOK_UP] * 4}] * 5
    await slack.plays(*turns, {"text": "Looked twenty times."})
    began = time.monotonic()
    task = await slack.person("ana").says("@signoff look at order 1042 over and over")
    await slack.message(task.ts, "Looked twenty times.")
    last = await _timeline(slack, task.ts, "R-1: done")
    took_s = time.monotonic() - began
    pictures = _pictures(slack, last.ts)
    assert pictures[-1] == ["R-1: done", *["look_up_order: done [complete]"] * 20]
    assert 2 <= len(pictures) <= 2 + took_s / 3


@pytest.mark.case("A40")
async def test_rate_limited_pictures_wait_and_the_last_is_drawn(tmp_path: Path, redis: str) -> None:
    """Slack lets nothing be drawn for a while: answers don't wait for it, and all comes right."""
    # Unpaced: a limit's echo in the shared pace would hold progress up for half a minute more.
    async with world(tmp_path, redis, pace=0) as slack:
        await _limited_drawing(slack)


async def _limited_drawing(slack: World) -> None:
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    await _timeline(slack, task.ts)
    await slack.faults(kind="ratelimited", method="chat.update", retry_after=2, times=4)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
    assert "R-1: done" not in (await _timeline(slack, task.ts)).text, "the answer came first"
    settled = await slack.message(task.ts, "Approved once by")
    assert settled.ts == card.ts
    last = await _timeline(slack, task.ts, "R-1: done")
    assert "refund order 1042: done" in last.text


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ("chat.postMessage", "reset_after_commit"),
        ("chat.postMessage", "reset_before_commit"),
        ("chat.update", "reset_after_commit"),
    ],
)
async def test_a_timeline_stands_once_whatever_the_network_does(
    slack: World, method: str, kind: str
) -> None:
    """A lost reply is looked for by the post's mark, and drawn to its end."""
    await slack.faults(kind=kind, method=method, times=1)
    await slack.plays({"calls": [LOOK_UP]}, {"text": "It stands well."})
    if method == "chat.postMessage":
        await slack.plays({"calls": [LOOK_UP]}, {"text": "Once more: well."})
    task = await slack.person("ana").says("@signoff how is order 1042?")
    last = await _timeline(slack, task.ts, "R-1: done")
    assert "look_up_order: done" in last.text
    assert len([m for m in await slack.messages(task.ts) if _is_timeline(m.raw)]) == 1


async def test_a_plan_that_slack_refuses_is_drawn_as_text(slack: World) -> None:
    """An older workspace reads the same lines."""
    await slack.faults(kind="error", method="chat.postMessage", error="invalid_blocks")
    await slack.plays({"calls": [LOOK_UP]}, {"text": "It stands well."})
    task = await slack.person("ana").says("@signoff how is order 1042?")
    posted = await _timeline(slack, task.ts)
    assert posted.raw["blocks"][0]["type"] == "section"
    await _timeline(slack, task.ts, "R-1: done")


async def test_a_deleted_timeline_is_not_posted_again(slack: World) -> None:
    """Somebody didn't want it there; the run goes on."""
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    _deleted(slack, await _timeline(slack, task.ts, "waiting for"))
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")

    async def tried() -> bool:
        updates = [p for p in _sent(slack, "chat.update") if _is_timeline(p)]
        return any("done" in _states(p)[0] or "at work" in _states(p)[0] for p in updates[1:])

    await wait_until(tried, "it is drawn in vain")
    assert not [m for m in await slack.messages(task.ts) if _is_timeline(m.raw)]


@pytest.mark.parametrize(
    "error", ["feature_disabled", "not_authorized", "unknown_method", "missing_scope"]
)
async def test_a_workspace_without_sessions_misses_nothing_else(slack: World, error: str) -> None:
    """It is asked once a run and never again; card, timeline and answer come as ever."""
    await slack.faults(kind="error", method="agents.sessions.setStatus", error=error, times=1)
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
    await _timeline(slack, task.ts, "R-1: done")
    assert _statuses(slack, task.ts) == [], "what would be taken by now isn't sent any more"


async def test_a_status_waits_as_long_as_slack_says_and_only_the_last_counts(
    tmp_path: Path, redis: str
) -> None:
    """What it was in between is never shown, and the answer doesn't wait for it."""
    # Unpaced: a limit's echo in the shared pace would hold progress up for half a minute more.
    async with world(tmp_path, redis, pace=0) as slack:
        await _limited_status(slack)


async def _limited_status(slack: World) -> None:
    await slack.faults(kind="ratelimited", method="agents.sessions.setStatus", retry_after=5)
    task = await slack.person("ana").says(TASK)
    began = time.monotonic()
    card = await slack.card(task.ts)
    await wait_until(lambda: _statuses(slack, task.ts), "it is tried again", 20)
    assert time.monotonic() - began > 4
    await slack.person("ben").clicks(card, "Approve once")
    await wait_until(lambda: _statuses(slack, task.ts)[-1] == "active", "it is active")
    assert _statuses(slack, task.ts) == ["suspended", "processing", "active"]


async def test_slacks_own_stop_stops_the_run_and_says_so(slack: World) -> None:
    """Slack leaves the session as it is, so we set it; the timeline shows how all of it ended."""
    task = await slack.person("ana").says(TASK)
    await slack.card(task.ts)
    await slack.does("ana", "stop", channel="support", thread_ts=task.ts)
    await slack.message(task.ts, "Stopped")
    last = await _timeline(slack, task.ts, "R-1: stopped")
    assert "refund order 1042: stopped, not run" in last.text
    await wait_until(lambda: _statuses(slack, task.ts)[-1] == "active", "it is active")
    assert slack.shop("select count(*) from refunds") == [(0,)]


async def test_progress_can_be_turned_off(tmp_path: Path, redis: str) -> None:
    """Then nothing but cards and answers stands in the thread."""
    config = changed(tmp_path, ("  name: shop\n", "  name: shop\n  progress: off\n"))
    async with world(tmp_path, redis, config=config) as slack:
        await slack.plays({"calls": [LOOK_UP]}, {"text": "It stands well."})
        task = await slack.person("ana").says("@signoff how is order 1042?")
        await slack.message(task.ts, "It stands well.")
        assert len(await slack.messages(task.ts)) == 2


async def test_a_direct_message_offers_what_to_ask(tmp_path: Path, redis: str) -> None:
    """Once, however often it is opened; what to offer stands in signoff.yaml."""
    prompt = "  prompts: [{title: Stock, message: 'How much is in stock?'}]\n"
    config = changed(tmp_path, ("  name: shop\n", f"  name: shop\n{prompt}"))
    async with world(tmp_path, redis, config=config) as slack:
        await slack.faults(kind="duplicate_event", times=1)
        for tab in ("messages", "home", "messages"):
            await slack.does("ana", "home", tab=tab)
        await slack.does("ben", "home", tab="messages")
        offers = await _offered(slack, 2)
        assert sorted(offer["channel_id"] for offer in offers) == ["D0ANA", "D0BEN"]
        assert offers[0]["prompts"] == [{"title": "Stock", "message": "How much is in stock?"}]


async def _offered(slack: World, count: int) -> list[Json]:
    """The prompts that were set, once there are so many and all events are acknowledged."""

    async def settled() -> bool:
        deliveries = (await slack.state())["deliveries"]
        return all(one["status"] not in ("pending", "retrying") for one in deliveries)

    method = "assistant.threads.setSuggestedPrompts"
    await wait_until(lambda: len(_sent(slack, method)) >= count, "prompts")
    await wait_until(settled, "all events are acknowledged")
    return _sent(slack, method)
