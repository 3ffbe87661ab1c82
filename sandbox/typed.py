"""What a person types, as Slack stores it: escaped text with mentions and links, and blocks."""

import re

from sandbox.ids import block_id
from sandbox.jsons import Json
from sandbox.strict.normalise import escape_typed
from sandbox.workspace import Workspace

_TOKEN = re.compile(
    r"(?P<code>`[^`\n]+`)"
    r"|(?<![\w:]):(?P<emoji>[a-z][a-z0-9_+-]*|[+-]1|100):(?![\w:])"
    r"|(?P<user>(?<![\w@])@[a-z][a-z0-9_.-]*)"
    r"|(?P<channel>(?<![\w#&])#[a-z][a-z0-9_-]*)"
    r"|(?P<link>https?://[^\s<>]+)"
    # Of styled words those that name nobody: a name is more than its style.
    r"|(?<![\w*])(?P<bold>\*[^\s*@#:`](?:[^*@#:`\n]*[^\s*@#:`])?\*)(?![\w*])"
    r"|(?<![\w_])(?P<italic>_[^\s_@#:`](?:[^_@#:`\n]*[^\s_@#:`])?_)(?![\w_])"
    r"|(?<![\w~])(?P<strike>~[^\s~@#:`](?:[^~@#:`\n]*[^\s~@#:`])?~)(?![\w~])"
)
STYLES = ("code", "bold", "italic", "strike")


def typed(workspace: Workspace, text: str) -> tuple[str, list[Json]]:
    """The stored text and its rich_text block."""
    stored: list[str] = []
    elements: list[Json] = []

    def plain(part: str) -> None:
        if part:
            stored.append(escape_typed(part))
            elements.append({"type": "text", "text": part})

    last = 0
    for found in _TOKEN.finditer(text):
        piece = _piece(workspace, found)
        if piece is None:
            continue
        plain(text[last : found.start()])
        stored.append(piece[0])
        elements.append(piece[1])
        last = found.end()
    plain(text[last:])
    section: Json = {"type": "rich_text_section", "elements": elements}
    block: Json = {"type": "rich_text", "block_id": block_id(), "elements": [section]}
    return "".join(stored), [block]


_NAMED = re.compile(r"(?<![\w@#])(?P<mark>[@#])(?P<name>[a-z][a-z0-9_.-]*)")


def command_text(workspace: Workspace, text: str) -> str:
    """The text of a slash command that has `should_escape`: names with ids, the rest as typed."""

    def named(found: re.Match[str]) -> str:
        if found["mark"] == "@":
            who = workspace.person(found["name"])
        else:
            who = workspace.channel(found["name"])
        return f"<{found['mark']}{who.id}|{who.name}>" if who else found.group()

    return _NAMED.sub(named, escape_typed(text))


def _piece(workspace: Workspace, found: re.Match[str]) -> tuple[str, Json] | None:
    """The stored form and the rich_text element of what was found; None if it is plain text."""
    if found["link"]:
        url = found["link"]
        return f"<{escape_typed(url)}>", {"type": "link", "url": url}
    for style in STYLES:
        if words := found[style]:
            element: Json = {"type": "text", "text": words[1:-1], "style": {style: True}}
            return escape_typed(words), element
    if found["emoji"]:
        return found.group(), {"type": "emoji", "name": found["emoji"]}
    if found["channel"]:
        channel = workspace.channel(found["channel"])
        if channel is None or channel.kind not in ("channel", "group"):
            return None
        return f"<#{channel.id}|{channel.name}>", {"type": "channel", "channel_id": channel.id}
    return _called(workspace, found["user"][1:])


def _called(workspace: Workspace, name: str) -> tuple[str, Json] | None:
    if name in ("here", "channel", "everyone"):
        return f"<!{name}>", {"type": "broadcast", "range": name}
    for key, group in workspace.usergroups.items():
        if group["handle"] == name:
            return f"<!subteam^{key}|@{name}>", {"type": "usergroup", "usergroup_id": key}
    person = workspace.person(name)
    if person is None:
        return None
    return f"<@{person.id}>", {"type": "user", "user_id": person.id}
