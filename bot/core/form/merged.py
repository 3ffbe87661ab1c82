"""The values of what schemas at one place come to together. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.core.form.exact import ABSENT
from bot.core.form.options import Named
from bot.core.form.schema import TYPES
from bot.core.form.walk import Part


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives of which a person picks one. `at` is the keyword's place in the schema."""

    at: str
    branches: tuple[Part, ...]


Pick = Callable[[Choice], int | None]


@dataclass(slots=True)
class Known:
    """One place's schemas as one.

    `settled`: it is the same for any value, and is never changed again.

    `mentioned` are the properties on which others depend. `watch` names those that conditions look
    at, "*" all. `based`: it has properties whichever alternative is picked.
    """

    words: dict[str, Any] = field(default_factory=dict[str, Any])
    types: tuple[str, ...] = TYPES
    options: tuple[Named, ...] | None = None
    const: Any = ABSENT
    multiples: list[Any] = field(default_factory=list[Any])
    properties: dict[str, list[Part]] = field(default_factory=dict[str, list[Part]])
    required: list[str] = field(default_factory=list[str])
    mentioned: list[str] = field(default_factory=list[str])
    items: list[Part] = field(default_factory=list[Part])
    positions: dict[int, list[Part]] = field(default_factory=dict[int, list[Part]])
    additional: str = ""
    never: bool = False
    watch: set[str] = field(default_factory=set[str])
    choices: list[tuple[Choice, int | None]] = field(
        default_factory=list[tuple[Choice, int | None]]
    )
    based: bool = False
    decided: list[tuple[Choice, int | None]] = field(
        default_factory=list[tuple[Choice, int | None]]
    )
    silent: set[str] = field(default_factory=set[str])
    refs: set[str] = field(default_factory=set[str])
    settled: bool = False

    @property
    def typed(self) -> bool:
        """Whether a type is named at all."""
        return len(self.types) < len(TYPES)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types beside null, whole numbers as numbers where those will do as well."""
        plain = [one for one in self.types if one != "null"]
        return tuple(one for one in plain if one != "integer" or "number" not in plain)

    @property
    def nullable(self) -> bool:
        """Whether null is named among others."""
        return self.typed and "null" in self.types

    def text(self, name: str) -> str:
        """A note that is a text, "" without one."""
        found = self.words.get(name)
        return found if isinstance(found, str) else ""

    def count(self, name: str) -> int | None:
        """A limit that is a whole number from 0; None without one."""
        found = self.words.get(name)
        return int(found) if found is not None and found >= 0 else None
