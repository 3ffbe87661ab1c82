"""The table of Block Kit: every block and element that Slack takes from an app, with its limits."""

from blocks import limits as n
from blocks.newer import newer
from blocks.rich import rich_text
from blocks.rules import (
    BOTH,
    Report,
    Rule,
    also,
    anything,
    array,
    as_list,
    as_object,
    either,
    flag,
    number,
    one_of,
    only,
    secure,
    shape,
    string,
    text,
    typed,
    with_id,
)

_ACTION = string(n.ACTION_ID)
_PLACEHOLDER = text(n.PLACEHOLDER)
_STYLE = one_of("primary", "danger")
_NOW: dict[str, Rule] = {"focus_on_load": flag}

_confirm = shape(
    {"title": text(n.CONFIRM_TITLE), "text": text(n.CONFIRM_TEXT, *BOTH)}
    | {"confirm": text(n.CONFIRM_BUTTON), "deny": text(n.CONFIRM_BUTTON)},
    {"style": _STYLE},
)
_COMMON: dict[str, Rule] = {"action_id": _ACTION, "confirm": _confirm}


def _option(*kinds: str) -> Rule:
    return shape(
        {"text": text(n.OPTION_TEXT, *kinds), "value": string(n.OPTION_VALUE)},
        {"description": text(n.OPTION_DESCRIPTION, *kinds), "url": string(n.URL)},
    )


_option_plain = _option("plain_text")
_option_any = _option(*BOTH)
_group = shape(
    {
        "label": text(n.OPTION_GROUP_LABEL),
        "options": array(n.SELECT_OPTIONS, _option_plain),
    }
)

_button = shape(
    {"text": text(n.BUTTON_TEXT)},
    _COMMON
    | {"value": string(n.BUTTON_VALUE), "url": string(n.URL), "style": _STYLE}
    | {"accessibility_label": string(n.BUTTON_LABEL), "agent_prompt": string(n.AGENT_PROMPT)}
    | {"agent_prompt_display": string(n.AGENT_PROMPT)}
    | {"visible_to_user_ids": array(n.SELECT_OPTIONS, string(n.ACTION_ID))},
)
_image = also(
    shape(
        {"alt_text": string(n.IMAGE_ALT)},
        {"image_url": string(n.IMAGE_URL), "slack_file": anything},
    ),
    either("image_url", "slack_file"),
)


def _choices(name: str) -> Rule:
    initial: Rule = array(n.CHOICES, _option_any) if name == "initial_options" else _option_any
    return shape({"options": array(n.CHOICES, _option_any)}, _COMMON | _NOW | {name: initial})


_LIST: dict[str, Rule] = {"placeholder": _PLACEHOLDER}
_MANY: dict[str, Rule] = {"max_selected_items": number(1, n.SELECT_OPTIONS)}


def _select(own: dict[str, Rule], *, many: bool) -> Rule:
    return shape({}, _COMMON | _NOW | _LIST | own | (_MANY if many else {}))


def _selects() -> dict[str, Rule]:
    table: dict[str, Rule] = {}
    for prefix, many in (("", False), ("multi_", True)):
        first = "initial_options" if many else "initial_option"
        initial = array(n.SELECT_OPTIONS, _option_plain) if many else _option_plain
        table[f"{prefix}static_select"] = also(
            _select(
                {"options": array(n.SELECT_OPTIONS, _option_plain)}
                | {"option_groups": array(n.OPTION_GROUPS, _group), first: initial},
                many=many,
            ),
            either("options", "option_groups"),
        )
        table[f"{prefix}external_select"] = _select(
            {"min_query_length": number(0, 3000), first: initial}, many=many
        )
        for kind in ("user", "conversation", "channel"):
            one = string(n.ACTION_ID)
            chosen = array(n.SELECT_OPTIONS, one) if many else one
            own: dict[str, Rule] = {f"initial_{kind}{'s' if many else ''}": chosen}
            if kind != "user":
                own["response_url_enabled"] = flag
            if kind == "conversation":
                own |= {"default_to_current_conversation": flag, "filter": _filter}
            table[f"{prefix}{kind}s_select"] = _select(own, many=many)
    return table


_dispatch = shape(
    {},
    {"trigger_actions_on": array(2, one_of("on_enter_pressed", "on_character_entered"))},
)
_filter = shape(
    {},
    {"include": array(4, one_of("im", "mpim", "private", "public"))}
    | {"exclude_external_shared_channels": flag, "exclude_bot_users": flag},
)


def _typed_input(own: dict[str, Rule], **needed: Rule) -> Rule:
    return shape(
        needed,
        {"action_id": _ACTION, "placeholder": _PLACEHOLDER, "dispatch_action_config": _dispatch}
        | _NOW
        | own,
    )


def _lengths(value: object, where: str, report: Report) -> None:
    found = as_object(value) or {}
    least, most = found.get("min_length"), found.get("max_length")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        report.add(where, "`min_length` must not be greater than `max_length`")


_plain_input = _typed_input(
    {"initial_value": string(n.INPUT_TEXT, 0), "multiline": flag}
    | {"min_length": number(0, n.INPUT_TEXT), "max_length": number(1, n.INPUT_TEXT)}
)
_PICKERS: dict[str, Rule] = {
    "datepicker": shape({}, _COMMON | _NOW | _LIST | {"initial_date": string(10)}),
    "timepicker": shape(
        {}, _COMMON | _NOW | _LIST | {"initial_time": string(5), "timezone": string(100)}
    ),
    "datetimepicker": shape({}, _COMMON | _NOW | {"initial_date_time": number(0, 9_999_999_999)}),
}
_CHOOSERS: dict[str, Rule] = {
    **_selects(),
    **_PICKERS,
    "checkboxes": _choices("initial_options"),
    "radio_buttons": _choices("initial_option"),
}
_trigger = shape({"url": string(n.URL)}, {"customizable_input_parameters": anything})
_workflow = shape({"trigger": _trigger})
_ACTIVE: dict[str, Rule] = {
    **_CHOOSERS,
    "button": _button,
    "workflow_button": only(
        ["message"],
        "workflow_button",
        shape(
            {"text": text(n.BUTTON_TEXT), "workflow": _workflow},
            _COMMON | {"style": _STYLE, "accessibility_label": string(n.BUTTON_LABEL)},
        ),
    ),
    "overflow": shape({"options": array(n.OVERFLOW_OPTIONS, _option_plain)}, _COMMON),
}
# SDK types and some pages allow multi-selects there; Slack refuses the whole message.
_IN_ACTIONS = {kind: rule for kind, rule in _ACTIVE.items() if not kind.startswith("multi_")}
_INPUTS: dict[str, Rule] = {
    **_CHOOSERS,
    "plain_text_input": also(_plain_input, _lengths),
    "rich_text_input": _typed_input({"initial_value": anything}),
    "email_text_input": only(
        ["modal"], "email_text_input", _typed_input({"initial_value": string(n.INPUT_TEXT)})
    ),
    "url_text_input": only(
        ["modal"], "url_text_input", _typed_input({"initial_value": string(n.INPUT_TEXT)})
    ),
    "number_input": only(
        ["modal"],
        "number_input",
        _typed_input(
            dict.fromkeys(("initial_value", "min_value", "max_value"), string(n.INPUT_TEXT)),
            is_decimal_allowed=flag,
        ),
    ),
    "file_input": only(
        ["modal"],
        "file_input",
        shape(
            {},
            {
                "action_id": _ACTION,
                "filetypes": array(n.SELECT_OPTIONS, string(n.BUTTON_TEXT)),
                "max_files": number(1, n.FILES),
            },
        ),
    ),
}

_feedback = shape(
    {"text": text(n.BUTTON_TEXT), "value": string(n.BUTTON_VALUE)},
    {"accessibility_label": string(n.BUTTON_LABEL)},
)
_CONTEXT_ACTIONS: dict[str, Rule] = {
    "feedback_buttons": shape(
        {"positive_button": _feedback, "negative_button": _feedback}, {"action_id": _ACTION}
    ),
    "icon_button": shape(
        {"icon": one_of("trash"), "text": text(n.BUTTON_TEXT)},
        _COMMON
        | {"value": string(n.BUTTON_VALUE), "accessibility_label": string(n.BUTTON_LABEL)}
        | {"visible_to_user_ids": array(10, string(n.BUTTON_TEXT))},
    ),
}


def _section_text(value: object, where: str, report: Report) -> None:
    found = as_object(value) or {}
    if "text" not in found and not as_list(found.get("fields")):
        report.add(where, "must define either `text` or `fields`")


_section = also(
    shape(
        {},
        {
            "text": text(n.SECTION_TEXT, *BOTH),
            "fields": array(n.SECTION_FIELDS, text(n.SECTION_FIELD, *BOTH)),
            "accessory": typed({**_ACTIVE, "image": _image}),
            "expand": flag,
        },
    ),
    _section_text,
)
_video = shape(
    {"alt_text": string(n.IMAGE_ALT), "title": text(n.VIDEO_TITLE)}
    | {"thumbnail_url": secure(n.URL), "video_url": secure(n.URL)},
    {"title_url": secure(n.URL), "description": text(n.VIDEO_DESCRIPTION)}
    | {"author_name": string(n.VIDEO_AUTHOR), "provider_name": string(n.URL)}
    | {"provider_icon_url": string(n.URL)},
)
_input = shape(
    {"label": text(n.INPUT_LABEL), "element": typed(_INPUTS)},
    {"hint": text(n.INPUT_HINT), "optional": flag, "dispatch_action": flag},
)
_image_block = also(
    shape(
        {"alt_text": string(n.IMAGE_ALT)},
        {"image_url": string(n.IMAGE_URL), "slack_file": anything, "title": text(n.IMAGE_TITLE)},
    ),
    either("image_url", "slack_file"),
)
_context_text = {kind: text(n.TEXT_OBJECT, *BOTH) for kind in BOTH}

_older: dict[str, Rule] = {
    "section": _section,
    "header": shape({"text": text(n.HEADER)}, {"level": number(1, n.HEADER_LEVELS)}),
    "divider": shape({}),
    "image": _image_block,
    "context": shape(
        {"elements": array(n.CONTEXT_ELEMENTS, typed({**_context_text, "image": _image}))}
    ),
    "actions": shape({"elements": array(n.ACTIONS_ELEMENTS, typed(_IN_ACTIONS))}),
    "input": _input,
    "rich_text": rich_text,
    "video": _video,
    "markdown": only(["message"], "markdown", shape({"text": string(n.MARKDOWN_TOTAL)})),
    "context_actions": only(
        ["message"],
        "context_actions",
        shape({"elements": array(n.CONTEXT_ACTIONS_ELEMENTS, typed(_CONTEXT_ACTIONS))}),
    ),
}
_named = {kind: with_id(rule) for kind, rule in _older.items()}
block = typed(_named | newer(_named, _button, _image))
"""The rule of every block."""
