"""What Slack makes of blocks and texts when it stores them."""

import re

from sandbox.ids import block_id
from sandbox.jsons import Json, copy, is_list, is_obj

_BARE_AMPERSAND = re.compile(r"&(?!amp;|lt;|gt;)")
# What Slack keeps in angle brackets: users, channels, specials, links.
_ANGLED = re.compile(r"<(?:[@#!][^<>\s][^<>]*|(?:https?://|mailto:|tel:|slack://)[^<>]+)>")
_INPUT_FLAGS = {"optional": False, "dispatch_action": False}
# Elements that carry an action_id, whether the app gave one or not.
INTERACTIVE = frozenset(
    [
        "button",
        "icon_button",
        "feedback_buttons",
        "workflow_button",
        "checkboxes",
        "radio_buttons",
        "overflow",
        "datepicker",
        "timepicker",
        "datetimepicker",
        "plain_text_input",
        "email_text_input",
        "url_text_input",
        "number_input",
        "rich_text_input",
        "file_input",
        *(
            f"{many}{kind}_select"
            for many in ("", "multi_")
            for kind in ("static", "external", "users", "conversations", "channels")
        ),
    ]
)


def escape_typed(text: str) -> str:
    """What a person typed, as Slack stores it: every &, < and > escaped."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_plain(text: str) -> str:
    """An app's plain_text as stored; entities that are there already stay."""
    return _BARE_AMPERSAND.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def escape_mrkdwn(text: str) -> str:
    """An app's mrkdwn as stored: mentions and links stay, other brackets are escaped."""
    parts: list[str] = []
    last = 0
    for found in _ANGLED.finditer(text):
        parts += [escape_plain(text[last : found.start()]), found.group()]
        last = found.end()
    return "".join([*parts, escape_plain(text[last:])])


def stored_blocks(blocks: list[Json]) -> list[Json]:
    """A copy of valid blocks as Slack stores and sends them."""
    return [_block(copy(block)) for block in blocks]


def _block(block: Json) -> Json:
    if block["type"] == "markdown":
        return {"type": "markdown", "text": block["text"], "block_id": block_id()}
    if not block.get("block_id"):
        block["block_id"] = block_id()
    if block["type"] == "input":
        for key, value in _INPUT_FLAGS.items():
            block.setdefault(key, value)
    for key, value in block.items():
        if block["type"] != "rich_text" or key != "elements":
            _visit(value)
    if block["type"] == "image":
        _image(block)
    return block


def _visit(value: object) -> None:
    if is_list(value):
        for each in value:
            _visit(each)
    elif is_obj(value):
        kind = value.get("type")
        if kind in ("rich_text", "raw_text"):
            return
        if kind in ("plain_text", "mrkdwn"):
            _text(value)
            return
        _element(value, str(kind))
        for each in value.values():
            _visit(each)


def _text(text: Json) -> None:
    if text["type"] == "plain_text":
        text["text"] = escape_plain(text["text"])
        text.setdefault("emoji", True)
    else:
        text["text"] = escape_mrkdwn(text["text"])
        text.setdefault("verbatim", False)


def _element(element: Json, kind: str) -> None:
    if kind in INTERACTIVE and not element.get("action_id"):
        element["action_id"] = block_id()
    if kind == "plain_text_input":
        element.setdefault("multiline", False)
    if kind == "image":
        _image(element)


def _image(image: Json) -> None:
    """The keys that Slack adds and refuses when they are sent back."""
    image.update(image_width=800, image_height=600, image_bytes=40_000, is_animated=False)
    image["fallback"] = "800x600px image"
