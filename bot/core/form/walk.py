"""Where in a schema other schemas stand, and the bounds that no answer can keep. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = (
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
)  # fmt: skip
ONE = (
    "items", "additionalItems", "additionalProperties", "propertyNames", "contains", "not", "if",
    "then", "else", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip
BOUNDS = (
    ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"),
    ("minProperties", "maxProperties"), ("minContains", "maxContains"),
)  # fmt: skip


_NOTHING: Mapping[str, Any] = {}
_WITHIN = frozenset((*MANY, *NAMED, *ONE))


@dataclass(frozen=True, slots=True)
class Part:
    """A schema and its place in the whole one, as a JSON pointer from "#"."""

    schema: Any
    at: str

    @property
    def keywords(self) -> Mapping[str, Any]:
        """What it says; {} for true and false."""
        found = self.schema
        return found if isinstance(found, dict) else _NOTHING  # pyright: ignore[reportUnknownVariableType]


def mapping(found: Any) -> Mapping[str, Any]:
    """An object as it is; {} for anything else."""
    # No cast: it is asked a hundred thousand times for a large schema.
    return found if isinstance(found, dict) else _NOTHING  # pyright: ignore[reportUnknownVariableType]


def several(found: Any) -> list[Any]:
    """A list as it is; [] for anything else."""
    return cast("list[Any]", found) if isinstance(found, list) else []


def escaped(name: str) -> str:
    """A name as a step of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def last(part: Part) -> str:
    """The last step of a part's place: of a property its name."""
    return part.at.rsplit("/", 1)[1].replace("~1", "/").replace("~0", "~")


def below(part: Part, key: str) -> list[Part]:
    """The schemas that stand under a keyword, in order."""
    found = part.keywords.get(key)
    if found is None:
        return []
    at = f"{part.at}/{escaped(key)}"
    if isinstance(found, list) and (key in MANY or key == "items"):
        return [Part(one, f"{at}/{n}") for n, one in enumerate(several(found))]
    if isinstance(found, Mapping) and key in NAMED:
        named = mapping(found).items()
        return [
            Part(one, f"{at}/{escaped(name)}")
            for name, one in named
            if isinstance(one, bool | Mapping)
        ]
    return [Part(found, at)] if isinstance(found, bool | Mapping) and key in ONE else []


def inside(part: Part) -> Iterator[Part]:
    """The schema and every one that stands in it; what is only referred to isn't followed."""
    left = [part]
    while left:
        one = left.pop()
        yield one
        for key in one.keywords:
            if key in _WITHIN:
                left.extend(reversed(below(one, key)))


def impossible(part: Part) -> str:
    """The two bounds of a schema that leave nothing between them, "" for none."""
    for low, high in BOUNDS:
        least, most = part.keywords.get(low, ""), part.keywords.get(high, "")
        if _number(least) and _number(most) and least > most:
            return f"`{low}` is {least}, `{high}` is {most}"
    return ""


def _number(found: Any) -> bool:
    return isinstance(found, int | Decimal) and not isinstance(found, bool)
