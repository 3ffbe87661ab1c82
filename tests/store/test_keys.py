"""The table of keys is whole, and the check that relies on it can fail."""

import re
from pathlib import Path

import pytest
from redis.asyncio import Redis

import bot.store
from bot.store.keys import TABLE, Names, shard_of_run
from tests.store.leaks import leaks, wipe

LUA = Path(bot.store.__file__).parent / "lua"


def test_the_scripts_know_no_other_keys() -> None:
    """Every key that the Lua names is in the table."""
    text = "\n".join(path.read_text() for path in LUA.glob("*.lua"))
    named = set(re.findall(r"\bK\('(\w+)'", text))
    assert named <= {key.kind for key in TABLE}
    assert {"run", "mail", "log", "idx", "seen", "noted"} <= named


def test_permanent_keys_say_why() -> None:
    """Only keys that don't grow with use, or are meant to, are permanent."""
    permanent = {key.kind for key in TABLE if key.lapses is None}
    once = {"shards", "home", "shut"}
    assert permanent == {"owed", "hints", "num", "counter", "lines"} | once
    assert all(key.why for key in TABLE)


def test_a_key_of_a_run_has_the_tag_of_its_shard() -> None:
    """All keys of a run are in one slot of a cluster."""
    names = Names("n:")
    assert names.of_run("mail", "3.abc") == "n:{q3}mail:3.abc"
    assert names.hints(3) == "n:{q3}hints"
    assert names.alone("shards") == "n:shards"


@pytest.mark.parametrize("name", ["", "x", ".x", "1.", "a.b", "-1.x", "1"])
def test_what_is_no_run_id_names_no_shard(name: str) -> None:
    """A run id is a number, a dot and a token."""
    with pytest.raises(ValueError, match="not a run id"):
        shard_of_run(name)


async def test_a_leak_is_found(redis_url: str) -> None:
    """A key without TTL, of the wrong type, unknown, or permanent by mistake is named."""
    run = "{q1}run:1.a"
    async with Redis.from_url(redis_url) as redis:
        try:
            for name in ("{q1}mail:1.a", "{q1}other:1.a", run, "shards", "{q1}seen:a:b", "{q1}run"):
                await redis.set(f"leak:{name}", "x")
            await redis.pexpire("leak:shards", 60_000)
            await redis.pexpire("leak:{q1}seen:a:b", 60_000)
            found = sorted(await leaks(redis_url, "leak:"))
        finally:
            await wipe(redis_url, "leak:")
    assert [line.partition(", but lapses")[0] for line in found] == [
        "leak:shards is permanent",
        "leak:{q1}mail:1.a has no TTL",
        "leak:{q1}mail:1.a is a string, not a list",
        "leak:{q1}other:1.a isn't in keys.py",
        "leak:{q1}run isn't in keys.py",
        "leak:{q1}run:1.a has no TTL",
        "leak:{q1}run:1.a is a string, not a hash",
    ]
    assert await leaks(redis_url, "leak:") == []


def test_a_name_of_another_namespace_is_not_ours() -> None:
    """The table is asked about our keys only."""
    assert Names("a:").find("b:shards") is None
    key = Names("a:").find("a:{audit}lines")
    assert key is not None
    assert key.lapses is None
