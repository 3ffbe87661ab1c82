"""Matchers of text and of single values: one of a list, none of one, a pattern, a length."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pydantic_core import SchemaError, SchemaValidator, core_schema

from bot.core.matchers.found import Off, Unread, folded, kind_of, listed, quoted, strange, text_of

Plain = str | int | float | bool

# The letters of other scripts that are one of ours without case: the signs of kelvin and long s.
_CASED = frozenset("\u212a\u017f")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_OURS = {"d": "[0-9]", "w": "[0-9A-Za-z_]", "s": r"[\t\n\v\f\r\x20]"}


@dataclass(frozen=True, slots=True)
class OneOf:
    """The value is exactly one of these, of the same type: `Dev` and `dev ` aren't `dev`."""

    values: tuple[Plain, ...]
    kind: Literal["one_of"] = "one_of"

    def check(self, value: Any) -> Off | None:
        """None if it is."""
        if any(_same(value, one) for one in self.values):
            return None
        words = f"is {quoted(value)}, not one of {listed(self.values)}"
        if not any(_alike(value, one) for one in self.values):
            return Off(f"is {kind_of(value)}, not one of {listed(self.values)}", unread=True)
        if isinstance(value, str):
            texts = [one for one in self.values if isinstance(one, str)]
            near = next((one for one in texts if folded(value) == folded(one)), None)
            if near is not None:
                return Off(f"is almost {near}; write it exactly so", unread=True)
            if not value.isascii() and all(one.isascii() for one in texts):
                return Off(words, unread=True)
        return Off(words)


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The text is none of these, however it is cased, accented or spaced.

    A list of what is forbidden knows nothing of new names: prefer OneOf.
    """

    values: tuple[str, ...]
    kind: Literal["none_of"] = "none_of"

    def check(self, value: Any) -> Off | None:
        """None if it is none of them for certain."""
        if not isinstance(value, str):
            return Off(f"is {kind_of(value)} where text is expected", unread=True)
        near = next((one for one in self.values if folded(value) == folded(one)), None)
        if near is not None:
            return Off(f"is {near}, which is forbidden here")
        try:
            text_of(value)
        except Unread as why:
            return Off(str(why), unread=True)
        letter = strange(value)
        if letter is not None:
            return Off(f"holds {letter}, which could be taken for another letter", unread=True)
        return None


@dataclass(frozen=True, slots=True)
class Pattern:
    """The whole text matches, in time that grows with its length alone (Rust's regex).

    `\\d`, `\\w` and `\\s` are ASCII's: digits and letters of other scripts look like ours.
    """

    pattern: str
    kind: Literal["pattern"] = "pattern"

    def check(self, value: Any) -> Off | None:
        """None if it matches."""
        try:
            text = text_of(value)
        except Unread as why:
            return Off(str(why), unread=True)
        if self.pattern.isascii() and not _CASED.isdisjoint(text):
            return Off("holds a letter that could be taken for another letter", unread=True)
        if all(one.isinstance_python(text) for one in _compiled(self.pattern)):
            return None
        return Off(f"is {quoted(text)}, which doesn't match {self.pattern}")


@dataclass(frozen=True, slots=True)
class Length:
    """The text has at most so many characters."""

    most: int
    kind: Literal["max_length"] = "max_length"

    def check(self, value: Any) -> Off | None:
        """None if it hasn't more."""
        if not isinstance(value, str):
            return Off(f"is {kind_of(value)} where text is expected", unread=True)
        if len(value) <= self.most:
            return None
        return Off(f"has {len(value):,} characters, more than {self.most:,}")


def pattern_problem(pattern: str) -> str | None:
    """Why a pattern can't be used, in words; None if it can."""
    try:
        # By itself first: "a)|(b" closes the group that makes it match the whole.
        SchemaValidator(core_schema.str_schema(pattern=pattern, regex_engine="rust-regex"))
        _compiled(pattern)
    except SchemaError as error:
        return str(error).strip().splitlines()[-1].removeprefix("error: ")
    return None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> tuple[SchemaValidator, ...]:
    """All that a text must match: the pattern as it is, and with our own digits and letters.

    By the second alone `[^\\w]` would take in the letters of other scripts.
    """
    ours = _ESCAPED.sub(lambda found: _OURS.get(found[1], found[0]), pattern)
    return tuple(_whole(one) for one in dict.fromkeys((pattern, ours)))


def _whole(pattern: str) -> SchemaValidator:
    framed = rf"\A(?:{pattern})\z"
    return SchemaValidator(
        core_schema.str_schema(pattern=framed, regex_engine="rust-regex", strict=True)
    )


def _same(value: Any, one: Plain) -> bool:
    return _alike(value, one) and value == one


def _alike(value: Any, one: Plain) -> bool:
    """Whether two values are of one JSON type; true isn't 1."""
    if isinstance(value, bool) or isinstance(one, bool):
        return isinstance(value, bool) and isinstance(one, bool)
    number = isinstance(value, int | float) and isinstance(one, int | float)
    return number or (isinstance(value, str) and isinstance(one, str))
