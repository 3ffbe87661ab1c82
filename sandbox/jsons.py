"""What JSON is called here, and guards that keep its types known."""

import json
from typing import Any, TypeGuard

Json = dict[str, Any]


def is_obj(value: object) -> TypeGuard[Json]:
    """Whether the value is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether the value is a JSON array."""
    return isinstance(value, list)


def objects(value: object) -> list[Json]:
    """The objects of an array; nothing if it is no array."""
    return [each for each in value if is_obj(each)] if is_list(value) else []


def obj(value: object) -> Json:
    """The value if it is an object, else an empty one."""
    return value if is_obj(value) else {}


def copy(value: Json) -> Json:
    """A deep copy."""
    return json.loads(json.dumps(value))
