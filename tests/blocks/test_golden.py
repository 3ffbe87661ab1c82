"""What every view looks like, as files that a reviewer and other renderers can read.

Run with `GOLDEN=update` to write them anew; the difference is for people to judge.
"""

import json
import os
from pathlib import Path
from typing import get_args

import pytest

from blocks.check import check_message, check_view, checked
from blocks.outcome import TABLE
from blocks.views import Outcome
from tests.blocks import samples

GOLDEN = Path(__file__).parent / "golden"
MESSAGES = dict(samples.messages())
VIEWS = dict(samples.views())
DRAWN = {**MESSAGES, **VIEWS}


@pytest.mark.parametrize("name", DRAWN)
def test_a_view_is_drawn_as_its_golden_file_says(name: str) -> None:
    """Each view equals its file."""
    file = GOLDEN / f"{name}.json"
    drawn = json.dumps(DRAWN[name], ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("GOLDEN") == "update":
        file.write_text(drawn, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == drawn


def test_no_golden_file_is_left_over() -> None:
    """Each file belongs to a view."""
    assert {file.stem for file in GOLDEN.glob("*.json")} == set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_slack_would_take_each_golden_payload(name: str) -> None:
    """Our own check finds nothing wrong, and hands the payload back."""
    problems = check_view(DRAWN[name]) if name in VIEWS else check_message(DRAWN[name])
    assert problems == []
    assert checked(DRAWN[name]) is DRAWN[name]


def test_each_outcome_has_words_and_a_golden_file() -> None:
    """The table, the type and the samples name the same outcomes."""
    assert set(get_args(Outcome)) == set(TABLE) == samples.ALL_OUTCOMES
