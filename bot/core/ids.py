"""Ids and addresses: how a run, its requests and its thread are named.

A run id is `shard.token`, a request id `shard.token.n`; both are opaque to everyone else.
"""

import re
from dataclasses import dataclass
from zlib import crc32

_REQUEST = re.compile(r"([0-9]+\.[A-Za-z0-9_-]+)\.[0-9]+")


@dataclass(frozen=True, slots=True)
class Who:
    """A Slack user; `name` is only for showing, never for rights."""

    team: str
    user: str
    name: str = ""

    @property
    def key(self) -> str:
        """The user's name in the store."""
        return f"{self.team}/{self.user}"

    def same(self, other: "Who") -> bool:
        """Whether both are one Slack user."""
        return self.team == other.team and self.user == other.user


@dataclass(frozen=True, slots=True)
class Thread:
    """A Slack thread; `ts` is its root's."""

    team: str
    channel: str
    ts: str

    @property
    def key(self) -> str:
        """The thread's name in the store."""
        return f"{self.team}/{self.channel}/{self.ts}"

    @property
    def place(self) -> str:
        """The name of the channel that it is in, in the store."""
        return f"{self.team}/{self.channel}"

    @property
    def direct(self) -> bool:
        """Whether it is in a direct message with us, which one person sees."""
        return self.channel.startswith("D")

    @classmethod
    def of_key(cls, key: str) -> "Thread":
        """The thread of that name."""
        team, channel, ts = key.split("/")
        return cls(team, channel, ts)


def shard_of(key: str, shards: int) -> int:
    """The shard of a thread key: stable over versions and machines."""
    return crc32(key.encode()) % shards


def run_of(request: str) -> str | None:
    """The run of a request id, or None if it isn't one."""
    found = _REQUEST.fullmatch(request)
    return found[1] if found else None
