"""How much there is to look at for one answer, before any is looked at. Pure."""

from collections.abc import Callable
from typing import Any

from bot.core.form.walk import MANY, NAMED, ONE, Part, below, mapping, several

_APPLIED = frozenset((*MANY, *NAMED, *ONE)) - {"$defs", "definitions", "contentSchema"}


def effort(root: Part, target: Callable[[Part], Part | None]) -> tuple[int, bool]:
    """How many schemas an answer may be held against, each as often as it is referred to.

    Beside it whether one refers to itself: that counts once, as how often it is met depends on how
    deep the answer is.
    """
    known, open_, again = dict[str, int](), set[str](), False
    left: list[tuple[Part, bool]] = [(root, False)]
    while left:
        part, leaving = left.pop()
        if leaving:
            open_.discard(part.at)
            known[part.at] = 1 + sum(known.get(one.at, 0) for one in _applied(part, target))
        elif part.at not in known:
            known[part.at] = 0
            open_.add(part.at)
            left.append((part, True))
            left.extend((one, False) for one in _applied(part, target))
        else:
            again = again or part.at in open_
    return known[root.at], again


def levels(value: Any) -> int:
    """How many objects and lists stand in each other."""
    deepest, left = 0, [(value, 1)]
    while left:
        one, level = left.pop()
        inner = list(mapping(one).values()) or several(one)
        if isinstance(one, dict | list):
            deepest = max(deepest, level)
        left.extend((each, level + 1) for each in inner)
    return deepest


def _applied(part: Part, target: Callable[[Part], Part | None]) -> list[Part]:
    found = [one for key in part.keywords if key in _APPLIED for one in below(part, key)]
    referred = target(part)
    return [*found, referred] if referred else found
