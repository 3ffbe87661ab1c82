"""The demo's processes as the drawer of the local Slack shows and kills them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, time

from bot.cli.supervisor import Child
from bot.store.embedded import EmbeddedRedis


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A process as it stands: `since` (s) is when it was started, `back_after_s` how long it took
    after its last death until it worked again, None if it never died or isn't back.
    """

    name: str
    label: str
    pid: int | None
    ready: bool
    restarts: int
    since: float
    back_after_s: float | None


class RedisPart:
    """The embedded server, watched over: `tend` starts it again when it has died."""

    def __init__(self, redis: EmbeddedRedis) -> None:
        self._redis = redis
        self._began = monotonic()
        self._restarts = 0
        self._back_after_s: float | None = None
        self._killed: float | None = None

    @property
    def url(self) -> str:
        """Where redis-py finds it."""
        return self._redis.url

    def tend(self) -> bool:
        """Starts it again if it has died; True if it had."""
        died = monotonic() if self._killed is None else self._killed
        if not self._redis.revive():
            return False
        self._began = monotonic()
        self._restarts += 1
        self._back_after_s, self._killed = self._began - died, None
        return True

    def kill(self) -> bool:
        """SIGKILL; False if there is no process of ours, or it was killed and isn't back."""
        died = monotonic()
        # The signal is sent before the process is gone: a second one would move the time of death.
        if self._killed is not None or not self._redis.kill():
            return False
        self._killed = died
        return True

    def seen(self) -> Part:
        """How it stands."""
        pid = self._redis.pid if self._redis.alive else None
        return Part(
            name="redis", label="Redis", pid=pid, ready=pid is not None and self._killed is None,
            restarts=self._restarts,
            since=time() - (monotonic() - self._began),
            back_after_s=self._back_after_s if self._killed is None else None,
        )  # fmt: skip


class Parts:
    """What can be killed to see it come back: the children that are kept alive, and Redis."""

    def __init__(self, children: Callable[[], Sequence[Child]], redis: RedisPart) -> None:
        self._children = children
        self._redis = redis

    def seen(self) -> list[Part]:
        """Each part as it stands now; for any thread."""
        return [*(_seen(child) for child in self._children()), self._redis.seen()]

    def kill(self, name: str) -> bool:
        """SIGKILL to the part of that name; False if there is none, or it is dead already."""
        if name == "redis":
            return self._redis.kill()
        child = next((c for c in self._children() if c.spec.name == name), None)
        return child is not None and child.kill()


def _seen(child: Child) -> Part:
    return Part(
        name=child.spec.name,
        label=child.spec.label,
        pid=child.pid,
        # Whoever is told that it is back is told after how long.
        ready=child.ready and not child.returning,
        restarts=child.restarts,
        since=time() - (monotonic() - child.since),
        back_after_s=child.back_after_s,
    )
