"""What people see when Slack, the network or Redis behave as they do."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from bot.store import EmbeddedRedis
from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import Message, Person, World, world

TASK = "@signoff refund order 1042, it arrived broken"
OTHER_BOT = {"bot_id": "B0OTHER", "app_id": "A0OTHER", "bot_profile": {"name": "other"}}


async def _asked(slack: World) -> tuple[Message, Message]:
    """Ana's task and the card that came of it."""
    task = await slack.person("ana").says(TASK)
    return task, await slack.card(task.ts)


async def _delivered(slack: World) -> None:
    """Waits until nothing that Slack sends is under way."""

    async def settled() -> bool:
        deliveries = (await slack.state())["deliveries"]
        return all(one["status"] not in ("pending", "retrying") for one in deliveries)

    await wait_until(settled, "all events are acknowledged")


async def _approved(slack: World, task: Message, card: Message) -> None:
    """Ben's yes has all its consequences, once."""
    assert (await slack.person("ben").clicks(card, "Approve once"))["status"] == "ok"
    await slack.message(task.ts, "Refunded order 1042")
    await slack.message(task.ts, "Approved once by")
    assert slack.shop("select order_id, amount from refunds") == [(1042, 59.9)]


def _cards(messages: list[Message]) -> list[Message]:
    return [m for m in messages if "Exact action" in m.text]


# --- ways in -------------------------------------------------------------------------------------


async def test_everything_works_over_http(tmp_path: Path, redis: str) -> None:
    """Signed requests in place of Socket Mode: mention, refused click, modal, rejection, yes."""
    async with world(tmp_path, redis, http=True) as slack:
        task, card = await _asked(slack)
        await slack.person("ana").clicks(card, "Approve once")
        await slack.person("ana").hears("someone else has to decide")
        chi = slack.person("chi")
        await chi.clicks(card, "Reject…")
        blank = await chi.submits({"Why, or how instead": " "})
        assert blank["response_action"] == "errors"
        await _approved(slack, task, card)
        assert (await chi.submits({"Why, or how instead": "too late"}))["status"] == "ok"


async def test_a_direct_message_is_a_task(slack: World) -> None:
    """No mention is needed; the whole story happens in that conversation's thread."""
    await slack.plays({"text": "Hello, Ana."})
    task = await slack.person("ana").says("how are you?", channel="dm")
    answer = await slack.message(task.ts, "Hello, Ana.")
    assert answer.channel == "dm" or answer.channel.startswith("dm")


async def test_the_same_message_delivered_often_is_one_task(slack: World) -> None:
    """A mention comes as two events, and here each of them twice: one run, one answer."""
    await slack.plays({"text": "Only once."})
    await slack.faults(kind="duplicate_event", times=2)
    task = await slack.person("ana").says("@signoff hello")
    await slack.message(task.ts, "Only once.")
    await _delivered(slack)
    deliveries = (await slack.state())["deliveries"]
    kinds = sorted(d["type"] for d in deliveries if d["kind"] == "events_api")
    assert kinds.count("app_mention") == 2
    assert len(await slack.requests()) == 1
    assert len(await slack.messages(task.ts)) == 2


async def test_what_is_not_said_to_us_is_left_alone(slack: World) -> None:
    """Channel talk, a thread without a run, and every bot, ourselves included, start nothing."""
    ana = slack.person("ana")
    talk = await ana.says("please refund order 1042")
    await ana.says("anybody?", thread=talk.ts)
    workspace = slack.sandbox.slack
    channel = workspace.workspace.channel("support")
    assert channel is not None
    mention: dict[str, Any] = {"text": "<@U0SIGNOFF> refund order 1042"}
    workspace.messages.post(channel, mention, thread_ts=None)
    workspace.messages.post(channel, {**mention, **OTHER_BOT, "user": "U0BEN"}, thread_ts=None)
    await _delivered(slack)
    assert await slack.requests() == []
    assert [m for m in await slack.messages() if m.raw.get("user") == "U0SIGNOFF"
            and "<@U0SIGNOFF>" not in m.text] == []  # fmt: skip
    nobody_refunded(slack)


async def test_a_reply_without_a_mention_belongs_to_the_run_of_its_thread(slack: World) -> None:
    """While a run lives its thread is listened to; once it is over, only a mention is."""
    task, card = await _asked(slack)
    ana = slack.person("ana")
    await ana.says("he is a good customer", thread=task.ts)
    noted = await slack.message(task.ts, "Since then")
    assert noted.ts == card.ts and "he is a good customer" in noted.text
    await slack.plays({"text": "All done."})
    await slack.person("ben").clicks(noted, "Review…")
    await slack.person("ben").submits({})
    await slack.message(task.ts, "All done.")
    asked = len(await slack.requests())
    await ana.says("thanks!", thread=task.ts)
    await _delivered(slack)
    await slack.plays({"text": "You're welcome."})
    await ana.says("@signoff thanks!", thread=task.ts)
    await slack.message(task.ts, "You're welcome.")
    assert len(await slack.requests()) == asked + 1


@pytest.mark.parametrize("words", ["@signoff", "@signoff help", "  @signoff   "])
async def test_a_bare_mention_gets_help(slack: World, words: str) -> None:
    """Whoever says nothing is told what to say, privately and once; no model is asked."""
    await slack.person("ana").says(words)
    told = await slack.person("ana").hears("Tell me what to do in the same message")
    assert "refund order 1042" in told
    await _delivered(slack)
    assert len(await slack.person("ana").whispers()) == 1
    assert await slack.requests() == []


# --- posts that go wrong -------------------------------------------------------------------------


async def test_a_post_whose_reply_was_lost_is_found_again(slack: World) -> None:
    """Slack took the card and the connection broke: there is one card, and its button works."""
    await slack.faults(kind="reset_after_commit", method="chat.postMessage", times=1)
    task, card = await _asked(slack)
    await _approved(slack, task, card)
    assert len(_cards(await slack.messages(task.ts))) == 1


async def test_slack_is_waited_for_when_it_asks_for_it(slack: World) -> None:
    """A rate limit delays the card by what Slack says; nothing is lost or doubled."""
    await slack.faults(kind="ratelimited", method="chat.postMessage", retry_after=1, times=1)
    task, card = await _asked(slack)
    await slack.faults(kind="ratelimited", method="chat.update", retry_after=1, times=2)
    await _approved(slack, task, card)
    assert len(_cards(await slack.messages(task.ts))) == 1


async def test_a_card_that_slack_refuses_is_posted_plainer(slack: World) -> None:
    """The plainer card still names the action, and its button still decides."""
    await slack.faults(kind="error", method="chat.postMessage", error="invalid_blocks", times=1)
    task, card = await _asked(slack)
    assert "refund_order" in card.text and "Approve once" in card.buttons
    await _approved(slack, task, card)


async def test_an_answer_that_slack_refuses_is_posted_as_text(slack: World) -> None:
    """Nothing of the answer is lost when its blocks are refused."""
    await slack.plays({"text": "The **answer** in full."})
    await slack.faults(kind="error", method="chat.postMessage", error="invalid_blocks", times=1)
    task = await slack.person("ana").says("@signoff tell me")
    answer = await slack.message(task.ts, "The **answer** in full.")
    assert not answer.raw.get("blocks")


async def test_a_deleted_card_is_posted_again(slack: World) -> None:
    """Nobody waits for a card that isn't there: the next picture of it is a new post."""
    task, card = await _asked(slack)
    workspace = slack.sandbox.slack
    channel = workspace.workspace.channel(card.channel)
    assert channel is not None
    workspace.messages.delete(channel, card.raw)
    await slack.person("ana").says("anybody there?", thread=task.ts)
    again = await slack.message(task.ts, "Since then")
    assert again.ts != card.ts
    await slack.person("ben").clicks(again, "Review…")
    await slack.person("ben").submits({})
    await slack.message(task.ts, "Refunded order 1042")


@pytest.mark.parametrize("error", ["not_in_channel", "is_archived", "channel_not_found"])
async def test_without_a_place_nobody_is_asked_and_nothing_hangs(slack: World, error: str) -> None:
    """The call isn't run, the model is told so, and the thread is free for another run."""
    await slack.faults(kind="error", method="chat.postMessage", error=error, times=2)
    await slack.plays(
        {"calls": [{"name": "refund_order", "arguments": {"order_id": 1042, "reason": "broken"}}]},
        {"text": "I could not ask anybody."},
    )
    task = await slack.person("ana").says(TASK)
    await slack.message(task.ts, "I could not ask anybody.")
    (told,) = await slack.results()
    assert '"outcome": "refused"' in told and error in told
    assert _cards(await slack.messages(task.ts)) == []
    nobody_refunded(slack)
    await slack.plays({"text": "Here again."})
    await slack.person("ana").says("@signoff hello?", thread=task.ts)
    await slack.message(task.ts, "Here again.")


@pytest.mark.parametrize("error", ["expired_trigger_id", "internal_error"])
async def test_a_modal_that_does_not_open_is_told(slack: World, error: str) -> None:
    """Whoever pressed is asked to press again, and the second press opens it."""
    _, card = await _asked(slack)
    ben = slack.person("ben")
    await slack.faults(kind="error", method="views.open", error=error, times=1)
    await ben.clicks(card, "Reject…")
    await ben.hears("Press the button again.")
    await ben.clicks(card, "Reject…")
    assert (await ben.submits({"Why, or how instead": "no"}))["status"] == "ok"


@pytest.mark.case("A35")
async def test_who_cannot_be_checked_is_told_to_try_again(slack: World) -> None:
    """Slack doesn't say who Ben is: nothing is decided, and the next press counts."""
    # Once for each of the two who may decide, when the card is posted, and once at the click.
    await slack.faults(kind="error", method="users.info", error="internal_error", times=3)
    task, card = await _asked(slack)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.person("ben").hears("Try again in a minute.")
    nobody_refunded(slack)
    await _approved(slack, task, card)


# --- Redis ---------------------------------------------------------------------------------------


@pytest.mark.case("A35")
async def test_clicks_without_redis_are_answered_in_words(tmp_path: Path) -> None:
    """A button and a modal say that nothing was changed; when Redis is back, the button works."""
    with EmbeddedRedis(tmp_path / "redis", fsync="always") as server:
        async with world(tmp_path, server.url) as slack:
            task, card = await _asked(slack)
            ben, chi = slack.person("ben"), slack.person("chi")
            await chi.clicks(card, "Reject…")
            await chi.view()
            _kill(server)

            assert (await ben.clicks(card, "Approve once"))["status"] == "ok"
            await ben.hears("I can't save anything just now, so I changed nothing.")
            sent = await chi.submits({"Why, or how instead": "no"})
            assert sent["response_action"] == "errors"
            assert "I can't save anything just now" in str(sent["errors"])
            await _opens_in_words(ben, card)
            nobody_refunded(slack)

            await wait_until(server.revive, "the server is started again")
            await _approved(slack, task, card)


async def test_a_message_without_redis_is_taken_when_it_is_back(tmp_path: Path) -> None:
    """It isn't acknowledged, so Slack sends it again: one task, one answer."""
    with EmbeddedRedis(tmp_path / "redis", fsync="always") as server:
        async with world(tmp_path, server.url, http=True) as slack:
            _kill(server)
            await slack.plays({"text": "Here I am."})
            task = await slack.person("ana").says("@signoff hello")

            async def refused_twice() -> bool:
                deliveries = (await slack.state())["deliveries"]
                mine = [d for d in deliveries if d["kind"] == "events_api"]
                return len(mine) == 2 and all(
                    d["status"] == "retrying" and d["retried"] == 1 for d in mine
                )

            await wait_until(refused_twice, "both events are refused twice", 20)
            await wait_until(server.revive, "the server is started again")
            async with slack.http.post(
                f"{slack.sandbox.url}/sandbox/clock", json={"advance_s": 61}
            ) as response:
                assert response.status == 200
            await slack.message(task.ts, "Here I am.")
            await _delivered(slack)
            assert len(await slack.requests()) == 1


def _kill(server: EmbeddedRedis) -> None:
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)


async def test_an_answer_without_a_place_is_at_least_announced(slack: World) -> None:
    """The channel was archived meanwhile: Ana hears of it in her direct message."""
    for method in ("chat.postMessage", "chat.postEphemeral"):
        await slack.faults(kind="error", method=method, error="is_archived")
    await slack.plays({"text": "All is well."})
    await slack.person("ana").says("@signoff how is checkout doing?")

    async def told() -> bool:
        direct = [m for m in await slack.messages() if m.channel.startswith("dm")]
        return any("can't post in its thread" in m.text for m in direct)

    await wait_until(told, "a direct message to Ana")


async def _opens_in_words(person: Person, card: Message) -> None:
    """A modal that can't be filled says why."""
    await person.clicks(card, "Details")
    assert "I can't look that up just now" in str(await person.view())
