"""A cancelled call of the store ends as cancelled, in whichever moment it is hit."""

import asyncio

from bot.store import RedisStore

MOMENTS = 60  # turns of the loop that a call takes at most, by a wide margin


async def test_no_cancellation_is_swallowed(store: RedisStore) -> None:
    """Cancelled after any number of the loop's turns, a call either was done or is cancelled."""
    hit = 0
    for moment in range(MOMENTS):
        task = asyncio.create_task(store.sweep())
        for _ in range(moment):
            await asyncio.sleep(0)
        if task.done():
            continue
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled(), f"after {moment} turns"
        hit += 1
    assert hit > 5
