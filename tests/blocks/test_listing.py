"""Lists and Home tabs: whatever is listed, Slack takes them, and nothing in them comes alive."""

import json
from dataclasses import replace

import pytest

from blocks import home, limits, listing
from blocks.check import check_message, check_view
from tests.blocks.lists import BENS, ENDED, FULL, HIDDEN, OPEN, WAITING

EVIL = "<!channel> <@U0BEN> *bold* https://evil.example :tada: `x` & <b>\n• A-1 low risk " * 20


def test_the_fullest_home_is_taken() -> None:
    """With long, hostile texts everywhere it stays within 100 blocks and 250 KB."""
    runs = [replace(WAITING, run=f"1.r{n}", task=EVIL, doing=EVIL) for n in range(99)]
    asked = [replace(OPEN, request=f"1.r{n}.1", title=EVIL) for n in range(99)]
    linked = replace(BENS, name=EVIL, roles=(EVIL,))
    full = replace(FULL, runs=tuple(runs), to_decide=tuple(asked), linked=linked)
    view = home.home_view(full)
    assert check_view(view) == []
    drawn = json.dumps(view)
    assert drawn.count("Stop run") == 2 * home.RUNS  # the label and the words for screen readers
    assert drawn.count("Open card") == home.TO_DECIDE


def test_the_fullest_list_is_taken() -> None:
    """A list of a message stays within its 50 blocks and 13,200 characters."""
    runs = [replace(WAITING, run=f"1.r{n}", task=EVIL, doing=EVIL) for n in range(listing.RUNS)]
    asked = [replace(OPEN, request=f"1.r{n}.1", title=EVIL) for n in range(listing.REQUESTS)]
    for drawn in (
        listing.runs("Runs:", runs, 9, foot="More."),
        listing.requests("Open:", asked, 9, foot="More."),
    ):
        assert check_message(drawn) == []
        assert len(str(drawn["text"])) <= limits.FALLBACK
        for live in ("<!channel>", "<@U0BEN>", "*bold*", ":tada:", "\n• A-1"):
            assert live not in json.dumps(drawn, ensure_ascii=False).replace("\\n", "\n")


def test_what_is_hidden_has_no_words() -> None:
    """A request of a private conversation: number, risk, deadline, and that it is private."""
    drawn = json.dumps(listing.requests("Open:", (HIDDEN,), 0))
    assert "A-1043" in drawn and "low risk" in drawn and "in a private conversation" in drawn
    assert "archives" not in drawn and "accessory" not in drawn


def test_a_settled_request_has_no_button() -> None:
    """There is nothing left to open it for but its number, which is a link."""
    (_, row) = listing.requests("Settled:", (ENDED,), 0)["blocks"]  # type: ignore[misc]
    assert "accessory" not in row
    assert "*<https://acme.slack.com/" in json.dumps(row)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (["A-1"], "waits for A-1"),
        (["A-1", "A-2", "A-3"], "waits for A-1, A-2, A-3"),
        (["A-1", "A-2", "A-3", "A-4", "A-5"], "waits for A-1, A-2, A-3 and 2 more"),
    ],
)
def test_what_a_run_waits_for(numbers: list[str], words: str) -> None:
    """The first few by number."""
    assert listing.waits_for(numbers) == words
