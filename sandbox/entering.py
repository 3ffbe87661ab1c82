"""What a person enters in a modal, and what Slack's own client refuses of it."""

import re
from collections.abc import Callable

from sandbox.elements import entered, find_all, label, value_of
from sandbox.errors import ControlError
from sandbox.jsons import Json, is_list, obj, objects

# The files that a person puts into an input.
Attach = Callable[[object], list[Json]]
# An element with the options that a person can choose from just now.
Known = Callable[[Json, Json], Json]
MOST_FILES = 10
_REQUIRED = "Please complete this required field."
_FORMATS = {
    "email_text_input": (r"[^@\s]+@[^@\s]+\.[^@\s]+", "Please enter a valid email address."),
    "url_text_input": (r"https?://\S+", "Please enter a valid URL."),
    "number_input": (r"[+-]?\d+(\.\d+)?", "Please enter a number."),
}


def enter(view: Json, wanted: Json, known: Known, attach: Attach) -> None:
    """Put `values` {block_id: {action_id: value}} or `by_label` {label: value} into the view."""
    state = view["state"]["values"]
    fields = {
        (b["block_id"], e["action_id"]): (b, known(b, e))
        for b, e in find_all(view["blocks"])
        if e.get("action_id") in state.get(b["block_id"], {})
    }
    for block_id, actions in obj(wanted.get("values")).items():
        for action_id, value in actions.items():
            if (block_id, action_id) not in fields:
                raise ControlError(f"no input {block_id}/{action_id}", 404)
            element = fields[block_id, action_id][1]
            state[block_id][action_id] = _entered(element, value, attach)
    for name, value in obj(wanted.get("by_label")).items():
        named = [k for k, (b, e) in fields.items() if label(b, e) == name]
        if len(named) != 1:
            raise ControlError(f"{len(named)} inputs are called {name!r}", 404)
        block_id, action_id = named[0]
        state[block_id][action_id] = _entered(fields[named[0]][1], value, attach)


def _entered(element: Json, value: object, attach: Attach) -> Json:
    if element["type"] == "file_input" and value:
        value = attach(value)
    return entered(element, value)


def client_errors(view: Json) -> Json:
    """What Slack's own client refuses before anything is sent, by block_id."""
    errors: Json = {}
    for block in view["blocks"]:
        if block["type"] != "input":
            continue
        element = block["element"]
        entry = view["state"]["values"][block["block_id"]][element["action_id"]]
        words = _client_error(block, element, value_of(entry))
        if words is not None:
            errors[block["block_id"]] = words
    return errors


def _client_error(block: Json, element: Json, value: object) -> str | None:
    if value in (None, "", []):
        return None if block["optional"] else _REQUIRED
    if is_list(value) and len(value) > element.get("max_selected_items", len(value)):
        return f"Please choose at most {element['max_selected_items']}."
    if element["type"] == "file_input":
        return _file_error(element, objects(value))
    if not isinstance(value, str):
        return None
    least, most = element.get("min_length"), element.get("max_length", 3000)
    if least is not None and len(value) < least:
        return f"Please enter at least {least} characters."
    if element["type"] == "plain_text_input" and len(value) > most:
        return f"Please enter at most {most} characters."
    pattern, words = _FORMATS.get(element["type"], ("", ""))
    if pattern and not re.fullmatch(pattern, value):
        return words
    return _number_error(element, value) if element["type"] == "number_input" else None


def _number_error(element: Json, value: str) -> str | None:
    if not element["is_decimal_allowed"] and "." in value:
        return "Please enter a whole number."
    if "min_value" in element and float(value) < float(element["min_value"]):
        return f"Please enter at least {element['min_value']}."
    if "max_value" in element and float(value) > float(element["max_value"]):
        return f"Please enter at most {element['max_value']}."
    return None


def _file_error(element: Json, files: list[Json]) -> str | None:
    most, kinds = element.get("max_files", MOST_FILES), element.get("filetypes")
    if len(files) > most:
        return f"Please choose at most {most} files."
    if kinds and any(file["filetype"] not in kinds for file in files):
        return f"Please choose files of these types: {', '.join(kinds)}."
    return None
