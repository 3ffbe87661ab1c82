"""What every test may use: a wait that has a condition, and the rule of the loopback wall."""

import asyncio
import inspect
import ipaddress
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast, overload

from sandbox.patience import Patience

T = TypeVar("T")

# Short, so that a test ends soon after its condition holds; long enough to leave the cores alone.
LOOK_EVERY_S = 0.01

# Options of a Redis that no test restarts: what it keeps on disk it waits for, and a busy disk may
# hold a write back for seconds, longer than Slack gives a modal.
OFF_DISK = ("--appendonly", "no")

# Looking up no name at all is how a server asks for the addresses it may bind.
LOCAL_NAMES = frozenset({"", "localhost", "ip6-localhost"})


@overload
async def wait_until(
    predicate: Callable[[], Awaitable[T | None]], description: str, timeout: float = 20.0
) -> T: ...
@overload
async def wait_until(
    predicate: Callable[[], T | None], description: str, timeout: float = 20.0
) -> T: ...
async def wait_until(
    predicate: Callable[[], object], description: str, timeout: float = 20.0
) -> object:
    """Answer the first true value of `predicate`, a plain or an async function.

    Fails with `description` after `timeout` seconds in which this process ran. A look that hangs
    counts against them too.
    """
    limit = Patience(timeout)
    try:
        async with limit:
            while True:
                value = predicate()
                if inspect.isawaitable(value):
                    value = cast("object", await value)
                if value:
                    return value
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError:
        if not limit.expired():
            raise  # the predicate's own
        raise AssertionError(f"waited {timeout:g} s in vain for {description}") from None


def beyond_loopback(event: str, arguments: tuple[object, ...]) -> str | None:
    """Name the far end of an audited socket call that would leave this machine, else None."""
    match event:
        case "socket.getaddrinfo":
            return _beyond(arguments[0])
        case "socket.connect" | "socket.sendto" | "socket.sendmsg" | "socket.bind":
            # A Unix socket's address is its path; a message on a connected socket has none.
            address = arguments[1]
            return _beyond(cast("object", address[0])) if isinstance(address, tuple) else None
        case _:
            return None


def _beyond(host: object) -> str | None:
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host or "")
    if name in LOCAL_NAMES:
        return None
    try:
        return None if ipaddress.ip_address(name).is_loopback else name
    except ValueError:
        return name
