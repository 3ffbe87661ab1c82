"""Values as short JSON: what equals its default is left out, at every depth, but never a `kind`.

Readers fill in what is missing with the default as it is then. So a default that changes is a new
version of the format (see checkpoint), and one that a reader of the old version must still know.
"""

from typing import Any, Generic, TypeVar, cast

from pydantic import TypeAdapter
from pydantic_core import CoreSchema, SchemaSerializer

T = TypeVar("T")
TELLING = "kind"  # tells the values of a union apart, so it is always said


class Writer(Generic[T]):
    """Writes values of one type as short JSON, which the type's own adapter reads."""

    def __init__(self, adapter: TypeAdapter[T]) -> None:
        self._serializer = SchemaSerializer(cast(CoreSchema, _telling(adapter.core_schema)))

    def __call__(self, value: T) -> bytes:
        """The JSON of a value."""
        return self._serializer.to_json(value, exclude_defaults=True)


def _telling(schema: Any) -> Any:
    """The schema in which no `kind` has a default: what has none is always written."""
    if isinstance(schema, list):
        return [_telling(part) for part in cast(list[Any], schema)]
    if not isinstance(schema, dict):
        return schema
    copied = {name: _telling(part) for name, part in cast(dict[str, Any], schema).items()}
    if copied.get("type") == "dataclass-field" and copied["name"] == TELLING:
        inner = copied["schema"]
        copied["schema"] = inner["schema"] if inner["type"] == "default" else inner
    return copied
