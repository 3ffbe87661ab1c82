"""Numbers, counters, the record outside runs, health, and the first start."""

import asyncio

import pytest

from bot.ports import Store
from bot.store import RedisStore, ShardMismatch
from bot.store.health import read_health
from bot.store.redis import SHARDS
from tests.store.conftest import Opens


def test_the_store_fits_its_port() -> None:
    """The type checker sees that RedisStore is a Store."""
    stores: list[type[Store]] = [RedisStore]
    assert stores


async def test_numbers_are_given_once(store: RedisStore, opens: Opens) -> None:
    """Blocks never overlap, each kind counts for itself, and the first is 1."""
    async with opens() as other:
        firsts = await asyncio.gather(
            *[(store, other)[n % 2].numbers("run", 10) for n in range(20)]
        )
    assert sorted(firsts) == list(range(1, 201, 10))
    assert await store.numbers("request", 1) == 1


async def test_a_value_keeps_its_number(store: RedisStore) -> None:
    """All processes agree on a policy's number; an old policy gets its old one back."""
    values = ["sha-a", "sha-a", "sha-b", "sha-a", "sha-c"]
    assert [await store.counter("policy", value) for value in values] == [1, 1, 2, 1, 3]
    assert await store.counter("prompt", "sha-b") == 1


async def test_the_record_outside_runs_grows(store: RedisStore) -> None:
    """Lines stay in order, equal ones too."""
    for line in ("a", "b", "a"):
        await store.note_audit(line)
    assert await store.notes() == ("a", "b", "a")


async def test_the_shard_count_is_fixed_at_first_start(store: RedisStore, opens: Opens) -> None:
    """Another count would strand every run, so it is refused, and the message says what to set."""
    assert store.shards == SHARDS
    with pytest.raises(ShardMismatch, match="set it to 8") as refused:
        async with opens(shards=4):
            pass
    assert (refused.value.found, refused.value.wanted) == (8, 4)
    async with opens() as again:
        assert again.shards == 8


async def test_a_good_server_has_no_problems(store: RedisStore) -> None:
    """The embedded server is set as a production server should be."""
    health = await store.health()
    assert health.problems == ()
    assert (health.role, health.maxmemory_policy, health.aof) == ("master", "noeviction", True)
    assert health.version.startswith(("Valkey ", "Redis "))
    assert 0 < health.rtt_ms < 5_000


class Answers:
    """A server that says of itself what it is told to."""

    def __init__(self, **info: object) -> None:
        self.info = info

    async def command(self, *args: object) -> object:
        """The reply to PING or INFO."""
        return self.info if args[0] == "INFO" else True


@pytest.mark.parametrize(
    ("info", "says"),
    [
        ({"redis_version": "6.0.16"}, "6.2 or later"),
        ({"redis_version": "odd"}, "6.2 or later"),
        ({"role": "slave"}, "can't be written"),
        ({"maxmemory_policy": "allkeys-lru"}, "noeviction"),
        ({"aof_enabled": 0}, "append-only"),
    ],
)
async def test_what_is_wrong_is_said_in_words(info: dict[str, object], says: str) -> None:
    """Each setting that could lose runs has its own sentence."""
    good = {
        "redis_version": "7.2.4",
        "role": "master",
        "maxmemory_policy": "noeviction",
        "aof_enabled": 1,
    }
    assert (await read_health(Answers(**good))).problems == ()
    problems = (await read_health(Answers(**(good | info)))).problems
    assert len(problems) == 1
    assert says in problems[0]
