"""What a JSON Schema says of one argument, as far as a form of plain fields needs it. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

Schema = Mapping[str, Any]

_NULL = {"type": "null"}
_STEPS = 20  # references and alternatives in each other; a schema that needs more isn't followed


def properties(schema: Schema) -> dict[str, Schema]:
    """The arguments by name, in the schema's order."""
    found = schema.get("properties")
    return {name: _schema(part) for name, part in _schema(found).items()}


def required(schema: Schema) -> frozenset[str]:
    """The arguments that must be there."""
    found = schema.get("required")
    return frozenset(map(str, cast(list[Any], found))) if isinstance(found, list) else frozenset()


def resolved(part: Schema, root: Schema) -> tuple[Schema, bool]:
    """The one plain schema that a part comes to, and whether it may be null.

    {} where it comes to several, or to one that isn't in `root`.
    """
    nullable = False
    for _ in range(_STEPS):
        kinds = part.get("type")
        if isinstance(kinds, list):
            plain = [kind for kind in cast(list[Any], kinds) if kind != "null"]
            nullable = nullable or len(plain) < len(cast(list[Any], kinds))
            return ({**part, "type": plain[0]} if len(plain) == 1 else {}), nullable
        step = _step(part, root)
        if step is None:
            return part, nullable
        part, null = step
        nullable = nullable or null
    return {}, nullable


def values(known: Schema) -> list[Any]:
    """The values of which it is one; [] if it isn't a list of values."""
    if "const" in known:
        return [known["const"]]
    found = known.get("enum")
    return cast(list[Any], found) if isinstance(found, list) else []


def sensitive(part: Schema, root: Schema) -> bool:
    """Whether the schema marks it, or anything in it, as not to be shown (PRODUCT.md 7)."""
    return any(
        one.get("writeOnly") is True
        or one.get("format") == "password"
        or one.get("x-sensitive") not in (None, False)
        or one.get("ui:widget") == "password"
        for one in _inside(part, root)
    )


def hint(part: Schema, known: Schema) -> str:
    """Its description and bounds, in words."""
    said = part.get("description") or known.get("description")
    words = [str(said)] if said else []
    bounds = {
        "minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most",
        "exclusiveMaximum": "less than", "multipleOf": "a multiple of",
    }  # fmt: skip
    limits = [f"{word} {known[name]}" for name, word in bounds.items() if name in known]
    if limits:
        text = ", ".join(limits)
        words.append(f"{text[:1].upper()}{text[1:]}.")
    return " ".join(words)


def _step(part: Schema, root: Schema) -> tuple[Schema, bool] | None:
    """One reference or alternative further; None for a plain schema."""
    if "$ref" in part:
        return _referred(str(part["$ref"]), root), False
    for key in ("anyOf", "oneOf", "allOf"):
        if key in part:
            several = [_schema(one) for one in cast(list[Any], part[key])]
            plain = [one for one in several if dict(one) != _NULL]
            null = len(plain) < len(several) and key != "allOf"
            return (plain[0] if len(plain) == 1 else {}), null
    return None


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
