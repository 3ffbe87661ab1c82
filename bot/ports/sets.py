"""Live sets: who is in a user group or a channel, and who is on call, now.

Nothing here is a right by itself: only linked people of the policy count.
"""

from typing import Protocol

from bot.core.rota import Calendar


class SetTrouble(Exception):
    """A set can't be read just now; `words` say why, without anything secret."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Groups(Protocol):
    """The chat's own sets. What was read is kept for a minute at most, a failure never."""

    async def members(self, name: str) -> frozenset[str]:
        """The `Who.key`s of everybody in `group:S…` or `channel:C…`. Raises SetTrouble."""
        ...


class Calendars(Protocol):
    """Calendars that say who is on call."""

    async def on_call(self, calendar: Calendar, now: int) -> frozenset[str]:
        """The ids of the people whose event is at `now` (ms). Raises SetTrouble."""
        ...
