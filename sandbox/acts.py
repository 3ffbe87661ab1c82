"""What people do besides writing and pressing: pressing twice, reloading, renaming a session."""

import asyncio
from collections.abc import Awaitable, Callable

from sandbox.errors import ControlError
from sandbox.jsons import Json
from sandbox.people import TEAM, Person
from sandbox.slack import Slack

Act = Callable[[Person, Json], Awaitable[Json]]


class Acts:
    """Further actions of the control API."""

    def __init__(self, slack: Slack, click: Act) -> None:
        self._slack = slack
        self._click = click
        self.by_name: dict[str, Act] = {
            "double_click": self._double_click,
            "reload": self._reload,
            "rename": self._rename,
        }

    async def _double_click(self, person: Person, body: Json) -> Json:
        """Press the same button twice at once, as Slack lets people do: `{status, both}`."""
        both = await asyncio.gather(self._click(person, body), self._click(person, body))
        return {"status": both[0]["status"], "both": both}

    async def _reload(self, person: Person, _body: Json) -> Json:
        """Load Slack again: private messages are gone; how many there were."""
        workspace = self._slack.workspace
        gone = [
            (channel, ts)
            for channel, whispers in workspace.ephemerals.items()
            for ts, message in whispers.items()
            if message["ephemeral_to"] == person.id
        ]
        for channel, ts in gone:
            workspace.drop_ephemeral(channel, ts)
        return {"gone": len(gone)}

    async def _rename(self, person: Person, body: Json) -> Json:
        """Give an agent's session another title."""
        channel = self._slack.workspace.channel_for(str(body.get("channel", "")), person)
        thread_ts, title = str(body.get("thread_ts")), str(body.get("title", ""))
        session = self._slack.workspace.sessions.get(f"{channel.id}/{thread_ts}")
        if session is None or person.id not in channel.members or not title:
            raise ControlError(f"{person.name} has no session {thread_ts}", 404)
        event: Json = {
            "type": "agent_session_title_changed",
            "channel": channel.id,
            "user": person.id,
            "team_id": TEAM,
            "thread_ts": thread_ts,
            "title": title,
            "previous_title": session.get("title", ""),
            "event_ts": self._slack.workspace.stamps.mint(),
        }
        self._slack.workspace.put_session(channel.id, thread_ts, title=title)
        self._slack.events.emit("agent_session_title_changed", event, channel)
        return {"title": title}
