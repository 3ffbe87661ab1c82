"""Values that are chosen from, with their words. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.form.exact import ABSENT, dumps, plain
from bot.core.form.walk import several

NONE = "None"


@dataclass(frozen=True, slots=True)
class Named:
    """A value with what stands for it; `label` is "" where the schema has no words for it."""

    value: Any
    label: str = ""
    about: str = ""

    @property
    def shown(self) -> str:
        """Its words, else the value itself."""
        return self.label or worded(self.value)


def worded(value: Any) -> str:
    """A value in words, for somebody who chooses it."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        return value if value.strip() else f'"{value}"'
    return dumps(value)


def named(words: Mapping[str, Any]) -> tuple[Named, ...]:
    """The values of `enum`, each once, with their `enumNames`."""
    names = several(words.get("enumNames"))
    values = several(words.get("enum"))
    labels = [*names, *[""] * len(values)][: len(values)]
    found: dict[Any, Named] = {}
    for value, label in zip(values, labels, strict=True):
        found.setdefault(plain(value), Named(value, label if isinstance(label, str) else ""))
    return tuple(found.values())


def common(one: tuple[Named, ...], other: tuple[Named, ...]) -> tuple[Named, ...]:
    """What is in both, in the order of the first, with whatever words either has."""
    by_value = {plain(name.value): name for name in other}
    kept = [(name, by_value[plain(name.value)]) for name in one if plain(name.value) in by_value]
    return tuple(
        Named(mine.value, mine.label or its.label, mine.about or its.about) for mine, its in kept
    )


Branch = tuple[Mapping[str, Any], Any, tuple[Named, ...] | None, tuple[str, ...]]


def of_branches(branches: list[Branch]) -> tuple[Named, ...] | None:
    """The values of alternatives that are values alone; None if one of them is more than that.

    A branch is its words, its constant, its options and its types.
    """
    found: dict[Any, Named] = {}
    for words, const, options, types in branches:
        title = _text(words, "title") or _text(words, "name")
        about = _text(words, "description")
        if const is not ABSENT:
            several_ = (Named(const, title, about),)
        elif options is not None:
            several_ = options if len(options) > 1 else tuple(
                Named(one.value, one.label or title, about) for one in options
            )  # fmt: skip
        elif types == ("null",):
            several_ = (Named(None, title, about),)
        else:
            return None
        for one in several_:
            found.setdefault(plain(one.value), one)
    return tuple(found.values())


def _text(words: Mapping[str, Any], key: str) -> str:
    found = words.get(key)
    return found if isinstance(found, str) else ""
