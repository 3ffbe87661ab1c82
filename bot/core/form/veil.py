"""What only a tool may see (PRODUCT.md 7), and the controls that may hold it. Pure."""

from bot.core.form.merged import Known
from bot.core.form.place import Place
from bot.core.form.schema import Schema
from bot.core.form.walk import Part, below, inside, mapping

_UNNAMED = ("additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties")
_IN_PLACE = ("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies")


def marked(part: Part) -> bool:
    """Whether a schema says so of what it describes."""
    words = part.keywords
    return (
        words.get("writeOnly") is True
        or words.get("format") == "password"
        or words.get("x-sensitive") not in (None, False)
        or mapping(words.get("ui:options")).get("widget") == "password"
        or words.get("ui:widget") == "password"
    )


def secret(at: Known, place: Place) -> bool:
    """Whether what stands here is."""
    return (
        place.sensitive
        or at.words.get("writeOnly") is True
        or at.words.get("x-sensitive") is True
        or at.text("format") == "password"
        or place.ui.masked
    )


def veiled(at: Known, place: Place) -> bool:
    """Whether a control here may hold it: one that stands for a whole list or object may, wherever
    in that it is.
    """
    if secret(at, place) or place.ui.masks():
        return True
    return any(_within(place.schema, part) for part in place.parts)


def veiled_more(at: Known, place: Place) -> bool:
    """Whether what stands here under names that the schema doesn't know may hold it."""
    if secret(at, place) or place.ui.child("additionalProperties").masks():
        return True
    left, seen = [*place.parts], set[str]()
    while left:
        part = left.pop()
        if part.at in seen:
            continue
        seen.add(part.at)
        if any(_within(place.schema, one) for key in _UNNAMED for one in below(part, key)):
            return True
        left.extend(one for key in _IN_PLACE for one in below(part, key))
        target = place.schema.target(part)
        left.extend([target] if target else [])
    return False


def _within(schema: Schema, part: Part) -> bool:
    """Whether a schema, or any that it leads to, is marked."""
    left, seen = [part], set[str]()
    while left:
        for one in inside(left.pop()):
            if one.at in seen:
                continue
            seen.add(one.at)
            if marked(one):
                return True
            target = schema.target(one)
            if target is not None and target.at not in seen:
                left.append(target)
    return False
