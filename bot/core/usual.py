"""What a rule calls usual for an argument: a value that isn't so is named on the card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from bot.core.unusual import said_of

MOST = 4  # values that a card names


@dataclass(frozen=True, slots=True)
class Usual:
    """The usual values of one argument, or the range that its number is usually in.

    None for `low` or `high`: no bound on that side. Of a list each item is meant.
    """

    name: str
    values: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None


def outside(args: Mapping[str, Any], norms: Iterable[Usual]) -> dict[str, str]:
    """By argument, in words, what isn't as it usually is; one that isn't given is no difference."""
    found = ((norm.name, _difference(args[norm.name], norm)) for norm in norms if norm.name in args)
    return {name: f"{name} {words}, by the policy" for name, words in found if words}


def _difference(value: object, norm: Usual) -> str:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    odd = [said_of(item) for item in items if not _fits(item, norm)]
    if not odd:
        return ""
    more = f" and {len(odd) - MOST} more" if len(odd) > MOST else ""
    return f"{', '.join(odd[:MOST])}{more}, usually {_usually(norm)}"


def _fits(value: object, norm: Usual) -> bool:
    if norm.values:
        return any(_same(value, one) for one in norm.values)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False  # what can't be compared isn't within
    above = norm.low is None or value >= norm.low
    return above and (norm.high is None or value <= norm.high)


def _same(one: object, other: object) -> bool:
    """Equal and of one kind: `true` is no 1."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _usually(norm: Usual) -> str:
    if norm.values:
        more = f" or {len(norm.values) - MOST} more" if len(norm.values) > MOST else ""
        return ", ".join(map(said_of, norm.values[:MOST])) + more
    if norm.low is None:
        return f"at most {said_of(norm.high)}"
    if norm.high is None:
        return f"at least {said_of(norm.low)}"
    return f"{said_of(norm.low)}–{said_of(norm.high)}"
