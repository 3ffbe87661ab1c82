"""What is kept for a while beside the runs, and threads whose root is on its way."""

from bot.store import RedisStore
from tests.store.helpers import raw


async def test_what_is_kept_is_found_by_its_name_alone(store: RedisStore) -> None:
    """It lapses by itself."""
    await store.shelf.keep("name", "words – “quoted”")
    assert await store.shelf.kept("name") == "words – “quoted”"
    assert await store.shelf.kept("another") is None
    assert 0 < await raw(store, "PTTL", "kept:name") <= 3_600_000


async def test_a_root_is_expected_until_it_has_arrived(store: RedisStore) -> None:
    """Each run's for itself, in its own channel."""
    shelf = store.shelf
    assert not await shelf.expected("T1/C1")
    await shelf.expect("T1/C1", "1.a")
    await shelf.expect("T1/C1", "2.b")
    assert await shelf.expected("T1/C1") and not await shelf.expected("T1/C2")
    await shelf.arrived("T1/C1", "1.a")
    assert await shelf.expected("T1/C1")
    await shelf.arrived("T1/C1", "2.b")
    assert not await shelf.expected("T1/C1")


async def test_a_root_is_not_expected_for_ever(store: RedisStore) -> None:
    """One that a dead worker left behind lapses, also beside one that is younger."""
    await store.shelf.expect("T1/C1", "1.a")
    assert 0 < await raw(store, "PTTL", "present:root:T1/C1") <= 600_000
    await raw(store, "ZADD", "present:root:T1/C1", 1, "1.a")
    assert not await store.shelf.expected("T1/C1")
