"""`signoff cards` finds what stands otherwise than its record says, and has it drawn again."""

from pathlib import Path

from bot.cli.cards import compared
from tests.stories.ops import OPS, asked, call, ops
from tests.support import wait_until
from tests.world import Message, World


async def _states(slack: World, *, repair: bool = False) -> list[tuple[str, bool]]:
    """How each copy stands, and whether it is a stub."""
    found = await compared(slack.settings, repair=repair)
    return sorted((one.state, one.copy.stub) for one in found)


async def _routed(slack: World) -> tuple[Message, Message]:
    """A task whose card is in the ops channel, with its stub."""
    task = await asked(slack, "ana", "support", call("scale", count=2))
    stub = await slack.message(task.ts, "Open the card")

    async def card() -> Message | None:
        there = (m for m in await slack.messages() if m.channel == OPS)
        return next((m for m in there if "Exact action" in m.text), None)

    return await wait_until(card, "the card is there"), stub


async def test_a_card_that_was_changed_behind_our_back_is_drawn_again(
    tmp_path: Path, redis: str
) -> None:
    """Nothing is mended unasked; a stub too, each by itself."""
    async with ops(tmp_path, redis, agent="  ops_channels: [C0APPROVALS]\n") as slack:
        card, stub = await _routed(slack)
        assert await _states(slack) == [("same", False), ("same", True)]
        workspace = slack.sandbox.slack.workspace
        for channel, message in (("C0APPROVALS", card), ("C0SUPPORT", stub)):
            workspace.messages[channel][message.ts]["blocks"].pop()
        assert await _states(slack) == [("differs", False), ("differs", True)]
        await _states(slack, repair=True)

        async def mended() -> bool:
            return await _states(slack) == [("same", False), ("same", True)]

        await wait_until(mended, "both are drawn again", 20)


async def test_a_card_whose_deletion_nobody_told_of_is_posted_again(
    tmp_path: Path, redis: str
) -> None:
    """It stands elsewhere then, and may be decided there."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        card = await slack.card(task.ts)
        slack.sandbox.slack.workspace.drop_message("C0SUPPORT", card.ts)
        assert await _states(slack, repair=True) == [("missing", False)]
        again = await slack.card(task.ts)
        assert again.ts != card.ts
        await slack.person("ben").clicks(again, "Approve once")
        await slack.message(task.ts, "All done here.")

        async def same() -> bool:
            return await _states(slack) == [("same", False)]

        await wait_until(same, "the settled card stands as its record says", 20)


async def test_one_card_of_several_calls_is_compared_once(tmp_path: Path, redis: str) -> None:
    """Whatever became of each."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart", "a"), call("restart", "b"))
        await slack.message(task.ts, "2 approvals needed")
        assert await _states(slack) == [("same", False)]
