"""The ways to send an answer that a question names (PRODUCT.md 7). Cancelling is always there."""

from collections.abc import Mapping
from typing import Any, cast

from bot.core.form import limits
from bot.core.form.parts import Action, Unaskable
from bot.core.replacing import replace

COLORS = ("gray", "blue", "sky", "teal", "green", "amber", "red", "violet")
CANCEL = "cancel"

_STYLES = {"primary": "blue", "danger": "red", "default": ""}
SUBMIT = Action("submit", "Submit", "blue")


def actions_of(found: object) -> tuple[tuple[Action, ...], Action]:
    """The actions of a question, without `cancel`, and that one.

    Without any of its own there is *Submit*. Raises Unaskable, with the reason.
    """
    if found is None:
        found = []
    if not isinstance(found, list):
        raise Unaskable("`actions` must be a list of {id, label, color}.")
    made = [_action(one) for one in cast("list[Any]", found)]
    if len(made) > limits.ACTIONS:
        raise Unaskable(f"There are {len(made)} actions; at most {limits.ACTIONS} are taken.")
    ids = [one.id for one in made]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise Unaskable(f"Two actions have the id {twice!r}; give each its own.")
    own = tuple(one for one in made if one.id != CANCEL)
    cancel = next((one for one in made if one.id == CANCEL), Action(CANCEL, "Cancel"))
    return own or (SUBMIT,), replace(cancel, validates=False)


def _action(found: object) -> Action:
    if not isinstance(found, Mapping):
        raise Unaskable("Each action must be an object {id, label, color}.")
    given = cast("Mapping[str, Any]", found)
    name = _text(given, "id", None)
    label = _text(given, "label", "Cancel" if name == CANCEL else name)
    validates = given.get("validate", True)
    if not isinstance(validates, bool):
        raise Unaskable(f"`validate` of the action {name!r} must be true or false.")
    return Action(name, label, _color(given, name), validates)


def _text(given: Mapping[str, Any], key: str, fallback: str | None) -> str:
    found = given.get(key, fallback)
    if not isinstance(found, str) or not found.strip() or len(found) > limits.ACTION_CHARS:
        most = limits.ACTION_CHARS
        raise Unaskable(f"`{key}` of an action must be a text of 1 to {most} characters.")
    return found


def _color(given: Mapping[str, Any], name: str) -> str:
    color, style = given.get("color"), given.get("style")
    if color is None and style is not None:
        color = _STYLES.get(style, style) if isinstance(style, str) else style
    if color is None or color == "":
        return ""
    if color not in COLORS:
        known = ", ".join(COLORS)
        raise Unaskable(f"The action {name!r} has no known color. Use one of: {known}.")
    return str(color)
