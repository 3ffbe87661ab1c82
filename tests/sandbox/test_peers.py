"""Others judge too: slack_sdk's models on what ours takes, ours on what the bot draws."""

import json
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.models.blocks import Block

from sandbox.strict.check import message_problems, view_problems
from tests.sandbox.test_strict import GOOD

GOLDEN = sorted((Path(__file__).parents[1] / "blocks" / "golden").glob("*.json"))
# slack_sdk 3.48 has no model of these, or none of a field in the sample.
UNKNOWN_TO_SDK = {"data_table", "data_visualization", "plan"}


@pytest.mark.parametrize(
    "block",
    [block for block in GOOD if block["type"] not in UNKNOWN_TO_SDK],
    ids=lambda block: str(block["type"]),
)
def test_slack_sdk_takes_what_ours_takes(block: dict[str, Any]) -> None:
    """Its validators are a lower bound: they never refuse a sample that ours accepts."""
    parsed = Block.parse(json.loads(json.dumps(block)))
    assert parsed is not None
    parsed.validate_json()


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_golden_file_is_taken(file: Path) -> None:
    """What the bot draws passes a check that shares no code with it."""
    drawn = json.loads(file.read_text(encoding="utf-8"))
    if drawn.get("type") in ("modal", "home"):
        problems = view_problems(drawn)
    else:
        problems = message_problems(drawn.get("blocks", []))
    assert problems == []
