"""What a place came to for a draft: its value, what is drawn, and where its faults belong. Pure."""

from dataclasses import dataclass, field
from typing import Any

from bot.core.form.codec import Control
from bot.core.form.exact import ABSENT
from bot.core.form.merged import Choice
from bot.core.form.parts import Item, Page, Path, Room
from bot.core.form.place import Place


@dataclass(frozen=True, slots=True)
class Spot:
    """The field where a fault of a place is said; `before` names the part of it at fault."""

    field: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class RowsOf:
    """A list with the names of its rows, and whether one more is allowed."""

    place: Place
    names: tuple[str, ...]
    adds: bool


@dataclass(frozen=True, slots=True)
class OneRow:
    """A row: the id of its list, its name there, and the ids of what is in it."""

    of: str
    name: str
    inside: frozenset[str]


@dataclass(slots=True)
class Built:
    """One place, and all within it.

    `touched`: somebody, or a default, gave it a value; else it may be left out. `changed`: somebody
    did, and it isn't what the form began with. `spots` are by
    place, as are `picks`, the branches of alternatives, `labels`, and what is `fixed`: the values
    that nobody may change, ABSENT for none. `values` are by field id; what an answer has and no
    field does is `unasked`. `lists` and their `rows` are by their ids, `pages` by their room.
    """

    value: Any = ABSENT
    touched: bool = False
    changed: bool = False
    items: list[Item] = field(default_factory=list[Item])
    wrong: dict[str, str] = field(default_factory=dict[str, str])
    controls: dict[str, Control] = field(default_factory=dict[str, Control])
    spots: dict[Path, Spot] = field(default_factory=dict[Path, Spot])
    labels: dict[Path, str] = field(default_factory=dict[Path, str])
    picks: dict[Path, list[tuple[Choice, int | None]]] = field(
        default_factory=dict[Path, list[tuple[Choice, int | None]]]
    )
    values: dict[str, Any] = field(default_factory=dict[str, Any])
    unasked: dict[Path, Any] = field(default_factory=dict[Path, Any])
    fixed: dict[Path, Any] = field(default_factory=dict[Path, Any])
    lists: dict[str, RowsOf] = field(default_factory=dict[str, RowsOf])
    rows: dict[str, OneRow] = field(default_factory=dict[str, OneRow])
    pages: dict[Room, tuple[Page, ...]] = field(default_factory=dict[Room, tuple[Page, ...]])

    def take(self, inner: "Built") -> Any:
        """Adds all of a place within this one, and hands out its value."""
        self.items += inner.items
        self.wrong |= inner.wrong
        self.controls |= inner.controls
        self.spots |= inner.spots
        self.labels |= inner.labels
        self.picks |= inner.picks
        self.values |= inner.values
        self.unasked |= inner.unasked
        self.fixed |= inner.fixed
        self.lists |= inner.lists
        self.rows |= inner.rows
        self.touched = self.touched or inner.touched
        self.changed = self.changed or inner.changed
        return inner.value
