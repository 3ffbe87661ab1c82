"""What a thread reads of its switches."""

from typing import Any, cast, get_args

import pytest

from blocks import ids
from blocks.check import check_message
from blocks.switch import Name, Turned, Wanted, switched_off, turned_on, wanted
from tests.blocks.samples import ANA, BEN

AT = 1_796_000_000


@pytest.mark.parametrize("name", get_args(Name))
def test_each_is_taken_by_slack_and_says_what_is_refused(name: Name) -> None:
    """Off, on, and the question; by somebody, and by nobody who is known."""
    for turned in (Turned(name=name, by=BEN, at=AT), Turned(name=name)):
        asked = wanted(Wanted(run="3.abc", off=turned, by=BEN, requester=ANA))
        for payload in (switched_off(turned), turned_on(turned), asked):
            assert check_message(payload) == []
            assert name in str(payload["text"]).lower()
        assert "are refused" in str(switched_off(turned)["text"])
        assert f"mention me with {name} on" in str(switched_off(turned)["text"])


def test_the_question_mentions_the_requester_and_has_one_button() -> None:
    """Its value is the switch, and nothing else."""
    off = Turned(name="writes", by=BEN, at=AT)
    payload = wanted(Wanted(run="3.abc", off=off, by=BEN, requester=ANA))
    assert str(payload["text"]).startswith("<@")
    (row,) = [b for b in cast(list[Any], payload["blocks"]) if b["type"] == "actions"]
    (button,) = row["elements"]
    assert (button["action_id"], button["value"]) == (ids.SWITCH_ON, "writes")
    assert button["text"]["text"] == "Turn on writes"
    assert ids.parse_block_id(row["block_id"]) == ids.Ref(request="3.abc", revision=0)


def test_what_was_turned_on_has_no_button_left() -> None:
    """It says by whom and when."""
    payload = turned_on(Turned(name="writes", by=ANA, at=AT))
    assert "Writes were turned on again in this thread by" in str(payload["text"])
    assert not [b for b in cast(list[Any], payload["blocks"]) if b["type"] == "actions"]
