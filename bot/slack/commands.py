"""Slash commands become what they mean to us. Pure; slash commands don't work in threads.

`/task` with words is a task, and without any a form for one. Its sub-commands are words that a task
may begin with as well, so each is one only when what follows fits it:

| first word | what may follow |
| --- | --- |
| status, list, agents, help, link, unlink, whoami, grants | nothing |
| stop, audit | nothing, or an R-, A- or Q-number and nothing else |
| away | nothing, `off`, or a mention first: `@someone until friday` |
| breakglass | nothing, or an A- or Q-number first: `A-1042` and the reason |
| rule | nothing, or a sentence in plain English that doesn't begin with out, on or in |

So `/task status of order 1042`, `/task stop the rollout` and `/task rule out a leak` are tasks.
Case doesn't matter, nor do `?`, `!` and `.` after a lone word. What follows `/approvals` is its own
to judge.
"""

import re
from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who
from bot.slack import speech
from bot.slack.fields import Json, text
from bot.slack.identity import Identity
from bot.slack.parse import NotForUs, Place, Told

Word = Literal[
    "status", "list", "stop", "agents", "help", "link", "unlink", "whoami", "grants", "away",
    "breakglass", "rule", "audit", "approvals",
]  # fmt: skip

TASK, APPROVALS = "/task", "/approvals"

_ALONE: tuple[Word, ...] = (
    "status", "list", "agents", "help", "link", "unlink", "whoami", "grants",
)  # fmt: skip
_NOTHING = ""
_NUMBER = r"(?:[raq]-?\d{1,12})?"
_RESTS: dict[Word, str] = {
    **dict.fromkeys(_ALONE, _NOTHING),
    "stop": _NUMBER,
    "audit": _NUMBER,
    "away": r"(?:off|<@[^<>]+>.*)?",
    "breakglass": r"(?:[aq]-?\d{1,12}\b.*)?",
    "rule": r"(?!(?:out|on|in)\b).*",
}
_FITS: dict[Word, re.Pattern[str]] = {
    word: re.compile(rest, re.IGNORECASE | re.DOTALL) for word, rest in _RESTS.items()
}
_FIRST = re.compile(r"(\w+)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tasked:
    """A task given by a command; `id` is the same for the same command sent twice."""

    text: str
    by: Who
    channel: str
    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class WantsTask:
    """A form for a task is wanted, by a command or a shortcut. `place.channel` may be ""."""

    trigger: str
    by: Who
    place: Place


@dataclass(frozen=True, slots=True)
class Looks:
    """Something to be looked at or looked after. `rest` is what followed, with Slack's `<@U…>`."""

    word: Word
    rest: str
    by: Who
    id: str
    place: Place


Ordered = Tasked | WantsTask | Looks | Told | NotForUs


def command(body: Json, me: Identity) -> Ordered:
    """What a slash command means to us."""
    name, trigger = text(body, "command"), text(body, "trigger_id")
    by = Who(text(body, "team_id"), text(body, "user_id"), text(body, "user_name"))
    place = Place(text(body, "channel_id"), by.user, "", text(body, "response_url") or None)
    if name not in (TASK, APPROVALS):
        return NotForUs("a command that isn't ours")
    if not (by.user and place.channel and trigger):
        return NotForUs("a command without its sender or place")
    key = f"command:{trigger}"
    if by.team != me.team:
        return Told("outside", key, place)
    raw = text(body, "text").strip()
    if name == APPROVALS:
        return Looks("approvals", raw, by, key, place)
    looked = _looks(raw)
    if looked is not None:
        return Looks(*looked, by, key, place)
    words = speech.plain(speech.without(raw, me.bot_user))
    if not words:
        return WantsTask(trigger, by, place)
    return Tasked(words, by, place.channel, key, place)


def _looks(raw: str) -> tuple[Word, str] | None:
    """The sub-command and what follows it, if what follows fits."""
    found = _FIRST.fullmatch(raw)
    if found is None:
        return None
    first, rest = found[1].lower(), found[2].strip()
    rest = rest.removeprefix(":").strip() if rest.strip("?!. ") else ""
    for word, fits in _FITS.items():
        if first == word and fits.fullmatch(rest):
            return word, rest
    return None
