"""The client at Slack's pace: each call asks for its turn first, and a limit is told to everybody.

A short wait is waited here; after a longer one somebody has to call again, which is `NotYet`.
"""

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.log import get
from bot.ports.pace import Bucket, Pace, Priority
from bot.slack.access import Client
from bot.slack.errors import NotYet, limited_for
from bot.slack.fields import text

log = get(__name__)

IN_PLACE_S = 1.0  # waited on the spot; longer waits are the run's, which holds nothing meanwhile
# A call that was held up for longer than its wait and this doesn't leave: whoever owes it may have
# been taken for dead, and another may have made it. What only looks harms nobody however late.
HELD_UP_S = 2.0
_LOOKS = ("users.", "conversations.", "usergroups.")

# A message a second and channel, "with short bursts": Slack takes some four, and one is left for
# posts that arrive closer together than they left.
CHANNEL_MS, CHANNEL_BURST = 1_000, 3

# Calls a minute (SLACK: "per method, per app, per workspace"). A tier promises at least these.
_TIER_2, _TIER_3, _TIER_4 = 20, 50, 100
POSTS_A_MINUTE = 300  # "several hundred" in a workspace
_SPARE = 2  # of a minute's calls: they arrive less evenly than they left
_MINUTE_MS = 60_000
_PER_MINUTE = {
    "chat.postMessage": POSTS_A_MINUTE,
    **dict.fromkeys(("chat.startStream", "chat.stopStream", "usergroups.users.list",
                     "usergroups.list", "conversations.list", "reactions.remove"), _TIER_2),
    **dict.fromkeys(("chat.postEphemeral", "chat.appendStream", "conversations.members",
                     "users.info", "files.getUploadURLExternal", "files.completeUploadExternal"),
                    _TIER_4),
}  # fmt: skip
# A trigger lives for 3 s and an identity is asked for once: these don't queue.
_UNPACED = ("views.", "auth.", "apps.", "oauth.", "blocks.")

_PROGRESS = frozenset("chat.startStream chat.appendStream reactions.remove chat.delete".split())
_PROGRESS_OF = ("agents.", "assistant.")
_ANSWERS = frozenset(
    "chat.postMessage chat.postEphemeral chat.update chat.stopStream conversations.open"
    " files.getUploadURLExternal files.completeUploadExternal".split()
)  # not reactions.add: the one on a task's message is its claim, and all work waits for that

_urgent: ContextVar[bool] = ContextVar("urgent", default=False)
_unhurried: ContextVar[bool] = ContextVar("unhurried", default=False)


@contextmanager
def urgent() -> Generator[None]:
    """Calls in here are about a decision, so they go before all others."""
    token = _urgent.set(True)
    try:
        yield
    finally:
        _urgent.reset(token)


@contextmanager
def unhurried() -> Generator[None]:
    """Calls in here only show progress, so they go after all others."""
    token = _unhurried.set(True)
    try:
        yield
    finally:
        _unhurried.reset(token)


class PacedClient(Client):
    """A client whose calls keep Slack's limits, together with those of all other processes.

    `factor`: how much faster than Slack's documents say; without a pace calls just leave.
    """

    pace: Pace | None = None
    factor: float = 1.0

    async def api_call(self, api_method: str, **given: Any) -> AsyncSlackResponse:
        """See Client. Raises NotYet when the call's turn is more than a second away."""
        json: object = given.get("json")
        buckets = buckets_of(api_method, text(json, "channel"), self.factor)
        pace = self.pace if buckets else None
        if pace is not None:
            began = time.monotonic()
            waited = await _turn(pace, buckets, priority_of(api_method), _mark(api_method, json))
            held_up = time.monotonic() - began > waited + HELD_UP_S
            if held_up and not api_method.startswith(_LOOKS):
                raise NotYet(0)
        try:
            return await super().api_call(api_method, **given)
        except SlackApiError as error:
            wait_s = limited_for(error)
            if wait_s is not None:
                log.info("Slack's limit", method=api_method, wait_s=wait_s)
                if pace is not None:
                    # The first is the narrowest: a busy channel doesn't stop the others.
                    await pace.limited(buckets[0], int(wait_s * 1000))
            raise


def buckets_of(method: str, channel: str, factor: float = 1.0) -> tuple[Bucket, ...]:
    """The limits that a call counts for, the narrowest first; none if it isn't paced."""
    if method.startswith(_UNPACED):
        return ()
    calls = _PER_MINUTE.get(method, _TIER_3) - _SPARE
    # Half of a minute's calls may come at once, the others evenly: together never more.
    burst = calls // 2
    whole = _scaled(method, _MINUTE_MS / (calls - burst), burst, factor)
    if method != "chat.postMessage":
        return (whole,)
    return (_scaled(f"{method}:{channel}", CHANNEL_MS, CHANNEL_BURST, factor), whole)


def priority_of(method: str) -> Priority:
    """How urgent a call is; what is looked up is mostly for a decision."""
    if _unhurried.get() or method in _PROGRESS or method.startswith(_PROGRESS_OF):
        return "progress"
    return "answer" if method in _ANSWERS and not _urgent.get() else "decision"


def _scaled(name: str, every_ms: float, burst: int, factor: float) -> Bucket:
    return Bucket(name, max(1, round(every_ms / factor)), max(1, int(burst * factor)))


def _mark(method: str, json: object) -> str:
    """What makes a call the same one when it is tried again; "" if nothing does."""
    if method == "chat.postMessage":
        return text(json, "metadata", "event_payload", "id")
    place = (text(json, "channel"), text(json, "ts"))
    return ":".join(place) if all(place) else ""


async def _turn(pace: Pace, buckets: tuple[Bucket, ...], priority: Priority, mark: str) -> float:
    """Returns when the call may leave, with the seconds that it had to wait for its turn.

    Raises NotYet if that takes too long.
    """
    waited = 0.0
    while wait_ms := await pace.turn(buckets, priority, mark):
        wait = wait_ms / 1000
        waited += wait
        if waited > IN_PLACE_S:
            raise NotYet(wait)
        await asyncio.sleep(wait)
    return waited
