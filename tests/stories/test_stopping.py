"""Stopping a call, or its run, while the tool is at work."""

from pathlib import Path

from tests.stories import ops_tools
from tests.stories.ops import asked, call, ops
from tests.stories.ops_tools import DONE
from tests.support import wait_until
from tests.world import Message, World


async def _running(slack: World) -> tuple[Message, Message]:
    """A task whose approved call is at work, and its card."""
    task = await asked(slack, "ana", "support", call("drain"))
    await slack.person("ben").clicks(await slack.card(task.ts), "Approve once")
    await wait_until(lambda: DONE == ["drain checkout"], "the tool is at work")
    card = await slack.message(task.ts, "Stop this call")
    assert "Running" in card.text
    return task, card


async def test_a_tool_that_can_be_stopped_is_stopped(tmp_path: Path, redis: str) -> None:
    """It doesn't go on; the card says who stopped it and that it had started, the model too."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _running(slack)
        await slack.person("eli").clicks(card, "Stop this call")
        await slack.person("eli").hears("You can't do that with A-")
        await slack.person("chi").clicks(card, "Stop this call")
        stopped = await slack.message(task.ts, "Stopped: drain checkout")
        assert stopped.ts == card.ts and "U0CHI" in stopped.text
        assert "It had started, and part of it may be done." in stopped.text
        await slack.message(task.ts, "All done here.")
        assert "a person stopped this call while it ran" in (await slack.results())[-1]
        assert DONE == ["drain checkout"]


async def test_stopping_the_run_stops_its_tool(tmp_path: Path, redis: str) -> None:
    """Nothing more is run, and nobody says that nothing was done."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _running(slack)
        await slack.person("ana").says("@signoff stop", thread=task.ts)
        stopped = await slack.message(task.ts, "Stopped: drain checkout")
        assert stopped.ts == card.ts and "U0ANA" in stopped.text
        told = await slack.message(task.ts, "was stopped by")
        assert "May be done, or half done: drain checkout" in told.text
        assert DONE == ["drain checkout"]


async def test_a_result_that_came_first_stays(tmp_path: Path, redis: str) -> None:
    """Whoever stops it a moment too late is told; the card shows the result."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _running(slack)
        ops_tools.GATES[0].set()
        await slack.message(task.ts, "All done here.")
        await slack.person("ben").clicks(card, "Stop this call", stale=True)
        await slack.person("ben").hears("approved this")
        done = await slack.message(task.ts, "Approved: drain checkout")
        assert "drained checkout" in done.text and DONE == ["drain checkout", "drained checkout"]
