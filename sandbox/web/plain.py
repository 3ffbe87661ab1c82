"""The page without JavaScript: plain HTML with forms, for text browsers, curl and old machines.

Everything from a message is escaped; nothing of it can become markup.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from html import escape, unescape
from typing import Any, TypeVar

Json = dict[str, Any]
T = TypeVar("T")

_TOKEN = re.compile(r"<([^<>]+)>")
ACT = "/sandbox/act"  # where the forms go; the action is one of the control API's
MOST = 50  # messages of a channel, the newest: this page is made anew at each look


def render(state: Json, who: str) -> str:
    """The whole local Slack as `who` (a name) sees it."""
    people = {user["id"]: user for user in state["users"]}
    me = next((user for user in people.values() if user["name"] == who), None)
    if me is None:
        return ""
    parts = ["<p>You are: ", " · ".join(_person(user, who) for user in _humans(state)), "</p>"]
    for view in state["views"]:
        if view["user"] == me["id"]:
            shown = _safely(partial(_view, view, who))
            parts.append(shown or "<p>A view can't be shown here.</p>")
    for channel in state["channels"]:
        if me["id"] in channel["members"]:
            parts.append(_channel(channel, me, people))
    return "\n".join(parts)


def _humans(state: Json) -> Iterator[Json]:
    return (user for user in state["users"] if not user["is_bot"])


def _person(user: Json, who: str) -> str:
    name = escape(user["name"])
    return f"<b>{name}</b>" if user["name"] == who else f'<a href="/?as={name}">{name}</a>'


def _channel(channel: Json, me: Json, people: dict[str, Json]) -> str:
    shown = [m for m in channel["messages"] if m.get("ephemeral_to") in (None, me["id"])]
    roots = [m for m in shown if m.get("thread_ts") in (None, m["ts"])]
    replies: dict[str, list[Json]] = {}
    for message in shown:
        if message.get("thread_ts") not in (None, message["ts"]):
            replies.setdefault(message["thread_ts"], []).append(message)
    parts = [f"<section><h2>{escape(channel['name'])}</h2>"]
    if len(roots) > MOST:
        parts.append(f"<p><i>{len(roots) - MOST} older messages are not shown here.</i></p>")
    for root in roots[-MOST:]:
        parts.append(_message(root, channel, me, people))
        parts.extend(
            f"<blockquote>{_message(m, channel, me, people)}</blockquote>"
            for m in replies.get(root["ts"], ())
        )
        parts.append(_say(channel, me, "Reply", root["ts"]))
    parts.append(_say(channel, me, f"Message {channel['name']}", ""))
    return "\n".join([*parts, "</section>"])


def _message(message: Json, channel: Json, me: Json, people: dict[str, Json]) -> str:
    by = people.get(message.get("user", ""), {}).get("name", "app")
    only = " <i>only visible to you</i>" if message.get("ephemeral_to") else ""
    blocks: list[Json] = message.get("blocks") or []
    lines = _safely(lambda: [words(text, people) for block in blocks for text in _texts(block)])
    body = "<br>".join(lines or ()) or words(message.get("text") or "", people)
    buttons = _safely(lambda: "".join(_buttons(blocks, message, channel, me))) or ""
    return f"<article><p><b>{escape(by)}</b>{only}</p><p>{body}</p>{buttons}</article>"


def _safely(draw: Callable[[], T]) -> T | None:
    """What it draws; None for what has another shape than all that is known here.

    One odd message must not take the page away: the scripts come with it.
    """
    try:
        return draw()
    except (KeyError, TypeError, AttributeError, ValueError):
        return None


def _texts(block: Json) -> Iterator[str]:
    """What a block says, line by line; buttons say it themselves."""
    if block["type"] == "actions":
        return
    if block["type"] == "markdown":
        yield str(block["text"])
    elif block["type"] == "plan":
        yield str(block["title"])
        yield from (
            f"{task.get('status', 'pending').replace('_', ' ')}: {task['title']}"
            for task in block.get("tasks", ())
        )
    elif block["type"] == "rich_text":
        yield "".join(_leaves(block))
    else:
        for part in (block.get("text"), *block.get("fields", ()), *block.get("elements", ())):
            if isinstance(part, dict) and isinstance(part.get("text"), str):
                yield part["text"]


def _leaves(part: Json) -> Iterator[str]:
    if isinstance(part.get("text"), str):
        yield part["text"]
    if part.get("type") == "user":
        yield f"<@{part['user_id']}>"
    for inner in part.get("elements", ()):
        yield from _leaves(inner)


def words(text: str, people: dict[str, Json]) -> str:
    """Slack's text as HTML: its escapes undone, mentions by name, everything escaped once."""

    def token(found: re.Match[str]) -> str:
        target, _, label = found[1].partition("|")
        if target.startswith("@"):
            return f"@{people.get(target[1:], {}).get('name', label or target[1:])}"
        if target.startswith("!date"):
            return label
        return f"{label} ({target})" if label else target

    return escape(unescape(_TOKEN.sub(token, text))).replace("\n", "<br>")


def _buttons(blocks: list[Json], message: Json, channel: Json, me: Json) -> Iterator[str]:
    for block in blocks:
        for element in block.get("elements", ()) if block["type"] == "actions" else ():
            if element["type"] == "button":
                fields = {
                    "user": me["name"], "action": "click", "channel": channel["id"],
                    "ts": message["ts"], "action_id": element["action_id"],
                }  # fmt: skip
                yield _form(fields, "", element["text"]["text"])


def _say(channel: Json, me: Json, label: str, thread: str) -> str:
    fields = {"user": me["name"], "action": "say", "channel": channel["id"], "thread_ts": thread}
    box = f'<input name="text" aria-label="{escape(label)}" placeholder="{escape(label)}" required>'
    return _form(fields, box, "Send")


def _view(record: Json, who: str) -> str:
    view = record["view"]
    inputs = [_input(block) for block in view["blocks"] if block["type"] == "input"]
    said = [unescape(t) for b in view["blocks"] if b["type"] != "input" for t in _texts(b)]
    fields = {"user": who, "action": "submit", "view_id": view["id"]}
    form = _form(fields, "".join(inputs), view["submit"]["text"]) if view.get("submit") else ""
    closes = view["close"]["text"] if view.get("close") else "Close"
    close = _form({**fields, "action": "close"}, "", closes)
    title = escape(view["title"]["text"])
    text = "<br>".join(words(t, {}) for t in said)
    return f"<section><h2>{title}</h2><p>{text}</p>{form}{close}</section>"


def _input(block: Json) -> str:
    label, element = escape(block["label"]["text"]), block["element"]
    if options := element.get("options"):
        found = (f"<option>{escape(unescape(o['text']['text']))}</option>" for o in options)
        return f'<label>{label} <select name="label:{label}">{"".join(found)}</select></label>'
    return f'<label>{label} <textarea name="label:{label}"></textarea></label>'


def _form(fields: dict[str, str], inside: str, button: str) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{escape(k)}" value="{escape(v)}">' for k, v in fields.items()
    )
    return (
        f'<form method="post" action="{ACT}">{hidden}{inside}'
        f"<button>{escape(unescape(button))}</button></form>"
    )
