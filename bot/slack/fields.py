"""Reading untrusted JSON: a missing or odd field is an empty value, never an exception.

Texts come out fit to be stored: without NUL and half characters.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from bot.mask import clean

HOME = "home"  # in the metadata of a post: which installation made it
Json = Mapping[str, object]

_NOTHING: Json = {}


def obj(value: object, *path: str) -> Json:
    """The object at a path; an empty one if there is none."""
    for name in path:
        value = obj(value).get(name)
    return cast(Json, value) if isinstance(value, Mapping) else _NOTHING


def items(value: object, *path: str) -> Sequence[Json]:
    """The objects of the list at a path; other things in it are left out."""
    found = obj(value, *path[:-1]).get(path[-1]) if path else value
    if not isinstance(found, list):
        return ()
    return [cast(Json, one) for one in cast(list[object], found) if isinstance(one, Mapping)]


def strings(value: object, *path: str) -> Sequence[str]:
    """The texts of the list at a path; other things in it are left out."""
    found = obj(value, *path[:-1]).get(path[-1])
    if not isinstance(found, list):
        return ()
    return [clean(one) for one in cast(list[object], found) if isinstance(one, str)]


def text(value: object, *path: str) -> str:
    """The text at a path, or ""."""
    found = obj(value, *path[:-1]).get(path[-1])
    return clean(found) if isinstance(found, str) else ""


def flag(value: object, *path: str) -> bool:
    """Whether the field at a path is literally true."""
    return obj(value, *path[:-1]).get(path[-1]) is True
