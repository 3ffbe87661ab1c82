"""Slack's rate limits by method and by channel, on the sandbox's clock; off until turned on."""

import math
from collections import defaultdict, deque

from sandbox.clock import Clock

MINUTE_S = 60.0
# Calls a minute of each tier; the documents promise "at least" these.
TIERS = {1: 1, 2: 20, 3: 50, 4: 100}
SPECIAL = {"auth.test": 600, "chat.getPermalink": 600, "chat.postMessage": 300}
_TIER_OF = {
    1: ("apps.connections.open",),
    2: ("usergroups.users.list", "usergroups.list", "reactions.remove", "conversations.list"),
    4: (
        "chat.postEphemeral",
        "conversations.members",
        "users.info",
        "views.open",
        "views.push",
        "views.update",
        "views.publish",
        "files.getUploadURLExternal",
        "files.completeUploadExternal",
        "blocks.validate",
    ),
}
PER_MINUTE = {m: TIERS[tier] for tier, methods in _TIER_OF.items() for m in methods} | SPECIAL
# One message a second and channel, with short bursts.
CHANNEL_S = 1.0
BURST = 4


class Limits:
    """Counts calls; says how long to wait once there were too many."""

    def __init__(self, clock: Clock, *, on: bool) -> None:
        self._clock = clock
        self.on = on
        self._calls: defaultdict[str, deque[float]] = defaultdict(deque)
        # When a channel will have digested what was posted to it.
        self._full_until: defaultdict[str, float] = defaultdict(float)

    def take(self, method: str) -> int | None:
        """Count a call of the method; seconds to wait if it is one too many."""
        if not self.on:
            return None
        now, calls = self._clock.now(), self._calls[method]
        while calls and calls[0] <= now - MINUTE_S:
            calls.popleft()
        if len(calls) >= PER_MINUTE.get(method, TIERS[3]):
            return math.ceil(calls[0] + MINUTE_S - now)
        calls.append(now)
        return None

    def post(self, channel: str) -> int | None:
        """Count a message posted to the channel; seconds to wait if they come too fast."""
        if not self.on:
            return None
        now = self._clock.now()
        until = max(self._full_until[channel], now) + CHANNEL_S
        if until - now > BURST * CHANNEL_S:
            return math.ceil(until - now - BURST * CHANNEL_S)
        self._full_until[channel] = until
        return None
