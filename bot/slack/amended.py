"""Events about messages that stand already: authors correct them, somebody deletes them. Pure.

| from Slack | what it is |
| --- | --- |
| `message_changed` with a new `edited` | its author's correction |
| `app_mention` with `edited` | the same once more, where the message mentions us |
| `message_changed` otherwise | a preview, a broadcast, our own redrawing: nothing |
| `message_changed` to a tombstone | the root of a thread with replies was deleted |
| `message_deleted` | any other message was |

All else is `parse`'s.
"""

from dataclasses import dataclass

from blocks import ids
from bot.core.amends import Deleted, Edited
from bot.core.events import Asked
from bot.core.ids import Thread, run_of
from bot.slack import parse, speech
from bot.slack.fields import Json, items, obj, text
from bot.slack.identity import Identity
from bot.slack.parse import Heard, NotForUs, Said

EDIT_STARTS_S = 300.0  # a mention that is written into a message later than that starts nothing


@dataclass(frozen=True, slots=True)
class Reworded:
    """A correction. `said` is the message as it stands now, should it be new to us."""

    thread: Thread
    event: Edited
    key: str
    said: Said | None


@dataclass(frozen=True, slots=True)
class Gone:
    """A message was deleted; `message` is the key under which it came, or would still come."""

    thread: Thread
    event: Deleted
    key: str
    message: str


@dataclass(frozen=True, slots=True)
class CardGone:
    """A card of ours was deleted."""

    request: str
    event: Deleted
    key: str


def event(body: Json, me: Identity) -> Heard | Reworded | Gone | CardGone:
    """What an Events API body means to us."""
    found = obj(body, "event")
    match text(found, "type"), text(found, "subtype"):
        case "message", "message_changed":
            now = obj(found, "message")
            if text(now, "subtype") == "tombstone":
                return _gone(found, {**now, **obj(found, "previous_message")}, me)
            placed = {name: found.get(name) for name in ("channel", "channel_type")}
            return _reworded(body, {**now, **placed}, obj(found, "previous_message"), me)
        case "message", "message_deleted":
            before = obj(found, "previous_message")
            return _gone(found, {**before, "ts": text(found, "deleted_ts")}, me)
        case "app_mention", _ if text(found, "edited", "ts"):
            return _reworded(body, found, {}, me)
        case _:
            return parse.event(body, me)


def _reworded(body: Json, now: Json, before: Json, me: Identity) -> Reworded | Gone | NotForUs:
    refused = parse.not_a_persons(now, me)
    if refused:
        return NotForUs(refused)
    by, edit = parse.who(now, body), text(now, "edited", "ts")
    if by.team != me.team:
        return NotForUs("an outsider's message")
    if not edit or text(now, "edited", "user") != by.user or edit == text(before, "edited", "ts"):
        return NotForUs("a change that isn't its author's")
    words, called = parse.words(now, me), _called(now, me)
    if before and parse.words(before, me) == words and _called(before, me) == called:
        return NotForUs("a change of no words")
    channel, ts = text(now, "channel"), text(now, "ts")
    thread = Thread(me.team, channel, text(now, "thread_ts") or ts)
    if thread.ts == ts and not called and before and not _called(before, me):
        return NotForUs("a channel message that doesn't mention us")
    message, mark = parse.key(me, channel, ts), parse.mark(words)
    key = f"edit:{me.team}:{channel}:{ts}:{edit}:{mark}"
    if not words:
        return Gone(thread, Deleted(channel, ts), key, message)
    said = None
    if not (called and parse.is_command(words)):
        asked = Asked(words, by, thread, ts, claims=called, mark=mark, edit=edit)
        place = parse.Place(channel, by.user, thread.ts)
        said = Said(asked, message, called and _soon(ts, edit), place, parse.ours(now, me))
    return Reworded(thread, Edited(ts, edit, mark, words, by), key, said)


def _gone(found: Json, was: Json, me: Identity) -> Gone | CardGone | NotForUs:
    channel, ts = text(found, "channel"), text(was, "ts")
    if not channel or not ts:
        return NotForUs("a deletion without a place")
    event, key = Deleted(channel, ts), f"gone:{me.team}:{channel}:{ts}"
    thread = Thread(me.team, channel, text(was, "thread_ts") or ts)
    mine = me.bot_user == text(was, "user") or (me.bot_id and me.bot_id == text(was, "bot_id"))
    request = _drawn(was) if mine else None
    if request:
        return CardGone(request, event, key)
    return Gone(thread, event, key, parse.key(me, channel, ts))


def _drawn(message: Json) -> str | None:
    """The request that a card of ours draws."""
    found = (ids.parse_block_id(text(block, "block_id")) for block in items(message, "blocks"))
    return next((ref.request for ref in found if ref and run_of(ref.request)), None)


def _called(message: Json, me: Identity) -> bool:
    return parse.direct(message) or speech.mentions(text(message, "text"), me.bot_user)


def _soon(ts: str, edit: str) -> bool:
    """Whether an edit came soon enough after its message to stand for it."""
    try:
        return float(edit) - float(ts) <= EDIT_STARTS_S
    except ValueError:
        return False
