"""Matchers: what a rule says of a call's arguments, safe by construction.

Each answers None if the argument is as the rule says, else what is off. Whatever can be read in two
ways is `unread`, which is neither: the call is refused (DESIGN.md 5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from bot.core.matchers.amounts import Items, Range
from bot.core.matchers.argv import Argv, Flag, flag_problem, namespace_in
from bot.core.matchers.found import Off, kind_of
from bot.core.matchers.paths import Under, canonical_path
from bot.core.matchers.urls import HostIn, host_problem
from bot.core.matchers.words import Length, NoneOf, OneOf, Pattern, pattern_problem

__all__ = [
    "Argument", "Argv", "Each", "Flag", "HostIn", "Items", "Length", "Matcher", "NoneOf", "Off",
    "OneOf", "Pattern", "Range", "Under", "canonical_path", "check", "flag_problem", "host_problem",
    "namespace_in", "pattern_problem",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Each:
    """A list whose items are all so."""

    checks: "tuple[Matcher, ...]"
    kind: Literal["each"] = "each"

    def check(self, value: Any) -> Off | None:
        """None if they are; an empty list has none that isn't."""
        if not isinstance(value, list):
            return Off(f"is {kind_of(value)} where a list is expected", unread=True)
        items = cast(list[Any], value)
        return _joined(
            (f"item {n} ", off)
            for n, item in enumerate(items, 1)
            if (off := _first(self.checks, item)) is not None
        )


Matcher = Argv | Each | HostIn | Items | Length | NoneOf | OneOf | Pattern | Range | Under


@dataclass(frozen=True, slots=True)
class Argument:
    """What a rule says of one argument. One that isn't given is unread, unless it is `optional`."""

    name: str
    checks: tuple[Matcher, ...]
    optional: bool = False


def check(arguments: tuple[Argument, ...], args: Mapping[str, Any]) -> Off | None:
    """None if all arguments are as said. What is off for certain counts before what is unread."""
    found = ((f"{one.name} ", _argument(one, args)) for one in arguments)
    return _joined((name, off) for name, off in found if off is not None)


def _argument(argument: Argument, args: Mapping[str, Any]) -> Off | None:
    if argument.name not in args or args[argument.name] is None:
        return None if argument.optional else Off("isn't given", unread=True)
    return _first(argument.checks, args[argument.name])


def _first(checks: tuple[Matcher, ...], value: Any) -> Off | None:
    return _joined(("", off) for one in checks if (off := one.check(value)) is not None)


def _joined(found: Any) -> Off | None:
    """The first that is off for certain, else the first that is unread."""
    unread = None
    for name, off in found:
        named = Off(f"{name}{off.words}", off.unread)
        if not off.unread:
            return named
        unread = unread or named
    return unread
