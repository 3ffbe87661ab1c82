"""The way back: what people chose and entered, by the model's own names.

Texts, dates (`2026-11-30`), times (`14:30`) and numbers come as they were typed, one chosen option
as its value, several as a list, a moment as epoch seconds. What was left open is null or [].
"""

from blocks.pen import calendar
from blocks.rules import Json, as_list, as_object
from blocks.theirs.card import Theirs
from blocks.theirs.elements import ANSWERING
from blocks.theirs.reading import Named, ids_of


def values_of(state: object, theirs: Theirs, *, within: object) -> Json:
    """What was entered, by the model's own names; `state` is Slack's `state.values`.

    `within` is the view or the blocks whose elements are meant. What was left open is null, or an
    empty list; what Slack can't have sent is left open too.
    """
    given = {
        name: entry
        for block in (as_object(state) or {}).values()
        for name, entry in (as_object(block) or {}).items()
    }
    return {
        theirs.named[ours].name: _value(theirs.named[ours], as_object(given.get(ours)) or {})
        for ours in ids_of(within)
        if theirs.named[ours].kind not in ANSWERING
    }


def chosen(theirs: Theirs, ours: str, entry: object) -> Json:
    """What the pressed element itself says: a button's own value, the chosen of a menu."""
    one = theirs.named[ours]
    if one.kind == "button":
        return {one.name: one.value} if one.value else {}
    return {one.name: _value(one, as_object(entry) or {})}


def _value(one: Named, entry: Json) -> object:
    match one.kind:
        case "static_select" | "radio_buttons" | "overflow":
            return _option(one, entry.get("selected_option"))
        case "multi_static_select" | "checkboxes":
            found = [_option(one, each) for each in as_list(entry.get("selected_options")) or []]
            return [value for value in found if value is not None]
        case "datepicker":
            return _text(entry.get("selected_date"))
        case "timepicker":
            return _text(entry.get("selected_time"))
        case "datetimepicker":
            at = entry.get("selected_date_time")
            return at if isinstance(at, int) and not isinstance(at, bool) else None
        case _:
            return _text(entry.get("value"))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _option(one: Named, value: object) -> str | None:
    number = (as_object(value) or {}).get("value")
    known = {str(i): own for i, own in enumerate(one.options)}
    return known.get(number) if isinstance(number, str) else None


def told(theirs: Theirs, action: str, values: Json) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What a card shows of an answer: the words of what was pressed, then a label and a text each.

    What was left open is left out.
    """
    pressed = next((ours for ours in theirs.actions if theirs.named[ours].name == action), "")
    within = theirs.modals.get(pressed) or list(theirs.blocks)
    known = {theirs.named[ours].name: theirs.named[ours] for ours in ids_of(within)}
    shown = [
        (one.label or name, _shown(one, value))
        for name, value in values.items()
        if (one := known.get(name)) and one.kind != "button" and value not in (None, "", [])
    ]
    return (theirs.named[pressed].label if pressed else "", tuple(shown))


def _shown(one: Named, value: object) -> str:
    """A value in words: an option's own ones; a moment as a time that people can read."""
    many = as_list(value)
    if many is not None:
        return ", ".join(_shown(one, each) for each in many)
    if isinstance(value, str) and value in one.options:
        return one.shown[one.options.index(value)]
    if one.kind == "datetimepicker" and isinstance(value, int):
        return calendar(value)
    return str(value)
