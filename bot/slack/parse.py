"""Events become what they mean to us, or `NotForUs` with the reason. Pure.

One message can arrive as two events (app_mention and message) and again as retries: all of them
have the same key, made of the place and the `ts`.
"""

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal, cast

from bot.core.events import Asked
from bot.core.ids import Thread, Who
from bot.core.request import Action, Click
from bot.core.switches import SWITCHES
from bot.mask import one_line
from bot.slack import speech
from bot.slack.fields import Json, flag, items, obj, text
from bot.slack.identity import Identity

_TAKEN = ("", "file_share", "thread_broadcast")  # subtypes of messages that people write
_SLACKBOT = "USLACKBOT"
_NAME = 200  # characters of a person's or a file's name
ToldOf = Literal["help", "outside"]
_COMMANDS: dict[str, Action] = {
    "stop": "stop_run",
    "withdraw": "withdraw",
    "status": "status",
    "ask again": "ask_again",
}
# Its reason is kept as it was written.
GLASS = re.compile(r"breakglass\s+[aq]-?(\d{1,12})\b[\s:,-]*(.*)", re.IGNORECASE | re.DOTALL)
_APPROVE = re.compile(r"approve [aq]-?(\d{1,12})")
_NUDGE = re.compile(r"nudge(?: [aq]-?(\d{1,12}))?")
_SWITCH = re.compile(rf"({'|'.join(SWITCHES)}) (on|off)")
# Other words that are for us, with a mention, and are no task: they are only answered.
_TOLD: tuple[tuple[re.Pattern[str], ToldOf], ...] = ((re.compile(r"(help)?"), "help"),)
_NOBODYS = Click("", "status", "", 0, Who("", ""))
_UNNAMED = "[a file without a name]"


@dataclass(frozen=True, slots=True)
class NotForUs:
    """Nothing to do; `why` is for the log and holds no text of theirs."""

    why: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person can be answered privately; `thread` "" means outside of threads."""

    channel: str
    user: str
    thread: str = ""
    response_url: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A person's message in a thread; `starts`: it may start a run.

    `ours`: the thread's root is a post of ours.
    """

    event: Asked
    key: str
    starts: bool
    place: Place
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Commanded:
    """A command said in a thread."""

    thread: Thread
    click: Click
    key: str
    place: Place
    ours: bool = False  # as above


@dataclass(frozen=True, slots=True)
class Told:
    """A message that is answered privately and starts nothing."""

    what: ToldOf
    key: str
    place: Place


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody looks at our direct message; `thread` "" means outside of threads."""

    channel: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Removed:
    """The app was removed, or its bot token revoked."""

    why: str


@dataclass(frozen=True, slots=True)
class HomeOpened:
    """Somebody looks at their Home tab."""

    by: Who


Heard = Said | Commanded | Told | Opened | HomeOpened | Removed | NotForUs


def event(body: Json, me: Identity) -> Heard:
    """What an Events API body means to us."""
    found = obj(body, "event")
    match text(found, "type"):
        case "app_mention" | "message":
            return _message(body, found, me)
        case "agent_session_stopped":
            return _native_stop(found, me)
        case "app_uninstalled":
            return Removed("app_uninstalled")
        case "tokens_revoked":
            return _revoked(found, me)
        case "app_home_opened" if text(found, "tab") == "home":
            by = Who(text(body, "team_id"), text(found, "user"))
            return HomeOpened(by) if by.user else NotForUs("a tab that nobody opened")
        case "app_home_opened" if text(found, "tab") == "messages":
            return _opened(text(found, "channel"))
        case "assistant_thread_started":
            where = obj(found, "assistant_thread")
            return _opened(text(where, "channel_id"), text(where, "thread_ts"))
        case kind:
            return NotForUs(f"an event of type {kind or 'unknown'}")


def who(event: Json, body: Json) -> Who:
    """The author of a message, with the workspace that they belong to."""
    team = text(event, "user_team") or text(event, "source_team") or text(event, "team")
    profile = obj(event, "user_profile")
    name = text(profile, "display_name") or text(profile, "real_name")
    return Who(team or text(body, "team_id"), text(event, "user"), one_line(name, _NAME))


def key(me: Identity, channel: str, ts: str) -> str:
    """The name of a message, however often and in whatever shape it comes."""
    return f"msg:{me.team}:{channel}:{ts}"


def mark(said: str) -> str:
    """Stands for the words of a message: equal words, equal marks."""
    return sha256(said.encode()).hexdigest()[:16]


def direct(event: Json) -> bool:
    """Whether a message is in a direct message with us."""
    return text(event, "channel_type") == "im" or text(event, "channel").startswith("D")


def ours(event: Json, me: Identity) -> bool:
    """Whether a message is a reply to a post of ours."""
    return text(event, "parent_user_id") == me.bot_user


def _message(body: Json, event: Json, me: Identity) -> Heard:
    refused = not_a_persons(event, me)
    if refused:
        return NotForUs(refused)
    raw, ts, channel = text(event, "text"), text(event, "ts"), text(event, "channel")
    thread = Thread(me.team, channel, text(event, "thread_ts") or ts)
    mentioned = text(event, "type") == "app_mention" or speech.mentions(raw, me.bot_user)
    called = mentioned or direct(event)
    if not called and not text(event, "thread_ts"):
        return NotForUs("a channel message that doesn't mention us")
    by = who(event, body)
    in_thread = thread.ts if text(event, "thread_ts") or direct(event) else ""
    place = Place(channel, by.user, in_thread)
    named = key(me, channel, ts)
    if by.team != me.team:
        return Told("outside", named, place) if called else NotForUs("an outsider's message")
    said = words(event, me)
    command = speech.word(said)
    answered = told_of(command)
    if called and answered:
        return Told(answered, named, place)
    meant = _meant(said)
    if called and meant:
        click = replace(meant, id=named, by=by)
        return Commanded(thread, click, named, place, ours(event, me))
    if not said:
        return NotForUs("a message without text")
    asked = Asked(said, by, thread, ts, claims=called, mark=mark(said))
    return Said(asked, named, called, place, ours(event, me))


def told_of(command: str) -> ToldOf | None:
    """What is only answered when it is said with a mention; None for a task or a command."""
    return next((what for words, what in _TOLD if words.fullmatch(command)), None)


def _meant(said: str) -> Click | None:
    """What a command means, whoever says it."""
    glass, command = GLASS.fullmatch(said.strip()), speech.word(said)
    if glass:
        reason = glass[2].strip()
        return replace(_NOBODYS, action="breakglass", number=int(glass[1]), reason=reason)
    yes = _APPROVE.fullmatch(command)
    if yes:
        return replace(_NOBODYS, action="approve", number=int(yes[1]), tapped=True)
    nudge, turned = _NUDGE.fullmatch(command), _SWITCH.fullmatch(command)
    if nudge:
        return replace(_NOBODYS, action="nudge", number=int(nudge[1] or 0))
    if turned:
        action = "switch_off" if turned[2] == "off" else "ask_switch_on"
        return replace(_NOBODYS, action=action, switch=turned[1])
    return replace(_NOBODYS, action=_COMMANDS[command]) if command in _COMMANDS else None


def is_command(said: str) -> bool:
    """Whether these words, said with a mention, are no task."""
    return _meant(said) is not None or told_of(speech.word(said)) is not None


def not_a_persons(event: Json, me: Identity) -> str | None:
    """Why a message isn't one that a person wrote just now."""
    subtype = text(event, "subtype")
    if text(event, "bot_id") or text(event, "app_id") or obj(event, "bot_profile"):
        return "a bot's message"
    if subtype not in _TAKEN:
        return f"a message of subtype {subtype}"
    if text(event, "user") in ("", me.bot_user, _SLACKBOT) or flag(event, "hidden"):
        return "nobody's message"
    if not text(event, "ts") or not text(event, "channel"):
        return "a message without a place"
    return None


def words(event: Json, me: Identity) -> str:
    """What a message says, and the names of its files; "" if nobody could read anything in it."""
    files = items(event, "files")
    names = [one_line(text(file, "name") or text(file, "title"), _NAME) for file in files]
    shown = speech.plain(speech.without(text(event, "text"), me.bot_user))
    said = shown if speech.visible(shown) else ""
    return "\n".join(filter(None, [said, *(f"[file: {n}]" if n else _UNNAMED for n in names)]))


def _revoked(event: Json, me: Identity) -> Heard:
    """Only the bot's own token matters: those of users, which we don't use, may go."""
    bots = obj(event, "tokens").get("bot")
    if isinstance(bots, list) and me.bot_user in cast("list[object]", bots):
        return Removed("tokens_revoked")
    return NotForUs("revoked tokens of users")


def _native_stop(event: Json, me: Identity) -> Heard:
    """The Stop of Slack's own agent view."""
    channel, ts, user = (text(event, name) for name in ("channel", "thread_ts", "user"))
    if not (channel and ts and user):
        return NotForUs("a stop without a place")
    thread = Thread(me.team, channel, ts)
    key = f"stop:{thread.key}:{user}:{text(event, 'event_ts')}"
    click = Click(key, "stop_run", "", 0, Who(me.team, user))
    return Commanded(thread, click, key, Place(channel, user, ts))


def _opened(channel: str, thread: str = "") -> Heard:
    return Opened(channel, thread) if channel else NotForUs("a direct message without a place")
