"""The look of `signoff check` at the channels that the bot is in."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from bot.cli.finding import Finding, note, ok
from bot.slack.fields import Json
from bot.slack.places import shared_outside

TYPES = "public_channel,private_channel"
PAGE = "200"
# A page holds 200; who is in more channels than these has surely invited it.
MOST_PAGES = 5
NAMED = 8


class Said(Protocol):
    """An answer of Slack's."""

    @property
    def body(self) -> Mapping[str, Any]:
        """What it says."""
        ...

    @property
    def ok(self) -> bool:
        """Whether Slack did it."""
        ...


class Call(Protocol):
    """Asks Slack."""

    async def __call__(self, method: str, **arguments: str) -> Said:
        """Slack's answer to a method."""
        ...


async def channel_findings(call: Call, bot: str) -> list[Finding]:
    """Where the bot is a member, and which of these another company sees."""
    channels: list[Json] = []
    cursor = ""
    for _ in range(MOST_PAGES):
        answer = await call(
            "users.conversations", types=TYPES, exclude_archived="true", limit=PAGE, cursor=cursor
        )
        if not answer.ok:
            words = f"which channels it is in can't be seen: {answer.body.get('error')}"
            return [note("channels", words, "it needs channels:read and groups:read")]
        channels += _objects(answer.body.get("channels"))
        cursor = _cursor(answer.body)
        if not cursor:
            break
    return _told(channels, bot)


def _told(channels: list[Json], bot: str) -> list[Finding]:
    if not channels:
        words = "the bot is in no channel yet; it hears only direct messages"
        return [note("channels", words, f"in a channel of yours: /invite @{bot}")]
    found = [ok("channels", f"in {len(channels)}: {_names(channels)}")]
    outside = [channel for channel in channels if shared_outside(channel)]
    if outside:
        words = f"shared with another company: {_names(outside)}"
        how = "a call that needs a sign-off isn't asked there: give such tasks elsewhere"
        found.append(note("channels", words, how))
    return found


def _names(channels: list[Json]) -> str:
    shown = [f"#{channel.get('name')}" for channel in channels[:NAMED]]
    more = [f"{len(channels) - NAMED} more"] if len(channels) > NAMED else []
    return ", ".join([*shown, *more])


def _objects(value: object) -> list[Json]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [cast("Json", item) for item in items if isinstance(item, dict)]


def _cursor(body: Mapping[str, Any]) -> str:
    metadata: object = body.get("response_metadata")
    if not isinstance(metadata, dict):
        return ""
    return str(cast("dict[str, object]", metadata).get("next_cursor") or "")
