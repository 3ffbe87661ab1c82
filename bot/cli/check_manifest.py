"""The looks of `signoff check` at the app's manifest: what the bot needs, and what for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from bot.cli.finding import Finding, note, ok, problem
from bot.settings import Settings

# What each scope is for, in the words of one who must justify it.
SCOPES: Mapping[str, str] = {
    "app_mentions:read": "to hear when it is mentioned",
    "assistant:write": "to show in a thread what it is doing",
    "channels:history": "to read replies in public channels where it is a member",
    "channels:read": "to know public channels, and whether another company shares one",
    "chat:write": "to post answers and cards",
    "commands": "for its slash commands and shortcuts",
    "files:read": "to read files that people hand it",
    "files:write": "to post answers that are too long for a message",
    "groups:history": "to read replies in private channels where it is a member",
    "groups:read": "to know private channels, and whether another company shares one",
    "im:history": "to read direct messages with it",
    "im:read": "to know direct messages with it",
    "im:write": "to send a person a direct message",
    "metadata.message:read": "to find its own post again whose answer was lost",
    "mpim:history": "to read group direct messages with it",
    "mpim:read": "to know group direct messages with it",
    "reactions:write": "to mark with 👀 what it has read",
    "usergroups:read": "to know who is in a user group",
    "users:read": "to know people, and who is a guest or gone",
    "users:read.email": "to find people by their address",
}
EVENTS: Mapping[str, str] = {
    "agent_session_stopped": "when a person presses Slack's own Stop",
    "app_home_opened": "when a person opens its Home tab",
    "app_mention": "when it is mentioned",
    "app_uninstalled": "when it is removed from the workspace",
    "message.channels": "messages in public channels",
    "message.groups": "messages in private channels",
    "message.im": "direct messages",
    "message.mpim": "group direct messages",
    "tokens_revoked": "when its token is revoked",
}
COMMANDS = ("/task", "/approvals")
SHORTCUTS: Mapping[str, str] = {"new_task": "global", "hand_to_signoff": "message"}

PATH = "/slack/events"
_APP = (
    "copy the part from Signoff's own manifest.yml, and save it under App Manifest, then reinstall"
)


@dataclass(frozen=True, slots=True)
class _Manifest:
    """A manifest that was read, and the way in that the settings mean."""

    path: Path
    data: object
    sockets: bool

    def at(self, *keys: str) -> object:
        """What stands there; None if nothing does."""
        found = self.data
        for key in keys:
            found = cast("dict[str, object]", found).get(key) if isinstance(found, dict) else None
        return found

    def many(self, *keys: str) -> list[Any]:
        """The list that stands there; empty if none does."""
        found = self.at(*keys)
        return cast("list[Any]", found) if isinstance(found, list) else []

    def objects(self, *keys: str) -> list[dict[str, Any]]:
        """The objects of the list that stands there."""
        return [cast("dict[str, Any]", one) for one in self.many(*keys) if isinstance(one, dict)]

    def wrong(self, words: str, fix: str = _APP) -> Finding:
        """A problem of this file."""
        return problem("manifest", f"{self.path} {words}", fix)


def manifest_findings(path: Path, settings: Settings) -> tuple[tuple[str, ...], list[Finding]]:
    """The scopes that the app asks for, and what is wrong with its manifest."""
    if not path.exists():
        words = f"{path} isn't here, so only what Slack itself tells is compared"
        return (), [note("manifest", words, "run this where the manifest is that you gave Slack")]
    try:
        data: object = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        words = f"{path} can't be read: {type(error).__name__}"
        return (), [problem("manifest", words, "see whether it is YAML; tabs don't indent it")]
    manifest = _Manifest(path, data, settings.slack_app_token is not None)
    scopes = tuple(str(scope) for scope in manifest.many("oauth_config", "scopes", "bot"))
    found = [*_lists(manifest, scopes), *_features(manifest), *_way_in(manifest)]
    return scopes, found or [ok("manifest", _summary(manifest, scopes))]


def _summary(manifest: _Manifest, scopes: tuple[str, ...]) -> str:
    way = "Socket Mode" if manifest.sockets else "HTTP"
    return f"{manifest.path}: {len(scopes)} scopes, all events, commands and shortcuts; {way}"


def explained(names: Sequence[str], whys: Mapping[str, str]) -> str:
    """Names with what each is for: one behind a space, more of them one a line."""
    told = [f"{name}: {whys[name]}" if name in whys else name for name in names]
    return f" {told[0]}" if len(told) == 1 else "".join(f"\n{each}" for each in told)


def _lists(manifest: _Manifest, scopes: tuple[str, ...]) -> list[Finding]:
    found: list[Finding] = []
    if not scopes:
        found.append(manifest.wrong("asks for no bot scopes"))
    elif lacking := sorted(SCOPES.keys() - set(scopes)):
        found.append(manifest.wrong(f"asks for no{explained(lacking, SCOPES)}"))
    events = manifest.many("settings", "event_subscriptions", "bot_events")
    if lacking := sorted(EVENTS.keys() - set(map(str, events))):
        words = f"doesn't subscribe to{explained(lacking, EVENTS)}"
        found.append(manifest.wrong(words, "add them under event_subscriptions, bot_events"))
    return found


def _features(manifest: _Manifest) -> list[Finding]:
    known = [command.get("command") for command in manifest.objects("features", "slash_commands")]
    found = [
        manifest.wrong(f"has no slash command {command}", "add it under features, slash_commands")
        for command in COMMANDS
        if command not in known
    ]
    kinds = {
        one.get("callback_id"): one.get("type") for one in manifest.objects("features", "shortcuts")
    }
    found += [
        manifest.wrong(
            f"has no {kind} shortcut with the callback_id {name}",
            "add it under features, shortcuts",
        )
        for name, kind in SHORTCUTS.items()
        if kinds.get(name) != kind
    ]
    for keys, wanted, words in _SWITCHES:
        if (manifest.at(*keys) is True) != wanted:
            found.append(manifest.wrong(words, f"set {'.'.join(keys)}: {str(wanted).lower()}"))
    return found + _agent(manifest)


_TABS = ("features", "app_home")
_SWITCHES: tuple[tuple[tuple[str, ...], bool, str], ...] = (
    ((*_TABS, "home_tab_enabled"), True, "has no Home tab"),
    ((*_TABS, "messages_tab_enabled"), True, "lets nobody write to the bot directly"),
    ((*_TABS, "messages_tab_read_only_enabled"), False, "lets nobody write to the bot directly"),
    (
        ("settings", "interactivity", "is_enabled"),
        True,
        "has interactivity off: no button and no form would reach the bot",
    ),
    (
        ("settings", "token_rotation_enabled"),
        False,
        "has token rotation on: the bot's token would expire after 12 hours, and isn't renewed",
    ),
)


def _agent(manifest: _Manifest) -> list[Finding]:
    found: list[Finding] = []
    if not isinstance(manifest.at("features", "bot_user"), dict):
        found.append(manifest.wrong("has no bot user: there would be no token for it"))
    if manifest.at("features", "assistant_view") is not None:
        words = "has the older assistant_view, which Slack refuses for new apps"
        found.append(manifest.wrong(words, "replace it by agent_view"))
    elif not isinstance(manifest.at("features", "agent_view"), dict):
        found.append(manifest.wrong("has no agent_view: Slack shows no status and no Stop"))
    return found


def _way_in(manifest: _Manifest) -> list[Finding]:
    """Whether the manifest and the settings mean the same way in, and all of it leads there."""
    says_sockets = manifest.at("settings", "socket_mode_enabled") is True
    if says_sockets and not manifest.sockets:
        words = "says Socket Mode, but there is no SLACK_APP_TOKEN"
        return [manifest.wrong(words, "set it, or turn Socket Mode off and give request URLs")]
    if manifest.sockets and not says_sockets:
        words = "says HTTP, but SLACK_APP_TOKEN is set, which means Socket Mode"
        return [manifest.wrong(words, "turn Socket Mode on, or unset SLACK_APP_TOKEN")]
    return [] if manifest.sockets else _addresses(manifest)


def _addresses(manifest: _Manifest) -> list[Finding]:
    """Over HTTP each of the three has an address, and all have the same one."""
    settings = ("settings", "event_subscriptions"), ("settings", "interactivity")
    given = {keys[-1]: manifest.at(*keys, "request_url") for keys in settings}
    for command in manifest.objects("features", "slash_commands"):
        given[str(command.get("command"))] = command.get("url")
    wrong = [name for name, url in given.items() if not _address(url)]
    if wrong:
        words = f"gives no https address that ends in {PATH} for {', '.join(wrong)}"
        fix = f"each gets the same one, such as https://signoff.example.com{PATH}"
        return [manifest.wrong(words, fix)]
    if len(set(given.values())) > 1:
        words = f"gives different addresses for {', '.join(given)}"
        return [manifest.wrong(words, "one process receives them all: give the same to each")]
    return []


def _address(url: object) -> bool:
    return isinstance(url, str) and url.startswith("https://") and url.endswith(PATH)
