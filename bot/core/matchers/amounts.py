"""Matchers of numbers and of how many there are."""

from dataclasses import dataclass
from typing import Any, Literal, cast

from bot.core.matchers.found import Off, kind_of


@dataclass(frozen=True, slots=True)
class Range:
    """A number within these limits, which belong to it; text that looks like one isn't one."""

    least: int | float | None = None
    most: int | float | None = None
    kind: Literal["range"] = "range"

    def check(self, value: Any) -> Off | None:
        """None if it is."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Off(f"is {kind_of(value)} where a number is expected", unread=True)
        if value != value:
            return Off("is no number", unread=True)
        if self.least is not None and value < self.least:
            return Off(f"is {value}, less than {self.least}")
        if self.most is not None and value > self.most:
            return Off(f"is {value}, more than {self.most}")
        return None


@dataclass(frozen=True, slots=True)
class Items:
    """A list, or an object, with at most so many items."""

    most: int
    kind: Literal["max_items"] = "max_items"

    def check(self, value: Any) -> Off | None:
        """None if it hasn't more."""
        if not isinstance(value, list | dict):
            return Off(f"is {kind_of(value)} where a list is expected", unread=True)
        count = len(cast("list[Any] | dict[str, Any]", value))
        if count <= self.most:
            return None
        return Off(f"has {count:,} items, more than {self.most:,}")
