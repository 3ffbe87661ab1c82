"""A changed run equals one that `dataclasses.replace` makes, and shares nothing with the old."""

import dataclasses
from typing import Any

import pytest

from bot.core.ids import Thread, Who
from bot.core.replacing import replace
from bot.core.state import Run

ANA = Who("T1", "UANA", "Ana Ruiz")
RUN = Run(
    id="3.abc",
    number=1,
    agent="ops",
    thread=Thread("T1", "C1", "17.1"),
    requester=ANA,
    steerer=ANA,
    spoke=ANA,
    asked_at=1,
)
CHANGES: list[dict[str, Any]] = [{}, {"lines": 3}, {"lines": 4, "claim": "17.1", "calls": ()}]


@pytest.mark.parametrize("value", [RUN, ANA], ids=["without slots", "with slots"])
def test_only_what_is_named_changes(value: Run | Who) -> None:
    """With and without slots, for no field, for one, and for several."""
    names = [field.name for field in dataclasses.fields(value)]
    for count in (0, 1, 2):
        changes: dict[str, Any] = dict.fromkeys(names[:count], "new")
        before = dataclasses.replace(value)
        found = replace(value, **changes)
        assert found == dataclasses.replace(value, **changes)
        assert type(found) is type(value)
        assert value == before


@pytest.mark.parametrize("changes", CHANGES)
def test_a_changed_run_is_a_run_of_its_own(changes: dict[str, Any]) -> None:
    """Equal to one that was made anew, with its hash; what is changed later leaves the first."""
    first = replace(RUN, **changes)
    anew = dataclasses.replace(RUN, **changes)
    assert (first, hash(first), repr(first)) == (anew, hash(anew), repr(anew))
    assert replace(first, turn=9).turn == 9
    assert first.turn == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.turn = 2  # type: ignore[misc]


@pytest.mark.parametrize("value", [RUN, ANA], ids=["without slots", "with slots"])
def test_a_field_that_there_is_not_is_refused(value: Run | Who) -> None:
    """A slip of the pen never becomes a value that nobody reads."""
    with pytest.raises(TypeError, match="turns"):
        replace(value, turns=2)
