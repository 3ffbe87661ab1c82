"""The tools that a request offers, and arguments that fit their schemas."""

from collections.abc import Mapping
from typing import Any, cast

# Other names under which a toolset may ask for the same thing.
ALIASES = {
    "order_id": ("order_id", "order", "order_number", "id"),
    "amount": ("amount", "amount_cents"),
    "reason": ("reason", "why", "note"),
    "service": ("service", "name", "service_name"),
    "environment": ("environment", "env"),
}
Json = dict[str, Any]


class Offers:
    """What may be called in this turn."""

    def __init__(self, tools: object) -> None:
        """Read the request's `tools`."""
        self._schemas: dict[str, Json] = {}
        for tool in cast(list[Json], tools or []):
            function: Json = tool["function"]
            self._schemas[function["name"]] = function.get("parameters") or {}

    def __contains__(self, name: str) -> bool:
        """Tell whether a tool is offered."""
        return name in self._schemas

    def arguments(self, name: str, facts: Mapping[str, Any]) -> Json:
        """Give the facts under the names and in the types that the tool's schema has."""
        properties = cast(dict[str, Json], self._schemas[name].get("properties") or {})
        chosen: Json = {}
        for fact, value in facts.items():
            known = [key for key in ALIASES.get(fact, (fact,)) if key in properties]
            if value is None or not known:
                continue
            fitted = _fit(value, properties[known[0]], cents=known[0].endswith("_cents"))
            if fitted is not None:
                chosen[known[0]] = fitted
        return chosen

    def lacks(self, name: str, arguments: Mapping[str, Any]) -> list[str]:
        """Give the properties that the tool requires and the arguments don't have."""
        required = cast(list[str], self._schemas[name].get("required") or [])
        return [key for key in required if key not in arguments]


def _fit(value: Any, schema: Json, *, cents: bool) -> Any:
    if cents:
        value = round(value * 100)
    if "enum" in schema:
        return _closest(str(value), cast(list[Any], schema["enum"]))
    kinds = _types(schema)
    if "string" in kinds and isinstance(value, int | float):
        return f"{value:g}"
    if "number" not in kinds and "integer" in kinds and isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str) and "maxLength" in schema:
        return value[: schema["maxLength"]]
    if "integer" not in kinds and "number" in kinds and isinstance(value, float):
        return int(value) if value.is_integer() else value
    return value


def _types(schema: Json) -> set[str]:
    """Give the types that a property allows, through `anyOf` as optional ones are written."""
    found: set[str] = set()
    kind: Any = schema.get("type")
    if isinstance(kind, str):
        found.add(kind)
    elif isinstance(kind, list):
        found.update(cast(list[str], kind))
    for part in cast(list[Json], schema.get("anyOf") or []):
        found |= _types(part)
    return found


def _closest(value: str, allowed: list[Any]) -> Any:
    """Give the allowed value meant by a short or long form (`prod` for `production`)."""
    for choice in allowed:
        if str(choice).lower() == value:
            return choice
    for choice in allowed:
        name = str(choice).lower()
        if name.startswith(value) or value.startswith(name):
            return choice
    return None
