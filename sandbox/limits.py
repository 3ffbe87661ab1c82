"""Slack's rate limits by method and by channel, on the sandbox's clock; off until turned on."""

import math
from collections import defaultdict, deque

from sandbox.clock import Clock

MINUTE_S = 60.0
HOUR_S = 3_600.0
# Events an hour; an app that causes more is told so and misses them.
MOST_EVENTS = 30_000
# Calls a minute of each tier; the documents promise "at least" these.
TIERS = {1: 1, 2: 20, 3: 50, 4: 100}
SPECIAL = {
    "auth.test": 600,
    "chat.getPermalink": 600,
    "chat.postMessage": 300,
    "assistant.threads.setStatus": 60,
}
_TIER_OF = {
    2: (
        "usergroups.users.list",
        "usergroups.list",
        "users.list",
        "reactions.remove",
        "conversations.list",
        "chat.startStream",
        "chat.stopStream",
    ),
    4: (
        "chat.appendStream",
        "oauth.v2.access",
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
        self.events_an_hour = MOST_EVENTS
        self._events: deque[float] = deque()
        self._surplus = (0, 0)

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
        return self._pour(channel, BURST)

    def answer(self, hook: str) -> int | None:
        """Count an answer by a response URL; seconds to wait if they come too fast."""
        return self._pour(hook, 1)

    def event(self) -> int:
        """Count an event; how many of this minute are above the hour's limit by now."""
        if not self.on:
            return 0
        now = self._clock.now()
        while self._events and self._events[0] <= now - HOUR_S:
            self._events.popleft()
        if len(self._events) < self.events_an_hour:
            self._events.append(now)
            return 0
        minute = int(now // MINUTE_S)
        first, count = self._surplus
        self._surplus = (minute, count + 1 if first == minute else 1)
        return self._surplus[1]

    def _pour(self, bucket: str, burst: int) -> int | None:
        """One a second on average; so many at once are let through."""
        if not self.on:
            return None
        now = self._clock.now()
        until = max(self._full_until[bucket], now) + CHANNEL_S
        if until - now > burst * CHANNEL_S:
            return math.ceil(until - now - burst * CHANNEL_S)
        self._full_until[bucket] = until
        return None
