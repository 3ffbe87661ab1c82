"""A field's rule in words, for who fills it in. Pure."""

import re
from decimal import Decimal
from typing import Any

from bot.core.form.exact import dumps, written
from bot.core.form.merged import Known

FORMATS = {
    "email": "An email address, like ana@example.com.",
    "idn-email": "An email address, like ana@example.com.",
    "uri": "A whole address, like https://example.com/page.",
    "iri": "A whole address, like https://example.com/page.",
    "uri-reference": "An address, or the end of one, like /page.",
    "date": "A date, as year-month-day: 2026-12-24.",
    "time": "A time of day, like 18:00, in UTC. In another zone write 18:00:00+01:00.",
    "date-time": "A moment in UTC, like 2026-12-24T18:00:00Z. In another zone write +01:00 for Z.",
    "duration": "A length of time, like P3D for three days or PT2H for two hours.",
    "hostname": "A host name, like db-1.example.com.",
    "idn-hostname": "A host name, like db-1.example.com.",
    "ipv4": "An IPv4 address, like 10.0.0.1.",
    "ipv6": "An IPv6 address, like 2001:db8::1.",
    "uuid": "A UUID, like 123e4567-e89b-12d3-a456-426614174000.",
    "regex": "A regular expression.",
    "json-pointer": "A JSON pointer, like /items/0.",
    "data-url": "A file as a data URL, as text: data:text/plain;base64,…",
}

# Of those that are picked from a calendar or a clock, where nobody types the form.
PICKED = {"date": "", "time": "In UTC.", "date-time": "In your own time zone."}

_SET = re.compile(r"\^(\[[^\]\\^]+\]|\\d|\[\^\\s\])(\+|\*|\{(\d+)(,(\d*))?\})?\$")
_RANGES = {"a-z": "small letters a to z", "A-Z": "capital letters A to Z", "0-9": "digits 0 to 9"}


def text_rule(known: Known, *, picked: bool = False) -> str:
    """Length, form and pattern of a text; `picked`: whether it has a picker if its form has one."""
    form = known.text("format")
    least, most = known.count("minLength"), known.count("maxLength")
    said = FORMATS | PICKED if picked else FORMATS
    words = [said.get(form, ""), _length(least, most), _pattern(known)]
    encoding = known.text("contentEncoding")
    if encoding:
        words.append(f"No file can be added here: put its content in as {encoding} text.")
    return _joined(words)


def number_rule(known: Known) -> str:
    """Bounds and steps of a number."""
    low, high = bounds(known)
    said = [
        *([f"at least {low}"] if low else []),
        *([f"more than {shown(known.words['exclusiveMinimum'])}"]
          if "exclusiveMinimum" in known.words else []),
        *([f"at most {high}"] if high else []),
        *([f"less than {shown(known.words['exclusiveMaximum'])}"]
          if "exclusiveMaximum" in known.words else []),
        *[f"a multiple of {shown(one)}" for one in known.multiples],
    ]  # fmt: skip
    if low and high:
        said[0:2] = [f"{low} to {high}"] if len(said) < 3 else said[0:2]
    kind = "A whole number" if known.kinds == ("integer",) else "A number"
    return f"{kind}{': ' if said else ''}{', '.join(said)}."


def bounds(known: Known) -> tuple[str, str]:
    """The least and the most of a number as they are written, "" for none."""
    return tuple(  # pyright: ignore[reportReturnType]
        shown(known.words[key]) if key in known.words else "" for key in ("minimum", "maximum")
    )


def count_rule(known: Known, of: str = "", *, chosen: bool = False) -> str:
    """How many of a list there may be; what is `chosen` of several can't stand twice anyway."""
    least, most = known.count("minItems"), known.count("maxItems")
    several = f" {of}" if of else ""
    if least and most:
        words = f"{least}{several}." if least == most else f"{least} to {most}{several}."
    elif least:
        words = f"At least {least}{several}."
    else:
        words = f"At most {most}{several}." if most is not None else ""
    once = bool(known.words.get("uniqueItems")) and not chosen
    return _joined([words, "None may stand twice." if once else ""])


def shown(value: Any) -> str:
    """A limit as it is written."""
    return written(value) if isinstance(value, Decimal) else dumps(value)


def _length(least: int | None, most: int | None) -> str:
    if least and most:
        count = f"{least}" if least == most else f"{least} to {most}"
        return f"{count} character{'' if count == '1' else 's'}."
    if least and least > 1:
        return f"At least {least} characters."
    return f"At most {most} character{'' if most == 1 else 's'}." if most is not None else ""


def _pattern(known: Known) -> str:
    found = known.text("pattern")
    if not found:
        return ""
    return pattern_words(found) or f"It must match {found}"


def pattern_words(pattern: str) -> str:
    """What a plain pattern allows, in words; "" for one that has no plain words."""
    match = _SET.fullmatch(pattern)
    if match is None:
        return ""
    if match[1] == "[^\\s]":
        return "No white space."
    allowed = _allowed(match[1])
    if not allowed:
        return ""
    if match[3] is None:
        return f"Only {allowed}." if match[2] else f"One sign of these: {allowed}."
    least, most = match[3], match[5]
    count = least if match[4] is None else f"{least} to {most}" if most else f"at least {least}"
    return f"Only {allowed}, {count} of them."


def _allowed(one: str) -> str:
    if one == "\\d":
        return "digits 0 to 9"
    inside, words = one[1:-1], list[str]()
    for part, name in _RANGES.items():
        if part in inside:
            inside = inside.replace(part, "", 1)
            words.append(name)
    if len(inside) > 2 and "-" in inside[1:-1]:
        return ""  # another range
    words += [f"“{sign}”" if sign != " " else "blanks" for sign in dict.fromkeys(inside)]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _joined(words: list[str]) -> str:
    return " ".join(one for one in words if one)
