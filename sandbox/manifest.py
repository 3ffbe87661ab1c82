"""What the app may do, from the repository's manifest.yml."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from sandbox.jsons import Json, is_list, obj

DEFAULT = Path(__file__).parent.parent / "manifest.yml"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Scopes, events and commands; None means everything, as without a manifest.

    `escaped` are the commands whose text names people and channels by id.
    """

    scopes: frozenset[str] | None = None
    events: frozenset[str] | None = None
    commands: frozenset[str] | None = None
    escaped: frozenset[str] = frozenset()

    def allows(self, scopes: frozenset[str]) -> bool:
        """Whether the bot has one of the scopes; no scope needed is allowed."""
        return self.scopes is None or not scopes or bool(scopes & self.scopes)


def read(path: Path = DEFAULT) -> Manifest:
    """The manifest in this file; one that allows everything if there is none."""
    if not path.exists():
        return Manifest()
    root = obj(yaml.safe_load(path.read_text(encoding="utf-8")))
    scopes = obj(obj(root.get("oauth_config")).get("scopes")).get("bot")
    events = obj(obj(root.get("settings")).get("event_subscriptions")).get("bot_events")
    commands = _array(obj(root.get("features")).get("slash_commands"))
    return Manifest(
        scopes=_names(scopes),
        events=_names(events),
        commands=frozenset(each["command"] for each in commands),
        escaped=frozenset(each["command"] for each in commands if each.get("should_escape")),
    )


def _array(value: object) -> list[Json]:
    return [obj(each) for each in value] if is_list(value) else []


def _names(value: object) -> frozenset[str]:
    return frozenset(str(each) for each in value) if is_list(value) else frozenset()
