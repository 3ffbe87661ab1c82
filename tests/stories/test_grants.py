"""Allowed for a while: given on a card, held to the call, counted, listed, taken back."""

from pathlib import Path

from tests.stories import ops_tools
from tests.stories.ops import asked, call, ops
from tests.stories.ops_tools import DONE
from tests.world import Message, World

RULES = '    - {name: by-risk, tools: "*", verdict: by_risk, grant_for: 30m}\n'


async def _granted(slack: World) -> tuple[Message, Message]:
    """A restart that Ben allowed for a while, and its card."""
    task = await asked(slack, "ana", "support", call("restart"))
    card, ben = await slack.card(task.ts), slack.person("ben")
    await ben.clicks(card, "Allow for 30 min…")
    view = await ben.view()
    assert "exactly these values" in str(view) and "restart(service=" in str(view)
    await ben.submits({"Reason": "load test today"})
    await slack.message(task.ts, "All done here.")
    return task, await slack.message(task.ts, '"Revoke"')


async def _again(slack: World, task: Message, who: str, *calls: dict[str, object]) -> None:
    await slack.plays({"calls": [*calls]}, {"text": "And once more."})
    await slack.person(who).says("@signoff once more", thread=task.ts)


async def test_equal_calls_run_without_asking_and_are_counted(tmp_path: Path, redis: str) -> None:
    """Also of the thread's next message; another value and another person are asked about."""
    async with ops(tmp_path, redis, RULES) as slack:
        task, card = await _granted(slack)
        assert DONE == ["restart checkout"] and "load test today" in card.text
        await _again(slack, task, "ana", call("restart"))
        await slack.message(task.ts, "And once more.")
        assert DONE == ["restart checkout"] * 2
        used = await slack.message(task.ts, "used once")
        assert used.ts == card.ts
        await _again(slack, task, "ana", call("restart", "web"))
        other = await slack.message(task.ts, "Approval needed: restart web")
        await slack.person("chi").clicks(other, "Reject…")
        await slack.person("chi").submits({"Why, or how instead": "only checkout"})
        await slack.message(task.ts, "Rejected by")
        await _again(slack, task, "eli", call("restart"))
        await slack.message(task.ts, "Approval needed: restart checkout")
        assert DONE == ["restart checkout"] * 2


async def test_a_first_call_that_fails_is_called_failed(tmp_path: Path, redis: str) -> None:
    """Not only allowed for a while; that still holds, and can be taken back."""
    async with ops(tmp_path, redis, RULES) as slack:
        ops_tools.BROKEN.add("checkout")
        task, card = await _granted(slack)
        failed = await slack.message(task.ts, "*Result*  Failed ")
        assert failed.ts == card.ts and "Allowed by" in failed.text
        assert failed.raw["blocks"][0]["text"]["text"] == "❌ Failed: restart checkout"
        assert failed.buttons == ["Details", "Ask again", "Revoke"]
        ops_tools.BROKEN.clear()
        await _again(slack, task, "ana", call("restart"))
        await slack.message(task.ts, "And once more.")
        assert DONE == ["restart checkout"]
        used = await slack.message(task.ts, "used once")
        await slack.person("ben").clicks(used, "Revoke")
        revoked = await slack.message(task.ts, "Revoked by")
        assert revoked.buttons == ["Details", "Ask again"]


async def test_it_is_listed_and_taken_back(tmp_path: Path, redis: str) -> None:
    """By command, by whoever asked; then the same call is asked about again."""
    async with ops(tmp_path, redis, RULES) as slack:
        task, card = await _granted(slack)
        ana, eli = slack.person("ana"), slack.person("eli")
        await slack.does("eli", "command", command="/task", text="grants", channel="ops")
        await eli.hears("Nothing is allowed for a while")
        await slack.does("ana", "command", command="/task", text="grants", channel="ops")
        listed = await ana.hears("Allowed for a while")
        assert "restart checkout" in listed and "U0BEN" in listed
        await eli.clicks(card, "Revoke")
        await eli.hears("You can't decide A-")
        await ana.clicks(card, "Revoke")
        ended = await slack.message(task.ts, "revoked")
        assert ended.ts == card.ts and "U0ANA" in ended.text and "Revoke" not in ended.buttons
        await slack.person("ben").clicks(card, "Revoke", stale=True)
        assert "U0ANA" in await slack.person("ben").hears("was revoked by")
        await _again(slack, task, "ana", call("restart"))
        await slack.message(task.ts, "Approval needed: restart checkout")
        assert DONE == ["restart checkout"]


async def test_a_rule_that_says_no_offers_none(tmp_path: Path, redis: str) -> None:
    """Nor does a card of high risk."""
    rules = '    - {name: by-risk, tools: "*", verdict: by_risk, grants: false}\n'
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart"), call("scale", count=1))
        medium = await slack.message(task.ts, "Approval needed: restart checkout")
        high = await slack.message(task.ts, "Approval needed: scale checkout")
        assert "Allow for" not in medium.text and "Allow for" not in high.text
        assert "Answer instead" in medium.text and "Answer instead" in high.text
