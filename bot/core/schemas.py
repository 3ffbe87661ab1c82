"""Which arguments a tool's JSON Schema has, and which of them it marks as sensitive. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

Schema = Mapping[str, Any]

_UNNAMED = ("additionalProperties", "patternProperties", "unevaluatedProperties")
_IN_PLACE = ("allOf", "anyOf", "oneOf", "if", "then", "else")
_BY_NAME = ("dependentSchemas", "dependencies")


def properties(schema: Schema) -> dict[str, Schema]:
    """The arguments by name, in the schema's order."""
    found = schema.get("properties")
    return {name: _schema(part) for name, part in _schema(found).items()}


def sensitive(part: Schema, root: Schema) -> bool:
    """Whether the schema marks it, or anything in it, as not to be shown (PRODUCT.md 7)."""
    return any(
        one.get("writeOnly") is True
        or one.get("format") == "password"
        or one.get("x-sensitive") not in (None, False)
        or one.get("ui:widget") == "password"
        for one in _inside(part, root)
    )


def veiled(schema: Schema) -> tuple[frozenset[str], bool]:
    """The arguments that are marked wherever the schema describes them, under a condition too.

    Beside them whether those are that it has no name for.
    """
    left, seen = list[Any]([schema]), set[str]()
    names, others = set[str](), False
    while left:
        one = _schema(left.pop())
        names.update(name for name, part in properties(one).items() if sensitive(part, schema))
        others = others or any(sensitive(_schema(one.get(key)), schema) for key in _UNNAMED)
        left.extend(_in_place(one))
        ref = one.get("$ref")
        if isinstance(ref, str) and ref not in seen:
            seen.add(ref)
            left.append(_referred(ref, schema))
    return frozenset(names), others


def _in_place(one: Schema) -> Iterator[Any]:
    """What else a schema says of the same value."""
    for key in _IN_PLACE:
        found = one.get(key)
        if isinstance(found, list):
            yield from cast(list[Any], found)
        elif found is not None:
            yield found
    for key in _BY_NAME:
        yield from _schema(one.get(key)).values()


def _referred(where: str, root: Schema) -> Schema:
    found: Any = root
    for name in where.removeprefix("#/").split("/"):
        plain = name.replace("~1", "/").replace("~0", "~")
        found = cast(Mapping[str, Any], found).get(plain) if isinstance(found, Mapping) else None
    return _schema(found) if where.startswith("#/") else {}


def _inside(part: Schema, root: Schema) -> Iterator[Schema]:
    """Every schema in a part, and what it refers to."""
    left, seen = list[Any]([part]), set[str]()
    while left:
        one = left.pop()
        if isinstance(one, list):
            left.extend(cast(list[Any], one))
        elif isinstance(one, Mapping):
            schema = _schema(one)
            yield schema
            left.extend(schema.values())
            ref = schema.get("$ref")
            if isinstance(ref, str) and ref not in seen:
                seen.add(ref)
                left.append(_referred(ref, root))


def _schema(found: Any) -> Schema:
    return cast(Schema, found) if isinstance(found, Mapping) else {}
