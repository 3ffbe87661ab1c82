"""Finding what a person means to press."""

from typing import Any

import pytest

from sandbox.elements import find
from sandbox.errors import ControlError


def _buttons(*labels: str) -> list[dict[str, Any]]:
    elements = [
        {"type": "button", "action_id": f"b{n}", "text": {"type": "plain_text", "text": label}}
        for n, label in enumerate(labels)
    ]
    return [{"type": "actions", "block_id": "x", "elements": elements}]


@pytest.mark.parametrize(
    ("wanted", "found"), [("Approve", "b0"), ("approve once", "b0"), ("Reject…", "b1")]
)
def test_a_label_may_be_shortened_where_it_is_clear(wanted: str, found: str) -> None:
    """The beginning is enough if only one label has it."""
    _, element = find(_buttons("Approve once", "Reject…", "Details"), {"text": wanted})
    assert element["action_id"] == found


def test_a_whole_label_wins_over_a_longer_one() -> None:
    """*Run* is *Run*, although *Run it again* begins with it."""
    _, element = find(_buttons("Run it again", "Run"), {"text": "Run"})
    assert element["action_id"] == "b1"


@pytest.mark.parametrize("wanted", ["Re", "once", "Stop"])
def test_what_is_not_clear_is_refused(wanted: str) -> None:
    """Two that begin so, or none."""
    with pytest.raises(ControlError, match="elements are called"):
        find(_buttons("Reject…", "Review…"), {"text": wanted})
