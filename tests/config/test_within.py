"""An answer that came while the process stood still is read before it is given up."""

import asyncio
from collections.abc import Callable

import pytest

from bot import within as module
from bot.within import within


@pytest.fixture
async def stands_still(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass in which the loop doesn't come round."""
    loop, passed = asyncio.get_running_loop(), 0.0
    steady = loop.time
    monkeypatch.setattr(loop, "time", lambda: steady() + passed)

    def stands(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    return stands


async def _answer() -> str:
    """As of a store: it is there, and takes the loop some turns to read."""
    for _ in range(10):
        await asyncio.sleep(0)
    return "saved"


async def test_time_is_over() -> None:
    """As asyncio.timeout says it."""
    with pytest.raises(TimeoutError):
        async with within(0.02):
            await asyncio.Event().wait()


async def test_an_answer_that_came_meanwhile_counts(
    stands_still: Callable[[float], None],
) -> None:
    """The time was over long ago, and nobody was there to read it."""
    async with within(30):
        stands_still(60)
        assert await _answer() == "saved"


async def test_no_answer_is_none_after_a_standstill_too(
    stands_still: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that is away is told of, a little later."""
    monkeypatch.setattr(module, "MORE_S", 0.02)
    with pytest.raises(TimeoutError):
        async with within(30):
            stands_still(60)
            await asyncio.Event().wait()


async def test_what_ends_in_time_leaves_nothing_behind() -> None:
    """Nor is another's TimeoutError taken for this one."""
    async with within(0.02):
        pass
    with pytest.raises(TimeoutError, match="another's"):
        async with within(30):
            raise TimeoutError("another's")
    assert await asyncio.wait_for(_answer(), 30) == "saved"
