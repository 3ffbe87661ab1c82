"""Who is stricter than the sandbox, in what, and why; each row with a block that shows it.

The sandbox enforces what is known of Slack. Others may be more careful where Slack isn't known;
each such care is a row here, and nothing else may be refused that the sandbox takes.
"""

from typing import NamedTuple

from sandbox.jsons import Json

PLAIN: Json = {"type": "plain_text", "text": "x"}


class Row(NamedTuple):
    """What is said, as a regular expression; a block of which it is said, on which surface; why."""

    words: str
    block: Json
    surface: str
    why: str


def _table(kind: str, cell: Json, **more: object) -> Json:
    return {"type": kind, "rows": [[{"type": "raw_text", "text": "x"}], [cell]], **more}


_RAW: Json = {"type": "raw_text", "text": "x"}
_VIDEO: Json = {
    "type": "video",
    "title": PLAIN,
    "video_url": "https://x.test/a",
    "thumbnail_url": "https://x.test/a",
    "alt_text": "x",
}
_CHOSEN: Json = {
    "type": "static_select",
    "action_id": "a",
    "options": [{"text": PLAIN, "value": "x" * 150}],
}
_EMPTY_LEAF: Json = {
    "type": "rich_text",
    "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": ""}]}],
}

# blocks/check, the last look before the bot sends anything.
CHECK = (
    Row(
        r"less than 76 characters.*/value\]",
        {"type": "actions", "elements": [_CHOSEN]},
        "message",
        "an option's value has 75 or 150 characters, sources disagree: the bot keeps to 75",
    ),
    Row(
        "unsupported type: alert",
        {"type": "alert", "text": PLAIN},
        "message",
        "one page has it in modals only, another shows it in a message",
    ),
    Row(
        "unsupported type: card",
        {"type": "card", "title": PLAIN},
        "modal",
        "one page has it there, somebody saw it fail",
    ),
    Row(
        "unsupported type: auth_provider",
        {"type": "auth_provider", "value": "x", "name": PLAIN, "is_connected": True},
        "message",
        "never drawn",
    ),
    Row("unsupported type: call", {"type": "call", "call_id": "x"}, "message", "never drawn"),
    Row(
        "unsupported type: file",
        {"type": "file", "external_id": "x", "source": "remote"},
        "message",
        "never drawn",
    ),
    Row(
        "unsupported type: data_visualization",
        {
            "type": "data_visualization",
            "title": "x",
            "chart": {"type": "pie", "segments": [{"label": "x", "value": 1}]},
        },
        "message",
        "never drawn",
    ),
    Row(
        r"unsupported type: table .*/child_blocks",
        {"type": "container", "title": PLAIN, "child_blocks": [_table("table", _RAW)]},
        "message",
        "never drawn inside another block",
    ),
    Row(
        "unsupported type: action_cell",
        _table("data_table", {"type": "action_cell", "fallback": _RAW}, caption="x"),
        "message",
        "a button in a table would need a card of its own",
    ),
    Row(
        "unsupported type: container",
        {"type": "container", "title": PLAIN, "child_blocks": [{"type": "divider"}]},
        "home",
        "whether a Home tab takes it is not settled",
    ),
    Row(
        "unsupported type: data_table",
        _table("data_table", _RAW, caption="x"),
        "home",
        "whether a Home tab takes it is not settled",
    ),
    Row(
        "no more than 101 items",
        {"type": "data_table", "caption": "x", "rows": [[_RAW]] * 102},
        "message",
        "100 rows or 200, sources disagree",
    ),
    Row(
        r"more than 0 characters.*/elements/\d+/text\]",
        _EMPTY_LEAF,
        "message",
        "whether Slack takes an empty piece of rich text is not known",
    ),
    Row(
        r"at least 1 items.*/sources",
        {
            "type": "task_card",
            "task_id": "x",
            "title": "x",
            "status": "pending",
            "sources": [],
        },
        "message",
        "whether Slack takes an empty list is not known",
    ),
    Row(
        r"at least 1 items.*/column_settings",
        _table("table", _RAW, column_settings=[]),
        "message",
        "whether Slack takes an empty list is not known",
    ),
    Row(
        "less than 201 characters",
        {"type": "alert", "text": {**PLAIN, "text": "x" * 201}},
        "modal",
        "one library says 200, Slack's pages say nothing",
    ),
)

# slackblocks, a library by others, with limits from a registry of its own.
SLACKBLOCKS = (
    Row(
        r"`text` length \(\d+\) exceeds `max_length` \(200\)",
        {"type": "alert", "text": {**PLAIN, "text": "x" * 201}},
        "modal",
        "Slack's pages say nothing",
    ),
    Row(
        r"`(provider_icon_url|title_url)` \(\d+ characters\) exceeds length limit of 2000",
        {**_VIDEO, "title_url": f"https://x.test/{'x' * 2001}"},
        "message",
        "Slack's pages say 3000 of every address",
    ),
)
