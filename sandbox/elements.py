"""Interactive elements: finding them, their state, and what a press of one sends."""

from collections.abc import Iterator

from sandbox.errors import ControlError
from sandbox.jsons import Json, is_list, is_obj, obj, objects

Found = tuple[Json, Json]

# Element type: the key of its value in state and actions, the key of its initial value, and
# what the state holds while nothing is chosen.
_STATE: dict[str, tuple[str, str, object]] = {
    "plain_text_input": ("value", "initial_value", None),
    "email_text_input": ("value", "initial_value", None),
    "url_text_input": ("value", "initial_value", None),
    "number_input": ("value", "initial_value", None),
    "rich_text_input": ("rich_text_value", "initial_value", None),
    "file_input": ("files", "", []),
    "static_select": ("selected_option", "initial_option", None),
    "external_select": ("selected_option", "initial_option", None),
    "radio_buttons": ("selected_option", "initial_option", None),
    "multi_static_select": ("selected_options", "initial_options", []),
    "multi_external_select": ("selected_options", "initial_options", []),
    "checkboxes": ("selected_options", "initial_options", []),
    "users_select": ("selected_user", "initial_user", None),
    "multi_users_select": ("selected_users", "initial_users", []),
    "conversations_select": ("selected_conversation", "initial_conversation", None),
    "multi_conversations_select": ("selected_conversations", "initial_conversations", []),
    "channels_select": ("selected_channel", "initial_channel", None),
    "multi_channels_select": ("selected_channels", "initial_channels", []),
    "datepicker": ("selected_date", "initial_date", None),
    "timepicker": ("selected_time", "initial_time", None),
    "datetimepicker": ("selected_date_time", "initial_date_time", None),
}
_SENT_AS_THEY_ARE = ("value", "url", "style", "confirm", "icon")


def find_all(blocks: object) -> Iterator[Found]:
    """Every interactive element with its block, those inside cards and containers too."""
    for block in objects(blocks):
        kind = block.get("type")
        if kind in ("actions", "context_actions"):
            yield from ((block, element) for element in objects(block.get("elements")))
        elif kind == "section" and is_obj(block.get("accessory")):
            yield block, block["accessory"]
        elif kind == "input" and is_obj(block.get("element")):
            yield block, block["element"]
        elif kind == "card":
            yield from ((block, element) for element in objects(block.get("actions")))
        elif kind in ("container", "carousel"):
            yield from find_all(block.get("child_blocks") or block.get("elements"))
        elif kind == "data_table":
            yield from ((block, element) for element in _in_cells(block))


def _in_cells(table: Json) -> Iterator[Json]:
    rows = table.get("rows")
    for row in rows if is_list(rows) else ():
        for cell in objects(row):
            if cell.get("type") == "action_cell":
                yield from objects([cell.get("element") or cell.get("button")])


def find(blocks: object, wanted: Json) -> Found:
    """The element with `action_id`, or with the label `text`; `block_id` narrows it.

    Where no label is `text`, the one that begins with it will do.

    Raises ControlError if there is none or more than one.
    """
    found = [pair for pair in find_all(blocks) if _is_wanted(pair, wanted)]
    if not found and wanted.get("text"):
        found = [pair for pair in find_all(blocks) if _begins(pair, str(wanted["text"]))]
    if len(found) != 1:
        what = wanted.get("action_id") or wanted.get("text")
        raise ControlError(f"{len(found)} elements are called {what!r}", 404)
    return found[0]


def _begins(pair: Found, text: str) -> bool:
    """Whether a label begins so: "Approve" is enough where only "Approve once" begins with it."""
    block, element = pair
    words = [label(block, element), *(_words(part["text"]) for part in parts(element))]
    return any(one and one.lower().startswith(text.lower()) for one in words)


def _is_wanted(pair: Found, wanted: Json) -> bool:
    block, element = pair
    if wanted.get("block_id") not in (None, block["block_id"]):
        return False
    if wanted.get("action_id") is not None:
        return element.get("action_id") == wanted["action_id"]
    words = [label(block, element), *(_words(part["text"]) for part in parts(element))]
    return wanted.get("text") in words


def label(block: Json, element: Json) -> str:
    """The words that a person sees on it, unescaped."""
    text = block["label"] if block["type"] == "input" else element.get("text")
    return _words(text)


def _words(text: object) -> str:
    return unescape(obj(text).get("text", ""))


def parts(element: Json) -> list[Json]:
    """The options of an overflow menu or the two feedback buttons, each pressed by itself."""
    if element["type"] == "overflow":
        return options_of(element)
    if element["type"] == "feedback_buttons":
        return [element["positive_button"], element["negative_button"]]
    return []


def unescape(text: str) -> str:
    """Stored text as a person reads it."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def initial_state(blocks: object) -> Json:
    """`state.values` before anybody has touched anything."""
    values: Json = {}
    for block, element in find_all(blocks):
        if element["type"] in _STATE:
            key, initial, empty = _STATE[element["type"]]
            entry: Json = {"type": element["type"], key: element.get(initial, empty)}
            values.setdefault(block["block_id"], {})[element["action_id"]] = entry
    return values


def kept_state(blocks: object, before: Json) -> Json:
    """The state of changed blocks: what was typed stays where both ids and the type do."""
    values = initial_state(blocks)
    for block_id, actions in values.items():
        for action_id, entry in actions.items():
            old = obj(before.get(block_id)).get(action_id)
            if is_obj(old) and old["type"] == entry["type"]:
                actions[action_id] = old
    return values


def entered(element: Json, value: object) -> Json:
    """The state entry for what a person entered: text, an option's value or label, a list."""
    kind = element["type"]
    if parts(element):
        return _part(element, value)
    if kind not in _STATE:
        raise ControlError(f"a {kind} takes no value")
    if is_obj(value) and value.get("type") == kind:
        return value
    key, _, empty = _STATE[kind]
    if value in (None, "", []):
        return {"type": kind, key: empty}
    if key == "selected_option":
        return {"type": kind, key: _option(element, value)}
    if key == "selected_options":
        many = value if is_list(value) else [value]
        return {"type": kind, key: [_option(element, each) for each in many]}
    return {"type": kind, key: _typed(key, value)}


def wanted_value(element: Json, wanted: Json) -> object:
    """The `value` of a click; a part pressed by its label is its own value."""
    return wanted.get("text") if parts(element) and "value" not in wanted else wanted.get("value")


def value_of(entry: Json) -> object:
    """What a state entry holds; None, "" or [] if nothing."""
    return entry[_STATE[entry["type"]][0]]


def options_of(element: Json) -> list[Json]:
    """All options of a select, radio, checkbox or overflow."""
    grouped = [o for group in objects(element.get("option_groups")) for o in group["options"]]
    return [*objects(element.get("options")), *grouped]


def _typed(key: str, value: object) -> object:
    """What typing or picking gives: strings stay what they are, also of numbers."""
    if key == "value":
        return str(value)
    if key == "rich_text_value" and isinstance(value, str):
        leaf: Json = {"type": "text", "text": value}
        return {
            "type": "rich_text",
            "elements": [{"type": "rich_text_section", "elements": [leaf]}],
        }
    return value


def _part(element: Json, value: object) -> Json:
    for part in parts(element):
        if value in (part["value"], _words(part["text"])):
            if element["type"] == "overflow":
                return {"type": "overflow", "selected_option": part}
            return {"type": element["type"], "value": part["value"], "text": part["text"]}
    raise ControlError(f"no part {value!r}")


def _option(element: Json, value: object) -> Json:
    if is_obj(value):
        return value
    for option in options_of(element):
        if value in (option.get("value"), _words(option["text"])):
            return option
    raise ControlError(f"no option {value!r}")


def pressed(block: Json, element: Json, entry: Json | None, stamp: str) -> Json:
    """The entry of `actions` in block_actions."""
    action: Json = {"action_id": element["action_id"], "block_id": block["block_id"]}
    if "text" in element:
        action["text"] = element["text"]
    action |= {key: element[key] for key in _SENT_AS_THEY_ARE if key in element}
    if entry is not None:
        action |= entry
    action |= {"type": element["type"], "action_ts": stamp}
    return action
