"""What an agent's thread says of its work, and when that goes away by itself."""

from functools import partial

from sandbox.jsons import Json
from sandbox.timers import Timers
from sandbox.workspace import Workspace

# Slack takes a status away when nothing was said in its thread for so long.
STATUS_S = 120.0


class Agent:
    """The statuses of the agent's threads."""

    def __init__(self, workspace: Workspace, timers: Timers) -> None:
        self._workspace = workspace
        self._timers = timers

    def resume(self) -> None:
        """Go on watching the statuses that an earlier process of this workspace showed."""
        for session in self._workspace.sessions.values():
            if session.get("assistant_status"):
                self._watch(session)

    def show(self, channel: str, thread_ts: str, status: str, loading: list[object]) -> None:
        """Show a status in a thread; an empty one clears it."""
        session = self._workspace.put_session(
            channel,
            thread_ts,
            assistant_status=status,
            loading_messages=loading,
            status="processing" if status else "active",
            shown_at=self._workspace.clock.now(),
        )
        if status:
            self._watch(session)

    def _watch(self, session: Json) -> None:
        self._timers.at(self._due(session), partial(self._end, session, session["shown_at"]))

    def _due(self, session: Json) -> float:
        thread = self._workspace.thread(session["channel"], session["thread_ts"])
        said = float(thread[-1]["ts"]) if thread else 0.0
        return max(said, session["shown_at"]) + STATUS_S

    def _end(self, session: Json, shown_at: float) -> None:
        if session["shown_at"] != shown_at or not session.get("assistant_status"):
            return
        if self._due(session) > self._workspace.clock.now():
            self._watch(session)
            return
        status = "active" if session["status"] == "processing" else session["status"]
        self._workspace.put_session(
            session["channel"],
            session["thread_ts"],
            assistant_status="",
            loading_messages=[],
            status=status,
        )
