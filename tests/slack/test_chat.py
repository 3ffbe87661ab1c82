"""What is owed becomes posts, once, whatever Slack and the network do."""

from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from blocks import ids
from bot.core.ids import Who
from bot.core.request import Copy, Ended, Result
from bot.core.state import Note, Say
from bot.ports.chat import ChatTrouble
from bot.slack.cards import TOO_LONG
from tests.slack.samples import ANA, ASKED, BEN, RUN, T0, TEAM, request
from tests.slack.world import Json, World

DEE = Who(TEAM, "U0DEE", "Dee Falk")


def buttons(message: Json) -> list[str]:
    """The action ids on a message."""
    rows = [block["elements"] for block in message["blocks"] if block["type"] == "actions"]
    return [element["action_id"] for row in rows for element in row]


def mark(message: Json) -> str:
    """What a post's metadata says it is."""
    return message["metadata"]["event_payload"]["id"]


async def test_a_card_stands_in_the_thread_with_its_mark(world: World) -> None:
    """Its buttons carry the request, its links are never unfurled."""
    asked = request(draws=4)
    run = await world.started(asked)

    copy = await world.chat.post_card(run, asked, look=False, plain=False)

    _, card = world.thread("support", run.thread.ts)
    assert (copy.channel, copy.ts, copy.drawn) == ("C0SUPPORT", card["ts"], 4)
    assert buttons(card) == [ids.APPROVE, ids.REJECT, ids.EDIT, ids.DETAILS, ids.MORE]
    assert mark(card) == ASKED
    assert "refund order 1042" in card["text"]
    sent = world.sent("chat.postMessage")[-1]
    assert sent["unfurl_links"] is sent["unfurl_media"] is False


async def test_what_nobody_can_read_whole_is_not_asked(world: World) -> None:
    """A card that can't be approved would be waited for in vain; a lost call's question stands."""
    long = request(args=f'{{"text":"{"x" * 30_000}"}}')
    run = await world.started(long)

    with pytest.raises(ChatTrouble) as refused:
        await world.chat.post_card(run, long, look=False, plain=False)
    asked = replace(long, kind="unsure")
    await world.chat.post_card(replace(run, requests=(asked,)), asked, look=False, plain=False)

    assert (refused.value.kind, refused.value.words) == ("nowhere", TOO_LONG)
    _, card = world.thread("support", run.thread.ts)
    assert buttons(card) == [ids.IT_RAN, ids.RUN_AGAIN, ids.LEAVE]


async def test_a_card_whose_answer_was_lost_is_found_and_not_posted_twice(world: World) -> None:
    """The connection broke after Slack had taken it."""
    asked = request()
    run = await world.started(asked)
    await world.fault("reset_after_commit", "chat.postMessage")
    with pytest.raises(ChatTrouble) as broken:
        await world.chat.post_card(run, asked, look=False, plain=False)

    copy = await world.chat.post_card(run, asked, look=True, plain=False)

    _, card = world.thread("support", run.thread.ts)
    assert broken.value.kind == "unclear"
    assert copy == Copy("C0SUPPORT", card["ts"], -1)


async def test_a_card_that_never_arrived_is_posted_after_a_look(world: World) -> None:
    """Looking finds other posts and other people's, over several pages, but not this one."""
    asked = request()
    run = await world.started(asked)
    for n in range(3):
        await world.chat.post_say(run, Say(f"s{n}", "help"), "", look=False)
    await world.does("ana", "say", channel="support", text="hm", thread_ts=run.thread.ts)

    copy = await world.chat.post_card(run, asked, look=True, plain=False)

    assert world.thread("support", run.thread.ts)[-1]["ts"] == copy.ts


async def test_looking_goes_through_all_pages(world: World, monkeypatch: Any) -> None:
    """The mark may stand on the last one."""
    monkeypatch.setattr("bot.slack.posts.PAGE", 2)
    asked = request()
    run = await world.started(asked)
    for n in range(4):
        await world.chat.post_say(run, Say(f"s{n}", "help"), "", look=False)
    posted = await world.chat.post_card(run, asked, look=False, plain=False)

    found = await world.chat.post_card(run, asked, look=True, plain=False)

    assert found.ts == posted.ts


async def test_the_plain_card_decides_too(world: World) -> None:
    """Slack refused the full one; the buttons are the same."""
    asked = request(plain=True)
    run = await world.started(asked)

    copy = await world.chat.post_card(run, asked, look=False, plain=True)
    _, card = world.thread("support", run.thread.ts)
    assert buttons(card) == [ids.APPROVE, ids.REJECT, ids.EDIT, ids.DETAILS, ids.MORE]
    assert {block["type"] for block in card["blocks"]} == {"section", "actions"}

    over = replace(asked, ended=Ended("rejected", T0 + 1000, BEN, "no"))
    assert await world.chat.draw_card(run, over, copy)
    _, card = world.thread("support", run.thread.ts)
    assert {block["type"] for block in card["blocks"]} == {"section", "actions"}


async def test_a_decided_card_is_redrawn_in_place(world: World) -> None:
    """The facts stay, the decision's buttons go, text and blocks both change."""
    run, asked, ts = await world.carded()
    over = replace(
        asked,
        ended=Ended("approved", T0 + 1000, BEN),
        result=Result(True, "paid 42.00 EUR", T0 + 2000),
    )

    assert await world.chat.draw_card(run, over, Copy("C0SUPPORT", ts))

    _, card = world.thread("support", run.thread.ts)
    assert card["ts"] == ts
    assert buttons(card) == [ids.DETAILS]
    assert "Approved" in card["text"]
    assert "paid 42.00 EUR" in str(card["blocks"])
    assert mark(card) == ASKED


@pytest.mark.parametrize("error", ["message_not_found", "cant_update_message"])
async def test_a_deleted_card_is_said_to_be_gone(world: World, error: str) -> None:
    """So that it is posted again."""
    run, asked, ts = await world.carded()
    await world.fault("error", "chat.update", error=error)

    assert not await world.chat.draw_card(run, asked, Copy("C0SUPPORT", ts))


async def test_a_card_that_slack_refuses_is_drawn_plainer(world: World) -> None:
    """An old picture with live buttons would lie."""
    run, asked, ts = await world.carded()
    over = replace(asked, ended=Ended("rejected", T0 + 1000, BEN, "no"))
    await world.fault("error", "chat.update", error="invalid_blocks")

    assert await world.chat.draw_card(run, over, Copy("C0SUPPORT", ts))

    _, card = world.thread("support", run.thread.ts)
    assert {block["type"] for block in card["blocks"]} == {"section", "actions"}
    assert ids.APPROVE not in buttons(card)
    await world.fault("error", "chat.update", error="invalid_blocks")
    with pytest.raises(ChatTrouble, match="invalid_blocks"):
        await world.chat.draw_card(run, replace(over, plain=True), Copy("C0SUPPORT", ts))
    await world.fault("error", "chat.update", error="is_archived")
    with pytest.raises(ChatTrouble, match="is_archived"):
        await world.chat.draw_card(run, over, Copy("C0SUPPORT", ts))


@pytest.mark.parametrize(
    ("order", "kind", "wait"),
    [
        ({"kind": "ratelimited", "retry_after": 7}, "wait", 7),
        ({"kind": "error", "error": "invalid_blocks"}, "refused", 0),
        ({"kind": "error", "error": "not_in_channel"}, "nowhere", 0),
        ({"kind": "error", "error": "token_revoked"}, "wait", 60),
        ({"kind": "error", "error": "internal_error", "status": 500}, "unclear", 0),
        ({"kind": "reset_before_commit"}, "unclear", 0),
    ],
)
async def test_trouble_says_what_may_be_done_about_it(
    world: World, order: Json, kind: str, wait: float
) -> None:
    """Wait, look, send it plainer, or give up in words."""
    asked = request()
    run = await world.started(asked)
    await world.control("faults", method="chat.postMessage", **order)

    with pytest.raises(ChatTrouble) as found:
        await world.chat.post_card(run, asked, look=False, plain=False)

    assert (found.value.kind, found.value.retry_after_s) == (kind, wait)
    assert len(world.thread("support", run.thread.ts)) == 1


async def test_a_long_answer_comes_in_parts_each_once(world: World) -> None:
    """The second part was limited: the next try looks, and leaves the first alone."""
    run = await world.started()
    long = "\n\n".join(f"Paragraph {n} " + "word " * 60 for n in range(60))
    say = Say("s1", "answer", mention=True)
    await world.chat.post_say(run, replace(say, key="s0"), "first", look=False)
    # The second of two posts meets the limit: the first uses up the slow one.
    await world.fault("slow", "chat.postMessage", seconds=0)
    await world.fault("ratelimited", "chat.postMessage", retry_after=1)

    with pytest.raises(ChatTrouble) as limited:
        await world.chat.post_say(run, say, long, look=False)
    await world.chat.post_say(run, say, long, look=True)

    assert (limited.value.kind, limited.value.retry_after_s) == ("unclear", 1)
    marks = [mark(m) for m in world.thread("support", run.thread.ts)[1:]]
    assert marks == [f"{RUN}:s0:0", f"{RUN}:s1:0", f"{RUN}:s1:1"]
    texts = str(world.thread("support", run.thread.ts))
    assert all(f"Paragraph {n} " in texts for n in range(60))


async def test_a_limit_on_the_first_part_needs_no_look(world: World) -> None:
    """Nothing stands yet."""
    run = await world.started()
    await world.fault("ratelimited", "chat.postMessage", retry_after=3)

    with pytest.raises(ChatTrouble) as limited:
        await world.chat.post_say(run, Say("s1", "answer"), "Done.", look=False)

    assert limited.value.kind == "wait"


async def test_an_answer_whose_blocks_are_refused_goes_as_plain_text(world: World) -> None:
    """Once; what even then is refused is said to be."""
    run = await world.started()
    await world.fault("error", "chat.postMessage", error="invalid_blocks")
    await world.chat.post_say(run, Say("s1", "answer"), "The **whole** answer.", look=False)

    _, post = world.thread("support", run.thread.ts)
    assert post["text"] == "The **whole** answer."
    assert mark(post) == f"{RUN}:s1:0.0"
    await world.fault("error", "chat.postMessage", error="invalid_blocks", times=2)
    with pytest.raises(ChatTrouble) as refused:
        await world.chat.post_say(run, Say("s2", "answer"), "More.", look=False)
    assert refused.value.kind == "refused"


async def test_a_long_plain_answer_is_whole(world: World) -> None:
    """In as many messages as it needs."""
    run = await world.started()
    text = "\n\n".join(f"Paragraph {n} " + "word " * 60 for n in range(30))
    await world.fault("error", "chat.postMessage", error="invalid_blocks")

    await world.chat.post_say(run, Say("s1", "answer"), text, look=False)

    posts = world.thread("support", run.thread.ts)[1:]
    assert [mark(post) for post in posts][:2] == [f"{RUN}:s1:0.0", f"{RUN}:s1:0.1"]
    assert all(f"Paragraph {n} " in str(posts) for n in range(30))


async def test_a_long_plain_answer_goes_on_where_it_was_cut_off(world: World) -> None:
    """Pieces that stand already are left alone."""
    run = await world.started()
    text = "\n\n".join(f"Paragraph {n} " + "word " * 60 for n in range(30))
    await world.fault("error", "chat.postMessage", error="invalid_blocks")
    await world.fault("slow", "chat.postMessage", seconds=0)
    await world.fault("ratelimited", "chat.postMessage", retry_after=1)
    with pytest.raises(ChatTrouble) as limited:
        await world.chat.post_say(run, Say("s1", "answer"), text, look=False)

    await world.fault("error", "chat.postMessage", error="invalid_blocks")
    await world.chat.post_say(run, Say("s1", "answer"), text, look=True)

    assert limited.value.kind == "unclear"
    posts = world.thread("support", run.thread.ts)[1:]
    assert [mark(post) for post in posts] == [f"{RUN}:s1:0.{n}" for n in range(len(posts))]
    assert all(str(posts).count(f"Paragraph {n} ") == 1 for n in range(30))


async def test_a_decision_is_a_reply_that_mentions_the_requester(world: World) -> None:
    """Edits notify nobody."""
    asked = request(ended=Ended("rejected", T0 + 1000, BEN, "too much"))
    run = await world.started(asked)

    await world.chat.post_say(run, Say("s1", "decision", ASKED), "", look=False)

    assert "<@U0ANA>" in world.thread("support", run.thread.ts)[1]["text"]


async def test_names_come_from_slack_and_never_stop_a_post(world: World) -> None:
    """The first card names Ana; when the directory is down, her id stands there."""
    run = await world.started(request())
    nameless = replace(run, requester=replace(ANA, name=""))
    await world.chat.post_card(nameless, request(), look=False, plain=False)
    assert "ana asked" in world.thread("support", run.thread.ts)[1]["text"]

    await world.fault("error", "users.info", error="internal_error")
    stopped = Say("s1", "stopped", words="U0ELI")
    await world.chat.post_say(run, stopped, "", look=False)
    assert "by U0ELI" in world.thread("support", run.thread.ts)[2]["text"]


async def test_a_run_that_was_set_aside_says_so_in_its_thread(world: World) -> None:
    """With its number, for the log."""
    run = await world.started()

    await world.chat.apologise(run.thread, run.id)

    assert run.id in world.thread("support", run.thread.ts)[1]["text"]


async def test_a_message_that_was_read_gets_a_reaction_once(world: World) -> None:
    """Twice is as good as once; a deleted message needs none; a limit is waited for."""
    run = await world.started()
    ts = run.thread.ts
    await world.chat.react(run.thread, ts)
    await world.chat.react(run.thread, ts)
    await world.chat.react(run.thread, "1700000000.000001")

    (root,) = world.thread("support", ts)
    assert [reaction["name"] for reaction in root["reactions"]] == ["eyes"]
    await world.fault("ratelimited", "reactions.add", retry_after=2)
    with pytest.raises(ChatTrouble, match="ratelimited"):
        await world.chat.react(run.thread, ts)


def note(kind: Any = "guest") -> Note:
    """A note to Ben."""
    return Note("n1", BEN, kind, ASKED, T0)


async def test_a_note_is_seen_by_one_person_in_the_thread(world: World) -> None:
    """Nobody else sees why they were refused."""
    run, _, _ = await world.carded()

    await world.chat.note(run, note(), None)

    assert world.whispers("U0BEN") == ["Guests can't decide here."]
    assert world.sent("chat.postEphemeral")[0]["thread_ts"] == run.thread.ts
    assert len(world.thread("support", run.thread.ts)) == 2


async def test_a_note_uses_the_clicks_own_address_while_it_works(world: World) -> None:
    """A response_url needs no membership; a spent one falls back."""
    run, _, ts = await world.carded()
    await world.does("ben", "click", channel="support", ts=ts, action_id=ids.APPROVE)
    ((_, url),) = world.inbox.clicks
    assert url is not None

    for _ in range(6):
        await world.chat.note(run, note(), url)

    assert world.whispers("U0BEN") == ["Guests can't decide here."] * 6
    assert len(world.sent("chat.postEphemeral")) == 1
    await world.chat.note(run, note(), "http://127.0.0.1:1/actions/T/1/x")
    assert len(world.whispers("U0BEN")) == 7


@pytest.mark.parametrize(("key", "within"), [("n1", True), ("command:1.2", False),
                                             ("stop:3.a:U0BEN:9.9", False)])  # fmt: skip
async def test_who_stops_a_run_from_elsewhere_is_answered_there(
    world: World, key: str, within: bool
) -> None:
    """A command or a list is in no thread, and perhaps in another channel than the run's."""
    run, _, ts = await world.carded()
    await world.does("ben", "click", channel="support", ts=ts, action_id=ids.APPROVE)
    ((_, url),) = world.inbox.clicks
    await world.chat.note(run, replace(note("not_yours"), key=key), url)
    shown = world.sandbox.slack.workspace.ephemerals.values()
    (told,) = [one for messages in shown for one in messages.values()]
    assert told.get("thread_ts") == (run.thread.ts if within else None)


async def test_who_left_the_channel_is_told_in_a_direct_message(world: World) -> None:
    """An ephemeral message reaches members only."""
    run, _, _ = await world.carded()
    await world.control("channels/support", remove=["ben"])

    await world.chat.note(run, note(), None)

    direct = world.sandbox.slack.workspace.timeline("D0BEN")
    assert [message["text"] for message in direct] == ["Guests can't decide here."]


async def test_who_cannot_be_reached_is_logged_and_a_limit_is_waited_for(world: World) -> None:
    """A note never stops a run."""
    run, _, _ = await world.carded()
    await world.fault("error", "chat.postEphemeral", error="user_not_in_channel")
    await world.fault("error", "conversations.open", error="user_disabled")
    with capture_logs() as logs:
        await world.chat.note(run, note(), None)
    assert [(line["event"], line["user"]) for line in logs][-1] == ("nobody told", "U0BEN")

    await world.fault("ratelimited", "chat.postEphemeral", retry_after=9)
    with pytest.raises(ChatTrouble) as limited:
        await world.chat.note(run, note(), None)
    assert (limited.value.kind, limited.value.retry_after_s) == ("wait", 9)


async def test_a_batch_says_of_each_who_decides_it(world: World) -> None:
    """One that was edited since may be for others than the rest of its card."""
    first = request(batch=ASKED, draws=2)
    other = request(id=f"{RUN}.2", number=1043, call="c2", batch=ASKED, able=(BEN,))
    edited = replace(other, revision=2, able=(DEE,))
    run = await world.started(first, other)
    copy = await world.chat.post_card(run, first, look=False, plain=False)
    run = replace(run, requests=(first, edited))
    assert await world.chat.draw_card(run, first, copy)
    _, card = world.thread("support", run.thread.ts)
    lines = [b["text"]["text"] for b in card["blocks"] if b["type"] == "section"]
    (of_other,) = [line for line in lines if "A-1043" in line]
    assert "<@U0DEE>" in of_other and "<@U0BEN>" not in of_other
