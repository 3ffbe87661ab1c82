"""/sandbox/channels, groups, clock and limits: changing what nobody in the workspace can."""

from aiohttp import web

from sandbox.errors import ControlError
from sandbox.jsons import Json, is_list
from sandbox.people import OTHER_TEAM, Channel
from sandbox.routes import answers
from sandbox.slack import Slack


class WorkspaceControl:
    """What nobody in the workspace can do."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack
        self._workspace = slack.workspace

    def add_routes(self, app: web.Application) -> None:
        """Mount it."""
        app.router.add_post("/sandbox/channels/{channel}", answers(self._channel))
        app.router.add_post("/sandbox/groups/{group}", answers(self._group))
        app.router.add_post("/sandbox/clock", answers(self._clock))
        app.router.add_post("/sandbox/limits", answers(self._limits))

    async def _channel(self, body: Json, request: web.Request) -> Json:
        """Make a channel, or change it: {private?, mpim?, archived?, add?: [...], remove?: [...]}.

        A private one and a group message are made, never turned into one.
        """
        name = request.match_info["channel"]
        channel = self._workspace.channel(name)
        if channel is None:
            kind = "mpim" if body.get("mpim") else "group" if body.get("private") else "channel"
            channel = Channel(f"C0{name.upper().replace('-', '')[:9]}", name, kind)
        channel.archived = bool(body.get("archived", channel.archived))
        channel.posting = _posting(body.get("posting", channel.posting))
        if "shared" in body:
            channel.shared_with = [OTHER_TEAM] if body["shared"] else []
        channel.members |= self._ids(body.get("add"))
        channel.members -= self._ids(body.get("remove"))
        self._workspace.save_channel(channel)
        return {"id": channel.id, "members": sorted(channel.members)}

    async def _group(self, body: Json, request: web.Request) -> Json:
        """Make a user group, or change its members: {add?: [...], remove?: [...]}."""
        handle = request.match_info["group"].removeprefix("@")
        groups = self._workspace.usergroups
        found = next((k for k, g in groups.items() if handle in (k, g["handle"])), None)
        key = found or f"S0{handle.upper().replace('-', '')[:9]}"
        group = groups.get(key) or {"handle": handle, "name": handle, "users": []}
        users = (set(group["users"]) | self._ids(body.get("add"))) - self._ids(body.get("remove"))
        self._workspace.save_usergroup(key, {**group, "users": sorted(users)})
        return {"id": key, "users": sorted(users)}

    def _ids(self, names: object) -> set[str]:
        people = [self._workspace.person(str(n)) for n in names] if is_list(names) else []
        if any(person is None for person in people):
            raise ControlError(f"somebody of {names} is unknown", 404)
        return {person.id for person in people if person is not None}

    async def _clock(self, body: Json, _request: web.Request) -> Json:
        seconds = float(body.get("advance_s", 0))
        if seconds < 0:
            raise ControlError("the clock goes forward only")
        self._slack.clock.advance(seconds)
        self._slack.bus.tell("faults", {})
        return {"now": self._slack.clock.now()}

    async def _limits(self, body: Json, _request: web.Request) -> Json:
        self._slack.limits.on = bool(body.get("on", True))
        if "events_an_hour" in body:
            self._slack.limits.events_an_hour = int(body["events_an_hour"])
        self._slack.bus.tell("faults", {})
        return {"on": self._slack.limits.on}


def _posting(value: object) -> str:
    """What an app may post in a channel: anything, if empty."""
    if value not in ("", "read_only", "thread_only", "non_threadable"):
        raise ControlError(f"no such restriction: {value}")
    return str(value)
