"""The connections to Redis: what is set against redis-py's defaults, and how failures are named."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar, cast

from redis import BlockingConnectionPool as SyncPool
from redis import Redis as SyncRedis
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    ClusterDownError,
    MasterDownError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as ReplyLate
from redis.retry import Retry as SyncRetry

from bot.ports import StoreDown
from bot.store.scripts import Arg, Call

T = TypeVar("T")

# A blocking read lasts at most this long (s) and its connection waits longer than that for bytes.
# The default time-out of 5 s would cut a longer read for ever; none would hang on a dead peer.
BLOCK_S = 2.0
_REPLY_S = 5.0
_CONNECT_S = 2.0

# Pauses (s) before what is safe to resend is sent again after a lost reply. Their sum must leave
# room in the 2 s that a Slack listener has for its save.
RESENDS = (0.05, 0.2, 0.5)

# Connections of one process. The default pool raises when all are in use; this one waits.
_CONNECTIONS = 20

_LOST = (ConnectionLost, ReplyLate, OSError)

# By class, and by the text that Redis 6.2 gives when a script meets the trouble.
_WORDS: tuple[tuple[type[RedisError] | None, str, str], ...] = (
    (OutOfMemoryError, "-OOM ", "Redis is out of memory and refuses writes."),
    (ReadOnlyError, "-READONLY ", "This Redis is a read-only replica."),
    (None, "MISCONF ", "Redis can't write to its disk and refuses writes."),
    (MasterDownError, "-MASTERDOWN ", "This Redis has lost its master."),
    (ClusterDownError, "-CLUSTERDOWN ", "The Redis cluster is down."),
    (AuthenticationError, "NOAUTH ", "Redis wants another password than it was given."),
    (NoPermissionError, "-NOPERM ", "The Redis user lacks a permission that Signoff needs."),
)


class Commands(Protocol):
    """What we use of a Redis client: any command, by name."""

    async def execute_command(self, *args: Arg) -> Any:
        """The reply, as bytes, numbers and lists."""
        ...


def down(trouble: Exception) -> StoreDown | None:
    """The trouble in words without addresses or secrets; None if it is a fault of ours."""
    text = str(trouble)
    for kind, mark, words in _WORDS:
        if mark in text or (kind and isinstance(trouble, kind)):
            return StoreDown(words)
    if isinstance(trouble, _LOST):
        return StoreDown(f"Redis can't be reached ({type(trouble).__name__}).")
    return None


class Link:
    """One process's connections. Methods raise StoreDown; close it with `aclose`."""

    def __init__(self, url: str) -> None:
        self._main = _client(url, _CONNECTIONS, _REPLY_S)
        # A blocking read holds its connection, so it has its own, or it would starve the scripts.
        self._blocking = _client(url, _CONNECTIONS, BLOCK_S + _REPLY_S)
        self._sync = _sync_client(url)

    async def aclose(self) -> None:
        """Closes all connections."""
        await self._main.aclose()
        await self._blocking.aclose()
        self._sync.close()

    async def run(self, call: Call, *, resend: bool = True) -> Any:
        """The script's reply. `resend` if running it twice does no more than once."""
        return await self._do(lambda: _evaluate(_commands(self._main), call), resend=resend)

    async def run_all(self, calls: Sequence[Call]) -> list[Any]:
        """The scripts' replies, in one round trip; all of them may be sent twice."""
        return await self._do(lambda: _evaluate_all(self._main, calls))

    async def command(self, *args: Arg) -> Any:
        """The reply of a single command that may be sent twice."""
        return await self._do(lambda: _commands(self._main).execute_command(*args))

    async def pop(self, keys: Sequence[str], block_s: float) -> Any:
        """BZPOPMIN: waits at most BLOCK_S. A reply that is lost takes its member along."""
        client = _commands(self._blocking)
        return await self._do(
            lambda: client.execute_command("BZPOPMIN", *keys, f"{block_s:.3f}"), resend=False
        )

    async def _do(self, work: Callable[[], Awaitable[T]], *, resend: bool = True) -> T:
        pauses = list(RESENDS) if resend else []
        cancels = _cancels()
        while True:
            try:
                done = await work()
                _give_way(cancels)
                return done
            except (RedisError, OSError) as trouble:
                _give_way(cancels)
                words = down(trouble)
                if words is None:
                    raise
                if not pauses or not isinstance(trouble, _LOST):
                    raise words from trouble
            await asyncio.sleep(pauses.pop(0))

    def run_all_sync(self, calls: Sequence[Call]) -> None:
        """Runs scripts from a thread, in one round trip; all of them may be sent twice."""
        try:
            pipe = cast("Any", self._sync).pipeline(transaction=False)
            for call in calls:
                pipe.execute_command("EVALSHA", call.script.sha, 1, call.prefix, *call.args)
            for call, reply in zip(calls, pipe.execute(raise_on_error=False), strict=True):
                if isinstance(reply, NoScriptError):
                    cast("Any", self._sync).eval(call.script.text, 1, call.prefix, *call.args)
                elif isinstance(reply, Exception):
                    raise reply
        except (RedisError, OSError) as trouble:
            words = down(trouble)
            if words is None:
                raise
            raise words from trouble


def _cancels() -> int:
    """How often the running task was cancelled."""
    task = asyncio.current_task()
    return task.cancelling() if task else 0


def _give_way(cancels: int) -> None:
    """Raises CancelledError if the task was cancelled since.

    redis-py writes under `asyncio.wait_for`, which on Python 3.11 swallows a cancellation that
    comes in the moment in which the write ends: a loop around it would then never end.
    """
    if _cancels() > cancels:
        raise asyncio.CancelledError


def _client(url: str, size: int, reply_s: float) -> Redis:
    pool = cast("Any", BlockingConnectionPool).from_url(
        url,
        max_connections=size,
        timeout=_REPLY_S,
        socket_timeout=reply_s,
        socket_connect_timeout=_CONNECT_S,
        # The default resends ten times on a lost reply, unasked: one XADD made three entries. What
        # may be sent twice is decided here, call by call.
        retry=Retry(NoBackoff(), 0),
        # RESP2 answers alike on every supported server; snapshots are bytes, so nothing is decoded.
        protocol=2,
        decode_responses=False,
    )
    return Redis.from_pool(pool)


def _sync_client(url: str) -> SyncRedis:
    # For the thread that renews claims: it must never wait longer than a part of a lease.
    pool = cast("Any", SyncPool).from_url(
        url,
        max_connections=1,
        timeout=_CONNECT_S,
        socket_timeout=_CONNECT_S,
        socket_connect_timeout=_CONNECT_S,
        retry=SyncRetry(NoBackoff(), 0),
        protocol=2,
    )
    return SyncRedis.from_pool(pool)


def _commands(redis: Redis) -> Commands:
    return cast("Commands", redis)


async def _evaluate(redis: Commands, call: Call) -> Any:
    keys_and_args = (1, call.prefix, *call.args)
    try:
        return await redis.execute_command("EVALSHA", call.script.sha, *keys_and_args)
    except NoScriptError:
        # The server was restarted or is new to us; EVAL loads the script too.
        return await redis.execute_command("EVAL", call.script.text, *keys_and_args)


async def _evaluate_all(redis: Redis, calls: Sequence[Call]) -> list[Any]:
    pipe = cast("Any", redis).pipeline(transaction=False)
    for call in calls:
        pipe.execute_command("EVALSHA", call.script.sha, 1, call.prefix, *call.args)
    replies: list[Any] = await pipe.execute(raise_on_error=False)
    for place, (call, reply) in enumerate(zip(calls, replies, strict=True)):
        if isinstance(reply, NoScriptError):
            replies[place] = await _evaluate(_commands(redis), call)
        elif isinstance(reply, ResponseError):
            raise reply
    return replies
