"""The Web API's methods by name, and what each takes and needs."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sandbox.errors import ApiError, invalid_arguments
from sandbox.grants import Grant
from sandbox.jsons import Json, is_list, is_obj
from sandbox.people import BOT_USER, Channel, Person

if TYPE_CHECKING:
    from sandbox.slack import Slack

Kind = Literal["str", "int", "bool", "json"]
Token = Literal["bot", "app", "any", "none"]
NOBODY = Grant("app", "")
# The first part of the scopes by which a channel of this kind is read.
SCOPE_OF = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


@dataclass(frozen=True, slots=True)
class Call:
    """One call with its checked arguments, and what its token is."""

    slack: "Slack"
    args: Json
    grant: Grant

    def text(self, name: str) -> str:
        """A string argument; empty if it was not given."""
        return str(self.args.get(name, ""))

    def flag(self, name: str) -> bool:
        """A boolean argument; false if it was not given."""
        return bool(self.args.get(name, False))

    def need(self, *scopes: str) -> None:
        """Raise missing_scope unless the bot has one of the scopes."""
        if not self.slack.manifest.allows(frozenset(scopes)):
            raise missing_scope(self.slack, scopes)

    def visible(self, name: str = "channel") -> Channel:
        """The channel, if the bot may know of it; else channel_not_found."""
        workspace = self.slack.workspace
        channel = workspace.channels.get(self.text(name))
        if channel is None:
            raise ApiError("channel_not_found")
        if channel.kind != "channel" and BOT_USER not in channel.members:
            raise ApiError("channel_not_found")
        return channel

    def readable(self, purpose: str) -> Channel:
        """The channel of a conversations.* method, with its kind's scope and membership."""
        channel = self.visible()
        self.need(f"{SCOPE_OF[channel.kind]}:{purpose}")
        if purpose == "history" and BOT_USER not in channel.members:
            raise ApiError("not_in_channel")
        return channel

    def person(self, name: str = "user") -> Person:
        """The person, else user_not_found."""
        person = self.slack.workspace.people.get(self.text(name))
        if person is None:
            raise ApiError("user_not_found")
        return person


Handler = Callable[[Call], Awaitable[Json]]


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its handler, arguments and kinds, and the scopes of which one is needed."""

    name: str
    run: Handler
    args: Mapping[str, Kind]
    needs: tuple[str, ...]
    scopes: frozenset[str]
    token: Token


METHODS: dict[str, Method] = {}
# slack_sdk's clients send it with every call once they know it.
_EVERYWHERE = frozenset(["team_id"])
_KINDS: dict[str, Kind] = {"str": "str", "int": "int", "bool": "bool", "json": "json"}


def method(
    name: str, args: str = "", *, scopes: str = "", token: Token = "bot"
) -> Callable[[Handler], Handler]:
    """Register a handler; `args` lists `name[!][:kind]`, where ! marks what is required."""

    def register(run: Handler) -> Handler:
        kinds: dict[str, Kind] = {}
        needs: list[str] = []
        for each in args.split():
            named, _, kind = each.partition(":")
            if named.endswith("!"):
                needs.append(named[:-1])
            kinds[named.removesuffix("!")] = _KINDS[kind or "str"]
        METHODS[name] = Method(name, run, kinds, tuple(needs), frozenset(scopes.split()), token)
        return run

    return register


def missing_scope(slack: "Slack", scopes: tuple[str, ...] | frozenset[str]) -> ApiError:
    """The error with what was needed and what the app has."""
    provided = ",".join(sorted(slack.manifest.scopes or ()))
    return ApiError("missing_scope", needed=",".join(sorted(scopes)), provided=provided)


def checked(wanted: Method, raw: Json) -> Json:
    """The arguments converted to their kinds; raises invalid_arguments and format errors."""
    unknown = [name for name in raw if name not in wanted.args and name not in _EVERYWHERE]
    missing = [name for name in wanted.needs if raw.get(name) in (None, "")]
    if unknown or missing:
        raise invalid_arguments(
            *(f"invalid additional property: {name} [json-pointer:/{name}]" for name in unknown),
            *(f"missing required field: {name} [json-pointer:/{name}]" for name in missing),
        )
    given = {k: value for k, value in raw.items() if value is not None and k in wanted.args}
    return {name: _convert(name, wanted.args[name], value) for name, value in given.items()}


def _convert(name: str, kind: Kind, value: object) -> object:
    if kind == "json":
        return _structure(name, value) if isinstance(value, str) else value
    if is_list(value):
        return ",".join(str(each) for each in value)
    if is_obj(value):
        raise invalid_arguments(f"must be a string [json-pointer:/{name}]")
    if kind == "bool":
        return str(value).lower() in ("1", "true")
    if kind == "int":
        if not str(value).lstrip("-").isdecimal():
            raise invalid_arguments(f"must be an integer [json-pointer:/{name}]")
        return int(str(value))
    return str(value)


_FORMAT_ERRORS = {"blocks": "invalid_blocks_format", "metadata": "invalid_metadata_format"}


def _structure(name: str, text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        if name in _FORMAT_ERRORS:
            raise ApiError(_FORMAT_ERRORS[name]) from None
        raise invalid_arguments(f"must be valid JSON [json-pointer:/{name}]") from None
