"""Rich text: the one block that holds formatted text piece by piece."""

from blocks import limits as n
from blocks.rules import Rule, array, flag, number, one_of, shape, string, typed

_MANY_LEAVES = 10_000  # ours; no page states one, and a message's total text ends it sooner
_MANY_PARTS = 1000  # ours, likewise

_style = shape(
    {},
    dict.fromkeys(
        (
            "bold",
            "italic",
            "strike",
            "code",
            "underline",
            "highlight",
            "client_highlight",
            "unlink",
        ),
        flag,
    ),
)


def _leaf(required: dict[str, Rule], optional: dict[str, Rule] | None = None) -> Rule:
    return shape(required, {"style": _style, **(optional or {})})


_ID = string(n.ACTION_ID)
_TEXT = string(100_000)  # ours: the message's total is less
_leaf_of = typed(
    {
        "text": _leaf({"text": _TEXT}),
        "link": _leaf({"url": string(n.URL)}, {"text": _TEXT, "unsafe": flag}),
        "user": _leaf({"user_id": _ID}),
        "usergroup": _leaf({"usergroup_id": _ID}),
        "team": _leaf({"team_id": _ID}),
        "channel": _leaf({"channel_id": _ID}),
        "emoji": _leaf({"name": _ID}, {"unicode": _ID, "skin_tone": number(1, 6)}),
        "broadcast": _leaf({"range": one_of("here", "channel", "everyone")}),
        "color": _leaf({"value": _ID}),
        "date": _leaf(
            {"timestamp": number(0, 9_999_999_999), "format": _TEXT},
            {"url": string(n.URL), "fallback": _TEXT},
        ),
    }
)
_leaves: dict[str, Rule] = {"elements": array(_MANY_LEAVES, _leaf_of, 0)}
_BORDER: dict[str, Rule] = {"border": number(0, 1)}
_section = shape(_leaves)
_parts: dict[str, Rule] = {
    "rich_text_section": _section,
    "rich_text_preformatted": shape(_leaves, _BORDER | {"language": string(100)}),
    "rich_text_quote": shape(_leaves, _BORDER),
    "rich_text_list": shape(
        {
            "style": one_of("bullet", "ordered"),
            "elements": array(_MANY_PARTS, typed({"rich_text_section": _section}), 0),
        },
        _BORDER | {"indent": number(0, 8), "offset": number(0, 100_000)},
    ),
}
rich_text = shape({"elements": array(_MANY_PARTS, typed(_parts), 0)})
"""The rule of a rich_text block, but for its id."""
