"""People pressing things in messages, sending commands and shortcuts; each is delivered once."""

from sandbox import people
from sandbox.deliver import Answer, Deliverer
from sandbox.elements import entered, find, initial_state, pressed, wanted_value
from sandbox.errors import ApiError, ControlError
from sandbox.jsons import Json, obj
from sandbox.people import DOMAINS, TEAM, VERIFICATION_TOKEN, Channel, Person
from sandbox.recorder import Recorder
from sandbox.respond import Responder
from sandbox.suggest import Suggestions
from sandbox.triggers import Hooks, Triggers
from sandbox.typed import command_text
from sandbox.workspace import Workspace

_TROUBLE = {
    "timeout": "The app did not answer in time.",
    "http_timeout": "The app did not answer in time.",
    "http_error": "The app answered with an error.",
}
_AWAY = "The app can't be reached just now, so nothing was done. Try again in a few seconds."


def trouble(answer: Answer) -> Json:
    """What the person is shown of an answer: `{status: ok}`, or trouble and its words."""
    if answer.ok:
        return {"status": "ok"}
    words = _AWAY if answer.gone else _TROUBLE.get(answer.reason, _AWAY)
    return {"status": "trouble", "trouble": words}


def who(person: Person) -> Json:
    """The keys of every interaction that say where it is from and by whom."""
    return {
        "user": {
            "id": person.id,
            "username": person.name,
            "name": person.name,
            "team_id": person.team,
        },
        "api_app_id": people.APP,
        "token": VERIFICATION_TOKEN,
        "team": {"id": TEAM, "domain": DOMAINS[TEAM]},
        "enterprise": None,
        "is_enterprise_install": False,
    }


class Interact:
    """Clicks on messages, slash commands and shortcuts."""

    def __init__(
        self,
        *,
        workspace: Workspace,
        deliverer: Deliverer,
        triggers: Triggers,
        hooks: Hooks,
        responder: Responder,
        suggestions: Suggestions,
        recorder: Recorder,
    ) -> None:
        self._recorder = recorder
        self._workspace = workspace
        self._deliverer = deliverer
        self._triggers = triggers
        self._hooks = hooks
        self._responder = responder
        self._suggestions = suggestions
        self._states: dict[tuple[str, str], Json] = {}

    async def click(self, person: Person, channel: Channel, wanted: Json) -> Json:
        """Press the button (or choose in the element) that `wanted` names in message `ts`.

        With `stale` true the element is looked for in earlier versions of the message too, as
        on a screen that has not been refreshed.
        """
        if person.id not in channel.members:
            raise ControlError(f"{person.name} is not in {channel.name}", 403)
        message = self._visible(person, channel, str(wanted.get("ts")))
        block, element = self._element(channel, message, wanted)
        allowed = element.get("visible_to_user_ids")
        if allowed and person.id not in allowed:
            raise ControlError("not visible to this person", 403)
        value = wanted_value(element, wanted)
        known = self._suggestions.known(message["ts"], block, element)
        entry = None if value is None else entered(known, value)
        action = pressed(block, element, entry, self._workspace.stamps.mint())
        payload = self._block_actions(person, channel, message, action)
        state = payload["state"]["values"]
        if entry is not None and element["action_id"] in state.get(block["block_id"], {}):
            state[block["block_id"]][element["action_id"]] = entry
            self._states[channel.id, message["ts"]] = state
        result = trouble(await self._deliverer.interaction("interactive", payload))
        return {**result, "url": element["url"]} if "url" in element else result

    async def suggest(self, person: Person, channel: Channel, wanted: Json) -> Json:
        """Type `value` into an external select of a message, which asks the app for options."""
        message = self._visible(person, channel, str(wanted.get("ts")))
        block, element = self._element(channel, message, wanted)
        payload: Json = {
            **who(person),
            "container": self._container(channel, message),
            "channel": {"id": channel.id, "name": channel.shown_name},
            "message": message,
            "value": str(wanted.get("value", "")),
        }
        return await self._suggestions.ask(payload, message["ts"], block, element)

    async def command(
        self, person: Person, channel: Channel, command: str, text: str, *, escaped: bool = True
    ) -> Json:
        """Send a slash command; what the app answers is shown to the person.

        If `escaped` is true, names in the text become `<@id|name>` and `<#id|name>`.
        """
        if person.id not in channel.members:
            raise ControlError(f"{person.name} is not in {channel.name}", 403)
        about: Json = {"channel": channel.id, "user": person.id}
        form: Json = {
            "token": VERIFICATION_TOKEN,
            "team_id": TEAM,
            "team_domain": DOMAINS[TEAM],
            "channel_id": channel.id,
            "channel_name": channel.shown_name,
            "user_id": person.id,
            "user_name": person.name,
            "command": command,
            "text": command_text(self._workspace, text) if escaped else text,
            "api_app_id": people.APP,
            "is_enterprise_install": "false",
            "response_url": self._hooks.mint("commands", about),
            "trigger_id": self._triggers.mint(person.id),
        }
        answer = await self._deliverer.interaction("slash_commands", form)
        return self._answered(answer, {**about, "kind": "commands"})

    async def shortcut(
        self, person: Person, callback_id: str, at: tuple[Channel, str] | None
    ) -> Json:
        """Use a global shortcut, or one on the message `at` a channel and timestamp."""
        payload: Json = {
            **who(person),
            "type": "shortcut",
            "callback_id": callback_id,
            "trigger_id": self._triggers.mint(person.id),
            "action_ts": self._workspace.stamps.mint(),
        }
        if at is not None:
            channel, ts = at
            message = self._visible(person, channel, ts)
            about: Json = {"channel": channel.id, "user": person.id, "ts": ts}
            payload |= {
                "type": "message_action",
                "message_ts": ts,
                "message": message,
                "channel": {"id": channel.id, "name": channel.shown_name},
                "response_url": self._hooks.mint("actions", about),
            }
        return trouble(await self._deliverer.interaction("interactive", payload))

    def _visible(self, person: Person, channel: Channel, ts: str) -> Json:
        message = self._workspace.message(channel.id, ts)
        if message is None:
            message = self._workspace.ephemeral(channel.id, ts)
        if message is None or message.get("ephemeral_to") not in (None, person.id):
            raise ControlError(f"{person.name} sees no message {ts} in {channel.name}", 404)
        return message

    def _element(self, channel: Channel, message: Json, wanted: Json) -> tuple[Json, Json]:
        versions = [message.get("blocks")]
        if wanted.get("stale"):
            versions += reversed(self._workspace.past.get((channel.id, message["ts"]), []))
        for blocks in versions[:-1]:
            try:
                return find(blocks, wanted)
            except ControlError:
                continue
        return find(versions[-1], wanted)

    def _block_actions(self, person: Person, channel: Channel, message: Json, action: Json) -> Json:
        ts = message["ts"]
        about: Json = {"channel": channel.id, "user": person.id, "ts": ts}
        if "thread_ts" in message:
            about["thread_ts"] = message["thread_ts"]
        state = self._states.get((channel.id, ts)) or initial_state(message.get("blocks"))
        payload: Json = {
            **who(person),
            "type": "block_actions",
            "container": self._container(channel, message),
            "trigger_id": self._triggers.mint(person.id),
            "channel": {"id": channel.id, "name": channel.shown_name},
            "state": {"values": state},
            "response_url": self._hooks.mint("actions", about),
            "actions": [action],
        }
        if "ephemeral_to" not in message:
            payload["message"] = message
        return payload

    @staticmethod
    def _container(channel: Channel, message: Json) -> Json:
        container: Json = {
            "type": "message",
            "message_ts": message["ts"],
            "channel_id": channel.id,
            "is_ephemeral": "ephemeral_to" in message,
        }
        return container | {key: message[key] for key in ("thread_ts",) if key in message}

    def _answered(self, answer: Answer, about: Json) -> Json:
        """Show what a command was answered with."""
        if not answer.ok:
            return {**trouble(answer), "code": _code(answer)}
        content = answer.body or ({"text": answer.text} if answer.text else None)
        if content and (obj(content).get("text") or content.get("blocks")):
            try:
                self._responder.show(about, {**content, "replace_original": False})
                self._recorder.record("slash_command", content)
            except ApiError as error:
                self._recorder.record("slash_command", content, error=error)
                return {"status": "trouble", "trouble": error.code, "code": "dispatch_failed"}
        return {"status": "ok"}


def _code(answer: Answer) -> str:
    """What Slack calls a command that failed."""
    return "operation_timeout" if "timeout" in answer.reason else "dispatch_failed"
