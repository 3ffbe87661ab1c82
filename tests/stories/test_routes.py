"""Where a card stands: in an ops channel with a stub in the thread, and where it may not stand."""

from pathlib import Path

from tests.stories.ops import OPS, asked, call, ops
from tests.stories.ops_tools import DONE
from tests.support import wait_until
from tests.world import Message, World

ROUTED = "  ops_channels: [C0APPROVALS]\n"


async def _routed(slack: World, words: str = "Exact action") -> Message:
    """The card at the root of the ops channel, once it is there."""

    async def found() -> Message | None:
        there = (
            m for m in await slack.messages() if m.channel == OPS and not m.raw.get("thread_ts")
        )
        return next((m for m in there if words in m.text), None)

    return await wait_until(found, f"a card in {OPS}")


async def test_a_high_call_is_asked_in_the_ops_channel(tmp_path: Path, redis: str) -> None:
    """The thread has a stub; a yes needs a reason; both say how it ended, and the asker is told."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "support", call("scale", count=0))
        card = await _routed(slack)
        stub = await slack.message(task.ts, "Approval needed: scale checkout to 0")
        assert stub.ts != card.ts and "C0APPROVALS" in stub.text
        assert "approve" not in [b for b in stub.buttons if "Approve" in b]
        assert f"/archives/C0APPROVALS/p{card.ts.replace('.', '')}" in stub.text
        assert f"/archives/C0SUPPORT/p{task.ts.replace('.', '')}" in card.text
        ben = slack.person("ben")
        await ben.clicks(card, "Review & approve…")
        await ben.submits({"Reason": "traffic is off"})
        await slack.message(task.ts, "All done here.")
        assert DONE == ["scale checkout 0"]
        for message in (
            await _routed(slack, "Approved once"),
            await slack.message(task.ts, "Approved once"),
        ):
            assert "traffic is off" in message.text and message.ts in (card.ts, stub.ts)
        told = await slack.message(task.ts, "<@U0ANA> Approved by")
        assert "scale checkout to 0" in told.text


async def test_a_direct_message_is_decided_in_the_ops_channel_without_its_words(
    tmp_path: Path, redis: str
) -> None:
    """Whoever reads along there sees the action, and nothing of the private conversation."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        await slack.plays(
            {"calls": [call("restart")], "text": "I saw your secret plan."}, {"text": "Up."}
        )
        task = await slack.person("ana").says("restart checkout, it is our secret plan", "signoff")
        card = await _routed(slack)
        assert "secret plan" not in card.text and "/archives/D" not in card.text
        assert "private conversation" in card.text and "restart" in card.text
        await slack.person("chi").clicks(card, "Details")
        view = str(await slack.person("chi").view())
        assert "secret plan" not in view and "restart" in view
        await slack.person("chi").clicks(card, "Approve once")
        await slack.message(task.ts, "Up.")
        assert DONE == ["restart checkout"]


async def test_a_shared_channel_shows_no_details_and_the_ops_channel_decides(
    tmp_path: Path, redis: str
) -> None:
    """No stub, and the outcome by its number alone."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "partners", call("restart"))
        card = await _routed(slack)
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        told = await slack.message(task.ts, "I show no details here")
        assert "approved" in told.text and "<@U0ANA>" in told.text
        thread = [m for m in await slack.messages(task.ts) if m.raw.get("user") == "U0SIGNOFF"]
        assert not any("restart" in m.text for m in thread)


async def test_a_shared_channel_is_told_of_a_limit_without_the_call(
    tmp_path: Path, redis: str
) -> None:
    """Others read along: not what it was about."""
    few = f"{ROUTED}  max_approvals: 1\n"
    async with ops(tmp_path, redis, agent=few) as slack:
        task = await asked(slack, "ana", "partners", call("restart", "web"), call("drain", "api"))
        await slack.person("ben").clicks(await _routed(slack), "Approve once")
        told = await slack.message(task.ts, "Not asked: too many approvals in this run")
        assert "<@U0ANA>" in told.text and "drain" not in told.text and "api" not in told.text
        await slack.message(task.ts, "All done here.")
        assert DONE == ["restart web"]


async def test_a_private_channel_without_approvers_is_decided_in_the_ops_channel(
    tmp_path: Path, redis: str
) -> None:
    """Chi, who may decide, isn't in it; Ben asked, so he may not."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ben", "private-deals", call("restart"))
        card = await _routed(slack)
        assert "please see to checkout" not in card.text
        await slack.message(task.ts, "Approval needed: restart checkout")
        await slack.person("chi").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert DONE == ["restart checkout"]


async def test_a_route_that_takes_no_card_falls_back_to_the_thread(
    tmp_path: Path, redis: str
) -> None:
    """The channel isn't there: the card stands in the thread, and is decided there."""
    async with ops(tmp_path, redis, agent="  ops_channels: [C0NOWHERE]\n") as slack:
        task = await asked(slack, "ana", "support", call("scale", count=3))
        card = await slack.message(task.ts, "Exact action")
        await slack.person("ben").clicks(card, "Review & approve…")
        await slack.person("ben").submits({"Reason": "load test"})
        await slack.message(task.ts, "All done here.")
        assert DONE == ["scale checkout 3"]


async def test_a_deleted_card_and_a_deleted_stub_stand_again(tmp_path: Path, redis: str) -> None:
    """Each where it was, and the stub says where the new card is."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "support", call("scale", count=2))
        card = await _routed(slack)
        stub = await slack.message(task.ts, "Approval needed")
        await slack.person("dee").deletes(card)

        async def again() -> Message | None:
            found = await _routed(slack)
            return found if found.ts != card.ts else None

        new = await wait_until(again, "the card stands again")
        where = f"/archives/C0APPROVALS/p{new.ts.replace('.', '')}"
        assert (await slack.message(task.ts, where)).ts == stub.ts
        await slack.person("dee").deletes(stub)
        await slack.message(task.ts, where, but=stub.ts)
        await slack.person("ben").clicks(new, "Review & approve…")
        await slack.person("ben").submits({"Reason": "as asked"})
        await slack.message(task.ts, "All done here.")
