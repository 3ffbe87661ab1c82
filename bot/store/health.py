"""What a Redis server says of itself, and what is wrong with it, in words."""

from time import perf_counter
from typing import Any, Protocol, cast

from bot.ports import Health

# EVALSHA, BZPOPMIN with fractions and INFO's fields as we use them were tried from here up.
REDIS_FLOOR = (6, 2)


class Asks(Protocol):
    """Sends a command and answers its reply."""

    async def command(self, *args: str) -> Any:
        """The reply, parsed as redis-py does."""
        ...


async def read_health(link: Asks) -> Health:
    """The server's health, by PING and INFO; nothing is written."""
    started = perf_counter()
    await link.command("PING")
    rtt_ms = (perf_counter() - started) * 1000
    info = cast("dict[str, Any]", await link.command("INFO"))
    name = "Valkey" if "valkey_version" in info else "Redis"
    number = str(info.get("valkey_version") or info.get("redis_version", "0"))
    role, policy = str(info.get("role", "")), str(info.get("maxmemory_policy", ""))
    aof = bool(info.get("aof_enabled"))
    return Health(
        version=f"{name} {number}",
        role=role,
        maxmemory_policy=policy,
        aof=aof,
        rtt_ms=round(rtt_ms, 3),
        problems=tuple(_problems(str(info.get("redis_version", "0")), role, policy, aof=aof)),
    )


def _problems(version: str, role: str, policy: str, *, aof: bool) -> list[str]:
    found: list[str] = []
    if parse_version(version) < REDIS_FLOOR:
        found.append(f"The server speaks Redis {version}; 6.2 or later is needed.")
    if role != "master":
        found.append(f"The server is a {role}, which can't be written to; name its master.")
    if policy != "noeviction":
        found.append(
            f"maxmemory-policy is {policy}: runs would be thrown away when memory is short. "
            "Set it to noeviction."
        )
    if not aof:
        found.append(
            "The append-only file is off: a restart of Redis loses runs. Set appendonly yes."
        )
    return found


def parse_version(text: str) -> tuple[int, ...]:
    """The numbers of a version such as 7.2.4; what isn't a number ends it."""
    numbers: list[int] = []
    for part in text.split("."):
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers)
