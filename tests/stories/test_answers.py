"""What people see of what the agent writes: long answers, tables, code, links and mentions."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from blocks.card import approval_card
from blocks.views import ApprovalCard
from bot.core.ids import run_of
from sandbox.faults import Fault
from tests.logs import logged
from tests.support import wait_until
from tests.world import BOT, Json, Message, World, changed, world

MANY = 120  # paragraphs of a long answer, in few words: the model sends word by word
LONG = "\n\n".join(f"Paragraph {n} " + "word-" * 100 for n in range(MANY))
ASK = "@signoff tell me all about it"
ORDERS = range(1100, 1120)


async def _file(slack: World, thread: str) -> Json:
    """The one file of a thread, once it is there."""

    async def found() -> Json | None:
        files = [one for m in await slack.messages(thread) for one in _files(m)]
        assert len(files) < 2, files
        return files[0] if files else None

    return await wait_until(found, "a file in the thread", 30)


async def _content(slack: World, file: Json) -> str:
    async with slack.http.get(f"{slack.sandbox.url}/files/{file['id']}") as response:
        return await response.text()


async def _ours(slack: World, thread: str) -> list[Message]:
    return [m for m in await slack.messages(thread) if m.raw.get("user") == BOT]


def _markdown(messages: list[Message]) -> list[str]:
    blocks = [block for m in messages for block in _blocks(m)]
    return [block["text"] for block in blocks if block["type"] == "markdown"]


def _files(message: Message) -> list[Json]:
    return message.raw.get("files") or []


def _blocks(message: Message) -> list[Json]:
    return message.raw.get("blocks") or []


# --- long answers --------------------------------------------------------------------------------


@pytest.mark.case("A01")
async def test_a_long_answer_has_its_first_lines_shown_and_its_whole_in_a_file(
    slack: World,
) -> None:
    """The file stands in the thread under them; a next task in the thread works as ever."""
    await slack.plays({"text": LONG}, {"text": "Short now."})
    task = await slack.person("ana").says(ASK)

    file = await _file(slack, task.ts)
    first, holds = await _ours(slack, task.ts)
    assert re.fullmatch(r"answer-R-\d+-\d+\.md", file["name"])
    assert await _content(slack, file) == LONG.strip("\n") + "\n"
    assert "Paragraph 0 " in first.text and "the whole answer follows" in first.text
    assert holds.raw["files"] and not holds.raw["text"]

    await slack.person("ana").says("@signoff shorter please", thread=task.ts)
    await slack.message(task.ts, "Short now.")
    assert len(await _ours(slack, task.ts)) == 3


@pytest.mark.case("A04")
async def test_an_answer_in_some_messages_loses_nothing(slack: World) -> None:
    """Code goes on in the next message, in its language; text round it stays text."""
    code = [f"select fn({i}, '**keep**', {i} * w * h * d); -- <!channel>" for i in range(500)]
    await slack.plays({"text": "\n".join(["Run this:", "```sql", *code, "```", "Then wait."])})
    task = await slack.person("ana").says(ASK)
    await slack.message(task.ts, "Then wait.")

    parts = _markdown(await _ours(slack, task.ts))
    assert 1 < len(parts) <= 4
    for part in parts:
        assert re.findall(r"^```.*$", part, flags=re.MULTILINE) == ["```sql", "```"]
    inside = [line for part in parts for line in part.split("\n") if line.startswith("select")]
    assert inside == code


async def test_where_files_are_not_allowed_everything_is_said_in_messages(slack: World) -> None:
    """Nothing is lost when the workspace forbids uploads."""
    await slack.faults(
        kind="error", method="files.getUploadURLExternal", error="file_uploads_disabled"
    )
    await slack.plays({"text": LONG})
    task = await slack.person("ana").says(ASK)
    await slack.message(task.ts, f"Paragraph {MANY - 1} ")

    said = "\n".join(_markdown(await _ours(slack, task.ts)))
    at = [said.index(f"Paragraph {n} ") for n in range(MANY)]
    assert at == sorted(at)
    assert all(said.count(f"Paragraph {n} ") == 1 for n in range(MANY))


async def test_a_shared_file_whose_answer_was_lost_is_not_shared_again(
    slack: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after Slack had taken it: it is found by its name."""
    monkeypatch.setattr("bot.slack.chat.SHOWN_S", 0)
    await slack.faults(kind="reset_after_commit", method="files.completeUploadExternal")
    await slack.plays({"text": LONG}, {"text": "Again."})
    task = await slack.person("ana").says(ASK)
    await _file(slack, task.ts)
    await slack.person("ana").says("@signoff and?", thread=task.ts)
    # Posts of a thread come in order, so by then the first answer is settled.
    await slack.message(task.ts, "Again.")
    await _file(slack, task.ts)


@pytest.mark.parametrize(
    "method",
    ["files.getUploadURLExternal", "chat.postMessage", "files.completeUploadExternal"],
)
async def test_a_bot_killed_on_the_way_leaves_one_file(
    tmp_path: Path, redis: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """kill -9 while Slack works on a step of the upload: whoever takes over finds what stands."""
    async with world(tmp_path, redis, bot=False) as slack:
        called = _calls(slack, monkeypatch)
        bot = await slack.start("all")
        await slack.faults(kind="slow", method=method, seconds=1)
        await slack.plays({"text": LONG})
        task = await slack.person("ana").says(ASK)
        await wait_until(lambda: method in called, f"{method} is called")
        bot.kill()
        await bot.wait()
        await slack.start("all")

        file = await _file(slack, task.ts)
        await slack.plays({"text": "Here again."})
        await slack.person("ana").says("@signoff hello?", thread=task.ts)
        await slack.message(task.ts, "Here again.")
        assert await _file(slack, task.ts) == file
        assert await _content(slack, file) == LONG.strip("\n") + "\n"
        assert len(_markdown(await _ours(slack, task.ts))) == 2


def _calls(slack: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods that the bot calls, as soon as it does."""
    faults, called = slack.sandbox.slack.faults, list[str]()
    strike = faults.strike

    def struck(method: str) -> Fault | None:
        called.append(method)
        return strike(method)

    monkeypatch.setattr(faults, "strike", struck)
    return called


# --- what an answer may not do -------------------------------------------------------------------


@pytest.mark.case("A06")
@pytest.mark.case("A08")
@pytest.mark.case("A11")
async def test_an_answer_pings_nobody_and_hides_no_address(slack: World) -> None:
    """Tokens are text, a label shows its host, and code is as the model wrote it."""
    code = "# install\narea = w * h * d\n[a](https://x)\n**keep**\n~~keep~~"
    await slack.plays(
        {
            "text": "<!channel> <!here> <@U0BEN> <!subteam^S0AAA> <#C0SUPPORT>\n\n"
            "[https://intranet.example](https://evil.example/x) <https://evil.example|docs>\n\n"
            f"```\n{code}\n```\n\nthe end"
        }
    )
    task = await slack.person("ana").says(ASK)
    answer = await slack.message(task.ts, "the end")

    (text,) = _markdown([answer])
    outside = text.replace(f"```\n{code}\n```", "")
    assert outside != text
    assert not re.search(r"<[!@#]|<https?:[^>]*\|", outside)
    assert "[https://intranet.example](https://evil.example/x) (evil.example)" in outside
    assert not re.search(r"<[!@#]", answer.raw["text"].removeprefix("<@U0ANA>"))


@pytest.mark.case("A12")
async def test_no_post_of_a_whole_run_lets_slack_fetch_an_address(slack: World) -> None:
    """Answer, card, decision, private words: previews are off, or can't be had there."""
    evil = "https://collect.example/?d=ana,59.90"
    order = {"order_id": 1042, "reason": f"see {evil}"}
    await slack.plays({"calls": [{"name": "refund_order", "arguments": order}]}, {"text": evil})
    task = await slack.person("ana").says(ASK)
    card = await slack.card(task.ts)
    await slack.person("ana").clicks(card, "Approve once")
    await slack.person("ana").hears("You asked for this")
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "collect.example", but="Exact action")
    await slack.message(task.ts, "Approved once by")

    sent = [
        (one["method"], one["payload"])
        for one in slack.sandbox.slack.recorder.payloads
        if one["method"] in ("chat.postMessage", "response_url", "chat.update")
    ]
    assert {method for method, _ in sent} == {"chat.postMessage", "response_url", "chat.update"}
    for method, payload in sent:
        if method == "chat.update":  # takes no such flag: what is edited holds no live address
            assert payload["parse"] == "none" and not payload["link_names"]
            assert "https://collect" not in str(payload["text"])
        else:
            assert payload["unfurl_links"] is payload["unfurl_media"] is False


async def test_a_table_is_drawn_by_slack(slack: World) -> None:
    """GitHub's tables stay tables: one in a message."""
    table = "| order | sum |\n| --- | --: |\n| 1042 | 59.90 |"
    await slack.plays({"text": f"First:\n\n{table}\n\nThen:\n\n{table}\n\nthe end"})
    task = await slack.person("ana").says(ASK)
    await slack.message(task.ts, "the end")
    assert [part.count("| --- |") for part in _markdown(await _ours(slack, task.ts))] == [1, 1]


# --- many cards ----------------------------------------------------------------------------------


@pytest.mark.case("A03")
async def test_twenty_gated_calls_of_one_turn_are_decided_one_by_one(
    tmp_path: Path, redis: str
) -> None:
    """Three cards, twenty decisions, each with its place in the record; no message is too large."""
    more = changed(tmp_path, ("max_approvals: 10", "max_approvals: 30"))
    async with world(tmp_path, redis, config=more) as slack:
        calls = [_refund(order) for order in ORDERS]
        await slack.plays({"calls": calls}, {"text": "All twenty are settled."})
        task = await slack.person("ana").says("@signoff refund these twenty orders")
        cards = await _cards(slack, task.ts)
        assert [len(card.rows("Approve once")) for card in cards] == [8, 8, 4]
        ben, orders = slack.person("ben"), iter(ORDERS)
        for card in cards:
            for row in card.rows("Approve once"):
                order = next(orders)
                if order % 2:
                    await ben.clicks(card, "Approve once", row=row, stale=True)
                else:
                    await ben.clicks(card, "Reject…", row=row, stale=True)
                    await ben.submits({"Why, or how instead": f"not {order}"})
        await slack.message(task.ts, "All twenty are settled.")

        assert slack.shop("select order_id from refunds order by order_id") == [
            (order,) for order in ORDERS if order % 2
        ]
        assert all(len(m.raw.get("blocks") or []) <= 50 for m in await slack.messages(task.ts))
        run = run_of(cards[0].raw["metadata"]["event_payload"]["id"])
        assert run is not None
        async with slack.store() as store:
            lines: list[Any] = [json.loads(line) for line in await store.audit(run)]
        ended = [line for line in lines if line["what"].startswith("request ")]
        assert sorted(line["what"] for line in ended) == (
            ["request approved"] * 10 + ["request rejected"] * 10
        )
        assert len({line["call"] for line in ended}) == 20
        assert {line["by"] for line in ended} == {"U0BEN"}
        assert {line["reason"] for line in ended if "reason" in line} == {
            f"not {order}" for order in ORDERS if not order % 2
        }


@pytest.mark.case("A26")
async def test_a_card_that_slack_would_refuse_is_asked_plainer(
    slack: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A multi-select among its buttons: it never leaves, and the plain card decides the same."""
    option: Json = {"text": {"type": "plain_text", "text": "a"}, "value": "a"}
    menu: Json = {"type": "multi_static_select", "action_id": "m", "options": [option]}

    def broken(card: ApprovalCard) -> Json:
        drawn = approval_card(card)
        return {**drawn, "blocks": [{"type": "actions", "elements": [menu]}]}

    monkeypatch.setattr("bot.slack.cards.approval_card", broken)
    with logged() as configure:
        lines = configure()
        task = await slack.person("ana").says("@signoff refund order 1042, it arrived broken")
        card = await slack.card(task.ts)
        assert [line["level"] for line in lines() if line["event"] == "card refused"] == ["error"]
    assert card.buttons == ["Approve once", "Reject…", "Edit…", "Details"]
    assert "refund_order(" in card.text and "order_id=1042" in card.text
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Approved once by")
    await slack.message(task.ts, "Refunded order 1042")
    assert slack.shop("select order_id from refunds") == [(1042,)]
    sent = [str(one["payload"]) for one in slack.sandbox.slack.recorder.payloads]
    assert sent and not any("multi_static_select" in payload for payload in sent)


def _refund(order: int) -> Json:
    return {"name": "refund_order", "arguments": {"order_id": order, "reason": f"broken {order}"}}


async def _cards(slack: World, thread: str) -> list[Message]:
    """The cards, in the order of their orders, once all are there."""

    async def found() -> list[Message] | None:
        cards = [m for m in await slack.messages(thread) if "Approve once" in m.buttons]
        shown = [order for order in ORDERS if any(f"order {order}" in m.text for m in cards)]
        cards.sort(key=lambda m: next(o for o in ORDERS if f"order {o}" in m.text))
        return cards if len(shown) == len(ORDERS) else None

    return await wait_until(found, "cards about twenty calls", 30)
