"""What people do to messages: they correct them, and take them back."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import BOT, Message, World, world

TASK = "@signoff refund order 1042, it arrived broken"
OTHER = "@signoff refund order 1001, it arrived broken"


@asynccontextmanager
async def _deaf(tmp_path: Path, redis: str) -> AsyncGenerator[World]:
    """A bot that saves what comes in, and nobody at work on it until a worker is started."""
    async with world(tmp_path, redis, bot=False) as slack:
        await slack.start("web")
        yield slack


async def _asked(slack: World) -> tuple[Message, Message]:
    task = await slack.person("ana").says(TASK)
    return task, await slack.card(task.ts)


async def _reactions(slack: World, message: Message) -> dict[str, list[str]]:
    found = next(m for m in await slack.messages() if m.ts == message.ts)
    return {one["name"]: one["users"] for one in found.raw.get("reactions", [])}


async def _acknowledged(slack: World, message: Message, name: str = "pencil2") -> None:
    async def there() -> bool:
        return name in await _reactions(slack, message)

    await wait_until(there, f"the reaction {name}")


async def _told(slack: World, name: str, words: str) -> Message:
    """A direct message of the bot to somebody."""

    async def found() -> Message | None:
        mine = [m for m in await slack.messages() if m.channel == f"dm-{name}"]
        return next((m for m in mine if words in m.text and m.raw["user"] == BOT), None)

    return await wait_until(found, f"{name} is told {words!r}")


# --- corrections ---------------------------------------------------------------------------------


async def test_a_task_that_is_corrected_in_time_is_another_task(tmp_path: Path, redis: str) -> None:
    """The model never sees the first words, nor is it told that there were any."""
    async with _deaf(tmp_path, redis) as slack:
        ana = slack.person("ana")
        task = await ana.says(TASK)
        await slack.delivered()
        await ana.edits(task, OTHER)
        await ana.edits(task, OTHER + "!")
        await slack.delivered()
        await slack.start("worker")
        card = await slack.card(task.ts)
        heard = str((await slack.requests())[0]["body"]["messages"])
        assert "order 1001" in heard and "broken!" in heard
        assert "1042" not in heard and "corrected" not in heard
        assert "1001" in card.text and "1042" not in card.text
        await _acknowledged(slack, task)


async def test_a_correction_on_the_way_beats_its_message(tmp_path: Path, redis: str) -> None:
    """The edit is delivered first and twice, the message last: one task, in the newest words."""
    async with world(tmp_path, redis) as slack:
        ana = slack.person("ana")
        with slack.held() as sent:
            task = await ana.says(TASK)
            await ana.edits(task, OTHER)
        assert [one["event"]["type"] for one in sent] == ["app_mention", "message"] * 2
        await slack.plays({"text": "As you say now."})
        await slack.sends(*sent[2:], *sent[2:], *sent[:2])
        await slack.message(task.ts, "As you say now.")
        assert len(await slack.requests()) == 1
        heard = str(await slack.heard())
        assert "order 1001" in heard and "1042" not in heard


async def test_a_card_shows_corrected_words_and_wants_them_read(slack: World) -> None:
    """Why now no longer quotes what was meant no more; one tap is refused; the model is told."""
    task, card = await _asked(slack)
    ana, ben = slack.person("ana"), slack.person("ben")
    await ana.edits(task, "@signoff refund order 1042, it arrived late")
    noted = await slack.message(task.ts, "Since then")
    assert noted.ts == card.ts and "it arrived late" in noted.text
    why = noted.text[noted.text.index("*Why now*") : noted.text.index("*Since then*")]
    assert "it arrived late" in why and "it arrived broken" not in why
    assert noted.buttons[0] == "Review…"
    await _acknowledged(slack, task)

    assert (await ben.clicks(card, "Review…"))["status"] == "ok"
    await slack.plays({"text": "Refunded as it came late."})
    await ben.submits({})
    await slack.message(task.ts, "Refunded as it came late.")
    (correction,) = [m["content"] for m in await slack.heard() if "corrected it to" in str(m)]
    assert correction == (
        "From Ana Ruiz, who wrote this before:\n> refund order 1042, it arrived broken\n"
        "and corrected it to:\n> refund order 1042, it arrived late"
    )


async def test_a_tap_on_the_old_picture_after_a_correction_changes_nothing(slack: World) -> None:
    """Whoever still has the old card before them is told to read first."""
    task, card = await _asked(slack)
    await slack.faults(kind="ratelimited", method="chat.update", times=1, retry_after=2)
    await slack.person("ana").edits(task, OTHER)
    await _acknowledged(slack, task)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.person("ben").hears("newer messages in the thread")
    nobody_refunded(slack)


async def test_a_reply_is_corrected_too(slack: World) -> None:
    """Of messages that came later as well, only their author's own changes count."""
    task, card = await _asked(slack)
    chi = slack.person("chi")
    reply = await chi.says("vendor is on it", thread=task.ts)
    await slack.message(task.ts, "vendor is on it")
    await chi.edits(reply, "nobody is on it")
    noted = await slack.message(task.ts, "nobody is on it")
    assert noted.ts == card.ts and "vendor is on it" not in noted.text
    await slack.plays({"text": "Done."})
    await slack.person("ben").clicks(noted, "Review…")
    await slack.person("ben").submits({})
    await slack.message(task.ts, "Done.")
    heard = str(await slack.heard())
    assert "nobody is on it" in heard and "vendor" not in heard


async def test_calls_from_words_that_were_corrected_meanwhile_are_not_run(slack: World) -> None:
    """The model was already writing: what it proposes goes back to it with the correction."""
    look = {"name": "look_up_order", "arguments": {"order_id": 1042}}
    await slack.plays(
        {"calls": [look], "hang_s": 3},
        {"text": "I'll see to 1001."},
    )
    ana = slack.person("ana")
    task = await ana.says(TASK)

    async def thinking() -> bool:
        return len(await slack.requests()) == 1

    await wait_until(thinking, "the model is asked")
    await ana.edits(task, OTHER)
    await slack.message(task.ts, "see to 1001")
    heard = await slack.heard()
    assert "1001" in str(heard) and "nothing of it was run" in str(heard[-1]["content"])
    assert not [m for m in heard if m["role"] == "tool"]


async def test_an_edit_wakes_no_run_that_has_ended(slack: World) -> None:
    """The answer stands; whoever wants more says so."""
    await slack.plays({"text": "Hello."})
    ana = slack.person("ana")
    task = await ana.says("@signoff hello")
    await slack.message(task.ts, "Hello.")
    await ana.edits(task, "@signoff hello, and refund order 1042")
    await slack.delivered()
    assert len(await slack.requests()) == 1


async def test_a_mention_that_is_added_soon_starts_a_run(slack: World) -> None:
    """A message that wasn't for us becomes a task by its author's edit; an old one doesn't."""
    ana = slack.person("ana")
    soon, late = await ana.says("how is checkout?"), await ana.says("how is search?")
    await slack.plays({"text": "Checkout is well."})
    await ana.edits(soon, "@signoff how is checkout?")
    await slack.message(soon.ts, "Checkout is well.")
    await slack.delivered()
    slack.sandbox.slack.clock.advance(301)
    await ana.edits(late, "@signoff how is search?")
    await slack.delivered()
    assert len(await slack.requests()) == 1
    assert len(await slack.messages(late.ts)) == 1


@pytest.mark.case("A13")
async def test_a_change_of_no_words_is_nothing(slack: World) -> None:
    """Kind: Slack tells of changes that nobody made: previews, revisions, our own redrawing."""
    await slack.plays({"text": "See https://a.test/"})
    ana = slack.person("ana")
    task = await ana.says("@signoff where is it? https://a.test/")
    answer = await slack.message(task.ts, "See https")
    talk = await ana.says("lunch? https://b.test/")
    messages, workspace = slack.sandbox.slack.messages, slack.sandbox.slack.workspace
    channel = workspace.channel("support")
    assert channel is not None
    for name, of in (("ana", task), ("ana", talk)):
        await slack.does(name, "unfurl", channel="support", ts=of.ts)
    mine = workspace.message(channel.id, answer.ts)
    assert mine is not None
    for mark in range(10):
        messages.change(channel, mine, {"revision": f"{mark}"}, BOT)
    await ana.edits(task, "@signoff where is it? https://a.test/")
    await slack.delivered()
    assert len(await slack.requests()) == 1
    assert len(await slack.messages(task.ts)) == 2
    assert "pencil2" not in await _reactions(slack, task)


# --- deletions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ana", "dee"])
async def test_without_its_task_a_run_stops(slack: World, who: str) -> None:
    """Whoever deleted it, its author or an admin: the thread says so, the card too."""
    task, card = await _asked(slack)
    assert "Why now" in card.text
    await slack.person(who).deletes(task)
    said = await slack.message(task.ts, "was stopped, because the message that asked")
    assert "Nothing more will be run" in said.text
    settled = await slack.message(task.ts, "Stopped: refund order 1042")
    assert settled.ts == card.ts and "Approve once" not in settled.buttons
    assert "Why now" not in settled.text
    late = {"ts": card.ts, "channel": card.channel, "text": "Approve once", "stale": True}
    await slack.does("ben", "click", **late)
    await slack.person("ben").hears("Nothing more to do")
    nobody_refunded(slack)


async def test_a_task_that_is_deleted_in_time_is_never_begun(tmp_path: Path, redis: str) -> None:
    """No model is asked; the thread went with the message, so its author is told directly."""
    async with _deaf(tmp_path, redis) as slack:
        ana = slack.person("ana")
        task = await ana.says(TASK)
        await slack.delivered()
        await ana.deletes(task)
        await slack.delivered()
        await slack.start("worker")
        await _told(slack, "ana", "because the message that asked for it was deleted")
        assert await slack.requests() == []


async def test_a_task_that_comes_after_its_deletion_is_not_taken(slack: World) -> None:
    """Slack keeps no order: what is gone starts nothing."""
    ana = slack.person("ana")
    with slack.held() as sent:
        task = await ana.says(TASK)
        await ana.deletes(task)
    await slack.sends(*reversed(sent))
    assert await slack.requests() == []


async def test_a_message_that_is_taken_back_in_time_is_never_read(slack: World) -> None:
    """It leaves the card too; only that something was taken back stays in sight."""
    task, card = await _asked(slack)
    chi = slack.person("chi")
    reply = await chi.says("refund him twice", thread=task.ts)
    await slack.message(task.ts, "refund him twice")
    await chi.deletes(reply)
    noted = await slack.message(task.ts, "took back a message")
    assert noted.ts == card.ts and "refund him twice" not in noted.text
    await slack.plays({"text": "Done."})
    await slack.person("ben").clicks(noted, "Review…")
    await slack.person("ben").submits({})
    await slack.message(task.ts, "Done.")
    assert "refund him twice" not in str(await slack.heard())


async def test_of_a_message_that_was_read_the_model_hears_that_it_is_gone(slack: World) -> None:
    """What it made of it stays; what comes next takes it as not said."""
    refund = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "broken"}}
    restart = {"name": "restart_service", "arguments": {"service": "checkout"}}
    await slack.plays({"calls": [refund]}, {"calls": [restart]}, {"text": "Enough."})
    task, card = await _asked(slack)
    ana, ben = slack.person("ana"), slack.person("ben")
    reply = await ana.says("then restart checkout", thread=task.ts)
    noted = await slack.message(task.ts, "then restart checkout")
    await ben.clicks(noted, "Review…")
    await ben.submits({})
    second = await slack.card(task.ts)
    assert second.ts != card.ts
    await ana.deletes(reply)
    noted = await slack.message(task.ts, "took back a message")
    await slack.person("ben").clicks(noted, "Review…")
    await slack.person("ben").submits({})
    await slack.message(task.ts, "Enough.")
    assert (
        "This message of Ana Ruiz was deleted; take it as not said:\n> then restart checkout"
        in [m["content"] for m in await slack.heard()]
    )


async def test_a_deleted_card_stands_again(slack: World) -> None:
    """An admin deletes it: it is posted once more, by itself, and its button works."""
    task, card = await _asked(slack)
    await slack.person("dee").deletes(card)

    async def again() -> Message | None:
        found = [m for m in await slack.messages(task.ts) if '"approve"' in m.text]
        return next((m for m in found if m.ts != card.ts), None)

    second = await wait_until(again, "the card stands again")
    await slack.delivered()
    assert len([m for m in await slack.messages(task.ts) if '"approve"' in m.text]) == 1
    await slack.person("ben").clicks(second, "Approve once")
    settled = await slack.message(task.ts, "Approved: refund order 1042")
    await slack.message(task.ts, "Refunded order 1042")
    assert slack.shop("select count(*) from refunds") == [(1,)]
    await slack.person("dee").deletes(settled)  # nothing waits for it any more
    await slack.delivered()
    assert not [m for m in await slack.messages(task.ts) if "Exact action" in m.text]
