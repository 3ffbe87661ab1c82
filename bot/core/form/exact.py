"""JSON without loss: decimals keep their digits, and nothing that isn't JSON is taken for it."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NoReturn, cast

from bot.core.form import limits

ABSENT: Final[Any] = object()  # no value at all; null is one


class BadJson(ValueError):
    """The text is no JSON that can be kept; the message says why, in words."""


def loads(text: str) -> Any:
    """The value of a JSON text: whole numbers as int, others as Decimal.

    Raises BadJson, also for a key that stands twice, for NaN, for a number that no double holds,
    for half a character, and for too many levels.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant,
            parse_float=number, parse_int=_whole,
        )  # fmt: skip
        text.encode()
    except RecursionError:
        raise BadJson("there are too many lists and objects in each other") from None
    except UnicodeEncodeError:
        raise BadJson("it holds half a character") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"it isn't JSON (line {error.lineno}, column {error.colno})") from None
    return checked(value)


def checked(value: Any, levels: int = limits.LEVELS) -> Any:
    """The value itself; BadJson where it is nested too deep or holds half a character."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadJson("it holds half a character") from None
    elif isinstance(value, dict | list):
        if not levels:
            raise BadJson("there are too many lists and objects in each other")
        found = cast("dict[str, Any] | list[Any]", value)
        inner = (*found, *found.values()) if isinstance(found, dict) else found
        for one in inner:
            checked(one, levels - 1)
    return cast("Any", value)


def dumps(value: Any) -> str:
    """The value as JSON on one line, decimals with the digits that they came with."""
    if isinstance(value, Decimal):
        return written(value)
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return f"{{{', '.join(f'{_text(key)}: {dumps(one)}' for key, one in pairs)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(dumps, cast('list[Any]', value)))}]"
    return _text(value)


def plain(value: Any) -> Any:
    """What stands for the value when two are compared: 1.0 as 1, and true apart from 1."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, int | float | Decimal):
        return ("number", Decimal(str(value)).normalize() if value else Decimal(0))
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return ("object", frozenset((key, plain(one)) for key, one in pairs))
    if isinstance(value, list | tuple):
        return ("list", tuple(plain(one) for one in cast("list[Any]", value)))
    return ("other", value)


def same(one: Any, other: Any) -> bool:
    """Whether both are one JSON value. ABSENT is only itself."""
    if one is ABSENT or other is ABSENT:
        return one is other
    return plain(one) == plain(other)


def number(text: str) -> Decimal:
    """A number's digits as they are; BadJson where it is too long or no double is near it."""
    if len(text) > limits.DIGITS:
        raise BadJson("a number in it has too many digits")
    found = Decimal(text)
    near = float(found)
    if near in (float("inf"), float("-inf")) or (found and not near):
        raise BadJson("a number in it is too large or too small")
    return found


def written(value: Decimal) -> str:
    """A decimal's digits, without an exponent where that is short."""
    short = -30 <= value.adjusted() <= 30
    return format(value, "f") if short else str(value).replace("E", "e")


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadJson("a name stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise BadJson(f"{name} is no number")


def _whole(text: str) -> int:
    if len(text) > limits.DIGITS:
        raise BadJson("a number in it has too many digits")
    return int(text)
