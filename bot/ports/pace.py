"""The pace's port: how fast all processes together may call the chat.

Each limit of the chat is a bucket. A turn is asked for before a call leaves; who has to wait is
told for how long and keeps their place by their mark. More urgent turns go first: decisions before
answers, answers before progress.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

Priority = Literal["decision", "answer", "progress"]


@dataclass(frozen=True, slots=True)
class Bucket:
    """One limit: `burst` calls at once, then one every `every_ms`."""

    name: str
    every_ms: int
    burst: int = 1


class Pace(Protocol):
    """Turns, shared by all processes. Nothing here raises: without the store calls go unpaced."""

    async def turn(self, buckets: tuple[Bucket, ...], priority: Priority, mark: str) -> int:
        """0: go now, the turn is taken in every bucket. Else ms after which to ask again.

        `mark` names the call: asked again under it, the call has kept its place. "" keeps none.
        """
        ...

    async def limited(self, bucket: Bucket, wait_ms: int) -> None:
        """The chat itself said to wait: nobody gets a turn in this bucket before that."""
        ...
