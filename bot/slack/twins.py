"""Two copies of the bot on one app, by mistake: seen, logged, and told to the admins.

Slack gives each event and click to one of the connected copies. With one Redis that is how work is
shared; with two, each copy knows half of what happens. Nothing is decided twice, since each knows
only its own requests, and a task is taken by whoever acknowledges its message first.
"""

import time
from collections.abc import Callable

from bot.log import get
from bot.slack.admins import Admins
from bot.slack.replies import twin_seen

log = get(__name__)

TELL_EVERY_S = 3600.0
LOG_EVERY_S = 10.0  # every second click may come to the wrong copy


class Twins:
    """What this process saw of another copy. The admins hear of it by message."""

    def __init__(
        self,
        admins: Admins,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._admins = admins
        self._clock = clock
        self._told = float("-inf")
        self._logged = float("-inf")
        self.known = False

    def seen(self, how: str) -> None:
        """Another copy was at work; `how` it showed holds no text of anybody."""
        self.known = True
        if self._clock() - self._logged >= LOG_EVERY_S:
            self._logged = self._clock()
            log.error("another copy of the bot uses this app", how=how)
        if self._clock() - self._told < TELL_EVERY_S:
            return
        self._told = self._clock()
        self._admins.tell(twin_seen())

    def counted(self, connections: int, ours: int) -> None:
        """Slack counts the app's connections at each hello; some may be ghosts of our own."""
        if connections > ours:
            log.warning(
                "Slack counts more connections than we have: another copy may be connected, or one "
                "of ours hasn't ended yet",
                connections=connections,
                ours=ours,
            )
