"""Shapes of all blocks, of messages and of views."""

from sandbox.strict.data import CHARTS, DATA_TABLE, TABLE
from sandbox.strict.elements import (
    BUTTONS,
    IMAGE,
    IMAGES,
    IN_ACTIONS,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
    MESSAGE,
    MESSAGE_HOME,
    OVERFLOWS,
    SECURE,
    URL,
    URL_SOURCE,
)
from sandbox.strict.rich import RICH, RICH_TEXT, block
from sandbox.strict.spec import Bool, Free, Int, Many, Shape, Spec, Str, Text, Typed, plain

MOST_IN_MESSAGE = 50
MOST_IN_VIEW = 100


_TASK_FIELDS: dict[str, Spec] = {
    "task_id": Str(),
    "title": Str(),
    "status": Str(one_of=("pending", "in_progress", "complete", "error")),
    "details": RICH,
    "output": RICH,
    "sources": Many(URL_SOURCE, least=0),
    "icon": Free(),
    "hide_title": Bool(),
}
_TASK = block(_TASK_FIELDS, "task_id", "title", "status", on=MESSAGE)
# In a plan a task may leave its type out.
_IN_PLAN = Shape({"type": Str(one_of=("task_card",)), **_TASK.fields}, _TASK.needs)
_CARD = block(
    {
        "title": Text(150),
        "subtitle": Text(150),
        "body": Text(200),
        "icon": IMAGES,
        "hero_image": IMAGES,
        "actions": Many(BUTTONS, 2),
    },
)

_IN_CONTAINER: dict[str, Shape] = {
    "section": block(
        {
            "text": Text(3000),
            "fields": Many(Text(2000), 10),
            "accessory": IN_SECTION,
            "expand": Bool(),
        }
    ),
    "header": block({"text": plain(150), "level": Int(1, 4)}, "text"),
    "divider": block({}),
    "image": block({**IMAGE.fields, "title": plain(2000)}, "alt_text"),
    "context": block(
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
    "actions": block({"elements": Many(IN_ACTIONS, 25)}, "elements"),
    "input": block(
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
    "video": block(
        {
            "title": plain(199),
            "author_name": Str(49),
            "video_url": SECURE,
            "thumbnail_url": SECURE,
            "alt_text": Str(),
            "title_url": SECURE,
            "description": plain(200),
            "provider_name": Str(),
            "provider_icon_url": URL,
        },
        "title",
        "video_url",
        "thumbnail_url",
        "alt_text",
    ),
    "table": TABLE,
    "file": block(
        {"external_id": Str(), "source": Str(one_of=("remote",))},
        "external_id",
        "source",
        on=MESSAGE,
    ),
}

BLOCKS: dict[str, Shape] = {
    **_IN_CONTAINER,
    "markdown": block({"text": Str(12_000)}, "text", on=MESSAGE),
    "call": block({"call_id": Str()}, "call_id", on=MESSAGE),
    "context_actions": block({"elements": Many(IN_CONTEXT_ACTIONS, 5)}, "elements", on=MESSAGE),
    "data_table": DATA_TABLE,
    "data_visualization": block(
        {"title": Str(50), "chart": CHARTS}, "title", "chart", on=MESSAGE_HOME
    ),
    "task_card": _TASK,
    "plan": block(
        {"title": Str(), "tasks": Many(_IN_PLAN, 50)},
        "title",
        on=MESSAGE,
    ),
    "card": _CARD,
    "carousel": block({"elements": Many(Typed({"card": _CARD}), 10)}, "elements", on=MESSAGE_HOME),
    "container": block(
        {
            "title": plain(150),
            "rich_text_title": RICH,
            "subtitle": plain(150),
            "icon": IMAGES,
            "child_blocks": Many(Typed(_IN_CONTAINER), 10),
            "width": Str(one_of=("narrow", "standard", "wide", "full")),
            "is_collapsible": Bool(),
            "default_collapsed": Bool(),
            "has_header_divider": Bool(),
        },
        "child_blocks",
        on=MESSAGE_HOME,
    ),
    "alert": block(
        {
            "text": Text(3000),
            "level": Str(one_of=("default", "info", "warning", "error", "success")),
        },
        "text",
    ),
    "auth_provider": block(
        {
            "value": Str(150),
            "name": plain(75),
            "is_connected": Bool(),
            "description": plain(150),
            "icon_url": SECURE,
            "auth_url": SECURE,
            "disconnect_url": SECURE,
            "connected_identity": plain(75),
            "connected_context": plain(75),
            "accessory": OVERFLOWS,
            "fallback": Many(Free()),
        },
        "value",
        "name",
        "is_connected",
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
