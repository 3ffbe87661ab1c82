"""Canonical arguments: one text for one meaning, and its digest.

What is shown, approved and run is this text; the digest binds a decision to it (promise 2).
"""

import json
from hashlib import sha256
from typing import Any, NoReturn, cast

MAX_SAFE = 2**53
MAX_DEPTH = 64  # objects and lists in each other; far below where Python's own stack ends
TOO_DEEP = f"the arguments are nested deeper than {MAX_DEPTH} levels"


class BadArguments(ValueError):
    """The arguments can't be read for certain; the message is for the model."""


def parse(raw: str | None) -> dict[str, Any]:
    """The arguments as an object; no text, `null` and blanks mean none.

    Raises BadArguments for anything else that isn't exactly one JSON object: a repaired or guessed
    call must never run.
    """
    if raw is None or not raw.strip() or raw.strip() == "null":
        return {}
    try:
        value = json.loads(raw, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise BadArguments(TOO_DEEP) from None
    except ValueError as error:
        raise BadArguments(f"the arguments aren't valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadArguments("the arguments must be one JSON object")
    found = cast(dict[str, Any], value)
    try:
        canonical(found).encode()
    except UnicodeEncodeError:
        raise BadArguments("the arguments hold half a character (a lone surrogate)") from None
    return found


def canonical(args: dict[str, Any]) -> str:
    """The one text of these arguments: sorted keys, no blanks, 2.0 as 2.

    Raises BadArguments for numbers that aren't finite and for nesting beyond MAX_DEPTH.
    """
    plain = _number(args, MAX_DEPTH)
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def whole(text: str) -> str:
    """The text with each half character spelled out as its escape, so that it can be stored.

    In arguments the escape is still refused by `parse`: nothing is repaired.
    """
    return text.encode("utf-8", "backslashreplace").decode()


def digest(tool: str, args: str) -> str:
    """Hex SHA-256 over the tool's name and its canonical arguments."""
    return sha256(whole(f"{tool}\n{args}").encode()).hexdigest()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadArguments("the arguments name the same key twice")
    return found


def _constant(name: str) -> NoReturn:
    raise BadArguments(f"{name} is not a JSON number")


def _number(value: Any, levels: int) -> Any:
    """Whole floats become integers, so that 2 and 2.0 have one digest."""
    if not levels and isinstance(value, dict | list):
        raise BadArguments(TOO_DEEP)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise BadArguments("a number is too large")
        return int(value) if value.is_integer() and abs(value) < MAX_SAFE else value
    if isinstance(value, dict):
        items = cast(dict[str, Any], value).items()
        return {key: _number(item, levels - 1) for key, item in items}
    if isinstance(value, list):
        return [_number(item, levels - 1) for item in cast(list[Any], value)]
    return value
