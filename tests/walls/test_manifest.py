"""manifest.yml is one that Slack takes, and asks for no less than the bot uses."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "tests/fixtures/slack/manifest.schema.2.0.0.json"
MANIFEST: dict[str, Any] = yaml.safe_load((ROOT / "manifest.yml").read_text("utf-8"))

# Without the scope Slack takes the manifest and never delivers the event.
SCOPE_OF_EVENT = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
}

# Slack's service knows of these lists' contents; its schema doesn't.
EVENTS = {
    *SCOPE_OF_EVENT,
    "agent_session_stopped",
    "app_home_opened",
    "app_uninstalled",
    "tokens_revoked",
}


def validator() -> jsonschema_rs.Draft7Validator:
    """Slack's schema, its formats checked too."""
    return jsonschema_rs.Draft7Validator(
        json.loads(SCHEMA.read_text("utf-8")), validate_formats=True
    )


def test_slack_takes_the_manifest() -> None:
    """Slack's own JSON Schema finds nothing wrong."""
    assert [error.message for error in validator().iter_errors(MANIFEST)] == []


def _rename(manifest: dict[str, Any]) -> None:
    manifest["display_information"]["name"] = "S" * 36


def _misspell(manifest: dict[str, Any]) -> None:
    manifest["features"]["agent_vue"] = manifest["features"].pop("agent_view")


def _prompts(manifest: dict[str, Any]) -> None:
    prompts = manifest["features"]["agent_view"]["suggested_prompts"]
    prompts.extend(prompts[:1] * 4)


def _shortcut(manifest: dict[str, Any]) -> None:
    manifest["features"]["shortcuts"][0]["type"] = "everywhere"


@pytest.mark.parametrize("spoil", [_rename, _misspell, _prompts, _shortcut])
def test_slack_refuses_a_spoiled_manifest(spoil: Callable[[dict[str, Any]], None]) -> None:
    """The schema is not one that takes anything: each spoiled copy is refused."""
    manifest = copy.deepcopy(MANIFEST)
    spoil(manifest)
    assert list(validator().iter_errors(manifest)) != []


def test_each_event_has_its_scope() -> None:
    """All the events that the bot listens to are subscribed, and none without its scope."""
    events = set(MANIFEST["settings"]["event_subscriptions"]["bot_events"])
    scopes = set(MANIFEST["oauth_config"]["scopes"]["bot"])
    assert events == EVENTS
    assert {SCOPE_OF_EVENT[event] for event in events & SCOPE_OF_EVENT.keys()} <= scopes


def test_commands_and_shortcuts_have_theirs() -> None:
    """Commands and shortcuts need one scope, and a socket or an address to arrive at."""
    commands = [command["command"] for command in MANIFEST["features"]["slash_commands"]]
    kinds = {shortcut["name"]: shortcut["type"] for shortcut in MANIFEST["features"]["shortcuts"]}
    assert commands == ["/task", "/approvals"]
    assert kinds == {"New task": "global", "Hand to Signoff": "message"}
    assert "commands" in MANIFEST["oauth_config"]["scopes"]["bot"]
    assert MANIFEST["settings"]["interactivity"]["is_enabled"] is True
    assert MANIFEST["settings"]["socket_mode_enabled"] is True


def test_it_is_an_agent() -> None:
    """New apps can only use `agent_view`; Slack refuses the older view beside it."""
    assert "agent_view" in MANIFEST["features"]
    assert "assistant_view" not in MANIFEST["features"]
