"""Ids and timestamps in the shapes that Slack uses."""

import secrets
import string

from sandbox.clock import Clock

_UPPER = string.ascii_uppercase + string.digits
_BLOCK = string.ascii_letters + string.digits + "+/"


def fresh(prefix: str) -> str:
    """A new id such as V0A1B2C3D4E."""
    return prefix + "0" + "".join(secrets.choice(_UPPER) for _ in range(9))


def block_id() -> str:
    """The five characters that Slack gives a block without an id."""
    return "".join(secrets.choice(_BLOCK) for _ in range(5))


def view_hash(clock: Clock) -> str:
    """A new hash of a view: seconds and eight characters."""
    return f"{int(clock.now())}." + "".join(secrets.choice(_BLOCK[:62]) for _ in range(8))


class Stamps:
    """Message timestamps: strictly increasing, so unique in every channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def seen(self, ts: str) -> None:
        """Never mint this or an earlier one."""
        seconds, micros = ts.split(".")
        self._last = max(self._last, int(seconds) * 1_000_000 + int(micros))

    def mint(self) -> str:
        """The next timestamp: ten digits, a point, six digits."""
        self._last = max(self._last + 1, int(self._clock.now() * 1_000_000))
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"
