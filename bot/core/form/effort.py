"""How much there is to look at for one answer, before any is looked at. Pure."""

from collections.abc import Callable

from bot.core.form.walk import MANY, NAMED, ONE, Part, below

_APPLIED = tuple(
    key for key in (*MANY, *NAMED, *ONE) if key not in ("$defs", "definitions", "contentSchema")
)


def effort(root: Part, target: Callable[[Part], Part | None]) -> int:
    """How many schemas an answer may be held against, each as often as it is referred to.

    What refers to itself counts once: how often it is met depends on the answer.
    """
    known: dict[str, int] = {}
    left: list[tuple[Part, bool]] = [(root, False)]
    while left:
        part, leaving = left.pop()
        if leaving:
            known[part.at] = 1 + sum(known.get(one.at, 0) for one in _applied(part, target))
        elif part.at not in known:
            known[part.at] = 0
            left.append((part, True))
            left.extend((one, False) for one in _applied(part, target))
    return known[root.at]


def _applied(part: Part, target: Callable[[Part], Part | None]) -> list[Part]:
    found = [one for key in _APPLIED if key in part.keywords for one in below(part, key)]
    referred = target(part)
    return [*found, referred] if referred else found
