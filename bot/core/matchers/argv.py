"""A command as a list of words: which program, which verbs, which flags with which values.

What isn't named is refused: no shell reads these words, but a program may take any of them for
something that its author never thought of.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from bot.core.matchers.amounts import Range
from bot.core.matchers.found import Off, Unread, folded, kind_of, listed, quoted
from bot.core.matchers.paths import Under
from bot.core.matchers.urls import HostIn
from bot.core.matchers.words import Length, NoneOf, OneOf, Pattern

MOST_WORDS = 16
_WORD = re.compile(r"[A-Za-z0-9_./:=@,+][A-Za-z0-9_./:=@,+-]*")
_LONG = re.compile(r"--[A-Za-z0-9][A-Za-z0-9-]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
NAMESPACE = ("-n", "--namespace")

FlagMatcher = OneOf | NoneOf | Pattern | Length | Under | HostIn | Range


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag by all its names. Without `checks` it takes no value."""

    names: tuple[str, ...]
    checks: tuple[FlagMatcher, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True)
class Argv:
    """`verbs` are the first words after the program, flags aside; one may be of several words.

    Flags may stand anywhere, each once, as `-n dev`, `--namespace dev` or `--namespace=dev`. Any
    other flag, `-` and `--` are refused. Further words are names, at most `words` of them.
    """

    program: str
    verbs: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    words: int = MOST_WORDS
    kind: Literal["argv"] = "argv"

    def check(self, value: Any) -> Off | None:
        """None if the command is one of these."""
        try:
            return self._check(_words(value))
        except Unread as why:
            return Off(str(why), unread=True)

    def _check(self, argv: list[str]) -> Off | None:
        if argv[0] != self.program:
            almost = folded(argv[0]) == folded(self.program)
            return Off(f"runs {quoted(argv[0])}, not {self.program}", unread=almost)
        words, given = list[str](), dict[Flag, str | None]()
        rest = iter(argv[1:])
        for word in rest:
            if word.startswith("-"):
                flag, text = self._flag(word, rest)
                if flag in given:
                    raise Unread(f"gives {flag.names[0]} twice")
                given[flag] = text
            elif _WORD.fullmatch(word):
                words.append(word)
            else:
                raise Unread(f"holds {quoted(word)}, which isn't a plain name")
        return self._verb(words) or self._values(given)

    def _flag(self, word: str, rest: Iterator[str]) -> tuple[Flag, str | None]:
        """The flag and its value, which may be the next word."""
        name, equals, text = word.partition("=") if word.startswith("--") else (word, "", "")
        flag = next((one for one in self.flags if name in one.names), None)
        if flag is None:
            raise Unread(f"has the flag {quoted(name)}, which isn't allowed here")
        if not flag.checks:
            if equals:
                raise Unread(f"gives {name} a value, and it takes none")
            return flag, None
        text = text if equals else next(rest, "")
        if not text or (text.startswith("-") and not _NUMBER.fullmatch(text)):
            raise Unread(f"gives {name} no value")
        return flag, text

    def _verb(self, words: list[str]) -> Off | None:
        verb = next((v for v in self.verbs if words[: len(v.split())] == v.split()), None)
        if self.verbs and verb is None:
            shown = quoted(words[0]) if words else "nothing"
            return Off(f"does {shown}, not one of {listed(self.verbs)}")
        more = len(words) - len((verb or "").split())
        return Off(f"names {more} things, more than {self.words}") if more > self.words else None

    def _values(self, given: dict[Flag, str | None]) -> Off | None:
        for flag in self.flags:
            if flag.required and flag not in given:
                return Off(f"doesn't give {flag.names[-1]}, which is needed here")
        for flag, text in given.items():
            for matcher in flag.checks if text is not None else ():
                off = matcher.check(_read(matcher, text))
                if off is not None:
                    return Off(f"gives {flag.names[-1]}, which {off.words}", off.unread)
        return None


def namespace_in(values: tuple[str, ...]) -> Flag:
    """The flag by which kubectl, helm and their like name a namespace: it must be given."""
    return Flag(NAMESPACE, (OneOf(values),), required=True)


def flag_problem(name: str) -> str | None:
    """Why that can't be a flag's name, in words; None if it can."""
    if _LONG.fullmatch(name) or re.fullmatch(r"-[A-Za-z]", name):
        return None
    return "isn't a flag; write for example -n or --namespace"


def _words(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise Unread(f"is {kind_of(value)} where a list of words is expected")
    words = cast(list[Any], value)
    if not words:
        raise Unread("is empty")
    if len(words) > 1_000:
        raise Unread("has more than 1,000 words")
    for word in words:
        if not isinstance(word, str) or not word:
            raise Unread(f"holds {'an empty word' if word == '' else kind_of(word)}")
    return cast(list[str], words)


def _read(matcher: FlagMatcher, text: str | None) -> Any:
    """A flag's text as what its matcher looks at: a whole number for a range."""
    if isinstance(matcher, Range):
        return int(text) if text is not None and _NUMBER.fullmatch(text) else text
    return text
