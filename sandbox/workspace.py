"""The workspace's state: people, channels, messages, views; every change is saved and told."""

from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict

from sandbox import people
from sandbox.bus import Bus
from sandbox.clock import Clock
from sandbox.errors import ControlError
from sandbox.ids import Stamps
from sandbox.jsons import Json
from sandbox.people import BOT_USER, Channel, Person, channel_from
from sandbox.store import Store

DELIVERIES_KEPT = 10_000


class Workspace:
    """What is in the workspace; the one place that changes it."""

    def __init__(self, *, clock: Clock, store: Store, bus: Bus) -> None:
        self.clock = clock
        self.store = store
        self.bus = bus
        self.stamps = Stamps(clock)
        self.people = people.people()
        self.channels = people.channels()
        self.usergroups = deepcopy(people.USERGROUPS)
        self.messages: dict[str, dict[str, Json]] = {}
        self.ephemerals: dict[str, dict[str, Json]] = {}
        self._replies: dict[tuple[str, str], set[str]] = {}
        self.views: dict[str, Json] = {}
        self.homes: dict[str, Json] = {}
        self.sessions: dict[str, Json] = {}
        self.deliveries: deque[Json] = deque(maxlen=DELIVERIES_KEPT)
        self.lint: list[str] = []
        # The blocks that a message had before, for clicks on a screen that is not up to date.
        self.past: dict[tuple[str, str], list[object]] = {}
        self._load()

    def _load(self) -> None:
        for key, saved in self.store.load("channel").items():
            self.channels[key] = channel_from(saved)
        self.usergroups |= self.store.load("usergroup")
        for key, saved in self.store.load("person").items():
            self.people[key] = Person(**saved)
        for key, message in self.store.load("message").items():
            self._index(key.split("/")[0], message)
            self.stamps.seen(message["ts"])
        self.views = self.store.load("view")
        self.homes = self.store.load("home")
        self.sessions = self.store.load("session")

    # People and channels

    def person(self, ref: str) -> Person | None:
        """The person with this id or name, with or without @."""
        name = ref.removeprefix("@").lower()
        return next((p for p in self.people.values() if ref == p.id or name == p.name), None)

    def save_person(self, person: Person) -> None:
        """Keep a changed person."""
        self.people[person.id] = person
        self.store.put("person", person.id, asdict(person))
        self.bus.tell("person", person.public())

    def channel(self, ref: str) -> Channel | None:
        """The channel with this id or name, with or without #."""
        if ref in self.channels:
            return self.channels[ref]
        name = ref.removeprefix("#").lower()
        return next((c for c in self.channels.values() if c.name == name), None)

    def save_channel(self, channel: Channel) -> None:
        """Keep a new or changed channel."""
        self.channels[channel.id] = channel
        saved = {**asdict(channel), "members": sorted(channel.members)}
        self.store.put("channel", channel.id, saved)
        self.bus.tell("channel", saved)

    def save_usergroup(self, key: str, group: Json) -> None:
        """Keep a new or changed user group: `{handle, name, users}`."""
        self.usergroups[key] = group
        self.store.put("usergroup", key, group)
        self.bus.tell("usergroup", {"id": key, **group})

    def direct(self, person: Person) -> Channel:
        """The direct message between the person and the bot, made at its first use."""
        key = "D0" + person.id[2:]
        if key not in self.channels:
            members = {person.id, BOT_USER}
            self.save_channel(Channel(key, f"dm-{person.name}", kind="im", members=members))
        return self.channels[key]

    def channel_for(self, ref: str, person: Person) -> Channel:
        """The channel as this person names it: an id, a name, or the bot for the direct message."""
        if ref.removeprefix("@").lower() in {"dm", people.BOT_NAME, f"dm-{person.name}"}:
            return self.direct(person)
        if ref in {BOT_USER, "D0" + person.id[2:]}:
            return self.direct(person)
        channel = self.channel(ref)
        if channel is None:
            raise ControlError(f"no channel {ref}", 404)
        return channel

    # Messages

    def message(self, channel: str, ts: str) -> Json | None:
        """The message that everybody sees at this timestamp."""
        return self.messages.get(channel, {}).get(ts)

    def ephemeral(self, channel: str, ts: str) -> Json | None:
        """The ephemeral message at this timestamp."""
        return self.ephemerals.get(channel, {}).get(ts)

    def put_message(self, channel: str, message: Json, what: str = "message") -> None:
        """Save a new or changed message; `what` is the kind of change to tell."""
        self._index(channel, message)
        self.store.put("message", f"{channel}/{message['ts']}", message)
        self.bus.tell(what, {"channel": channel, "message": message})

    def drop_message(self, channel: str, ts: str) -> None:
        """Remove a message."""
        message = self.messages.get(channel, {}).pop(ts, {})
        self._replies.get((channel, message.get("thread_ts", "")), set()).discard(ts)
        self.store.drop("message", f"{channel}/{ts}")
        self.bus.tell("deleted", {"channel": channel, "ts": ts})

    def put_ephemeral(self, channel: str, message: Json) -> None:
        """Show one person a message that is neither saved nor in the history."""
        self.ephemerals.setdefault(channel, {})[message["ts"]] = message
        self.bus.tell("ephemeral", {"channel": channel, "message": message})

    def drop_ephemeral(self, channel: str, ts: str) -> None:
        """Take an ephemeral message away."""
        self.ephemerals.get(channel, {}).pop(ts, None)
        self.bus.tell("deleted", {"channel": channel, "ts": ts})

    def thread(self, channel: str, root: str) -> list[Json]:
        """The root and its replies in order; empty if there is no such root."""
        everything = self.messages.get(channel, {})
        if root not in everything:
            return []
        return [everything[root], *(everything[ts] for ts in sorted(self._reply_ts(channel, root)))]

    def _reply_ts(self, channel: str, root: str) -> set[str]:
        return self._replies.get((channel, root), set())

    def _index(self, channel: str, message: Json) -> None:
        ts, root = message["ts"], message.get("thread_ts")
        self.messages.setdefault(channel, {})[ts] = message
        if root not in (None, ts):
            self._replies.setdefault((channel, root), set()).add(ts)

    def timeline(self, channel: str) -> list[Json]:
        """All messages of a channel with their threads, ephemerals too, in order."""
        whispers = self.ephemerals.get(channel, {}).values()
        both = [*self.messages.get(channel, {}).values(), *whispers]
        return sorted(both, key=lambda m: m["ts"])

    # Views

    def put_view(self, record: Json) -> None:
        """Save an open view: `{user, view, ...}`."""
        self.views[record["view"]["id"]] = record
        self.store.put("view", record["view"]["id"], record)
        self.bus.tell("view", record)

    def drop_view(self, view_id: str) -> None:
        """Close a view."""
        if self.views.pop(view_id, None) is not None:
            self.store.drop("view", view_id)
            self.bus.tell("view_closed", {"id": view_id})

    def stack(self, user: str) -> list[Json]:
        """The person's open modals, the top one last."""
        mine = [r for r in self.views.values() if r["user"] == user]
        return sorted(mine, key=lambda r: r["depth"])

    def put_home(self, user: str, view: Json) -> None:
        """Publish a person's Home tab."""
        self.homes[user] = view
        self.store.put("home", user, view)
        self.bus.tell("home", {"user": user, "view": view})

    def put_session(self, channel: str, thread_ts: str, **fields: object) -> Json:
        """Change what is shown for an agent's thread: status, title, prompts."""
        key = f"{channel}/{thread_ts}"
        session = self.sessions.setdefault(key, {"channel": channel, "thread_ts": thread_ts})
        session.update(fields)
        self.store.put("session", key, session)
        self.bus.tell("session", session)
        return session

    # What the control API shows

    def state(self, deliveries: int) -> Json:
        """Everything, for GET /sandbox/state; of the deliveries the last so many."""
        return {
            "users": [person.public() for person in self.people.values()],
            "groups": [{"id": key, **group} for key, group in self.usergroups.items()],
            "channels": list(self._shown_channels()),
            "views": [self._shown_view(record) for record in self.views.values()],
            "homes": self.homes,
            "sessions": list(self.sessions.values()),
            "deliveries": list(self.deliveries)[-deliveries:] if deliveries else [],
            "lint": self.lint,
            "now": self.clock.now(),
        }

    def _shown_channels(self) -> Iterator[Json]:
        for channel in self.channels.values():
            yield {
                "id": channel.id,
                "name": channel.name,
                "kind": channel.kind,
                "is_private": channel.kind != "channel",
                "is_archived": channel.archived,
                "is_ext_shared": bool(channel.shared_with),
                "members": sorted(channel.members),
                "messages": self.timeline(channel.id),
            }

    @staticmethod
    def _shown_view(record: Json) -> Json:
        return {"id": record["view"]["id"], **record}
