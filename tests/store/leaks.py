"""No key may stay for ever by accident: what keys.py doesn't call permanent must have a TTL."""

from typing import Any, cast

from redis.asyncio import Redis

from bot.store.keys import Names


async def leaks(url: str, namespace: str) -> list[str]:
    """What is wrong with the keys of a namespace, a sentence each; empty if nothing is."""
    names, found = Names(namespace), list[str]()
    async with Redis.from_url(url, protocol=2) as client:
        redis = cast("Any", client)
        async for raw in redis.scan_iter(match=f"{namespace}*", count=500):
            name = cast("bytes", raw).decode()
            key = names.find(name)
            if key is None:
                found.append(f"{name} isn't in keys.py")
                continue
            kind, left = (await redis.type(name)).decode(), await redis.pttl(name)
            if kind not in (key.type, "none"):
                found.append(f"{name} is a {kind}, not a {key.type}")
            if key.lapses is not None and left == -1:
                found.append(f"{name} has no TTL")
            if key.lapses is None and left >= 0:
                found.append(f"{name} is permanent, but lapses in {left} ms")
    return found


async def wipe(url: str, namespace: str) -> None:
    """Removes a namespace's keys."""
    async with Redis.from_url(url, protocol=2) as client:
        redis = cast("Any", client)
        async for name in redis.scan_iter(match=f"{namespace}*", count=500):
            await redis.unlink(name)
