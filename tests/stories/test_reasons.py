"""Reasons: a rule may want one for a yes, and an agent may do without one for a no."""

from html import unescape
from pathlib import Path

from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REVIEW = "Review & approve…"
WANTS = ("      deadline: 1h\n", "      reason_required: true\n      deadline: 1h\n")


async def test_a_yes_is_given_with_its_reason(tmp_path: Path, redis: str) -> None:
    """Blank in the modal: said at its field. With words: they stand on the card."""
    async with world(tmp_path, redis, config=changed(tmp_path, WANTS)) as slack:
        task = await slack.person("ana").says(TASK)
        card = await slack.message(task.ts, "Exact action")
        assert [unescape(label) for label in card.buttons[:2]] == [REVIEW, "Reject…"]
        ben = slack.person("ben")
        await ben.clicks(card, REVIEW)
        assert "Approve once" in str(await ben.view())
        blank = await ben.submits({"Reason": " "})
        assert "Say why" in str(blank)
        nobody_refunded(slack)
        await ben.submits({"Reason": "runbook step 2"})
        await slack.message(task.ts, "Refunded order 1042")
        settled = await slack.message(task.ts, "Approved once by")
        assert "runbook step 2" in settled.text


async def test_a_no_without_a_reason_is_one_tap(tmp_path: Path, redis: str) -> None:
    """Nobody is asked why, nothing is run, and the model gets the same words each time."""
    quiet = ("  name: shop\n", "  name: shop\n  feedback_on_rejection: false\n")
    async with world(tmp_path, redis, config=changed(tmp_path, quiet)) as slack:
        task = await slack.person("ana").says(TASK)
        card = await slack.card(task.ts)
        assert card.buttons == ["Approve once", "Reject", "Edit…", "Details"]
        await slack.person("ana").clicks(card, "Reject")
        await slack.person("ana").hears("You asked for this")
        await slack.person("ben").clicks(card, "Reject")
        settled = await slack.message(task.ts, "Rejected by")
        assert "Nothing was run." in settled.text
        await slack.message(task.ts, "Ask again")

        async def told() -> bool:
            return "a person refused this call" in (await slack.results())[-1]

        await wait_until(told, "the model is told")
        nobody_refunded(slack)
