"""Others judge what the sandbox takes, and the sandbox what others take: any block, not a few."""

import json
import re
from pathlib import Path

import pytest
import slackblocks as peer
from hypothesis import given, settings
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from blocks.check import check_message, check_view, total_units
from sandbox.content import refuse
from sandbox.errors import ApiError
from sandbox.jsons import Json
from sandbox.quirks import Quirks
from sandbox.strict.check import message_problems, view_problems
from sandbox.strict.sizes import MOST_BLOCK_TEXT, block_text
from tests.sandbox.shapes import blocks, kinds, spoiled, view
from tests.sandbox.test_strict import GOOD
from tests.sandbox.verdicts import CHECK, SLACKBLOCKS, Row

SURFACES = ("message", "modal", "home")
EVERY = [(kind, surface) for surface in SURFACES for kind in kinds(surface)]
# slack_sdk 3.48 has no model of these.
UNKNOWN_TO_SDK = {"data_table", "data_visualization"}
# slackblocks reads these kinds whole; of others only what it is given piece by piece.
READ_BY_SLACKBLOCKS = ("alert", "divider", "file", "header", "image", "markdown", "video")
GOLDEN = sorted((Path(__file__).parents[1] / "blocks" / "golden").glob("*.json"))
# Each kind of block is tried so often; the shapes are small and their ends are tried on purpose.
TIMES = 6


def sandbox_says(block: Json, surface: str) -> list[str]:
    """What the sandbox finds wrong with a block on a surface."""
    if surface == "message":
        return [str(problem) for problem in message_problems([block])]
    return [str(problem) for problem in view_problems(view([block], surface))]


def check_says(block: Json, surface: str) -> list[str]:
    """What the bot's own last look finds wrong with it."""
    if surface == "message":
        return [str(each) for each in check_message({"text": "x", "blocks": [block]})]
    return [str(each) for each in check_view(view([block], surface))]


def slackblocks_says(block: Json) -> list[str]:
    """What slackblocks finds wrong with it."""
    try:
        peer.Block.from_dict(block)
    except (peer.InvalidUsageError, peer.LengthError, peer.RangeError) as error:
        return [str(error)]
    return []


def unexplained(said: list[str], rows: tuple[Row, ...]) -> list[str]:
    """What no row explains."""
    return [words for words in said if not any(re.search(row.words, words) for row in rows)]


@pytest.mark.parametrize(("kind", "surface"), EVERY)
def test_what_the_sandbox_takes_others_take(kind: str, surface: str) -> None:
    """slack_sdk's validators, slackblocks and blocks/check refuse nothing but what is listed."""

    @settings(max_examples=TIMES)
    @given(blocks(kind, surface))
    def judged(block: Json) -> None:
        assert sandbox_says(block, surface) == []
        if kind not in UNKNOWN_TO_SDK:
            parsed = Block.parse(json.loads(json.dumps(block)))
            assert parsed is not None
            parsed.validate_json()
        if kind in READ_BY_SLACKBLOCKS:
            assert unexplained(slackblocks_says(block), SLACKBLOCKS) == []
        if total_units([block]) <= MOST_BLOCK_TEXT:
            assert unexplained(check_says(block, surface), CHECK) == []

    judged()


@pytest.mark.parametrize(("kind", "surface"), EVERY)
def test_what_the_sandbox_refuses_the_bot_never_sends(kind: str, surface: str) -> None:
    """With one thing spoilt, blocks/check refuses at least what the sandbox refuses."""

    @settings(max_examples=TIMES)
    @given(spoiled(kind, surface))
    def judged(block: Json) -> None:
        if sandbox_says(block, surface):
            assert check_says(block, surface) != []

    judged()


def test_spoiling_is_worth_while() -> None:
    """Most spoilt blocks are refused, in many words; so the test above has something to compare."""
    said: set[str] = set()
    refused: list[bool] = []

    @settings(max_examples=100)
    @given(spoiled("section", "message"))
    def judged(block: Json) -> None:
        found = sandbox_says(block, "message")
        refused.append(bool(found))
        said.update(words.split(" [")[0] for words in found)

    judged()
    assert sum(refused) > len(refused) / 2
    assert len(said) >= 5


@pytest.mark.parametrize("row", CHECK, ids=lambda row: row.words)
def test_each_care_of_the_bot_is_still_taken(row: Row) -> None:
    """A row that nothing shows any more has to go."""
    assert sandbox_says(row.block, row.surface) == []
    said = check_says(row.block, row.surface)
    assert any(re.search(row.words, words) for words in said), said


@pytest.mark.parametrize("row", SLACKBLOCKS, ids=lambda row: row.words)
def test_each_care_of_slackblocks_is_still_taken(row: Row) -> None:
    """A row that nothing shows any more has to go."""
    assert sandbox_says(row.block, row.surface) == []
    assert re.search(row.words, slackblocks_says(row.block)[0])


@pytest.mark.parametrize("surface", ["modal", "home"])
def test_views_of_any_blocks_are_taken(surface: str) -> None:
    """slack_sdk's View has the same limits around them."""
    some = [block for block in GOOD if block["type"] in ("section", "divider", "header", "image")]
    whole = view(some, surface)
    assert view_problems(whole) == []
    View(**json.loads(json.dumps(whole))).validate_json()


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_both_take_every_golden_file(file: Path) -> None:
    """What the bot draws is right by its own check and by one that shares no code with it."""
    drawn: Json = json.loads(file.read_text("utf-8"))
    if drawn.get("type") in ("modal", "home"):
        assert (check_view(drawn), view_problems(drawn)) == ([], [])
    else:
        assert (check_message(drawn), message_problems(drawn["blocks"])) == ([], [])
        assert block_text(drawn["blocks"]) <= MOST_BLOCK_TEXT


def test_a_table_has_ten_thousand_characters() -> None:
    """All its cells together; the refusal is Slack's for too much text."""
    rows = [[{"type": "raw_text", "text": "x" * 5001}]] * 2
    with pytest.raises(ApiError) as caught:
        refuse(message_problems([{"type": "table", "rows": rows}]), Quirks())
    assert "must be less than 10001 characters" in caught.value.extra["errors"][0]
    assert message_problems([{"type": "table", "rows": rows[:1]}]) == []
