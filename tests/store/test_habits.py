"""Values of calls that ran: the newest of each argument, by tool and target, for a while."""

from bot.store import RedisStore, Times
from bot.store.habits import KEPT
from tests.store.conftest import Opens
from tests.store.helpers import raw


async def test_the_newest_values_are_kept_by_argument(store: RedisStore) -> None:
    """Each argument has a list of its own; the oldest go."""
    for n in range(KEPT + 5):
        values = {"amount": str(n)} | ({"note": '"x"'} if n == 0 else {})
        await store.habits.note("refund", "order 1", values)
    found = await store.habits.earlier("refund", "order 1", ["amount", "note", "gone"])
    assert found["amount"] == tuple(str(n) for n in reversed(range(5, KEPT + 5)))
    assert found["note"] == ('"x"',) and found["gone"] == ()


async def test_tools_and_targets_have_their_own(store: RedisStore) -> None:
    """Names that aren't plain words are told apart, too."""
    await store.habits.note("refund", "order 1", {"a": "1"})
    await store.habits.note("refund", "", {"a": "2"})
    await store.habits.note("other", "order 1", {"a": "3"})
    await store.habits.note("ödd tool}", "order 1", {"a b": "4", "a:b": "5"})
    assert (await store.habits.earlier("refund", "order 1", ["a"]))["a"] == ("1",)
    assert (await store.habits.earlier("refund", "", ["a"]))["a"] == ("2",)
    assert (await store.habits.earlier("other", "order 1", ["a"]))["a"] == ("3",)
    odd = await store.habits.earlier("ödd tool}", "order 1", ["a b", "a:b"])
    assert odd == {"a b": ("4",), "a:b": ("5",)}


async def test_they_lapse(opens: Opens) -> None:
    """As long after the last one as is set."""
    async with opens(times=Times(habits=60_000)) as store:
        await store.habits.note("refund", "", {"amount": "1"})
        digest = "e3b0c44298fc1c14"  # of no text
        assert 0 < await raw(store, "PTTL", f"usual:{{refund/{digest}}}:amount") <= 60_000
