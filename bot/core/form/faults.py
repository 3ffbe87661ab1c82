"""What is wrong with an answer: at which field, and in words for who filled it in. Pure."""

from collections.abc import Callable, Iterable
from typing import Any

import jsonschema_rs

from bot.core.form.built import Built, Spot
from bot.core.form.hints import FORMATS, pattern_words, shown
from bot.core.form.options import worded
from bot.core.form.parts import Path
from bot.core.form.place import EXTRAS
from bot.core.form.typed import listed

Error = jsonschema_rs.ValidationError
NEEDED = "This is needed."

_LIMITS = {
    "minimum": "This must be at least {}.",
    "maximum": "This must be at most {}.",
    "exclusiveMinimum": "This must be more than {}.",
    "exclusiveMaximum": "This must be less than {}.",
    "minLength": "Use at least {} characters.",
    "maxLength": "Use at most {} characters.",
    "minItems": "At least {} are needed here.",
    "maxItems": "At most {} fit here.",
    "minProperties": "At least {} of these must be filled in.",
    "maxProperties": "At most {} of these may be filled in.",
    "additionalItems": "At most {} fit here.",
}
_OF_CHOICES = ("enum", "const", "type", "anyOf", "oneOf")
_PLAIN = {
    "uniqueItems": "Something stands here twice. Each may stand only once.",
    "contains": "Something that must be among these is missing, or stands too often.",
    "enum": "This is none of the choices. Choose one of them.",
    "falseSchema": "Nothing may stand here. Leave it out.",
    "not": "This answer isn't allowed. Change something.",
    "anyOf": "This fits none of what is allowed here.",
    "oneOf": "This fits none of what is allowed here.",
    "unevaluatedItems": "There is more here than is allowed.",
}


Said = tuple[Path, str]


def faults(built: Built, errors: Iterable[Error]) -> dict[str, str]:
    """What is wrong by field id, "" for what no field is at fault with; the first of each."""
    found, late = dict[str, str](), dict[str, str]()
    for error in errors:
        for path, words in _said(error, built):
            name, text = placed(path, words, built)
            # A wrong value may also count as one that isn't asked for: that helps nobody.
            asked = _unexpected(error) and path in built.labels
            (late if asked else found).setdefault(name, text)
    return found or late


def _said(error: Error, built: Built) -> list[Said]:
    """Each thing that an error says, with the place that it is about."""
    path, name = tuple(error.instance_path), error.kind.name
    if name in _OF_CHOICES and _choice(path, built):
        return [(path if path in built.spots else path[:-1], _PLAIN["enum"])]
    if name in ("anyOf", "oneOf"):
        return _alternatives(error, path, built)
    kind: Any = error.kind
    if _unexpected(error):
        return [((*path, one), f"“{one}” isn't asked for here.") for one in kind.unexpected]
    if name == "required":
        return [((*path, kind.property), NEEDED)]
    if name == "propertyNames":
        inner = _words(kind.error)
        return [(path, f"A name isn't allowed here. Of names: {inner[:1].lower()}{inner[1:]}")]
    return [(path, _words(error))]


def _unexpected(error: Error) -> bool:
    return error.kind.name in ("additionalProperties", "unevaluatedProperties")


def _choice(path: Path, built: Built) -> bool:
    """Whether a place is one of a choice, or one of the several of one."""
    spots = [built.spots[p] for p in (path, path[:-1]) if p in built.spots]
    made = built.controls.get(spots[0].field) if spots else None
    several = made is not None and made.codec == "many" and path not in built.spots
    return made is not None and (made.codec == "one" or several)


def _words(error: Error) -> str:
    name, kind = error.kind.name, _any(error.kind)
    if name in _LIMITS:
        limit = next(v for v in kind.as_dict().values())
        words = _LIMITS[name].format(shown(limit))
        return _one(words) if limit == 1 else words
    special = _SPECIAL.get(name)
    return special(kind) if special else _PLAIN.get(name, "This isn't allowed here. Change it.")


def _one(words: str) -> str:
    return words.replace(" are needed", " is needed").replace("characters", "character").replace(
        " fit here", " fits here"
    )  # fmt: skip


def _type(kind: Any) -> str:
    types = tuple(one for one in kind.types if one != "null")
    return f"This must be {listed(types or ('null',))}."


def _const(kind: Any) -> str:
    return f"This must be {worded(kind.expected_value)}."


def _multiple(kind: Any) -> str:
    return f"This must be a multiple of {shown(kind.multiple_of)}."


def _pattern(kind: Any) -> str:
    found = getattr(kind, "pattern", None)
    if found is None:  # it was given up
        return "This takes too long to compare with its pattern. Shorten it."
    return f"This doesn't have the right form. {pattern_words(found) or f'It must match {found}'}"


def _format(kind: Any) -> str:
    return f"This doesn't have the right form. {FORMATS.get(kind.format, 'Check it.')}"


_SPECIAL: dict[str, Callable[[Any], str]] = {
    "type": _type, "const": _const, "multipleOf": _multiple, "pattern": _pattern,
    "format": _format,
}  # fmt: skip


def _alternatives(error: Error, path: Path, built: Built) -> list[tuple[Path, str]]:
    """Of the branch that was picked what is wrong with it, else of the one that is nearest."""
    context: list[list[Error]] = _any(error.kind).context
    picks = [n for choice, n in built.picks.get(path, []) if len(choice.branches) == len(context)]
    if picks and picks[0] is None:
        return [(path, "Choose one of these." if path in built.spots else NEEDED)]
    missing = [_missing(one) for one in context]
    if not picks and all(missing):
        names = [built.labels.get((*path, one), one) for one in missing]
        return [(path, f"Fill in at least one of these: {', '.join(dict.fromkeys(names))}.")]
    if not any(context) or sum(1 for one in context if not one) > 1:
        return [(path, "This fits more than one of what is allowed. Fill in only one of them.")]
    branch = context[picks[0]] if picks and picks[0] is not None else _nearest(context, path)
    said = [each for one in branch for each in _said(one, built)]
    return said or [(path, _PLAIN["anyOf"])]


def _missing(errors: list[Error]) -> str:
    """The one property that a branch is without, "" if more is wrong with it."""
    if len(errors) != 1 or errors[0].kind.name != "required":
        return ""
    return str(_any(errors[0].kind).property)


def _nearest(context: list[list[Error]], path: Path) -> list[Error]:
    def far(errors: list[Error]) -> tuple[bool, int]:
        wrong = any(
            e.kind.name in ("type", "const") and tuple(e.instance_path) == path for e in errors
        )
        return wrong, len(errors)

    return min((one for one in context if one), key=far)


def placed(path: Path, words: str, built: Built) -> tuple[str, str]:
    """The field of a place, or one within or around it, and the words with what they are about."""
    spot = built.spots.get(path) or _within(path, built)
    if spot:
        return _at(spot, words, built)
    for cut in range(len(path) - 1, -1, -1):
        outer = _around(path, cut, built)
        if outer and (words.startswith("“") or outer.before):
            return _at(outer, words, built)
        if outer:
            return _at(outer, f"{_named(path[:cut], path[cut:], built)}: {words}", built)
    return "", _about(path, words, built)


def _around(path: Path, cut: int, built: Built) -> Spot | None:
    """What stands for a place around another: for what isn't described the field of all such."""
    named = path[: cut + 1] in built.labels
    return built.spots.get(path[:cut]) or (
        None if named else built.spots.get((*path[:cut], EXTRAS))
    )  # fmt: skip


def _within(path: Path, built: Built) -> Spot | None:
    """The first field of a group, one that is empty before others."""
    depth = len(path)
    if not depth:
        return None
    inner = [one for at, one in built.spots.items() if at[:depth] == path and len(at) > depth]
    empty = [one for one in inner if one.field not in built.values]
    return next(iter(empty or inner), None)


def _about(path: Path, words: str, built: Built) -> str:
    names = [built.labels[path[:n]] for n in range(1, len(path) + 1) if path[:n] in built.labels]
    named = " → ".join(names)
    return f"{named}: {words}" if named else words


def _named(path: Path, inside: Path, built: Built) -> str:
    return built.labels.get((*path, *inside)) or ".".join(
        str(one + 1) if isinstance(one, int) else one for one in inside
    )  # fmt: skip


def _at(spot: Spot, words: str, built: Built) -> tuple[str, str]:
    """A locked field has no input where it could be said."""
    made = built.controls.get(spot.field)
    if made is not None and made.codec == "locked":
        return "", f"{made.field.label}: {words}"
    return spot.field, f"{spot.before}{words}"


def _any(kind: Any) -> Any:
    return kind
