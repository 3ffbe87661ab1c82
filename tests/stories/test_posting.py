"""Posts under Slack's refusals and troubles: each stands once; nothing waits on what doesn't."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.slack import identity
from sandbox.people import BOT_USER
from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import Message, World, without_progress, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}
POSTS = "chat.postMessage"


@pytest.fixture
async def slack(tmp_path: Path, redis: str) -> AsyncGenerator[World]:
    """A world whose only posts are those that matter: a timeline would meet the trouble first."""
    async with world(tmp_path, redis, config=without_progress(tmp_path)) as made:
        yield made


async def _asked(slack: World) -> tuple[Message, Message]:
    """Ana's task and the card that came of it."""
    task = await slack.person("ana").says(TASK)
    return task, await slack.card(task.ts)


def _ours(messages: list[Message]) -> list[Message]:
    """What the bot posted for all to see."""
    mine = [m for m in messages if m.raw.get("user") == BOT_USER]
    return [m for m in mine if not m.raw.get("ephemeral_to")]


def _mark(message: Message) -> str:
    return str(message.raw["metadata"]["event_payload"]["id"])


async def _told(slack: World, user: str, words: str) -> None:
    """One person is told privately, in the thread or in a direct message."""

    async def told() -> bool:
        mine = [m for m in await slack.messages() if words in m.text]
        return any(m.raw.get("ephemeral_to") == user or m.channel.startswith("dm") for m in mine)

    await wait_until(told, f"a private word that says {words!r}", 20)


async def _told_directly(slack: World, words: str) -> None:
    async def told() -> bool:
        direct = [m for m in await slack.messages() if m.channel.startswith("dm")]
        return any(words in m.text for m in direct)

    await wait_until(told, f"a direct message that says {words!r}", 20)


# --- troubles on the way: exactly one stands -----------------------------------------------------


TROUBLES: list[dict[str, Any]] = [
    {"kind": "reset_before_commit"},
    {"kind": "reset_after_commit"},
    {"kind": "slow", "seconds": 0.7},  # done all the same, after we have given up waiting
    {"kind": "error", "error": "service_unavailable", "status": 503},
    {"kind": "error", "error": "internal_error", "status": 500},
    {"kind": "ratelimited", "retry_after": 1},
]


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda t: f"{t['kind']} {t.get('status', '')}")
async def test_every_post_stands_once_whatever_happens_on_the_way(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch, trouble: dict[str, Any]
) -> None:
    """The card, the reply that tells the decision, the answer: each met by the trouble, each once.

    So are a picture and a private word, of which a second one does no harm.
    """
    monkeypatch.setattr(identity, "CALL_S", 0.4)
    async with world(tmp_path, redis, config=without_progress(tmp_path)) as slack:
        await slack.faults(method=POSTS, **trouble)
        task, card = await _asked(slack)
        await slack.faults(method="response_url", **trouble)
        await slack.faults(method="chat.postEphemeral", **trouble)
        await slack.person("eli").clicks(card, "Approve once")
        await _told(slack, "U0ELI", "You can't decide A-")

        await slack.faults(method="chat.update", **trouble)
        await slack.faults(method=POSTS, times=2, **trouble)
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "Approved by Ben")
        await slack.message(task.ts, "Refunded order 1042")
        drawn = await slack.message(task.ts, "Approved once by")
        assert drawn.ts == card.ts and drawn.buttons == ["Details"]
        posts = _ours(await slack.messages(task.ts))
        assert len(posts) == 3 and len({_mark(post) for post in posts}) == 3
        assert slack.shop("select count(*) from refunds") == [(1,)]


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        "restricted_action",
        "restricted_action_thread_locked",
        "messages_tab_disabled",
        "cannot_reply_to_message",
        "thread_not_found",
    ],
)
async def test_where_nothing_can_be_posted_nobody_is_waited_for(slack: World, error: str) -> None:
    """The call is refused, the model told, and whoever asked hears of it in a direct message."""
    await slack.plays({"calls": [REFUND]}, {"text": "I could not ask anybody."})
    await slack.faults(kind="error", method=POSTS, error=error, times=3)
    await slack.faults(kind="error", method="chat.postEphemeral", error=error)
    task = await slack.person("ana").says(TASK)
    await _told_directly(slack, "can't post in its thread")
    assert error in (await slack.results())[0]
    assert _ours(await slack.messages(task.ts)) == []
    nobody_refunded(slack)
    await slack.plays({"text": "Here again."})
    await slack.person("ana").says("@signoff hello?", thread=task.ts)
    await slack.message(task.ts, "Here again.")


@pytest.mark.case("A26")
@pytest.mark.parametrize("error", ["invalid_blocks", "msg_blocks_too_long", "something_new"])
async def test_a_card_that_is_refused_is_plainer_and_never_missing(
    slack: World, error: str
) -> None:
    """Slack doesn't take what we drew: a plain card decides the same, and the log says so."""
    with capture_logs() as logs:
        await slack.faults(kind="error", method=POSTS, error=error)
        task, card = await _asked(slack)
    assert "refund_order" in card.text and card.buttons[0] == "Approve once"
    (said,) = [line for line in logs if line["event"] == "post refused"]
    assert said["log_level"] == "error" and error in said["why"]

    await slack.faults(kind="error", method="chat.update", error=error)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
    settled = await slack.message(task.ts, "Approved once by")
    assert settled.ts == card.ts and "Approve once" not in settled.buttons


@pytest.mark.case("A26")
async def test_a_card_that_is_refused_in_any_form_is_not_waited_for(slack: World) -> None:
    """Neither the full nor the plain one: the call isn't run, and model and requester are told."""
    await slack.plays({"calls": [REFUND]}, {"text": "Nobody could be asked."})
    await slack.faults(kind="error", method=POSTS, error="invalid_blocks", times=2)
    task = await slack.person("ana").says(TASK)
    notice = await slack.message(task.ts, "Not asked: refund order 1042")
    assert "<@U0ANA>" in notice.text
    await slack.message(task.ts, "Nobody could be asked.")
    assert "invalid_blocks" in (await slack.results())[0]
    nobody_refunded(slack)


async def test_a_private_word_takes_the_way_that_is_left(slack: World) -> None:
    """Its address spent and Eli not in the channel: a direct message. Eli gone: no way, no loop."""
    task, card = await _asked(slack)
    eli = slack.person("eli")
    gone = {"kind": "error", "method": "response_url", "error": "expired_url", "status": 404}
    closed = {"kind": "error", "method": "chat.postEphemeral", "error": "user_not_in_channel"}
    await slack.faults(**gone)
    await slack.faults(**closed)
    await eli.clicks(card, "Approve once")
    await _told_directly(slack, "You can't decide A-")

    await slack.faults(**gone)
    await slack.faults(**closed)
    await slack.faults(kind="error", method="conversations.open", error="user_disabled")
    with capture_logs() as logs:
        await eli.clicks(card, "Reject…")
        assert (await eli.submits({"Why, or how instead": "no"}))["status"] == "ok"
        await wait_until(
            lambda: any(line["event"] == "nobody told" for line in logs), "it is logged"
        )
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")


async def test_each_deletion_of_an_open_card_brings_one_new_card(slack: World) -> None:
    """Twice deleted, twice posted; once decided, a deleted one stays away."""
    task, card = await _asked(slack)
    workspace = slack.sandbox.slack
    channel = workspace.workspace.channel(card.channel)
    assert channel is not None
    for words in ("one moment", "two moments"):
        workspace.messages.delete(channel, card.raw)
        await slack.person("ana").says(words, thread=task.ts)
        again = await slack.message(task.ts, words)
        assert again.ts > card.ts and "Review…" in again.buttons
        card = again
    ben = slack.person("ben")
    await ben.clicks(card, "Review…")
    await ben.view()
    await ben.submits({})
    await slack.message(task.ts, "Refunded order 1042")
    await slack.message(task.ts, "Approved once by")
    workspace.messages.delete(channel, card.raw)
    await slack.plays({"text": "Gladly."})
    await slack.person("ana").says("@signoff thanks", thread=task.ts)
    await slack.message(task.ts, "Gladly.")
    assert not any(m.buttons for m in await slack.messages(task.ts))
