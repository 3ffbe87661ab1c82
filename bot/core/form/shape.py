"""What a place is on a form: a control, a group of them, or rows. Pure."""

from typing import Literal

from bot.core.form import limits
from bot.core.form.exact import ABSENT
from bot.core.form.known import known, look
from bot.core.form.merged import Known
from bot.core.form.place import Place
from bot.core.form.walk import mapping, several

Shape = Literal["nothing", "null", "control", "object", "tuple", "many", "texts", "rows"]

_OBJECT = ("properties", "required", "additionalProperties", "patternProperties", "minProperties",
           "maxProperties", "propertyNames", "dependencies", "dependentRequired",
           "dependentSchemas")  # fmt: skip
SCALAR = ("string", "integer", "number", "boolean", "null")
_NUMBER = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_TEXT = ("minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType")


def shape(at: Known, place: Place) -> Shape:
    """What the place is drawn as."""
    if place.raw:
        return "control"
    never = at.never and (place.path or not at.watch)
    if never or at.options == () or _unpicked(at):
        return "nothing"
    if at.const is not ABSENT or at.options is not None:
        return "control"
    match kinds(at):
        case ():
            return "null" if at.types else "nothing"
        case ("object",):
            return _object(at, place)
        case ("array",):
            return _array(at, place)
        case _:
            return "nothing" if not place.path and _says_nothing(at) else "control"


def kinds(at: Known) -> tuple[str, ...]:
    """The types beside null; where none is named, the one that the other keywords speak of."""
    if at.typed:
        return at.kinds
    named = at.properties or at.required or at.mentioned or at.watch - {"*"}
    if named or any(key in at.words for key in _OBJECT):
        return ("object",)
    if at.items or at.positions or any(key in at.words for key in ("minItems", "maxItems")):
        return ("array",)
    return at.kinds


def speaks_of(at: Known) -> str:
    """Of which type the keywords speak where none is named: "number", "string" or ""."""
    if at.typed:
        return ""
    if at.multiples or any(key in at.words for key in _NUMBER):
        return "number"
    return "string" if any(key in at.words for key in _TEXT) else ""


def fixed(at: Known, place: Place) -> bool:
    """Whether nobody may change what is here."""
    own = at.words.get("readOnly") is True or place.ui.wish("readonly") is True
    return own or place.locked or place.hidden


def item(at: Known, place: Place) -> Known:
    """What each item of a list is, whatever its value."""
    return known(place.schema, tuple(at.items), ABSENT, lambda _: None)


def is_open(at: Known) -> bool:
    """Whether an object may have properties that aren't described."""
    closed = (at.words.get("additionalProperties"), at.words.get("unevaluatedProperties"))
    return False not in closed


def more(at: Known) -> bool:
    """Whether an object may have properties by names that the schema doesn't know."""
    return bool(mapping(at.words.get("additionalProperties"))) or bool(
        mapping(at.words.get("patternProperties"))
    )


def value_types(at: Known) -> tuple[str, ...]:
    """The types of values under names that the schema doesn't know; () unless all are plain."""
    patterns = mapping(at.words.get("patternProperties")).values()
    found = [at.words.get("additionalProperties"), *patterns]
    schemas = [mapping(one) for one in found if one not in (None, False)]
    types: set[str] = set()
    for one in schemas:
        named = one.get("type", "string")
        types.update(several(named) or [named])
    return tuple(sorted(types or {"string"})) if types <= {*SCALAR} else ()


def _says_nothing(at: Known) -> bool:
    """Whether it takes any value; then nothing is asked."""
    asked = speaks_of(at) or at.multiples or at.choices or at.watch
    return not at.typed and not asked


def _unpicked(at: Known) -> bool:
    return any(n is None for _, n in at.choices) and not at.properties


def _object(at: Known, place: Place) -> Shape:
    if place.refs & at.refs:
        return "control"  # the same again within itself: without end as groups
    if at.properties or at.required or (at.mentioned and is_open(at)):
        return "object"
    free = more(at) or at.count("minProperties") or "propertyNames" in at.words
    return "object" if not place.path and (place.stands or not free) else "control"


def _array(at: Known, place: Place) -> Shape:
    if fixed(at, place):
        return "control"
    if at.positions:
        return "tuple"
    if not at.items:
        return "control"
    one = item(at, place)
    if one.options is not None:
        return "many"
    if place.lists >= limits.LIST_DEPTH or one.choices or one.nullable:
        return "rows" if one.choices and _objects(one, place) else "control"
    if one.typed and one.kinds == ("string",) and one.const is ABSENT:
        return "texts"
    return "rows" if kinds(one) == ("object",) and (one.properties or one.required) else "control"


def _objects(one: Known, place: Place) -> bool:
    """Whether an item is one of several kinds of objects."""
    if place.lists >= limits.LIST_DEPTH:
        return False
    branches = [branch for choice, _ in one.choices for branch in choice.branches]
    looks = [look(place.schema, branch) for branch in branches]
    return all(kinds(each) == ("object",) and each.properties for each in looks)
