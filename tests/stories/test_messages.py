"""What counts as a message to us, however it comes, and what only looks like one."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import Redis

from sandbox.people import Person as Member
from sandbox.webhook import Attempt
from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import BOT, Message, World, world

TASK = "@signoff refund order 1042, it arrived broken"
OTHER = {
    "bot_id": "B0OTHER",
    "app_id": "A0OTHER",
    "bot_profile": {"name": "other"},
    "user": "U0BEN",
}
NAMES = ("<!channel>", "\u202eedO neB\u202c\u200b", "Ben Ode", "@here *x*")
DAY_MS = 24 * 3600 * 1000


def _posts(slack: World, name: str, content: dict[str, Any], thread: str | None = None) -> str:
    """A message of some app, ours unless `content` says another; its timestamp."""
    inside = slack.sandbox.slack
    channel = inside.workspace.channel(name)
    assert channel is not None
    return str(inside.messages.post(channel, content, thread_ts=thread)["ts"])


async def _said_by_bot(slack: World, thread: str) -> list[Message]:
    return [m for m in await slack.messages(thread) if m.raw.get("user") == BOT]


# --- each thing once -----------------------------------------------------------------------------


@pytest.mark.case("A17")
async def test_slacks_retries_are_one_message(tmp_path: Path, redis: str) -> None:
    """Kind: the same event at 0 s, 3 s, 60 s and 300 s; the record of it outlives them by hours."""
    async with world(tmp_path, redis, http=True) as slack:
        await slack.plays({"text": "Only once."})
        inside = slack.sandbox.slack
        with slack.held() as held:
            task = await slack.person("ana").says("@signoff hello")
        for retry, reason in enumerate(("", "http_timeout", "http_timeout", "http_error")):
            for envelope in held:
                answer = await inside.webhook.send(Attempt("events_api", envelope, retry, reason))
                assert answer.ok, "within 3 s"
            if retry == 0:
                await slack.message(task.ts, "Only once.")
        assert len(await slack.requests()) == 1
        assert len(await slack.messages(task.ts)) == 2
        async with Redis.from_url(redis) as client:
            server = cast("Any", client)
            seen = [key async for key in server.scan_iter(f"{slack.namespace}:*seen:*{task.ts}*")]
            assert [await server.pttl(key) > DAY_MS for key in seen] == [True]


@pytest.mark.case("A19")
async def test_a_mention_is_one_task_with_a_file_or_without(slack: World) -> None:
    """Kind: a mention comes as two events, and with a file as one; each time it is one run."""
    await slack.plays({"text": "First."}, {"text": "Second."})
    ana = slack.person("ana")
    plain = await ana.says("@signoff hello")
    await slack.message(plain.ts, "First.")
    filed = await ana.says("@signoff read this", files=["data.csv"])
    await slack.message(filed.ts, "Second.")
    await slack.delivered()
    kinds = [d["type"] for d in (await slack.state())["deliveries"] if d["kind"] == "events_api"]
    assert kinds.count("app_mention") == 1
    assert len(await slack.requests()) == 2
    assert "> read this\n> [file: data.csv]" in (await slack.heard())[-1]["content"]


@pytest.mark.case("A24")
async def test_a_reply_that_goes_to_the_channel_too_counts_once(slack: World) -> None:
    """Kind: a broadcast comes as a message and then as a change of it; one turn, in the thread."""
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    chi = slack.person("chi")
    reply = await chi.says("hold on, vendor is on it", thread=task.ts, broadcast=True)
    noted = await slack.message(task.ts, "1 newer message in the thread")
    await slack.delivered()
    assert noted.ts == card.ts
    asked = await chi.says("@signoff and what did it cost?", thread=task.ts, broadcast=True)
    await slack.message(task.ts, "2 newer messages in the thread")
    await slack.delivered()
    await slack.plays({"text": "It cost 59.90."})
    await slack.person("ben").clicks(card, "Review…")
    await slack.person("ben").submits({})
    answer = await slack.message(task.ts, "It cost 59.90.")
    heard = str(await slack.heard())
    assert heard.count("vendor is on it") == heard.count("what did it cost?") == 1
    assert answer.raw["thread_ts"] == task.ts and "subtype" not in answer.raw
    for one in (reply, asked):
        assert not [m for m in await slack.messages(one.ts) if m.ts != one.ts]


# --- hardly a word -------------------------------------------------------------------------------


@pytest.mark.case("A21")
async def test_a_file_alone_is_a_task(slack: World) -> None:
    """Kind: no text at all; the model is told the files' names, never an empty turn."""
    await slack.plays({"text": "A table."}, {"text": "And another."})
    task = await slack.person("ana").says("", channel="dm", files=["data.csv", "‮gpj.exe"])
    await slack.message(task.ts, "A table.")
    assert (await slack.heard())[-1]["content"] == (
        "From Ana Ruiz:\n> [file: data.csv]\n> [file: gpj.exe]"
    )
    await slack.person("ana").says("", channel="dm", thread=task.ts, files=["more.csv"])
    await slack.message(task.ts, "And another.")
    users = [m["content"] for m in await slack.heard() if m["role"] == "user"]
    assert "[file: more.csv]" in users[-1] and all("(no text)" not in one for one in users)


@pytest.mark.case("A22")
@pytest.mark.parametrize("words", ["@signoff", " @signoff \u200b\u200f"])
async def test_a_mention_alone_is_answered_with_help(slack: World, words: str) -> None:
    """Kind: nothing is left after the mention; help, privately, and no model is asked."""
    ana, chi = slack.person("ana"), slack.person("chi")
    await ana.says(words)
    await ana.hears("Tell me what to do in the same message")
    task = await ana.says(TASK)
    card = await slack.card(task.ts)
    asked = len(await slack.requests())
    await chi.says(words, thread=task.ts)
    await chi.hears("Tell me what to do in the same message")
    await slack.delivered()
    assert len(await slack.requests()) == asked
    assert "Since then" not in (await slack.card(task.ts)).text
    assert (await slack.card(task.ts)).ts == card.ts


# --- whose message -------------------------------------------------------------------------------


@pytest.mark.case("A25")
async def test_plain_messages_are_taken_where_a_run_is(slack: World) -> None:
    """Kind: no mention; taken in a run's thread and in a direct message, not in a channel."""
    ana = slack.person("ana")
    task = await ana.says(TASK)
    card = await slack.card(task.ts)
    await ana.says("he is a good customer", thread=task.ts)
    noted = await slack.message(task.ts, "he is a good customer")
    assert noted.ts == card.ts
    asked = len(await slack.requests())
    talk = await ana.says("please refund order 1001")
    root = _posts(slack, "support", {"text": "Good morning."})
    await ana.says("good morning to you", thread=root)
    await slack.delivered()
    assert len(await slack.requests()) == asked
    assert await _said_by_bot(slack, talk.ts) == []
    assert len(await slack.messages(root)) == 2

    await slack.plays({"text": "Hello in private."}, {"text": "Hello in here."})
    direct = await ana.says("hello", channel="dm")
    await slack.message(direct.ts, "Hello in private.")
    await ana.says("@signoff hello", thread=root)
    await ana.says("are you there?", thread=root)
    await slack.message(root, "Hello in here.")
    assert "good morning to you" not in str(await slack.heard())


@pytest.mark.case("A25")
async def test_a_reply_to_our_own_root_waits_for_the_run_that_we_began_there(slack: World) -> None:
    """Kind: the bot itself began the thread; what is said in it before the run is known isn't lost,
    and two that speak at once make one run.
    """
    root = _posts(slack, "support", {"text": "Ana asks: how is checkout?"})
    ana, chi = slack.person("ana"), slack.person("chi")
    await slack.plays({"text": "One."}, {"text": "Two."})
    await ana.says("since this morning", thread=root)
    await slack.delivered()
    async with slack.store() as store:
        thread = f"T0SIGNOFF/C0SUPPORT/{root}"
        assert await store.past(thread) is None
    await ana.says("@signoff how is checkout?", thread=root)
    await chi.says("@signoff and search?", thread=root)

    async def both() -> bool:
        heard = str(await slack.heard()) if await slack.requests() else ""
        return "how is checkout?" in heard and "and search?" in heard

    await wait_until(both, "one run has heard both")
    await slack.delivered()
    runs = {one["number"] for one in await _record(slack)}
    assert len(runs) == 1


async def _record(slack: World) -> list[dict[str, Any]]:
    """What the audit says of who asked, in all runs."""
    async with Redis.from_url(slack.redis) as client:
        server = cast("Any", client)
        keys = [key async for key in server.scan_iter(f"{slack.namespace}:*audit:*")]
        lines = [json.loads(line) for key in keys for line in await server.lrange(key, 0, -1)]
    return [line for line in lines if line["what"] == "asked"]


@pytest.mark.parametrize("kind", ["mpim", "private"])
async def test_private_channels_and_group_messages_are_channels(slack: World, kind: str) -> None:
    """A mention is needed, the thread is listened to, and the card is decided there."""
    url = f"{slack.sandbox.url}/sandbox/channels/few"
    body = {kind: True, "add": ["ana", "ben", "signoff"]}
    async with slack.http.post(url, json=body) as answer:
        assert answer.status == 200, await answer.text()
    ana, ben = slack.person("ana"), slack.person("ben")
    talk = await ana.says("refund order 1042", channel="few")
    task = await ana.says(TASK, channel="few")
    card = await slack.card(task.ts)
    await ana.says("he is a good customer", channel="few", thread=task.ts)
    await slack.message(task.ts, "he is a good customer")
    await ben.clicks(card, "Review…")
    await ben.submits({})
    await slack.message(task.ts, "Refunded order 1042")
    assert slack.shop("select count(*) from refunds") == [(1,)]
    assert await _said_by_bot(slack, talk.ts) == []


@pytest.mark.case("A14")
async def test_bots_are_not_heard(slack: World) -> None:
    """Kind: an app, a workflow or Slackbot mentions us, in a thread, out of one, or by an edit."""
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    asked, seen = len(await slack.requests()), len(await slack.messages())
    mention = {"text": "<@U0SIGNOFF> refund order 1001"}
    flow = {**mention, "bot_id": "B0FLOW", "subtype": "bot_message", "user": "U0FLOW"}
    nobody = {"bot_id": None, "app_id": None, "bot_profile": None, "user": "USLACKBOT"}
    roots = [_posts(slack, "support", {**mention, **who}, where)
             for who in (OTHER, flow, nobody, {}) for where in (None, task.ts)]  # fmt: skip
    inside = slack.sandbox.slack
    for ts in roots:
        posted = inside.workspace.message("C0SUPPORT", ts)
        channel = inside.workspace.channel("support")
        assert posted is not None and channel is not None
        inside.messages.change(channel, posted, {"text": "<@U0SIGNOFF> approve it"}, "U0BEN")
        inside.messages.delete(channel, posted)
    await slack.delivered()
    assert len(await slack.requests()) == asked
    assert len(await slack.messages()) - seen <= len(roots)
    assert "Since then" not in (await slack.card(task.ts)).text
    assert (await slack.card(task.ts)).ts == card.ts


@pytest.mark.case("A14")
async def test_a_bot_never_approves(slack: World) -> None:
    """Kind: a click that names a bot's user, even one that is on the list of approvers."""
    slack.sandbox.slack.workspace.people["U0BEN"].bot = True
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    ben: Member = slack.sandbox.slack.workspace.people["U0BEN"]
    channel = slack.sandbox.slack.workspace.channel("support")
    assert channel is not None
    body = {"ts": card.ts, "text": "Approve once"}
    await slack.sandbox.slack.interact.click(ben, channel, body)
    await slack.person("ben").hears("Bots can't decide here")
    nobody_refunded(slack)


@pytest.mark.case("A44")
@pytest.mark.parametrize(
    "name", ["<!channel>", "\u202eedO neB\u202c\u200b", "Ben Ode", "@here *x*"]
)
async def test_a_name_is_only_ever_shown(slack: World, name: str) -> None:
    """Kind: somebody is called like a mention, a format, the approver, or hides marks in it."""
    workspace = slack.sandbox.slack.workspace
    stranger = Member("U0EVE", name, name)
    workspace.save_person(stranger)
    channel = workspace.channel("support")
    assert channel is not None
    channel.members.add("U0EVE")
    messages = slack.sandbox.slack.messages
    task = messages.say(stranger, channel, TASK)
    root = str(task["ts"])
    card = await slack.card(root)
    assert "<@U0EVE>" in card.text
    messages.say(stranger, channel, "hurry", root)
    noted = await slack.message(root, "hurry")
    await slack.sandbox.slack.interact.click(stranger, channel, {"ts": card.ts, "text": "Reject…"})
    await slack.plays({"text": "Done."})
    await slack.person("ben").clicks(noted, "Review…")
    await slack.person("ben").submits({})
    await slack.message(root, "Done.")
    for message in await _said_by_bot(slack, root):
        shown = json.dumps(message.raw, ensure_ascii=False)
        assert "<!channel>" not in shown and "\u202e" not in shown and "\u200b" not in shown
        assert "@here" not in shown and "*x*" not in shown
    record = await _record(slack)
    assert [one["by"] for one in record] == ["U0EVE", "U0EVE"]
    assert name not in json.dumps(record, ensure_ascii=False)
