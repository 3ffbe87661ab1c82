"""What was typed or picked as a value of its schema's type, and back. Pure.

White space at the ends of a text is kept; numbers, dates and addresses are read without it. What
isn't wholly what it should be is refused, never cut or guessed at.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, cast

from bot.core.form import exact, limits

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?")
_PICKED_TIME = re.compile(r"((?:[01][0-9]|2[0-3]):[0-5][0-9]):00Z")
_TOO_MUCH = "This number can't be kept: it is too large, too small or too long."
_EPOCH = re.compile(r"[0-9]{9,11}")


class Unfit(ValueError):
    """What was typed can't be the value; the message is for who typed it."""


def text(given: str) -> str:
    """A text as it was typed, line ends as one character."""
    found = given.replace("\r\n", "\n")
    if len(found) > limits.TEXT:
        raise Unfit(f"This is longer than {limits.TEXT:,} characters. Shorten it.")
    try:
        found.encode()
    except UnicodeEncodeError:
        raise Unfit("This holds half a character. Remove it, or type it anew.") from None
    return found


def number(given: str) -> int | Decimal:
    """The number, its decimals as they were typed; whole ones without a point as int."""
    typed = given.strip()
    if not _NUMBER.fullmatch(typed):
        raise Unfit(_no_number(typed))
    try:
        found = exact.number(typed)
    except exact.BadJson:
        raise Unfit(_TOO_MUCH) from None
    whole = not re.search(r"[.eE]", typed)
    return int(found) if whole else found


def integer(given: str) -> int:
    """A whole number; 5.0 and 5e0 are one as well."""
    found = number(given)
    if found != int(found):
        raise Unfit("This must be a whole number, like 1042.")
    if abs(found) >= 10**limits.DIGITS:  # an exponent is short, and its digits aren't
        raise Unfit(_TOO_MUCH)
    return int(found)


def _no_number(typed: str) -> str:
    if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", typed):
        return "Write the decimals after a point, like 0.5."
    return "This must be a number, in the digits 0 to 9, like 1042 or 59.90."


def time(given: str) -> str:
    """A time of day; without a zone it is UTC."""
    typed = given.strip()
    if not _CLOCK.fullmatch(typed):
        return typed
    return f"{typed}{':00' if len(typed) == 5 else ''}Z"


def moment(given: str) -> str:
    """A moment; seconds since 1970, as Slack counts them, become UTC."""
    typed = given.strip()
    if not _EPOCH.fullmatch(typed):
        return typed
    return f"{datetime.fromtimestamp(int(typed), UTC):%Y-%m-%dT%H:%M:%SZ}"


def loose(given: str, types: tuple[str, ...]) -> Any:
    """A value of one of several types: what reads as JSON of one is that, else it is a text."""
    typed = text(given)
    try:
        found = exact.loads(typed)
    except exact.BadJson:
        found = exact.ABSENT
    if found is not exact.ABSENT and kind(found) in types:
        return found
    if "string" not in types:
        raise Unfit(f"This must be {listed(types)}.")
    return typed


def loosely(value: Any, types: tuple[str, ...]) -> str:
    """What `loose` reads as the value."""
    if isinstance(value, str) and "\r" not in value and value.strip():
        try:
            if loose(value, types) == value:
                return value
        except Unfit:
            pass
    return exact.dumps(value)


def json(given: str) -> Any:
    """A JSON value."""
    try:
        return exact.loads(text(given))
    except exact.BadJson as error:
        raise Unfit(
            f"This must be JSON, like [1, 2] or {{\"name\": \"a\"}}, but {error}."
        ) from None  # fmt: skip


def pairs(given: str, types: tuple[str, ...]) -> Any:
    """An object of plain values: `name=value` on each line, or JSON.

    What is typed is a text where that is among `types`, the types of the values.
    """
    typed = text(given)
    if typed.lstrip().startswith(("{", "[")):
        return json(typed)
    found: dict[str, Any] = {}
    for number_, line in enumerate(typed.split("\n"), 1):
        name, sign, value = line.partition("=")
        if line.strip():
            if not sign:
                raise Unfit(f"Line {number_}: write it as name=value.")
            if name.strip() in found:
                raise Unfit(f"Line {number_}: {name.strip()} stands twice.")
            found[name.strip()] = _paired(value.strip(), types, number_)
    return found


def _paired(typed: str, types: tuple[str, ...], number_: int) -> Any:
    try:
        return typed if "string" in types else loose(typed, types)
    except Unfit as error:
        raise Unfit(f"Line {number_}: {error}") from None


def paired(value: Any, types: tuple[str, ...]) -> str:
    """What `pairs` reads as the value."""
    if isinstance(value, dict):
        found = cast("Mapping[str, Any]", value)
        texts = [one if isinstance(one, str) else exact.dumps(one) for one in found.values()]
        lines = "\n".join(f"{name}={one}" for name, one in zip(found, texts, strict=True))
        try:
            if lines and exact.same(pairs(lines, types), value):
                return lines
        except Unfit:
            pass
    return exact.dumps(value)


def lines(given: str) -> list[str]:
    """The lines that aren't blank, without white space at their ends."""
    return [line.strip() for line in text(given).split("\n") if line.strip()]


def clock(value: str) -> str:
    """A time of day as a picker shows it, where it stands for the same."""
    match = _PICKED_TIME.fullmatch(value)
    return match[1] if match else value


def kind(value: Any) -> str:
    """The JSON type of a value; a whole number is an integer."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | Decimal() | float():
            return "integer" if value == int(value) else "number"
        case list():
            return "array"
        case _:
            return "object"


_WORDS = {
    "string": "a text", "integer": "a whole number", "number": "a number", "array": "a list",
    "boolean": "true or false", "object": "an object", "null": "null",
}  # fmt: skip


def listed(types: tuple[str, ...]) -> str:
    """Types in words: "a text or a number"."""
    plain = [one for one in types if one != "integer" or "number" not in types]
    words = [_WORDS[one] for one in plain]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
