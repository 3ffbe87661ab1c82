"""What people see of approvals that take two, fail, are too many, or end the whole run."""

from pathlib import Path

from tests.stories.conftest import nobody_refunded
from tests.world import World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}
LOOK = {"name": "look_up_order", "arguments": {"order_id": 1042}}


async def test_two_different_people_have_to_approve(tmp_path: Path, redis: str) -> None:
    """The card counts; the same person counts once; the second one lets it run."""
    two = ("tools: refund_order\n      verdict: ask", "tools: refund_order\n      verdict: ask\n"
           "      count: 2")  # fmt: skip
    async with world(tmp_path, redis, config=changed(tmp_path, two)) as slack:
        task = await slack.person("ana").says(TASK)
        card = await slack.card(task.ts)
        ben, chi = slack.person("ben"), slack.person("chi")
        await ben.clicks(card, "Approve once")
        half = await slack.message(task.ts, "1 of 2 approvals")
        assert half.ts == card.ts and "U0BEN" in half.text
        await ben.clicks(half, "Approve once")
        await ben.hears("You have approved A-")
        nobody_refunded(slack)
        await chi.clicks(half, "Approve once")
        await slack.message(task.ts, "Refunded order 1042")
        settled = await slack.message(task.ts, "Approved once by")
        assert "U0BEN" in settled.text and "U0CHI" in settled.text


async def test_one_rejection_ends_it_although_one_has_approved(tmp_path: Path, redis: str) -> None:
    """A no after the first yes settles the request; nothing runs."""
    two = ("tools: refund_order\n      verdict: ask", "tools: refund_order\n      verdict: ask\n"
           "      count: 2")  # fmt: skip
    async with world(tmp_path, redis, config=changed(tmp_path, two)) as slack:
        await slack.plays({"calls": [REFUND]}, {"text": "No refund then."})
        task = await slack.person("ana").says(TASK)
        card = await slack.card(task.ts)
        await slack.person("ben").clicks(card, "Approve once")
        half = await slack.message(task.ts, "1 of 2 approvals")
        await slack.person("chi").clicks(half, "Reject…")
        await slack.person("chi").submits({"Why, or how instead": "I know him."})
        await slack.message(task.ts, "No refund then.")
        await slack.message(task.ts, "Rejected: refund order 1042")
        nobody_refunded(slack)


async def test_a_tool_that_says_no_is_a_failure_on_the_card(slack: World) -> None:
    """Approved and failed are told apart; the model gets the tool's words."""
    twice = {**REFUND, "arguments": {"order_id": 1042, "reason": "again"}}
    await slack.plays({"calls": [REFUND]}, {"calls": [twice]}, {"text": "It was paid already."})
    task = await slack.person("ana").says(TASK)
    first = await slack.card(task.ts)
    await slack.person("ben").clicks(first, "Approve once")
    await slack.message(task.ts, "refund number 1")
    second = await slack.card(task.ts)
    await slack.person("ben").clicks(second, "Approve once")
    await slack.message(task.ts, "It was paid already.")
    failed = await slack.message(task.ts, "Failed: refund order 1042")
    assert failed.ts == second.ts and "already refunded" in failed.text
    assert failed.buttons == ["Details", "Ask again"]
    assert "already refunded" in (await slack.results())[-1]
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_too_many_questions_are_not_asked(tmp_path: Path, redis: str) -> None:
    """Beyond the limit the call is refused, the model is told, and no card appears."""
    few = ("max_approvals: 10", "max_approvals: 1")
    more = {**REFUND, "arguments": {"order_id": 1043, "reason": "this one too"}}
    async with world(tmp_path, redis, config=changed(tmp_path, few)) as slack:
        await slack.plays({"calls": [REFUND]}, {"calls": [more]}, {"text": "Only the first."})
        task = await slack.person("ana").says(TASK)
        await slack.person("ben").clicks(await slack.card(task.ts), "Approve once")
        await slack.message(task.ts, "Only the first.")
        told = await slack.message(task.ts, "This run has asked once, which is its limit")
        assert "<@U0ANA>" in told.text and "Not asked: refund order 1043" in told.text
        assert '"outcome": "limit"' in (await slack.results())[-1]
        assert slack.shop("select order_id from refunds") == [(1042,)]
        assert len([m for m in await slack.messages(task.ts) if "Exact action" in m.text]) == 1


async def test_a_rejection_may_end_the_whole_run(tmp_path: Path, redis: str) -> None:
    """With `stop_on_rejection` the model isn't asked any more."""
    stops = ("max_approvals: 10", "stop_on_rejection: true\n  max_approvals: 10")
    async with world(tmp_path, redis, config=changed(tmp_path, stops)) as slack:
        await slack.plays({"calls": [REFUND]})
        task = await slack.person("ana").says(TASK)
        await slack.person("ben").clicks(await slack.card(task.ts), "Reject…")
        await slack.person("ben").submits({"Why, or how instead": "No."})
        await slack.message(task.ts, "was stopped")
        assert len(await slack.requests()) == 1
        nobody_refunded(slack)


async def test_an_answer_longer_than_a_message_is_told_whole(slack: World) -> None:
    """It comes in several posts, in order, and nothing of it is left out."""
    lines = [f"line {n:04} of a long answer" for n in range(600)]
    await slack.plays({"text": "\n".join(lines)})
    task = await slack.person("ana").says("@signoff tell me everything")
    await slack.message(task.ts, "line 0599")
    said = "".join(m.text for m in sorted(await slack.messages(task.ts), key=lambda m: m.ts))
    at = [said.find(line) for line in lines]
    assert -1 not in at and at == sorted(at)


async def test_two_threads_at_once_keep_apart(slack: World) -> None:
    """Ana's and Eli's tasks wait side by side; each yes runs its own call."""
    more = {**REFUND, "arguments": {"order_id": 1043, "reason": "broken too"}}
    await slack.plays(
        {"match": "first of two", "calls": [REFUND]},
        {"match": "second of two", "calls": [more]},
        {"match": "first of two", "text": "First done."},
        {"match": "second of two", "text": "Second done."},
    )
    first = await slack.person("ana").says("@signoff the first of two")
    second = await slack.person("eli").says("@signoff the second of two")
    one, two = await slack.card(first.ts), await slack.card(second.ts)
    await slack.person("chi").clicks(two, "Approve once")
    assert "<@U0ELI>" in (await slack.message(second.ts, "Second done.")).text
    assert slack.shop("select order_id from refunds") == [(1043,)]
    await slack.person("chi").clicks(one, "Approve once")
    assert "<@U0ANA>" in (await slack.message(first.ts, "First done.")).text
