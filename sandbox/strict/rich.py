"""Shapes of rich text."""

from collections.abc import Mapping

from sandbox.strict.elements import ID
from sandbox.strict.spec import Bool, Int, Many, Shape, Spec, Str, Typed


def block(
    fields: Mapping[str, Spec], *needs: str, on: tuple[str, ...] = ("message", "modal", "home")
) -> Shape:
    """The shape of a block, which may have a block_id."""
    return Shape({"block_id": ID, **fields}, needs, on)


_LEAF_STYLE = Shape(
    {"bold": Bool(), "italic": Bool(), "strike": Bool(), "code": Bool(), "underline": Bool()}
    | {"highlight": Bool(), "client_highlight": Bool(), "unlink": Bool()}
)


def _leaf(fields: Mapping[str, Spec], *needs: str) -> Shape:
    return Shape({**fields, "style": _LEAF_STYLE}, needs)


_LEAVES = Typed(
    {
        "text": _leaf({"text": Str(least=0)}, "text"),
        "link": _leaf({"url": Str(), "text": Str(), "unsafe": Bool()}, "url"),
        "user": _leaf({"user_id": Str()}, "user_id"),
        "usergroup": _leaf({"usergroup_id": Str()}, "usergroup_id"),
        "team": _leaf({"team_id": Str()}, "team_id"),
        "channel": _leaf({"channel_id": Str()}, "channel_id"),
        "emoji": _leaf({"name": Str(), "unicode": Str(), "skin_tone": Int(1, 6)}, "name"),
        "broadcast": _leaf({"range": Str(one_of=("here", "channel", "everyone"))}, "range"),
        "color": _leaf({"value": Str()}, "value"),
        "date": _leaf(
            {"timestamp": Int(), "format": Str(), "url": Str(), "fallback": Str()},
            "timestamp",
            "format",
        ),
    }
)
_SECTION = Shape({"elements": Many(_LEAVES, least=0)}, ("elements",))
_PREFORMATTED = Shape(
    {"elements": Many(_LEAVES, least=0), "border": Int(0, 1), "language": Str()}, ("elements",)
)
_QUOTE = Shape({"elements": Many(_LEAVES, least=0), "border": Int(0, 1)}, ("elements",))
_LIST = Shape(
    {
        "elements": Many(Typed({"rich_text_section": _SECTION}), least=0),
        "style": Str(one_of=("bullet", "ordered")),
        "indent": Int(0, 8),
        "offset": Int(0),
        "border": Int(0, 1),
    },
    ("elements", "style"),
)
RICH_TEXT = block(
    {
        "elements": Many(
            Typed(
                {
                    "rich_text_section": _SECTION,
                    "rich_text_list": _LIST,
                    "rich_text_preformatted": _PREFORMATTED,
                    "rich_text_quote": _QUOTE,
                }
            ),
            least=0,
        )
    },
    "elements",
)
RICH = Typed({"rich_text": RICH_TEXT})
