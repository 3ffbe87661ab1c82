"""A form's typed and picked controls as Block Kit elements, with what stands in them at first.

What Slack would refuse, or would hand back as something else, never stands in an element: a date
that is none stands in a text field, and what no field can hold is *kept*: the field is empty, says
so, and left empty leaves the value as it was.
"""

import re
from datetime import UTC, date, datetime
from decimal import Decimal

from blocks import limits
from blocks.elements import Block, plain_text
from blocks.form_choices import MANY, ONE, choices, standing_picks
from blocks.form_parts import Control, ControlKind
from blocks.text import stored_units, units

_LINE = 80  # characters; a longer text has several lines
_LONG = 256  # characters that may be typed where several lines are offered
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_URL = re.compile(r"https?://\S+")
_PLAIN = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?")
_WHOLE = re.compile(r"-?[0-9]{1,30}")
_UNTYPED = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # what no text field hands back
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:00Z")


def element(control: Control) -> Block:
    """The element, without its id."""
    drawn = _element(control)
    if control.placeholder and str(drawn["type"]) not in _BARE:
        drawn["placeholder"] = plain_text(control.placeholder, limits.PLACEHOLDER)
    if control.redraws and str(drawn["type"]).endswith("_input"):
        drawn["dispatch_action_config"] = {"trigger_actions_on": ["on_enter_pressed"]}
    return drawn


_BARE = ("radio_buttons", "checkboxes", "datetimepicker")  # have no placeholder


def kept(control: Control) -> bool:
    """Whether its value can't stand in it."""
    if control.kind in (*ONE, *MANY):
        return bool(control.picked) and not standing_picks(control) and _known(control)
    if _UNTYPED.search(control.shown):
        return True
    return stored_units(control.shown, mrkdwn=False) > limits.INPUT_TEXT


def moment(seconds: int) -> str:
    """What a datetimepicker hands back, as RFC 3339 in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def seconds(text: str) -> int | None:
    """The datetimepicker's value for a moment that it would hand back as the same text."""
    if not _MOMENT.fullmatch(text):
        return None
    try:
        found = int(datetime.fromisoformat(text).timestamp())
    except ValueError:
        return None
    return (
        found if limits.MOMENTS[0] <= found <= limits.MOMENTS[1] and moment(found) == text else None
    )


def _known(control: Control) -> bool:
    return any(one.value in control.picked for one in control.options)


def _element(control: Control) -> Block:
    if control.kind in (*ONE, *MANY):
        return choices(control)
    if kept(control):
        return _text(control, "")
    match control.kind:
        case "date" | "time" | "datetime":
            if picks(control.kind, control.shown):
                return _picker(control)
            return _text(control, control.shown)
        case "email" | "url":
            return _address(control)
        case "integer" | "number":
            return _number(control)
        case _:
            return _text(control, control.shown)


def picks(kind: ControlKind, shown: str) -> bool:
    """Whether a date, a time or a moment is picked: not where one stands that no picker has."""
    match kind:
        case "date":
            return not shown or _is_date(shown)
        case "time":
            return not shown or _TIME.fullmatch(shown) is not None
        case "datetime":
            return not shown or seconds(shown) is not None
        case _:
            return False


def _picker(control: Control) -> Block:
    match control.kind:
        case "date":
            return {"type": "datepicker"} | _some("initial_date", control.shown)
        case "time":
            return {"type": "timepicker"} | _some("initial_time", control.shown)
        case _:
            return {"type": "datetimepicker"} | _some("initial_date_time", seconds(control.shown))


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text and text >= "1000"
    except ValueError:
        return False


def _address(control: Control) -> Block:
    form = _EMAIL if control.kind == "email" else _URL
    if control.shown and not form.fullmatch(control.shown):
        return _text(control, control.shown)
    return {"type": f"{control.kind}_text_input", **_initial(control.shown)}


def _number(control: Control) -> Block:
    """A number input; a text where Slack would refuse what stands there."""
    whole = control.kind == "integer"
    form = _WHOLE if whole else _PLAIN
    bounds = {name: text for name, text in (("min_value", control.low), ("max_value", control.high))
              if form.fullmatch(text)}  # fmt: skip
    if control.shown and not (form.fullmatch(control.shown) and _within(control.shown, bounds)):
        return _text(control, control.shown)
    if "min_value" in bounds and "max_value" in bounds:
        bounds = bounds if _within(bounds["min_value"], bounds) else {}
    initial = _initial(control.shown)
    return {"type": "number_input", "is_decimal_allowed": not whole, **bounds, **initial}


def _within(text: str, bounds: dict[str, str]) -> bool:
    low, high = bounds.get("min_value", text), bounds.get("max_value", text)
    return Decimal(low) <= Decimal(text) <= Decimal(high)


def _text(control: Control, shown: str) -> Block:
    """A text input. Slack may count an emoji as two, so that `most` is doubled for it."""
    least, most = control.least or 0, limits.INPUT_TEXT
    length = units(shown)
    if control.most is not None and control.kind == "text":
        most = max(1, length, min(most, 2 * control.most))
    drawn: Block = {
        "type": "plain_text_input",
        "multiline": _several(control, shown),
        "max_length": most,
        **_initial(shown),
    }
    fits = control.kind == "text" and 0 < least <= most and not control.optional
    if fits and (not shown or length >= least):
        drawn["min_length"] = least
    return drawn


def _several(control: Control, shown: str) -> bool:
    """Whether it has several lines; one that redraws has one, so that Enter reports it."""
    if control.kind in ("lines", "json") or "\n" in shown or len(shown) > _LINE:
        return True
    return control.kind == "text" and not control.redraws and (control.most or 0) >= _LONG


def _initial(shown: str) -> Block:
    return _some("initial_value", shown)


def _some(name: str, value: str | int | None) -> Block:
    return {name: value} if value else {}
