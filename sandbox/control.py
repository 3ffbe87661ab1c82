"""/sandbox/users/…: acting as people; /sandbox/state and events: watching."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.acts import Acts
from sandbox.errors import ControlError
from sandbox.jsons import Json, is_list
from sandbox.methods.reactions import react, take_back
from sandbox.people import TEAM, Channel, Person
from sandbox.routes import answers
from sandbox.slack import Slack

DELIVERIES_SHOWN = 1_000
# Tasks that the scripted model plays, for who has never been here.
EXAMPLES = (
    "@signoff refund order 1042, it arrived broken",
    "@signoff restart checkout in prod",
    "@signoff how is checkout doing?",
)
# Of these it asks something first.
QUESTIONS = (
    "@signoff refund the order for Ines",
    "@signoff prepare the shop for the sale",
    "@signoff plan a maintenance window for checkout",
    "@signoff replace the API key of our courier Parcelo",
)
Action = Callable[[Person, Json], Awaitable[Json]]


class Control:
    """The control API of one workspace."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack
        self._workspace = slack.workspace
        self._actions: dict[str, Action] = {
            "say": self._say,
            "edit": self._edit,
            "delete": self._delete,
            "react": self._react,
            "unfurl": self._unfurl,
            "click": self._click,
            "suggest": self._suggest,
            "submit": self._submit,
            "close": self._close,
            "command": self._command,
            "shortcut": self._shortcut,
            "home": self._home,
            "deactivate": self._deactivate,
            "stop": self._stop,
        }
        self._actions |= Acts(slack, self._click).by_name

    def add_routes(self, app: web.Application) -> None:
        """Mount it under /sandbox."""
        app.router.add_get("/sandbox/state", self._state)
        app.router.add_get("/sandbox/events", self._slack.bus.serve)
        app.router.add_post("/sandbox/users/{user}/{action}", self._act)

    async def _state(self, request: web.Request) -> web.Response:
        wanted = request.query.get("deliveries", "")
        shown = int(wanted) if wanted.isdecimal() else DELIVERIES_SHOWN
        return web.json_response(self.state(shown))

    def state(self, deliveries: int) -> Json:
        """The workspace, what a client shows of the app, and whether a bot is there."""
        return {
            **self._workspace.state(deliveries),
            "app": self._slack.manifest.app(),
            "connections": self._slack.hub.count,
            "examples": list(EXAMPLES),
            "questions": list(QUESTIONS),
        }

    async def act(self, user: str, name: str, body: Json) -> Json:
        """Acts as a person; raises ControlError, or ApiError, for what can't be done."""
        person, action = self._workspace.person(user), self._actions.get(name)
        if person is None or person.bot:
            raise ControlError(f"no person {user}", 404)
        if action is None:
            raise ControlError(f"no action {name}", 404)
        if person.deleted:
            raise ControlError(f"{person.name} is deactivated", 403)
        return await action(person, body)

    async def _act(self, request: web.Request) -> web.Response:
        async def run(body: Json, _request: web.Request) -> Json:
            names = request.match_info
            return await self.act(names["user"], names["action"], body)

        return await answers(run)(request)

    # People

    def _place(self, person: Person, body: Json) -> Channel:
        channel = self._workspace.channel_for(str(body.get("channel", "")), person)
        if channel.archived:
            raise ControlError(f"{channel.name} is archived", 403)
        if person.id in channel.members:
            return channel
        if channel.kind != "channel" or person.restricted or person.team != TEAM:
            raise ControlError(f"{person.name} is not in {channel.name}", 403)
        channel.members.add(person.id)
        self._workspace.save_channel(channel)
        return channel

    def _own(self, person: Person, body: Json) -> tuple[Channel, Json]:
        channel = self._place(person, body)
        message = self._workspace.message(channel.id, str(body.get("ts")))
        if message is None or message["user"] != person.id:
            raise ControlError(f"{person.name} has no message {body.get('ts')}", 404)
        return channel, message

    async def _say(self, person: Person, body: Json) -> Json:
        channel = self._place(person, body)
        thread_ts = body.get("thread_ts")
        if thread_ts and self._workspace.message(channel.id, thread_ts) is None:
            raise ControlError(f"no message {thread_ts}", 404)
        text, files = body.get("text", ""), body.get("files", [])
        if not isinstance(text, str) or not is_list(files) or not (text or files):
            raise ControlError("text is needed, or the names of files")
        message = self._slack.messages.say(
            person,
            channel,
            text,
            thread_ts,
            files=self._slack.uploads.attach(person.id, files) if files else [],
            broadcast=bool(body.get("broadcast")),
        )
        return {"ts": message["ts"], "channel": channel.id}

    async def _edit(self, person: Person, body: Json) -> Json:
        channel, message = self._own(person, body)
        self._slack.messages.edit(channel, message, str(body.get("text", "")))
        return {"ts": message["ts"]}

    async def _delete(self, person: Person, body: Json) -> Json:
        """Delete a message of one's own; an admin deletes anybody's."""
        channel = self._place(person, body)
        message = self._workspace.message(channel.id, str(body.get("ts")))
        if not person.admin or message is None:
            channel, message = self._own(person, body)
        self._slack.messages.delete(channel, message)
        return {}

    async def _unfurl(self, person: Person, body: Json) -> Json:
        """Slack adds a preview to a message: it changes, and nobody has edited it."""
        channel, message = self._own(person, body)
        self._slack.messages.unfurl(channel, message)
        return {}

    async def _react(self, person: Person, body: Json) -> Json:
        """Put a reaction on a message; with `remove` true, take one's own back."""
        channel = self._place(person, body)
        message = self._workspace.message(channel.id, str(body.get("ts")))
        if message is None:
            raise ControlError(f"no message {body.get('ts')}", 404)
        name, removed = str(body.get("name")), bool(body.get("remove"))
        (take_back if removed else react)(message, name, person.id)
        self._workspace.put_message(channel.id, message, "changed")
        kind = "reaction_removed" if removed else "reaction_added"
        event: Json = {
            "type": kind,
            "user": person.id,
            "reaction": name,
            "item": {"type": "message", "channel": channel.id, "ts": message["ts"]},
            "item_user": message["user"],
            "event_ts": self._workspace.stamps.mint(),
        }
        self._slack.events.emit(kind, event, channel)
        return {}

    async def _click(self, person: Person, body: Json) -> Json:
        if body.get("view_id"):
            return await self._slack.modals.press(person, str(body["view_id"]), body)
        channel = self._workspace.channel_for(str(body.get("channel", "")), person)
        return await self._slack.interact.click(person, channel, body)

    async def _suggest(self, person: Person, body: Json) -> Json:
        if body.get("view_id"):
            return await self._slack.modals.suggest(person, str(body["view_id"]), body)
        return await self._slack.interact.suggest(person, self._place(person, body), body)

    async def _submit(self, person: Person, body: Json) -> Json:
        return await self._slack.modals.submit(person, str(body.get("view_id")), body)

    async def _close(self, person: Person, body: Json) -> Json:
        everything = bool(body.get("all"))
        return await self._slack.modals.close(
            person, str(body.get("view_id")), everything=everything
        )

    async def _command(self, person: Person, body: Json) -> Json:
        channel = self._place(person, body)
        command = str(body.get("command", ""))
        known = self._slack.manifest.commands
        if known is not None and command not in known:
            return {"status": "trouble", "trouble": f"{command} is not a valid command."}
        return await self._slack.interact.command(
            person,
            channel,
            command,
            str(body.get("text", "")),
            escaped=command in self._slack.manifest.escaped,
        )

    async def _shortcut(self, person: Person, body: Json) -> Json:
        at = (self._place(person, body), str(body["ts"])) if body.get("ts") else None
        return await self._slack.interact.shortcut(person, str(body.get("callback_id")), at)

    async def _home(self, person: Person, body: Json) -> Json:
        channel = self._workspace.direct(person)
        event: Json = {
            "type": "app_home_opened",
            "user": person.id,
            "channel": channel.id,
            "tab": body.get("tab", "home"),
            "event_ts": self._workspace.stamps.mint(),
        }
        if person.id in self._workspace.homes and event["tab"] == "home":
            event["view"] = self._workspace.homes[person.id]
        self._slack.events.emit("app_home_opened", event, channel)
        return {"channel": channel.id}

    async def _stop(self, person: Person, body: Json) -> Json:
        """Press Slack's own Stop in an agent's thread."""
        channel = self._place(person, body)
        thread = self._workspace.thread(channel.id, str(body.get("thread_ts")))
        stopped = self._slack.streams.stop(channel.id, [m["ts"] for m in thread])
        event: Json = {
            "type": "agent_session_stopped",
            "channel": channel.id,
            "user": person.id,
            "thread_ts": str(body.get("thread_ts")),
            "streaming_message_ts": stopped,
            "event_ts": self._workspace.stamps.mint(),
        }
        self._slack.events.emit("agent_session_stopped", event, channel)
        return {}

    async def _deactivate(self, person: Person, _body: Json) -> Json:
        person.deleted = True
        self._workspace.save_person(person)
        return {}
