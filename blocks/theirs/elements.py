"""The elements that the model may use: their texts, options and ids, cleaned one by one."""

from collections.abc import Mapping

from blocks.rules import Json, as_list, as_object
from blocks.theirs.lookalikes import as_button
from blocks.theirs.reading import (
    RESERVED,
    Clean,
    Reading,
    any_text,
    by_type,
    confirm,
    label,
    named,
    nothing,
    refused,
    said,
    same,
    spoken,
    table,
)

# What is live at once: a press of one answers.
ANSWERING = ("button", "overflow")
_URL = refused("isn't taken: a button opens no address; put the link into a text")
_PEOPLE = "lists of people and channels aren't taken; give a static_select with your own options"
_WHY = {
    "image": "images aren't taken: each reader's client would fetch them from wherever they are",
    "workflow_button": "workflows aren't started from a card of yours",
    "file_input": "files aren't taken; ask for them in the thread",
    "rich_text_input": "isn't taken; use a plain_text_input with `multiline`",
    "external_select": "isn't taken; use a static_select",
    "multi_external_select": "isn't taken; use a multi_static_select",
    "input": "isn't taken in a message; put it into a modal of one of its buttons",
}
_EACH: Mapping[str, Clean] = {"action_id": nothing, "confirm": confirm, "focus_on_load": same}
_HOLDER = {"placeholder": label}  # in a closed menu it looks like a button


def not_taken(kind: str) -> str:
    """Why an element or a block of that type isn't taken."""
    if kind in _WHY:
        return _WHY[kind]
    people = kind.removeprefix("multi_") in (
        "users_select",
        "conversations_select",
        "channels_select",
    )
    return _PEOPLE if people else "this type isn't taken in a card of yours"


def _button(value: object, where: str, reading: Reading) -> object:
    known = {**_EACH, "text": label, "style": same, "url": _URL, "value": nothing}
    known["accessibility_label"] = spoken(as_button)
    found = as_object(value) or {}
    own = found.get("value", "")
    if not isinstance(own, str):
        reading.add(f"{where}/value", "must be a text")
        own = ""
    _free(found, where, reading)
    name, drawn = reading.name(found, where, "button"), table(known, found, where, reading)
    reading.know(name, value=own, label=said(drawn.get("text")))
    return {**drawn, "action_id": name}


def _free(found: Json, where: str, reading: Reading) -> None:
    if found.get("action_id") in RESERVED:
        why = "is an answer of our own: the card has a button to cancel; leave this one out"
        reading.add(f"{where}/action_id", f"“{found['action_id']}” {why}")


def _chooser(kind: str, more: Mapping[str, Clean], text: Clean, initial: str) -> Clean:
    """An element with options; each gets its number for a value."""

    def clean(value: object, where: str, reading: Reading) -> object:
        found = as_object(value) or {}
        options = _Options(where, reading, text)
        known: dict[str, Clean] = {
            **_EACH, **more, "options": options.read, "option_groups": options.groups,
        }  # fmt: skip
        name = reading.name(found, where, kind)
        drawn = table({**known, initial: same_object}, found, where, reading)
        reading.know(name, options=tuple(options.values), shown=options.shown)
        if kind == "overflow":
            _free(found, where, reading)
        if initial in drawn:
            drawn[initial] = options.chosen(drawn[initial], f"{where}/{initial}")
        return {**drawn, "action_id": name}

    return clean


def same_object(value: object, where: str, reading: Reading) -> object:
    """Looked up among the options once those are read."""
    return value


class _Options:
    """The options of one element, in the order of their numbers."""

    def __init__(self, where: str, reading: Reading, text: Clean) -> None:
        self.values: list[str] = []
        self._drawn: list[Json] = []
        self._reading = reading
        self._text = text

    @property
    def shown(self) -> tuple[str, ...]:
        """Their words, in the same order."""
        return tuple(said(one.get("text")) for one in self._drawn)

    def read(self, value: object, where: str, reading: Reading) -> object:
        items = as_list(value)
        if items is None:
            return value
        return [self._one(one, f"{where}/{i}") for i, one in enumerate(items)]

    def groups(self, value: object, where: str, reading: Reading) -> object:
        items = as_list(value)
        if items is None:
            return value
        known: dict[str, Clean] = {"label": named, "options": self.read}
        return [table(known, one, f"{where}/{i}", reading) for i, one in enumerate(items)]

    def chosen(self, value: object, where: str) -> object:
        """The drawn options that were chosen at first."""
        many = as_list(value)
        found = [self._known(one, where) for one in (many if many is not None else [value])]
        kept = [one for one in found if one is not None]
        return kept if many is not None else (kept[0] if kept else None)

    def _one(self, value: object, where: str) -> object:
        found = as_object(value)
        own = found.get("value") if found else None
        if found is None or not isinstance(own, str):
            self._reading.add(where, "must be an object with `text` and a `value` that is a text")
            return None
        if own in self.values:
            self._reading.add(f"{where}/value", "is another option's too; give each its own")
        known = {"text": self._text, "description": self._text, "value": nothing, "url": _URL}
        number = str(len(self.values))
        drawn = {**table(known, found, where, self._reading), "value": number}
        self.values.append(own)
        self._drawn.append(drawn)
        return drawn

    def _known(self, value: object, where: str) -> Json | None:
        own = (as_object(value) or {}).get("value")
        if not isinstance(own, str) or own not in self.values:
            self._reading.add(where, "isn't one of the options")
            return None
        return self._drawn[self.values.index(own)]


def _field(kind: str, more: Mapping[str, Clean]) -> Clean:
    """An element that holds a value of its own."""
    known = {**_EACH, **_HOLDER, "dispatch_action_config": nothing, **more}

    def clean(value: object, where: str, reading: Reading) -> object:
        found = as_object(value) or {}
        name = reading.name(found, where, kind)
        return {**table(known, found, where, reading), "action_id": name}

    return clean


_SELECTS: dict[str, Clean] = {
    "static_select": _chooser("static_select", _HOLDER, named, "initial_option"),
    "multi_static_select": _chooser(
        "multi_static_select",
        {**_HOLDER, "max_selected_items": same},
        named,
        "initial_options",
    ),
}
_STATEFUL: dict[str, Clean] = {
    **_SELECTS,
    "radio_buttons": _chooser("radio_buttons", {}, any_text, "initial_option"),
    "checkboxes": _chooser("checkboxes", {}, any_text, "initial_options"),
    "datepicker": _field("datepicker", {"initial_date": same}),
    "timepicker": _field("timepicker", {"initial_time": same, "timezone": same}),
    "datetimepicker": _field("datetimepicker", {"initial_date_time": same}),
}
_ANSWERING: dict[str, Clean] = {
    "button": _button,
    "overflow": _chooser("overflow", {}, label, "initial_option"),
}
_ENTERED: dict[str, Clean] = {
    "plain_text_input": _field(
        "plain_text_input",
        {"initial_value": same, "multiline": same, "min_length": same, "max_length": same},
    ),
    "number_input": _field(
        "number_input",
        {"is_decimal_allowed": same, "initial_value": same, "min_value": same, "max_value": same},
    ),
    "email_text_input": _field("email_text_input", {"initial_value": same}),
    "url_text_input": _field("url_text_input", {"initial_value": same}),
}
accessory = by_type({**_STATEFUL, **_ANSWERING}, not_taken)
"""Beside a section's text, or in a row of actions."""
entered = by_type({**_STATEFUL, **_ENTERED}, not_taken)
"""In an input of a modal."""
