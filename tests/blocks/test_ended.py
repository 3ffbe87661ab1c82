"""How a run ended, in the lines that its thread's status gives."""

from dataclasses import replace

from blocks.check import check_message
from blocks.ended import MOST, Decided, Result
from blocks.notice import Status, status
from tests.blocks.samples import ANA, BEN

ONE = Decided(number="A-1", tool="refund", outcome="rejected", at=1_796_000_000, by=(BEN,),
              why="not <!here>")  # fmt: skip
FOUND = Result(steps=2, counts=(("allowed", 1), ("rejected", 2)), decided=(ONE,))


def _told(found: Result) -> str:
    payload = status(Status(run="R-778", doing="done", result=found))
    assert check_message(payload) == []
    return str(payload["text"])


def test_it_says_steps_figures_and_decisions() -> None:
    """In words, each decision with whom, when and why; nothing that was written pings."""
    said = _told(FOUND)
    assert "Run R-778 is done." in said and "2 steps. Calls: 1 allowed, 2 rejected." in said
    assert f"A-1: refund rejected by {BEN.name}," in said and "<!here>" not in said


def test_it_says_what_ended_it() -> None:
    """A limit, an error, a person, or a reviewer's no."""
    assert "met its limit max_steps" in _told(replace(FOUND, limit="max_steps"))
    assert "No quota." in _told(replace(FOUND, error="No quota."))
    assert f"It was {ANA.name} who stopped it." in _told(replace(FOUND, by=ANA))
    assert "whose no ends" in _told(replace(FOUND, by=ANA, by_reviewer=True))


def test_many_decisions_are_counted() -> None:
    """And a run without any call says so."""
    assert "and 3 more" in _told(replace(FOUND, decided=(ONE,) * (MOST + 3)))
    assert "1 step. No call was made." in _told(Result(steps=1))
