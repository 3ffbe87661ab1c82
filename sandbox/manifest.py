"""What the app may do, from the repository's manifest.yml."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from sandbox.jsons import Json, is_list, obj

DEFAULT = Path(__file__).parent.parent / "manifest.yml"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Scopes, events and commands; None means everything, as without a manifest.

    `escaped` are the commands whose text names people and channels by id, `rotates` says that
    tokens expire, `agent` that the app is declared as one; then its tabs in App Home.
    """

    scopes: frozenset[str] | None = None
    events: frozenset[str] | None = None
    commands: frozenset[str] | None = None
    escaped: frozenset[str] = frozenset()
    rotates: bool = False
    agent: bool = True
    home_tab: bool = True
    messages_tab: bool = True
    name: str = ""
    description: str = ""
    long_description: str = ""
    # As they are declared: what a client lists for people to choose from.
    slash: tuple[Json, ...] = ()
    shortcuts: tuple[Json, ...] = ()
    prompts: tuple[Json, ...] = ()

    def app(self) -> Json:
        """What a client shows of the app."""
        return {
            "commands": [
                {key: str(each.get(key, "")) for key in ("command", "description", "usage_hint")}
                for each in self.slash
            ],
            "shortcuts": list(self.shortcuts),
            "prompts": list(self.prompts),
            "name": self.name,
            "description": self.description,
            "long_description": self.long_description,
            "agent": self.agent,
            "home_tab": self.home_tab,
            "messages_tab": self.messages_tab,
        }

    def allows(self, scopes: frozenset[str]) -> bool:
        """Whether the bot has one of the scopes; no scope needed is allowed."""
        return self.scopes is None or not scopes or bool(scopes & self.scopes)

    def hears(self, event: str) -> bool:
        """Whether the app subscribed to this event."""
        return self.events is None or event in self.events


def read(path: Path = DEFAULT) -> Manifest:
    """The manifest in this file; one that allows everything if there is none."""
    if not path.exists():
        return Manifest()
    root = obj(yaml.safe_load(path.read_text(encoding="utf-8")))
    scopes = obj(obj(root.get("oauth_config")).get("scopes")).get("bot")
    events = obj(obj(root.get("settings")).get("event_subscriptions")).get("bot_events")
    features, settings = obj(root.get("features")), obj(root.get("settings"))
    commands = _array(features.get("slash_commands"))
    tabs, shown = obj(features.get("app_home")), obj(root.get("display_information"))
    agent = obj(features.get("agent_view") or features.get("assistant_view"))
    return Manifest(
        scopes=_names(scopes),
        events=_names(events),
        commands=frozenset(each["command"] for each in commands),
        escaped=frozenset(each["command"] for each in commands if each.get("should_escape")),
        rotates=bool(settings.get("token_rotation_enabled")),
        agent="agent_view" in features or "assistant_view" in features,
        home_tab=bool(tabs.get("home_tab_enabled", True)),
        messages_tab=bool(tabs.get("messages_tab_enabled", True)),
        name=str(shown.get("name", "")),
        description=str(shown.get("description", "")),
        long_description=str(shown.get("long_description", "")),
        slash=tuple(commands),
        shortcuts=tuple(_array(features.get("shortcuts"))),
        prompts=tuple(_array(agent.get("suggested_prompts"))),
    )


def _array(value: object) -> list[Json]:
    return [obj(each) for each in value] if is_list(value) else []


def _names(value: object) -> frozenset[str]:
    return frozenset(str(each) for each in value) if is_list(value) else frozenset()
