"""What looking at one argument found, and how text is read for it."""

import unicodedata
from dataclasses import dataclass
from typing import Any

# Categories of characters that a reader doesn't see, or not as what they are: controls, formats
# (zero-width signs, changes of direction), private and unassigned ones, line and paragraph ends.
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
_MOST = 60  # characters of a value that words quote


@dataclass(frozen=True, slots=True)
class Off:
    """The argument isn't as the rule says. `unread`: it can't be read for certain, so that nobody
    knows whether it is; then the call is refused, whatever later rules say.
    """

    words: str
    unread: bool = False


class Unread(Exception):
    """Raised while reading a value that could be meant in two ways; the message says why."""


def text_of(value: Any) -> str:
    """The value if it is text in which every character is seen. Raises Unread."""
    if not isinstance(value, str):
        raise Unread(f"is {kind_of(value)} where text is expected")
    if not value:
        raise Unread("is empty")
    for char in value:
        if unicodedata.category(char) in _UNSEEN:
            raise Unread(f"holds a character that nobody sees (U+{ord(char):04X})")
    return value


def kind_of(value: Any) -> str:
    """What people call a JSON value of that type."""
    match value:
        case None:
            return "no value"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"


def folded(text: str) -> str:
    """The text as somebody in a hurry reads it: no case, no accents, no width, no blanks."""
    plain = unicodedata.normalize("NFKD", text)
    seen = (c for c in plain if unicodedata.category(c) not in _MARKS | _UNSEEN)
    return "".join("".join(seen).split()).casefold()


def strange(text: str) -> str | None:
    """A sign of it that could be taken for a plain one, None if there is none.

    Which other scripts, dashes and digits look like a letter, a hyphen and a digit depends on the
    reader's font, and on what their program makes of them: none that isn't plain is certain.
    """
    return next((char for char in folded(text) if not char.isascii()), None)


def quoted(value: Any) -> str:
    """A value in words that are told to people and to the model."""
    shown = str(value)
    return shown if len(shown) <= _MOST else f"{shown[: _MOST - 1]}…"


def listed(values: tuple[Any, ...]) -> str:
    """Several values in words."""
    return ", ".join(str(value) for value in values)
