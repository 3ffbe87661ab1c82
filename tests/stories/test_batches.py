"""Several gated calls of one turn on one card."""

from pathlib import Path

from tests.stories.ops import asked, call, everywhere, ops
from tests.stories.ops_tools import DONE

THREE = (call("restart", "web"), call("restart", "api"), call("restart", "db"))


async def test_all_shown_are_approved_by_one_tap(tmp_path: Path, redis: str) -> None:
    """One card, three decisions, three results on it."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", *THREE)
        card = await slack.message(task.ts, "3 approvals needed")
        assert all(f"restart {name}" in card.text for name in ("web", "api", "db"))
        assert card.buttons.count("Approve once") == 3
        await slack.person("ben").clicks(card, "Approve all shown")
        await slack.message(task.ts, "All done here.")
        assert sorted(DONE) == ["restart api", "restart db", "restart web"]
        done = await slack.message(task.ts, "all decided")
        assert done.ts == card.ts and done.text.count("restarted") >= 3
        assert len(await everywhere(slack, "Exact action")) <= 1


async def test_each_is_decided_by_itself(tmp_path: Path, redis: str) -> None:
    """One is rejected, one approved by each of two people; whoever asked may decide none."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", *THREE)
        card = await slack.message(task.ts, "3 approvals needed")
        await slack.person("ana").clicks(card, "Approve all shown")
        await slack.person("ana").hears("someone else has to decide")
        await slack.person("ben").clicks(card, "Approve once", row=card.rows("Approve once")[1])
        card = await slack.message(task.ts, "1 of 3 decided")
        await slack.person("chi").clicks(card, "Reject…", row=card.rows("Reject…")[0])
        await slack.person("chi").submits({"Why, or how instead": "not the web"})
        card = await slack.message(task.ts, "2 of 3 decided")
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert sorted(DONE) == ["restart api", "restart db"]
        results = await slack.results()
        assert '"outcome": "rejected"' in results[0] and "not the web" in results[0]


async def test_calls_of_another_risk_stand_apart(tmp_path: Path, redis: str) -> None:
    """A high call isn't approved in one tap with the others, and an allowed one doesn't wait."""
    async with ops(tmp_path, redis) as slack:
        more = (call("look"), call("restart", "web"), call("scale", count=1), call("restart", "db"))
        task = await asked(slack, "ana", "support", *more)
        batch = await slack.message(task.ts, "2 approvals needed")
        single = await slack.message(task.ts, "Approval needed: scale checkout to 1")
        assert "scale" not in batch.text and single.ts != batch.ts
        await slack.person("ben").clicks(batch, "Approve all shown")
        await slack.message(task.ts, "all decided")
        assert sorted(DONE) == ["restart db", "restart web"]
