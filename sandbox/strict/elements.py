"""Shapes of the elements and composition objects that stand in blocks."""

from collections.abc import Mapping

from sandbox.strict.spec import Bool, Free, Int, Many, Shape, Spec, Str, Text, Typed, plain

MESSAGE = ("message",)
MODAL = ("modal",)
OFF_MESSAGE = ("modal", "home")
OFF_HOME = ("message", "modal")
MESSAGE_HOME = ("message", "home")
ID = Str(255)
URL = Str(3000)
SECURE = Str(3000, pattern=r"https://\S+")
STYLE = Str(one_of=("primary", "danger"))

CONFIRM = Shape(
    {
        "title": plain(100),
        "text": Text(300),
        "confirm": plain(30),
        "deny": plain(30),
        "style": STYLE,
    },
    ("title", "text", "confirm", "deny"),
)
OPTION = Shape({"text": plain(75), "value": Str(150), "description": plain(75)}, ("text", "value"))
_LINKED_OPTION = Shape({**OPTION.fields, "url": URL}, OPTION.needs)
RICH_OPTION = Shape(
    {"text": Text(75), "value": Str(150), "description": Text(75)}, ("text", "value")
)
GROUP = Shape({"label": plain(75), "options": Many(OPTION, 100)}, ("label", "options"))
OFFER = Shape({"options": Many(OPTION, 100, 0), "option_groups": Many(GROUP, 100, 0)})
DISPATCH = Shape(
    {"trigger_actions_on": Many(Str(one_of=("on_enter_pressed", "on_character_entered")), 2)}
)
FILTER = Shape(
    {
        "include": Many(Str(one_of=("im", "mpim", "private", "public")), 4),
        "exclude_external_shared_channels": Bool(),
        "exclude_bot_users": Bool(),
    }
)
SLACK_FILE = Shape({"id": Str(), "url": URL})
FEEDBACK = Shape(
    {"text": plain(75), "value": Str(2000), "accessibility_label": Str(75)}, ("text", "value")
)


def _element(fields: Mapping[str, Spec], *needs: str, on: tuple[str, ...] | None = None) -> Shape:
    every: dict[str, Spec] = {"action_id": ID, **fields}
    return Shape(every, needs) if on is None else Shape(every, needs, on)


def _choice(fields: Mapping[str, Spec], *needs: str, on: tuple[str, ...] | None = None) -> Shape:
    """Something to choose in that shows what there is, and so has no placeholder."""
    common: dict[str, Spec] = {"confirm": CONFIRM, "focus_on_load": Bool()}
    return _element({**common, **fields}, *needs, on=on)


def _menu(fields: Mapping[str, Spec]) -> Shape:
    return _choice({"placeholder": plain(150), **fields})


_STATIC: dict[str, Spec] = {"options": Many(OPTION, 100), "option_groups": Many(GROUP, 100)}
_EXTERNAL: dict[str, Spec] = {"min_query_length": Int(0)}
_CONVERSATIONS: dict[str, Spec] = {"default_to_current_conversation": Bool(), "filter": FILTER}
_MULTI: dict[str, Spec] = {"max_selected_items": Int(1)}
_URLS: dict[str, Spec] = {"response_url_enabled": Bool()}
_SINGLE_OPTION: dict[str, Spec] = {"initial_option": OPTION}
_MULTI_OPTION: dict[str, Spec] = {**_MULTI, "initial_options": Many(OPTION, 100)}
_TYPING: dict[str, Spec] = {
    "placeholder": plain(150),
    "focus_on_load": Bool(),
    "dispatch_action_config": DISPATCH,
}

IMAGE = Shape({"image_url": URL, "slack_file": SLACK_FILE, "alt_text": Str(2000)}, ("alt_text",))
BUTTON = _element(
    {
        "text": plain(75),
        "value": Str(2000),
        "url": URL,
        "style": STYLE,
        "confirm": CONFIRM,
        "accessibility_label": Str(75),
        "agent_prompt": Str(4000),
        "agent_prompt_display": Str(),
        "visible_to_user_ids": Many(Str()),
    },
    "text",
)

MENUS: dict[str, Shape] = {
    "static_select": _menu({**_STATIC, **_SINGLE_OPTION}),
    "multi_static_select": _menu({**_STATIC, **_MULTI_OPTION}),
    "external_select": _menu({**_EXTERNAL, **_SINGLE_OPTION}),
    "multi_external_select": _menu({**_EXTERNAL, **_MULTI_OPTION}),
    "users_select": _menu({"initial_user": Str()}),
    "multi_users_select": _menu({**_MULTI, "initial_users": Many(Str())}),
    "conversations_select": _menu({**_CONVERSATIONS, **_URLS, "initial_conversation": Str()}),
    "multi_conversations_select": _menu(
        {**_CONVERSATIONS, **_MULTI, "initial_conversations": Many(Str())}
    ),
    "channels_select": _menu({**_URLS, "initial_channel": Str()}),
    "multi_channels_select": _menu({**_MULTI, "initial_channels": Many(Str())}),
}
CHOICES: dict[str, Shape] = {
    "checkboxes": _choice(
        {"options": Many(RICH_OPTION, 10), "initial_options": Many(RICH_OPTION, 10)}, "options"
    ),
    "radio_buttons": _choice(
        {"options": Many(RICH_OPTION, 10), "initial_option": RICH_OPTION}, "options"
    ),
    "datepicker": _menu(
        {"initial_date": Str(pattern=r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")}
    ),
    "timepicker": _menu(
        {"initial_time": Str(pattern=r"([01]\d|2[0-3]):[0-5]\d"), "timezone": Str()}
    ),
}
INPUTS: dict[str, Shape] = {
    "plain_text_input": _element(
        {
            **_TYPING,
            "initial_value": Str(3000, 0),
            "multiline": Bool(),
            "min_length": Int(0, 3000),
            "max_length": Int(1, 3000),
        }
    ),
    "email_text_input": _element({**_TYPING, "initial_value": Str()}, on=MODAL),
    "url_text_input": _element({**_TYPING, "initial_value": Str()}, on=MODAL),
    "number_input": _element(
        {
            **_TYPING,
            "is_decimal_allowed": Bool(),
            "initial_value": Str(),
            "min_value": Str(),
            "max_value": Str(),
        },
        "is_decimal_allowed",
        on=MODAL,
    ),
    "rich_text_input": _element({**_TYPING, "initial_value": Free()}, on=OFF_MESSAGE),
    "file_input": _element({"filetypes": Many(Str()), "max_files": Int(1, 10)}, on=MODAL),
}
DATETIME: dict[str, Shape] = {
    "datetimepicker": _choice({"initial_date_time": Int(1_000_000_000, 9_999_999_999)}, on=OFF_HOME)
}
OVERFLOW = _element({"options": Many(_LINKED_OPTION, 5), "confirm": CONFIRM}, "options")
_TRIGGER = Shape({"url": URL, "customizable_input_parameters": Many(Free(), least=0)}, ("url",))
WORKFLOW = _element(
    {
        "text": plain(75),
        "workflow": Shape({"trigger": _TRIGGER}, ("trigger",)),
        "style": STYLE,
        "accessibility_label": Str(75),
    },
    "text",
    "workflow",
    on=MESSAGE,
)

_PRESSED: dict[str, Shape] = {
    "button": BUTTON,
    "overflow": OVERFLOW,
    "workflow_button": WORKFLOW,
    **MENUS,
    **CHOICES,
}
# Slack takes multi-selects in sections and inputs only.
IN_ACTIONS = Typed(
    {kind: one for kind, one in {**_PRESSED, **DATETIME}.items() if not kind.startswith("multi_")}
)
IN_SECTION = Typed({**_PRESSED, "image": IMAGE})
IN_INPUT = Typed({**MENUS, **CHOICES, **DATETIME, **INPUTS})
IN_CONTEXT_ACTIONS = Typed(
    {
        "feedback_buttons": _element(
            {"positive_button": FEEDBACK, "negative_button": FEEDBACK},
            "positive_button",
            "negative_button",
        ),
        "icon_button": _element(
            {
                "icon": Str(one_of=("trash",)),
                "text": plain(75),
                "value": Str(2000),
                "confirm": CONFIRM,
                "accessibility_label": Str(75),
                "visible_to_user_ids": Many(Str(), 10),
            },
            "icon",
            "text",
        ),
    }
)
BUTTONS = Typed({"button": BUTTON})
IMAGES = Typed({"image": IMAGE})
OVERFLOWS = Typed({"overflow": OVERFLOW})
URL_SOURCE = Typed({"url": Shape({"url": URL, "text": Str()}, ("url", "text"))})
