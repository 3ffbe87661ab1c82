"""The engine's limits, each with its reason; `bot.settings` documents and sets them."""

from dataclasses import dataclass

from bot.core.state import Limits

DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Times in ms unless a name ends in `_s`.

    `lease_ms`: how long a dead worker's effects stay claimed; at least 5 s, so that
    `start_limit_ms` ends well before it. `start_limit_ms`: a tool or a post leaves at most that
    long after its commit was sent.
    """

    lease_ms: int = 15_000
    start_limit_ms: int = 2_000
    max_tries: int = 5  # takes without a commit, after which a run is parked
    max_retry_after_s: float = 120.0  # a model that asks for more is not waited for
    keep_s: int = 30 * 24 * 3600  # how long a run is kept after its last step
    sweep_s: float = 1.0  # how often passed time is looked at
    wait_s: float = 2.0  # how long a worker waits for a hint at a time
    drain_s: float = 10.0  # how long a stopping worker lets its effects finish
    max_runs: int = 64  # runs that one worker folds at a time
    agent: str = "signoff"
    limits: Limits = DEFAULT_LIMITS


def checked(settings: EngineSettings) -> EngineSettings:
    """The settings, if they can hold what PROTOCOL.md 1.8 promises. Raises ValueError."""
    if settings.lease_ms < 5_000:
        raise ValueError("lease_ms must be 5000 or more: a tool's start must fit well inside it")
    if settings.start_limit_ms * 2 > settings.lease_ms:
        raise ValueError("start_limit_ms must be at most half of lease_ms")
    return settings
