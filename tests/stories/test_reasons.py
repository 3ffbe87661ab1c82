"""A rule that wants a reason: the card has no one tap, and a blank yes changes nothing."""

from html import unescape
from pathlib import Path

from tests.stories.conftest import nobody_refunded
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
