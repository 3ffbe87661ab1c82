"""References to values that nobody but a tool may see. Pure.

A person's answer on the web page holds `secret:…` in place of such a value, and so does all that is
made of the answer. A tool gets the value itself, and only where its schema or a rule says that the
argument is sensitive: anywhere else it would be shown, or sent on.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

Place = tuple[str | int, ...]

NAME_BYTES = 16
_NAME = r"[A-Za-z0-9_-]{22}"
_WHOLE = re.compile(rf"secret:({_NAME})")
_INSIDE = re.compile(rf"secret:{_NAME}")


def made(name: str) -> str:
    """The reference of a name."""
    return f"secret:{name}"


def name_of(reference: str) -> str | None:
    """The name in a reference, or None if it isn't one."""
    found = _WHOLE.fullmatch(reference)
    return found[1] if found else None


def named(args: Mapping[str, Any]) -> tuple[str, ...]:
    """The references that are whole values in these arguments, each once."""
    found = (one for one in _texts(args) if name_of(one) is not None)
    return tuple(dict.fromkeys(found))


def places(value: object, at: Place = ()) -> Iterator[Place]:
    """Where a value holds references that are whole values."""
    if isinstance(value, str) and name_of(value) is not None:
        yield at
    elif isinstance(value, Mapping):
        for key, one in cast("Mapping[str, object]", value).items():
            yield from places(one, (*at, key))
    elif isinstance(value, list):
        for n, one in enumerate(cast("list[object]", value)):
            yield from places(one, (*at, n))


def misplaced(args: Mapping[str, Any], sensitive: tuple[str, ...]) -> str:
    """Why a call may not hold its references where they stand, in words for the model; "" if it
    may.
    """
    for name, value in args.items():
        if any(_INSIDE.search(key) for key in _keys(value)) or _INSIDE.search(name):
            return f"{name}: a reference such as secret:… can't be the name of anything"
        texts = [text for text in _texts(value) if _INSIDE.search(text)]
        if texts and name not in sensitive:
            return (
                f"{name}: a reference such as secret:… can be given only in an argument that its "
                "tool marks as sensitive, and this one isn't; leave the reference out"
            )
        if any(name_of(text) is None for text in texts):
            return (
                f"{name}: a reference such as secret:… must be the whole value, nothing around it"
            )
    return ""


def filled(args: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """The arguments with the values (as JSON, by reference) in place of their references."""
    return {name: _filled(value, values) for name, value in args.items()}


def _filled(value: object, values: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return json.loads(values[value]) if value in values else value
    if isinstance(value, dict):
        given = cast("dict[str, object]", value)
        return {key: _filled(one, values) for key, one in given.items()}
    if isinstance(value, list):
        return [_filled(one, values) for one in cast("list[object]", value)]
    return value


def _texts(value: object) -> Iterator[str]:
    """Every text in a value, names left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in cast("Mapping[str, object]", value).values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _texts(one)


def _keys(value: object) -> Iterator[str]:
    """Every name in a value."""
    if isinstance(value, Mapping):
        for key, one in cast("Mapping[str, object]", value).items():
            yield key
            yield from _keys(one)
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _keys(one)
