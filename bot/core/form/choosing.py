"""Alternatives as a control: which there are, in words, and which one an answer is. Pure."""

from collections.abc import Iterable
from typing import Any

from bot.core.form import limits
from bot.core.form.control import label
from bot.core.form.exact import ABSENT, same
from bot.core.form.known import look
from bot.core.form.merged import Choice, Known
from bot.core.form.options import worded
from bot.core.form.parts import Draft, Field, Kind, Option
from bot.core.form.place import CHOICE, Place
from bot.core.form.schema import Schema
from bot.core.form.typed import kind, listed
from bot.core.form.walk import Part, mapping

_NOTHING = "None"


def choice_id(place: Place, choice: Choice) -> str:
    """The id of the control that picks."""
    return place.marked(CHOICE, choice.at)


def picked(place: Place, choice: Choice, draft: Draft) -> int | None:
    """What was picked; without a touch what a default is."""
    given = draft.given.get(choice_id(place, choice))
    if given is None:
        return branch_of(place.schema, choice, standing(place))
    at = given if isinstance(given, str) else next(iter(given), "")
    ok = at.isdecimal() and at.isascii() and len(at) < 6 and int(at) < len(choice.branches)
    return int(at) if ok else None


def standing(place: Place) -> Any:
    """The default of a place that is one of alternatives, ABSENT without one."""
    if place.default is not ABSENT:
        return place.default
    found = (part.keywords["default"] for part in place.parts if "default" in part.keywords)
    return next(found, ABSENT)


def chooser(at: Known, place: Place, choice: Choice, n: int | None) -> Field:
    """The control that picks a branch."""
    names = branch_names(place.schema, choice)
    many: Kind = "radio" if len(names) <= limits.RADIO else "select"
    if len(names) > limits.SELECT:
        many = "search"
    called = label(at, place) if place.path else place.ui.text("title") or at.text("title")
    own = at.based and bool(place.path)
    return Field(
        id=choice_id(place, choice), path=place.path, kind=many,
        label=f"{called}: which kind" if own else called or "Which of these?",
        about=place.ui.text("description") or at.text("description"),
        optional=not place.required or place.loose,
        options=tuple(Option(str(n), one, about) for n, (one, about) in enumerate(names)),
        picked=() if n is None else (str(n),), redraws=True,
    )  # fmt: skip


def branch_of(schema: Schema, choice: Choice, value: Any) -> int | None:
    """Which branch a value is: one that it keeps to, else one that it means to be."""
    if value is ABSENT:
        return None
    fitting = [n for n, one in enumerate(choice.branches) if schema.valid(one.at, value)]
    if fitting:
        return fitting[0]
    looks = [look(schema, one) for one in choice.branches]
    telling = [_told_apart(one, value) for one in looks]
    if any(telling):
        return telling.index(max(telling))
    typed = [n for n, one in enumerate(looks) if one.typed and _is(one, kind(value))]
    if len(typed) == 1 and not isinstance(value, dict):
        return typed[0]
    shared = [len(one.properties.keys() & mapping(value).keys()) for one in looks]
    return shared.index(max(shared)) if any(shared) and not any(map(_tagged, looks)) else None


def branch_names(schema: Schema, choice: Choice) -> list[tuple[str, str]]:
    """A label for each branch, and its description; no two labels are the same."""
    looks = [look(schema, one) for one in choice.branches]
    names = [_name(one, part, looks) for one, part in zip(looks, choice.branches, strict=True)]
    twice = {one for one in names if names.count(one) > 1}
    return [
        (f"{name} ({n})" if name in twice else name, one.text("description"))
        for n, (name, one) in enumerate(zip(names, looks, strict=True), 1)
    ]


def _name(one: Known, part: Part, looks: list[Known]) -> str:
    title = one.text("title") or one.text("name")
    if title:
        return title
    if one.types == ("null",):
        return _NOTHING
    tags = [value for name, value in _constants(one) if all(_has(name, other) for other in looks)]
    if tags:
        return worded(tags[0])
    ref = part.keywords.get("$ref")
    if isinstance(ref, str) and ref.rsplit("/", 1)[-1].strip("#"):
        return ref.rsplit("/", 1)[-1].strip("#")
    if one.properties:
        return ", ".join(one.properties)
    words = listed(one.types) if one.typed else "another value"
    return f"{words[:1].upper()}{words[1:]}"


def _constants(one: Known) -> Iterable[tuple[str, Any]]:
    for name, parts in one.properties.items():
        for part in parts:
            if "const" in part.keywords:
                yield name, part.keywords["const"]


def _has(name: str, other: Known) -> bool:
    return other.types == ("null",) or name in other.properties


def _told_apart(one: Known, value: Any) -> int:
    here = mapping(value)
    fixed = list(_constants(one))
    agree = [name for name, const in fixed if name in here and same(here[name], const)]
    return len(agree) if len(agree) == len(fixed) else 0


def _tagged(one: Known) -> bool:
    return any(True for _ in _constants(one))


def _is(one: Known, found: str) -> bool:
    return found in one.types
