"""Events API envelopes, and which events a message causes."""

import re
from collections.abc import Callable

from sandbox import people
from sandbox.ids import fresh
from sandbox.jsons import Json
from sandbox.people import BOT_USER, TEAM, Channel
from sandbox.workspace import Workspace

_SUBSCRIPTION = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


def envelope(workspace: Workspace, event: Json, channel: Channel | None) -> Json:
    """The event_callback around an event, with a new event_id."""
    shared = channel is not None and bool(channel.shared_with)
    return {
        "token": people.VERIFICATION_TOKEN,
        "team_id": TEAM,
        "context_team_id": TEAM,
        "context_enterprise_id": None,
        "api_app_id": people.APP,
        "event": event,
        "type": "event_callback",
        "event_id": fresh("Ev"),
        "event_time": int(workspace.clock.now()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": TEAM,
                "user_id": BOT_USER,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": shared,
        "event_context": fresh("4-Ev"),
    }


def limited(now: float) -> Json:
    """What an app is sent in place of the events above its limit, once a minute of them."""
    return {
        "token": people.VERIFICATION_TOKEN,
        "type": "app_rate_limited",
        "team_id": TEAM,
        "minute_rate_limited": int(now // 60) * 60,
        "api_app_id": people.APP,
    }


class Events:
    """Turns changes into the events that the manifest subscribes to."""

    def __init__(
        self,
        workspace: Workspace,
        subscribed: frozenset[str] | None,
        send: Callable[[Json], None],
        installed: Callable[[], bool],
    ) -> None:
        self._workspace = workspace
        self._subscribed = subscribed
        self.send = send
        self._installed = installed

    def emit(self, name: str, event: Json, channel: Channel | None = None) -> None:
        """Send an event if the app subscribed to `name` (all, if there is no manifest)."""
        if self._installed():
            self._emit(name, event, channel)

    def _emit(self, name: str, event: Json, channel: Channel | None = None) -> None:
        if self._subscribed is None or name in self._subscribed:
            self.send(envelope(self._workspace, event, channel))

    def tokens_revoked(
        self, *, bot: list[str] | None = None, oauth: list[str] | None = None, last: bool = False
    ) -> None:
        """Tokens of these users are dead; `last` is sent though the app is gone."""
        event: Json = {"type": "tokens_revoked", "tokens": {"oauth": oauth or [], "bot": bot or []}}
        event["event_ts"] = self._workspace.stamps.mint()
        if last or self._installed():
            self._emit("tokens_revoked", event)

    def posted(self, channel: Channel, message: Json) -> None:
        """A message was posted: its message event, and app_mention if it names the bot.

        A message with files comes as message only.
        """
        if BOT_USER not in channel.members:
            return
        if _calls_bot(channel, message) and not message.get("files"):
            mention = {**message, "type": "app_mention", "channel": channel.id}
            mention["event_ts"] = message["ts"]
            self.emit("app_mention", mention, channel)
        self._message(channel, {**_seen(message), "event_ts": message["ts"]})

    def changed(self, channel: Channel, before: Json, after: Json) -> None:
        """A message was edited, by a person or by the bot's chat.update.

        An edited mention comes as app_mention once more.
        """
        stamp = self._workspace.stamps.mint()
        if after.get("edited") != before.get("edited") and _calls_bot(channel, after):
            mention = {**after, "type": "app_mention", "channel": channel.id, "event_ts": stamp}
            self.emit("app_mention", mention, channel)
        event: Json = {
            "type": "message",
            "subtype": "message_changed",
            "message": _seen(after),
            "previous_message": _seen(before),
            "hidden": True,
            "ts": stamp,
            "event_ts": stamp,
        }
        self._message(channel, event)

    def deleted(self, channel: Channel, before: Json) -> None:
        """A message was deleted."""
        stamp = self._workspace.stamps.mint()
        event: Json = {
            "type": "message",
            "subtype": "message_deleted",
            "previous_message": _seen(before),
            "deleted_ts": before["ts"],
            "hidden": True,
            "ts": stamp,
            "event_ts": stamp,
        }
        self._message(channel, event)

    def _message(self, channel: Channel, event: Json) -> None:
        if BOT_USER not in channel.members:
            return
        event = {**event, "channel": channel.id, "channel_type": channel.type}
        self.emit(f"message.{_SUBSCRIPTION[channel.kind]}", event, channel)


def _seen(message: Json) -> Json:
    """A message as events carry it: without what only the sandbox keeps."""
    return {key: value for key, value in message.items() if key != "reactions"}


def _calls_bot(channel: Channel, message: Json) -> bool:
    return channel.kind != "im" and message.get("user") != BOT_USER and mentions_bot(message)


def mentions_bot(message: Json) -> bool:
    """Whether the text names the bot."""
    return re.search(rf"<@{BOT_USER}(\|[^>]*)?>", message.get("text", "")) is not None
