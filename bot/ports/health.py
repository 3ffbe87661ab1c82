"""What a store's server says of itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """The server's settings and speed; `problems` are sentences for a person."""

    version: str
    role: str
    maxmemory_policy: str
    aof: bool
    rtt_ms: float
    problems: tuple[str, ...]
