"""Posting, changing and deleting messages, each with its events."""

import uuid
from collections.abc import Sequence

from sandbox import people
from sandbox.events import Events
from sandbox.jsons import Json, copy
from sandbox.people import BOT_USER, TEAM, Channel, Person
from sandbox.typed import typed
from sandbox.workspace import Workspace

PAST_KEPT = 5
TOMBSTONE = "This message was deleted."


class Messages:
    """The one door to a channel's messages, for the bot and for people."""

    def __init__(self, workspace: Workspace, events: Events) -> None:
        self._workspace = workspace
        self._events = events

    # People

    def say(
        self,
        person: Person,
        channel: Channel,
        text: str,
        thread_ts: str | None = None,
        *,
        files: Sequence[Json] = (),
        broadcast: bool = False,
    ) -> Json:
        """A person writes, perhaps with files, or to the channel too; the message as stored."""
        stored, blocks = typed(self._workspace, text)
        message: Json = {
            "client_msg_id": str(uuid.uuid4()),
            "type": "message",
            "user": person.id,
            "ts": self._workspace.stamps.mint(),
            "text": stored,
            "team": person.team,
            "blocks": blocks,
        }
        if person.team != TEAM:
            message |= {"user_team": person.team, "source_team": person.team}
        if files:
            message |= {
                "subtype": "file_share",
                "upload": False,
                "files": list(files),
            }
        self._place(channel, message, thread_ts, broadcast=broadcast)
        if message.get("subtype") == "thread_broadcast":
            self._events.changed(channel, copy(message), message)
        return message

    def unfurl(self, channel: Channel, message: Json) -> None:
        """A preview of a link is added to a message."""
        before = copy(message)
        message["attachments"] = [{"id": 1, "fallback": "A page", "from_url": "https://a.test/"}]
        self._workspace.put_message(channel.id, message, "changed")
        self._events.changed(channel, before, message)

    def edit(self, channel: Channel, message: Json, text: str) -> Json:
        """A person edits a message of theirs."""
        stored, blocks = typed(self._workspace, text)
        return self.change(channel, message, {"text": stored, "blocks": blocks}, message["user"])

    # The bot

    def post(
        self, channel: Channel, content: Json, *, thread_ts: str | None, broadcast: bool = False
    ) -> Json:
        """The bot posts content (text, blocks, attachments, metadata); the message as stored."""
        message = self.from_bot(content)
        self._place(channel, message, thread_ts, broadcast=broadcast)
        return message

    def whisper(self, channel: Channel, user: str, content: Json, *, thread_ts: str | None) -> Json:
        """The bot shows one person a message; no events, no history."""
        message = self.from_bot(content)
        message["ephemeral_to"] = user
        if thread_ts:
            message["thread_ts"] = thread_ts
        self._workspace.put_ephemeral(channel.id, message)
        return message

    def from_bot(self, content: Json) -> Json:
        """A new message of the bot with a new timestamp, not yet anywhere."""
        return {
            "user": BOT_USER,
            "type": "message",
            "ts": self._workspace.stamps.mint(),
            "bot_id": people.BOT,
            "app_id": people.APP,
            "team": TEAM,
            "bot_profile": {
                "id": people.BOT,
                "app_id": people.APP,
                "name": people.BOT_NAME,
                "team_id": TEAM,
                "deleted": False,
            },
            **content,
        }

    # Both

    def change(self, channel: Channel, message: Json, fields: Json, editor: str) -> Json:
        """Replace fields of a message; a None removes one."""
        before = copy(message)
        past = self._workspace.past.setdefault((channel.id, message["ts"]), [])
        past.append(before.get("blocks"))
        del past[1:-PAST_KEPT]  # the first stays on the screen that nobody ever refreshed
        for key, value in fields.items():
            if value is None:
                message.pop(key, None)
            else:
                message[key] = value
        message["edited"] = {"user": editor, "ts": self._workspace.stamps.mint()}
        self._workspace.put_message(channel.id, message, "changed")
        self._events.changed(channel, before, message)
        return message

    def delete(self, channel: Channel, message: Json) -> None:
        """Delete a message; the root of a thread leaves a tombstone."""
        before = copy(message)
        if len(self._workspace.thread(channel.id, message["ts"])) > 1:
            kept = {k: message[k] for k in _THREAD_KEYS if k in message}
            stone: Json = {"type": "message", "subtype": "tombstone", "ts": message["ts"], **kept}
            stone |= {"user": "USLACKBOT", "text": TOMBSTONE, "hidden": True}
            self._workspace.put_message(channel.id, stone, "changed")
            self._events.changed(channel, before, stone)
            return
        self._workspace.drop_message(channel.id, message["ts"])
        self._count(channel, message.get("thread_ts"))
        self._events.deleted(channel, before)

    def _place(
        self, channel: Channel, message: Json, thread_ts: str | None, *, broadcast: bool
    ) -> None:
        root = self._workspace.message(channel.id, thread_ts) if thread_ts else None
        if root is not None:
            message["thread_ts"] = root.get("thread_ts", root["ts"])
            message["parent_user_id"] = root["user"]
            if broadcast:
                message["subtype"] = "thread_broadcast"
        self._workspace.put_message(channel.id, message)
        self._count(channel, message.get("thread_ts"))
        self._events.posted(channel, message)

    def _count(self, channel: Channel, root_ts: str | None) -> None:
        """Keep the root's summary of its thread."""
        thread = self._workspace.thread(channel.id, root_ts) if root_ts else []
        if not thread:
            return
        root, replies = thread[0], thread[1:]
        for key in _THREAD_KEYS:
            root.pop(key, None)
        if replies:
            users = list(dict.fromkeys(reply["user"] for reply in replies))
            root |= {
                "thread_ts": root["ts"],
                "reply_count": len(replies),
                "reply_users_count": len(users),
                "reply_users": users,
                "latest_reply": replies[-1]["ts"],
            }
        self._workspace.put_message(channel.id, root, "changed")


_THREAD_KEYS = ("thread_ts", "reply_count", "reply_users_count", "reply_users", "latest_reply")
