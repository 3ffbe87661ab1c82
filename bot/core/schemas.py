"""Which arguments a tool's JSON Schema has, and which of them it marks as sensitive. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

Schema = Mapping[str, Any]


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
