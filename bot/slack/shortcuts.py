"""Shortcuts, and what is sent in the forms that they open. Pure; all of it is untrusted."""

import json
import re
from dataclasses import dataclass, replace

from blocks import ids
from bot.core.events import Asked, Handed
from bot.core.ids import Thread, Who
from bot.mask import one_line
from bot.slack import parse
from bot.slack.commands import WantsTask
from bot.slack.fields import Json, obj, text
from bot.slack.identity import Identity
from bot.slack.parse import NotForUs, Place, Told
from bot.slack.pressed import clicker, place

NEW_TASK, HAND = "new_task", "hand_to_signoff"  # as manifest.yml names them

_CHANNEL = re.compile(r"[CDG][A-Z0-9]{2,20}")
_NAME = 120  # characters of an author's name


@dataclass(frozen=True, slots=True)
class Material:
    """A message that somebody hands over, before they have said what for.

    `ours`: its thread's root is a post of ours.
    """

    by: Who
    thread: Thread
    ts: str
    author: Who
    text: str
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """A form for a task about a message is wanted."""

    material: Material
    trigger: str
    place: Place


@dataclass(frozen=True, slots=True)
class Filed:
    """A task from the form for one; what is missing is "" here."""

    text: str
    channel: str
    by: Who
    key: str


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What to do about a message; `name` is what the form's material was kept under."""

    text: str
    name: str
    by: Who
    key: str


def shortcut(body: Json, me: Identity) -> WantsTask | Hands | Told | NotForUs:
    """What a use of a shortcut means to us."""
    by, trigger, at = clicker(body, me), text(body, "trigger_id"), place(body)
    if not (by.user and trigger):
        return NotForUs("a shortcut without its user")
    if by.team != me.team:
        return Told("outside", f"shortcut:{trigger}", at)
    match text(body, "type"), text(body, "callback_id"):
        case "shortcut", callback if callback == NEW_TASK:
            return WantsTask(trigger, by, at)
        case "message_action", callback if callback == HAND:
            material = _material(body, by, me)
            return Hands(material, trigger, at) if material else NotForUs("a message without text")
        case _:
            return NotForUs("an unknown shortcut")


def submission(body: Json, me: Identity) -> Filed | HandedOver | Told | None:
    """What a form about a task brings; None for any other form."""
    view, by = obj(body, "view"), clicker(body, me)
    values, callback = obj(view, "state", "values"), text(view, "callback_id")
    if callback not in (ids.NEW_TASK_VIEW, ids.HAND_VIEW) or not (by.user and text(view, "id")):
        return None
    key = f"view:{text(view, 'id')}"
    if by.team != me.team:
        return Told("outside", key, place(body))
    if callback == ids.HAND_VIEW:
        words = text(values, ids.WORDS, ids.WORDS, "value").strip()
        return HandedOver(words, text(view, "private_metadata"), by, key)
    words = text(values, ids.TASK, ids.TASK, "value").strip()
    channel = text(values, ids.CHANNEL, ids.CHANNEL, "selected_conversation")
    return Filed(words, channel if _CHANNEL.fullmatch(channel) else "", by, key)


def channel_known(at: Place) -> str:
    """The channel that a form may choose already; a direct message isn't among its choices."""
    return at.channel if at.channel.startswith(("C", "G")) else ""


def asked(sent: HandedOver, material: Material) -> Asked:
    """The task about a message: its author's words are material, and not who asks."""
    handed = Handed(material.author, material.text)
    return Asked(sent.text, sent.by, material.thread, material.ts, handed=handed)


def kept(material: Material) -> str:
    """The material as it is kept while its form is open."""
    return json.dumps(
        {
            "by": [material.by.team, material.by.user],
            "thread": material.thread.key,
            "ts": material.ts,
            "author": [material.author.team, material.author.user, material.author.name],
            "text": material.text,
            "ours": material.ours,
        }
    )


def restored(body: str, by: Who) -> Material | None:
    """The material that was kept for this person; None if it was for somebody else."""
    raw = json.loads(body)
    if raw["by"] != [by.team, by.user]:
        return None
    thread = Thread.of_key(raw["thread"])
    return Material(by, thread, raw["ts"], Who(*raw["author"]), raw["text"], raw["ours"])


def _material(body: Json, by: Who, me: Identity) -> Material | None:
    message, channel = obj(body, "message"), text(body, "channel", "id")
    ts = text(body, "message_ts") or text(message, "ts")
    words = parse.words(message, me)
    if not (channel and ts and words):
        return None
    thread = Thread(me.team, channel, text(message, "thread_ts") or ts)
    root_by = text(message, "parent_user_id") or text(message, "user")
    return Material(by, thread, ts, _author(message, body, me), words, root_by == me.bot_user)


def _author(message: Json, body: Json, me: Identity) -> Who:
    """Who wrote it; the name of an app is only what it calls itself."""
    who = parse.who(message, body)
    if text(message, "bot_id") or obj(message, "bot_profile"):
        called = text(message, "bot_profile", "name") or text(message, "username") or "an app"
        return replace(who, name=f"{one_line(called, _NAME)} (an app)")
    if who.team != me.team:
        return replace(who, name=f"{who.name or who.user} (of another company)")
    return who
