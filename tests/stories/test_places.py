"""Where people may be asked: not before other companies' eyes, not where nobody can answer."""

from pathlib import Path

import pytest

from bot.slack import places
from sandbox.people import BOT_USER, Channel
from tests.stories.conftest import nobody_refunded
from tests.world import Message, World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}


async def _asked_in(slack: World, channel: str, who: str = "ana") -> Message:
    """A task whose only step is a refund; the model has the last word."""
    await slack.plays({"calls": [REFUND]}, {"text": "That was that."})
    return await slack.person(who).says(TASK, channel=channel)


async def _refused(slack: World, task: Message, words: str) -> list[Message]:
    """Nobody was asked: the model was told why, no card stands; answers the bot's posts."""
    await slack.message(task.ts, "That was that.")
    (told,) = await slack.results()
    assert '"outcome": "refused"' in told and words in told
    posts = [m for m in await slack.messages(task.ts) if m.raw.get("user") == BOT_USER]
    assert not any(m.buttons for m in posts)
    nobody_refunded(slack)
    return posts


async def test_a_shared_channel_shows_no_details_and_asks_nobody(slack: World) -> None:
    """Ana is told where to ask instead; not even what it was about stands there."""
    task = await _asked_in(slack, "partners")
    notice = await slack.message(task.ts, "Not asked: A-")
    assert "<@U0ANA>" in notice.text and "a channel of your own company" in notice.text
    posts = await _refused(slack, task, "shared with another company")
    assert not any("efund" in m.text or "1042" in m.text for m in posts)


async def test_a_channel_that_is_shared_later_takes_no_outsiders_click(slack: World) -> None:
    """The card was there before Olga was: her click is refused in words, Ben's decides."""
    channel = slack.sandbox.slack.workspace.channel("partners")
    assert channel is not None
    theirs, channel.shared_with = channel.shared_with, []
    task = await slack.person("ana").says(TASK, channel="partners")
    card = await slack.card(task.ts)
    channel.shared_with = theirs
    await slack.person("olga").clicks(card, "Approve once")
    await slack.person("olga").hears("Members of other companies can't decide here.")
    nobody_refunded(slack)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")


async def test_in_a_private_channel_one_of_the_set_has_to_be_a_member(slack: World) -> None:
    """Ben is one, so Ana's task gets its card; for Ben's own there is only Chi, who isn't."""
    task = await slack.person("ana").says(TASK, channel="private-deals")
    card = await slack.card(task.ts)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")

    own = await _asked_in(slack, "private-deals", "ben")
    notice = await slack.message(own.ts, "Not asked: refund order 1042")
    assert "<@U0BEN>" in notice.text and "Invite 1 of them (Chi Wu)" in notice.text
    await slack.message(own.ts, "That was that.")
    assert "only members see this private channel" in (await slack.results())[-1]
    assert not any(m.buttons for m in await slack.messages(own.ts))
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_in_a_group_message_too(slack: World) -> None:
    """Ana and Dee talk with the bot: neither may decide, and nobody else sees it."""
    everybody = {"U0ANA", "U0DEE", BOT_USER}
    slack.sandbox.slack.workspace.save_channel(Channel("G0TRIO", "trio", "mpim", everybody))
    task = await _asked_in(slack, "trio")
    notice = await slack.message(task.ts, "Not asked:")
    assert "Invite 1 of them (Ben Ode or Chi Wu)" in notice.text
    await _refused(slack, task, "only members see")


async def test_two_who_are_needed_have_to_be_members(tmp_path: Path, redis: str) -> None:
    """One of two isn't enough to wait for."""
    two = ("tools: refund_order\n      verdict: ask", "tools: refund_order\n      verdict: ask\n"
           "      count: 2")  # fmt: skip
    async with world(tmp_path, redis, config=changed(tmp_path, two)) as slack:
        task = await _asked_in(slack, "private-deals")
        await _refused(slack, task, "Invite 1 more of them (Chi Wu)")


async def test_a_look_that_fails_is_tried_again(slack: World) -> None:
    """The card comes when Slack answers; until then nobody is asked and nothing is refused."""
    await slack.faults(kind="error", method="conversations.info", error="internal_error", times=1)
    await slack.faults(kind="ratelimited", method="conversations.info", retry_after=1, times=1)
    await slack.faults(kind="reset_before_commit", method="conversations.members", times=1)
    task = await slack.person("ana").says(TASK, channel="private-deals")
    await slack.card(task.ts)


async def test_a_place_that_stays_unknown_is_a_no(
    slack: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some tries the call is refused in words, never asked about on the off chance."""
    monkeypatch.setattr(places, "TRIES", 1)
    await slack.faults(kind="error", method="conversations.info", error="fatal_error", times=3)
    task = await _asked_in(slack, "support")
    notice = await slack.message(task.ts, "Not asked: A-")
    assert "couldn't find out who sees this channel" in notice.text
    await _refused(slack, task, "couldn't find out who sees this channel")


# --- people who have left ------------------------------------------------------------------------


async def test_who_has_left_is_not_named_and_decides_nothing(slack: World) -> None:
    """The card names Ben alone; a click of Chi's that was on its way is refused in words."""
    await slack.does("chi", "deactivate")
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    assert "Ben" in card.text and "Chi" not in card.text

    workspace = slack.sandbox.slack.workspace
    chi, channel = workspace.person("chi"), workspace.channel("support")
    assert chi is not None and channel is not None
    press = {"ts": card.ts, "text": "Approve once"}
    assert (await slack.sandbox.slack.interact.click(chi, channel, press))["status"] == "ok"
    await slack.person("chi").hears("Your account is deactivated")
    nobody_refunded(slack)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")


async def test_when_all_have_left_nobody_is_waited_for(slack: World) -> None:
    """The call is refused at once, with whom to tell."""
    for name in ("ben", "chi"):
        await slack.does(name, "deactivate")
    task = await _asked_in(slack, "support")
    notice = await slack.message(task.ts, "Not asked: refund order 1042")
    assert "Tell an admin" in notice.text
    await _refused(slack, task, "nobody who may decide this has an active account")
