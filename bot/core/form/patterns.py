"""Patterns that take far longer with each character: only short texts are compared with them."""

from collections.abc import Iterable
from typing import Any

import jsonschema_rs

from bot.core.form.walk import Part, mapping, several


def heavy(parts: Iterable[Part]) -> bool:
    """Whether one of the patterns looks around or back, so that its time isn't bounded."""
    return any(_looks_around(one) for one in {one for part in parts for one in _patterns(part)})


def longest(value: Any) -> int:
    """The characters of the longest text in it, names included."""
    found, left = 0, [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            found = max(found, len(one))
        left.extend((*mapping(one), *mapping(one).values(), *several(one)))
    return found


def _patterns(part: Part) -> list[str]:
    found = [part.keywords.get("pattern"), *mapping(part.keywords.get("patternProperties"))]
    return [one for one in found if isinstance(one, str)]


def _looks_around(pattern: str) -> bool:
    if "(?" not in pattern and "\\" not in pattern:
        return False
    try:
        jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
        )
    except jsonschema_rs.ValidationError:
        return True
    return False
