"""Limits that a machine which stands still doesn't use up."""

import asyncio

import pytest

from sandbox import patience
from sandbox.patience import MOST_S, Patience, Ran


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The steady clock, in one number that a test sets."""
    now = [1_000.0]
    monkeypatch.setattr(patience, "monotonic", lambda: now[0])
    return now


def test_seconds_count_while_somebody_looks(time: list[float]) -> None:
    """Looked at ten times in a second, a second has passed."""
    ran = Ran()
    for _ in range(10):
        time[0] += 0.1
        ran.look()
    assert ran.seconds() == pytest.approx(1.0)


def test_a_standstill_counts_as_one_look(time: list[float]) -> None:
    """An hour without a look is no more than the longest beat, before the next look and after."""
    ran = Ran()
    time[0] += 3_600
    assert ran.seconds() == MOST_S
    assert ran.look() == MOST_S
    time[0] += 0.1
    assert ran.seconds() == pytest.approx(MOST_S + 0.1)


async def test_patience_ends() -> None:
    """As asyncio.timeout does; it says that it was this one."""
    limit = Patience(0.02)
    with pytest.raises(TimeoutError):
        async with limit:
            await asyncio.Event().wait()
    assert limit.expired()


async def test_no_patience_at_all() -> None:
    """Whatever has to wait is ended."""
    with pytest.raises(TimeoutError):
        async with Patience(0):
            await asyncio.Event().wait()


async def test_a_standstill_uses_up_no_patience(
    time: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look finds that an hour has passed, and four of them are a second at most."""
    looks = list[float]()

    def later() -> float:
        time[0] += 3_600
        looks.append(time[0])
        return time[0]

    monkeypatch.setattr(patience, "monotonic", later)
    with pytest.raises(TimeoutError):
        async with Patience(4 * MOST_S):
            await asyncio.Event().wait()
    assert len(looks) >= 4


async def test_whoever_is_in_time_hears_nothing_of_it() -> None:
    """Another's TimeoutError goes through as it is."""
    limit = Patience(10)
    with pytest.raises(TimeoutError, match="another's"):
        async with limit:
            raise TimeoutError("another's")
    assert not limit.expired()
