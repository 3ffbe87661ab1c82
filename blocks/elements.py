"""The pieces of Block Kit that we draw, as plain dicts.

`mrkdwn`, `section` and `context` take finished mrkdwn: what people or a model wrote has been
through `text.human` before. The others take any text and cut it to Slack's limits.
"""

from collections.abc import Iterable, Sequence

from blocks import ids, limits
from blocks.ids import Ref
from blocks.text import unmarked

Block = dict[str, object]
Payload = dict[str, object]

_NOTHING = "–"  # Slack refuses an empty text


def plain_text(text: str, limit: int) -> Block:
    """A plain_text object; never empty, at most `limit`."""
    return {"type": "plain_text", "text": unmarked(text, limit) or _NOTHING, "emoji": False}


def mrkdwn(text: str) -> Block:
    """A mrkdwn object, never empty, in which only our own `<…>` sequences are live."""
    return {"type": "mrkdwn", "text": text or _NOTHING, "verbatim": True}


def section(text: str) -> Block:
    """A section of finished mrkdwn, shown whole: Slack folds long ones behind "See more"."""
    return {"type": "section", "expand": True, "text": mrkdwn(text)}


def row(text: str, beside: Block | None) -> Block:
    """A section of finished mrkdwn, with a button beside it or none."""
    return {**section(text), "accessory": beside} if beside else section(text)


def divider() -> Block:
    """A line across."""
    return {"type": "divider"}


def context(text: str) -> Block:
    """Small print of finished mrkdwn."""
    return {"type": "context", "elements": [mrkdwn(text)]}


def header(text: str) -> Block:
    """A header line."""
    return {"type": "header", "text": plain_text(text, limits.HEADER)}


def markdown(text: str) -> Block:
    """Standard Markdown, drawn by Slack itself; messages only."""
    return {"type": "markdown", "text": text}


def preformatted(label: str, text: str) -> Block:
    """A bold label over text in a box that nothing in the text can leave. Both not empty."""
    title: Block = {"type": "text", "text": label, "style": {"bold": True}}
    return {
        "type": "rich_text",
        "elements": [
            {"type": "rich_text_section", "elements": [title]},
            {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text}]},
        ],
    }


def button(action: str, label: str, value: str, *, about: str, primary: bool = False) -> Block:
    """A button; `about` completes its label for screen readers ("refund order 1042")."""
    drawn: Block = {
        "type": "button",
        "action_id": action,
        "text": plain_text(label, limits.BUTTON_TEXT),
        "value": value,
        "accessibility_label": unmarked(f"{label}: {about}", limits.BUTTON_LABEL),
    }
    if primary:
        drawn["style"] = "primary"
    return drawn


def link_button(action: str, label: str, url: str) -> Block:
    """A button that opens a page; `url` is ours."""
    text = plain_text(label, limits.BUTTON_TEXT)
    return {"type": "button", "action_id": action, "text": text, "url": url}


def overflow(action: str, options: Sequence[tuple[str, str, str]]) -> Block:
    """The ⋯ menu: 1 to 5 times a value, its words, and what it does in a few more.

    Slack gives it no label of its own, so that screen readers have only these words.
    """
    drawn: list[Block] = [
        {
            "text": plain_text(words, limits.OPTION_TEXT),
            "value": value,
            "description": plain_text(more, limits.OPTION_DESCRIPTION),
        }
        for value, words, more in options
    ]
    return {"type": "overflow", "action_id": action, "options": drawn}


def actions(buttons: Sequence[Block]) -> Block:
    """A row of buttons, 1 to 25."""
    return {"type": "actions", "elements": list(buttons)}


def text_input(
    name: str, label: str, *, hint: str, longest: int, optional: bool = False, shown: str = ""
) -> Block:
    """A several-line input; `name` is its block id and its action id, `shown` stands in it."""
    element: Block = {
        "type": "plain_text_input",
        "action_id": name,
        "multiline": True,
        "max_length": longest,
    }
    if shown:
        element["initial_value"] = shown
    if not optional:
        element["min_length"] = 1
    return {
        "type": "input",
        "block_id": name,
        "label": plain_text(label, limits.INPUT_LABEL),
        "hint": plain_text(hint, limits.INPUT_HINT),
        "optional": optional,
        "element": element,
    }


def channel_input(name: str, label: str, *, hint: str, chosen: str = "") -> Block:
    """A choice of a channel that we can be in; `name` is its block id and its action id.

    Without one `chosen`, Slack chooses the one that its reader looks at, if it fits.
    """
    element: Block = {
        "type": "conversations_select",
        "action_id": name,
        "default_to_current_conversation": True,
        "filter": {
            "include": ["public", "private", "mpim"],
            "exclude_external_shared_channels": True,
            "exclude_bot_users": True,
        },
    }
    if chosen:
        element["initial_conversation"] = chosen
    return {
        "type": "input",
        "block_id": name,
        "label": plain_text(label, limits.INPUT_LABEL),
        "hint": plain_text(hint, limits.INPUT_HINT),
        "optional": False,
        "element": element,
    }


def radio_input(name: str, label: str, options: Sequence[tuple[str, str]]) -> Block:
    """A choice of `(value, words)`, the first chosen; `name` is its block id and action id."""
    drawn: list[Block] = [
        {"text": plain_text(words, limits.OPTION_TEXT), "value": value} for value, words in options
    ]
    return {
        "type": "input",
        "block_id": name,
        "label": plain_text(label, limits.INPUT_LABEL),
        "element": {
            "type": "radio_buttons",
            "action_id": name,
            "options": drawn,
            "initial_option": drawn[0],
        },
    }


def stamped(parts: Iterable[tuple[str, Block]], ref: Ref) -> list[Block]:
    """Blocks with their ids; `parts` names each block once."""
    return [{**block, "block_id": ids.block_id(part, ref, block)} for part, block in parts]


def message(text: str, blocks: Sequence[Block]) -> Payload:
    """A message; `text` is what phones and screen readers get."""
    return {"text": text, "blocks": list(blocks)}


def home(blocks: Sequence[Block]) -> Payload:
    """A Home tab."""
    return {"type": "home", "blocks": list(blocks)}


def modal(title: str, blocks: Sequence[Block], *, callback: str = "", submit: str = "") -> Payload:
    """A modal without metadata; `submit` is needed as soon as it has an input."""
    view: Payload = {
        "type": "modal",
        "title": plain_text(title, limits.VIEW_TITLE),
        "close": plain_text("Close", limits.VIEW_TITLE),
        "blocks": list(blocks),
    }
    if callback:
        view["callback_id"] = callback
    if submit:
        view["submit"] = plain_text(submit, limits.VIEW_TITLE)
    return view
