"""Shapes of all blocks, of messages and of views."""

from collections.abc import Mapping

from sandbox.strict.elements import (
    BUTTONS,
    ID,
    IMAGE,
    IMAGES,
    IN_ACTIONS,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
    MESSAGE,
    MODAL,
    URL,
    URL_SOURCE,
)
from sandbox.strict.spec import Bool, Free, Int, Many, Number, Shape, Spec, Str, Text, Typed, plain

MOST_IN_MESSAGE = 50
MOST_IN_VIEW = 100
_MESSAGE_HOME = ("message", "home")


def _block(
    fields: Mapping[str, Spec], *needs: str, on: tuple[str, ...] = ("message", "modal", "home")
) -> Shape:
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
RICH_TEXT = _block(
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
_RICH = Typed({"rich_text": RICH_TEXT})

_RAW = Shape({"text": Str(10_000, 0)}, ("text",))
_RAW_NUMBER = Shape({"value": Number(), "text": Str()}, ("value",))
_CELLS: dict[str, Shape] = {"rich_text": RICH_TEXT, "raw_text": _RAW, "raw_number": _RAW_NUMBER}
_ACTION_CELL = Shape(
    {"button": BUTTONS, "element": BUTTONS, "fallback": Typed(_CELLS)}, ("fallback",)
)
_COLUMN = Shape({"align": Str(one_of=("left", "center", "right")), "is_wrapped": Bool()})
_TABLE = _block(
    {
        "rows": Many(Many(Typed(_CELLS), 20), 100),
        "column_settings": Many(_COLUMN, 20, 0),
    },
    "rows",
    on=_MESSAGE_HOME,
)
_DATA_TABLE = _block(
    {
        "caption": Str(),
        "rows": Many(Many(Typed({**_CELLS, "action_cell": _ACTION_CELL}), 20), 201),
        "page_size": Int(1, 100),
        "row_header_column_index": Int(0, 19),
    },
    "caption",
    "rows",
    on=_MESSAGE_HOME,
)
_POINT = Shape({"label": Str(20), "value": Number()}, ("label", "value"))
_SERIES = Shape({"name": Str(20), "data": Many(_POINT, 20)}, ("name", "data"))
_AXES = Shape(
    {"categories": Many(Str(20), 20), "x_label": Str(50), "y_label": Str(50)}, ("categories",)
)
_LINES = Shape({"series": Many(_SERIES, 6), "axis_config": _AXES}, ("series", "axis_config"))
_CHARTS = Typed(
    {
        "line": _LINES,
        "bar": _LINES,
        "area": _LINES,
        "pie": Shape({"segments": Many(_POINT, 6)}, ("segments",)),
    }
)
_TASK_FIELDS: dict[str, Spec] = {
    "task_id": Str(),
    "title": Str(),
    "status": Str(one_of=("pending", "in_progress", "complete", "error")),
    "details": _RICH,
    "output": _RICH,
    "sources": Many(URL_SOURCE, least=0),
    "icon": Free(),
    "hide_title": Bool(),
}
_TASK = _block(_TASK_FIELDS, "task_id", "title", on=MESSAGE)
_CARD = _block(
    {
        "title": Text(150),
        "subtitle": Text(150),
        "body": Text(200),
        "icon": IMAGES,
        "hero_image": IMAGES,
        "actions": Many(BUTTONS, 2),
    },
    on=_MESSAGE_HOME,
)

_IN_CONTAINER: dict[str, Shape] = {
    "section": _block(
        {
            "text": Text(3000),
            "fields": Many(Text(2000), 10),
            "accessory": IN_SECTION,
            "expand": Bool(),
        }
    ),
    "header": _block({"text": plain(150), "level": Int(1, 4)}, "text"),
    "divider": _block({}),
    "image": _block({**IMAGE.fields, "title": plain(2000)}, "alt_text"),
    "context": _block(
        {
            "elements": Many(
                Typed(
                    {
                        "image": IMAGE,
                        "plain_text": Shape({"text": Str(3000), "emoji": Bool()}, ("text",)),
                        "mrkdwn": Shape({"text": Str(3000), "verbatim": Bool()}, ("text",)),
                    }
                ),
                10,
            )
        },
        "elements",
    ),
    "actions": _block({"elements": Many(IN_ACTIONS, 25)}, "elements"),
    "input": _block(
        {
            "label": plain(2000),
            "element": IN_INPUT,
            "hint": plain(2000),
            "optional": Bool(),
            "dispatch_action": Bool(),
        },
        "label",
        "element",
    ),
    "rich_text": RICH_TEXT,
    "video": _block(
        {
            "title": plain(199),
            "author_name": Str(50),
            "video_url": URL,
            "thumbnail_url": URL,
            "alt_text": Str(),
            "title_url": URL,
            "description": plain(200),
            "provider_name": Str(),
            "provider_icon_url": URL,
        },
        "title",
        "video_url",
        "thumbnail_url",
        "alt_text",
    ),
    "table": _TABLE,
    "file": _block({"external_id": Str(), "source": Str(one_of=("remote",))}, on=MESSAGE),
}

BLOCKS: dict[str, Shape] = {
    **_IN_CONTAINER,
    "markdown": _block({"text": Str(12_000)}, "text", on=MESSAGE),
    "call": _block({"call_id": Str()}, "call_id", on=MESSAGE),
    "context_actions": _block({"elements": Many(IN_CONTEXT_ACTIONS, 5)}, "elements", on=MESSAGE),
    "data_table": _DATA_TABLE,
    "data_visualization": _block(
        {"title": Str(50), "chart": _CHARTS}, "title", "chart", on=MESSAGE
    ),
    "task_card": _TASK,
    "plan": _block(
        {"title": Str(), "tasks": Many(Shape({"type": Str(), **_TASK.fields}, _TASK.needs), 50)},
        "title",
        on=MESSAGE,
    ),
    "card": _CARD,
    "carousel": _block(
        {"elements": Many(Typed({"card": _CARD}), 10)}, "elements", on=_MESSAGE_HOME
    ),
    "container": _block(
        {
            "title": plain(150),
            "rich_text_title": _RICH,
            "subtitle": plain(150),
            "icon": IMAGES,
            "child_blocks": Many(Typed(_IN_CONTAINER), 10),
            "width": Str(one_of=("narrow", "standard", "wide", "full")),
            "is_collapsible": Bool(),
            "default_collapsed": Bool(),
            "has_header_divider": Bool(),
        },
        "child_blocks",
        on=_MESSAGE_HOME,
    ),
    "alert": _block(
        {
            "text": Text(3000),
            "level": Str(one_of=("default", "info", "warning", "error", "success")),
        },
        "text",
        on=MODAL,
    ),
}

MESSAGE_BLOCKS = Many(Typed(BLOCKS), MOST_IN_MESSAGE, 0)
_VIEW_BLOCKS = Many(Typed(BLOCKS), MOST_IN_VIEW, 1)
_VIEW: dict[str, Spec] = {
    "blocks": _VIEW_BLOCKS,
    "callback_id": Str(255, 0),
    "private_metadata": Str(3000, 0),
    "external_id": Str(255, 0),
}
VIEWS = Typed(
    {
        "modal": Shape(
            {
                **_VIEW,
                "title": plain(24),
                "close": plain(24),
                "submit": plain(24),
                "clear_on_close": Bool(),
                "notify_on_close": Bool(),
                "submit_disabled": Bool(),
            },
            ("title", "blocks"),
        ),
        "home": Shape(_VIEW, ("blocks",)),
    }
)
