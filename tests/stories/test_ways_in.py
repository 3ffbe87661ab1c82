"""The other ways in: a command, its form, the shortcuts; what is told when nothing can begin."""

from typing import Any

import pytest

from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import BOT, Message, World

ORDERED = "refund order 1042, it arrived broken"


async def task(slack: World, who: str, text: str, channel: str = "support") -> dict[str, Any]:
    """`/task` with some words; answers what Slack's client shows."""
    return await slack.does(who, "command", channel=channel, command="/task", text=text)


async def root(slack: World, words: str) -> Message:
    """The bot's post that begins a thread with those words, once it is there."""

    async def found() -> Message | None:
        return next(iter(await roots(slack, words)), None)

    return await wait_until(found, f"a thread about {words!r}", 20)


async def roots(slack: World, words: str) -> list[Message]:
    """All of the bot's posts that begin a thread with those words."""
    return [
        m
        for m in await slack.messages()
        if m.raw.get("user") == BOT and m.thread == m.ts and not m.raw.get("ephemeral_to")
        and "asked" in m.text and words in m.text
    ]  # fmt: skip


# --- /task with words ----------------------------------------------------------------------------


async def test_a_task_by_command_goes_all_the_way(slack: World) -> None:
    """It stands in the channel as a thread's root, is worked on there, and decided on a card."""
    assert (await task(slack, "ana", ORDERED))["status"] == "ok"
    await slack.person("ana").hears("work in its thread")
    found = await root(slack, "it arrived broken")
    assert found.text.startswith("<@U0ANA> asked: ")
    card = await slack.card(found.ts)
    assert "it arrived broken" in card.text
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(found.ts, "Refunded order 1042")
    assert slack.shop("select order_id, amount from refunds") == [(1042, 59.9)]


async def test_the_thread_of_a_command_is_one_like_any(slack: World) -> None:
    """A reply without a mention reaches its run; once it is over, a mention starts the next one."""
    await slack.plays({"text": "First."})
    await task(slack, "ana", "tell me one")
    found = await root(slack, "tell me one")
    await slack.message(found.ts, "First.")
    await slack.plays({"text": "Second."})
    await slack.person("ana").says("@signoff and another", thread=found.ts)
    await slack.message(found.ts, "Second.")
    heard = str(await slack.heard())
    assert "tell me one" in heard and "First." in heard


async def test_what_is_asked_pings_nobody_and_shows_as_typed(slack: World) -> None:
    """Names, channels and markup in a task are words in the post, and whole for the model."""
    await slack.plays({"text": "Noted."})
    await task(slack, "ana", "ask @ben & <!channel> in #ops *now* https://evil.example/x")
    found = await root(slack, "ask")
    assert "<!channel" not in found.text and "<@U0BEN" not in found.text
    assert "&lt;" in found.text and "*now*" not in found.text
    await slack.message(found.ts, "Noted.")
    assert "> ask @ben & <!channel> in #ops *now* https://evil.example/x" in str(
        (await slack.heard())[-1]["content"]
    )


async def test_in_a_direct_message_a_command_works_as_a_message(slack: World) -> None:
    """The thread is there, for the two of them alone."""
    await slack.plays({"text": "All is well."})
    await task(slack, "ana", "how is checkout doing?", "dm")
    found = await root(slack, "how is checkout doing?")
    assert found.channel.startswith("dm")
    await slack.message(found.ts, "All is well.")


@pytest.mark.parametrize(
    ("change", "error"),
    [({"remove": ["signoff"]}, None), ({}, "channel_not_found"), ({}, "is_archived")],
)
async def test_where_it_cannot_post_nothing_is_begun(
    slack: World, change: dict[str, Any], error: str | None
) -> None:
    """Not a member, closed or archived: said privately, with what to do; no model is asked."""
    if change:
        url = f"{slack.sandbox.url}/sandbox/channels/support"
        async with slack.http.post(url, json=change) as answer:
            assert answer.status == 200
    if error:
        await slack.faults(kind="error", method="chat.postMessage", error=error, times=1)
    await task(slack, "ana", ORDERED)
    told = await slack.person("ana").hears("I can't post there")
    assert "Nothing was run. Invite me there" in told and "direct message" in told
    assert await slack.requests() == [] and await roots(slack, "refund") == []
    nobody_refunded(slack)


async def test_guests_start_nothing_by_command(slack: World) -> None:
    """A guest leaves no post in the channel, and hears why."""
    await task(slack, "gus", ORDERED)
    await slack.person("gus").hears("Guests can't give me tasks here.")
    assert await slack.requests() == [] and await roots(slack, "refund") == []


async def test_members_of_other_companies_start_nothing_by_command(slack: World) -> None:
    """In a shared channel too."""
    await task(slack, "olga", ORDERED, "partners")
    await slack.person("olga").hears("Members of other companies can't give me tasks here.")
    assert await slack.requests() == [] and await roots(slack, "refund") == []


async def test_a_root_whose_answer_was_lost_is_found_again(slack: World) -> None:
    """Slack took the post and the connection broke: there is one root, and its thread works."""
    await slack.faults(kind="reset_after_commit", method="chat.postMessage", times=1)
    await slack.plays({"text": "All is well."})
    await task(slack, "ana", "how is checkout doing?")
    found = await root(slack, "how is checkout doing?")
    await slack.message(found.ts, "All is well.")
    assert len(await roots(slack, "how is checkout doing?")) == 1


async def test_a_root_that_slack_refuses_is_posted_as_text(slack: World) -> None:
    """Refused blocks cost the looks of the post, not the task."""
    await slack.faults(kind="error", method="chat.postMessage", error="invalid_blocks", times=1)
    await slack.plays({"text": "All is well."})
    await task(slack, "ana", "how is checkout doing?")
    found = await root(slack, "how is checkout doing?")
    assert not found.raw.get("blocks")
    await slack.message(found.ts, "All is well.")


# --- the form ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["command", "shortcut"])
async def test_a_form_starts_a_task(slack: World, way: str) -> None:
    """`/task` alone and the global shortcut open the same form; the channel is as chosen."""
    ana = slack.person("ana")
    if way == "command":
        assert (await task(slack, "ana", ""))["status"] == "ok"
    else:
        await slack.does("ana", "shortcut", callback_id="new_task")
    view = (await ana.view())["view"]
    chosen = [b["element"].get("initial_conversation") for b in view["blocks"]][1]
    assert chosen == ("C0SUPPORT" if way == "command" else None)
    await slack.plays({"text": "All is well."})
    answer = await ana.submits(
        {"What should I do?": "how is checkout doing?", "Where should I work?": "C0OPS"}
    )
    assert answer == {"status": "ok"}
    found = await root(slack, "how is checkout doing?")
    assert found.channel == "ops"
    await slack.message(found.ts, "All is well.")


async def test_a_form_for_a_place_without_us_is_told_privately(slack: World) -> None:
    """Nobody is left to wonder: the words come by direct message."""
    url = f"{slack.sandbox.url}/sandbox/channels/elsewhere"
    async with slack.http.post(url, json={"add": ["ana"]}) as answer:
        place = (await answer.json())["id"]
    await slack.does("ana", "shortcut", callback_id="new_task")
    await slack.person("ana").submits(
        {"What should I do?": "how is checkout doing?", "Where should I work?": place}
    )

    async def told() -> bool:
        direct = [m for m in await slack.messages() if m.channel.startswith("dm")]
        return any("I can't post there" in m.text for m in direct)

    await wait_until(told, "a direct message to Ana")
    assert await slack.requests() == []


async def test_a_form_that_opens_too_late_is_told(slack: World) -> None:
    """The trigger lapsed: who wanted the form hears so, and the next use opens it."""
    ana = slack.person("ana")
    await slack.faults(kind="error", method="views.open", error="expired_trigger_id", times=1)
    await task(slack, "ana", "")
    await ana.hears("Use the command or the shortcut again.")
    await task(slack, "ana", "")
    await ana.view()


# --- a message that is handed over ---------------------------------------------------------------


async def hand(slack: World, who: str, message: Message) -> None:
    """The message shortcut."""
    await slack.does(
        who, "shortcut", callback_id="hand_to_signoff", channel=message.channel, ts=message.ts
    )


async def test_a_message_is_handed_over(slack: World) -> None:
    """Its thread is told who asks for what; its author's words are quoted and steer nobody."""
    note = await slack.person("eli").says("order 1042 arrived broken, refund it <please>")
    await hand(slack, "ana", note)
    ana = slack.person("ana")
    view = (await ana.view())["view"]
    assert "&lt;please&gt;" in str(view["blocks"]) and "1042" not in view["private_metadata"]
    await ana.submits({"What should I do?": "refund order 1042"})
    told = await slack.message(note.ts, "handed this over to me")
    assert told.text.startswith("<@U0ANA>")
    card = await slack.card(note.ts)
    assert "Ana Ruiz" in card.text or "U0ANA" in card.text
    assert "arrived broken" not in card.text
    heard = await slack.heard()
    quoted = next(m["content"] for m in heard if "order 1042 arrived broken" in str(m["content"]))
    assert quoted.startswith("A message by eli, quoted, that Ana Ruiz hands over to you.")
    await ana.clicks(card, "Approve once")
    await ana.hears("You asked for this")
    nobody_refunded(slack)


async def test_a_message_may_be_handed_over_without_a_word(slack: World) -> None:
    """The message says it all; the model is told that nobody added anything."""
    note = await slack.person("eli").says("how is checkout doing?")
    await slack.plays({"text": "All is well."})
    await hand(slack, "ana", note)
    assert (await slack.person("ana").submits({}))["status"] == "ok"
    await slack.message(note.ts, "handed this over to me.")
    await slack.message(note.ts, "All is well.")
    assert (await slack.heard())[-1]["content"] == "From Ana Ruiz:\n> (no text)"


async def test_a_message_in_a_thread_at_work_goes_to_its_run(slack: World) -> None:
    """There is one run a thread: what is handed over is read there, and shows on the card."""
    first = await slack.person("ana").says(f"@signoff {ORDERED}")
    card = await slack.card(first.ts)
    more = await slack.person("eli").says("the customer called again", thread=first.ts)
    await hand(slack, "chi", more)
    await slack.person("chi").submits({"What should I do?": "mind what he says"})

    async def since() -> Message | None:
        found = await slack.message(first.ts, "mind what he says")
        return found if found.ts == card.ts else None

    await wait_until(since, "the card says so")
    assert [m for m in await slack.messages(first.ts) if "handed this over" in m.text] == []


async def test_where_a_message_cannot_be_answered_nothing_is_begun(slack: World) -> None:
    """The shortcut works where the bot isn't: whoever used it hears privately what to do."""
    note = await slack.person("eli").says("how is checkout doing?")
    await hand(slack, "ana", note)
    url = f"{slack.sandbox.url}/sandbox/channels/support"
    async with slack.http.post(url, json={"remove": ["signoff"]}) as answer:
        assert answer.status == 200
    await slack.person("ana").submits({})

    async def told() -> bool:
        direct = [m for m in await slack.messages() if m.channel.startswith("dm")]
        return any("I can't post there" in m.text for m in direct)

    await wait_until(told, "a direct message to Ana")
    assert await slack.requests() == []
