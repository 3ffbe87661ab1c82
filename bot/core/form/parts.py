"""The parts of a form as values: what stands on its pages, and what was filled in so far.

A field has an id of ours that stays the same for the same place in the answer, however often the
form is drawn; names from a schema go into no id.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.core.replacing import replace

Path = tuple[str | int, ...]  # where in the answer
Given = str | tuple[str, ...]  # what was typed or picked; of options their values

Kind = Literal[
    "text", "lines", "email", "url", "date", "time", "datetime", "integer", "number",
    "radio", "select", "search", "checkbox", "checkboxes", "multiselect", "multisearch", "json",
    "locked",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Option:
    """One to choose: `value` is ours, its place from "0"; `label` is whole, however long."""

    value: str
    label: str
    about: str = ""
    group: str = ""


@dataclass(frozen=True, kw_only=True)  # no slots: copied a thousand times for a large form
class Field:
    """One control. `shown` stands in it at first, or is the text of one that is `locked`.

    `hint` says its rule in words, `about` is its description, whole. A control that `redraws` may
    change which others there are. `least` and `most` are characters of a text, `low` and `high`
    bounds of a number as they are written. A "checkbox" is one box, of which `picked` is ("0",).
    A number that `slides` has both bounds, and a page may draw it so.
    """

    id: str
    path: Path
    kind: Kind
    label: str
    about: str = ""
    hint: str = ""
    placeholder: str = ""
    optional: bool = False
    shown: str = ""
    options: tuple[Option, ...] = ()
    picked: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    low: str = ""
    high: str = ""
    redraws: bool = False
    slides: bool = False
    sensitive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """Names a group of what follows; `depth` counts from 0."""

    id: str
    path: Path
    label: str
    about: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The end of a list: *Add* where one more is allowed. `of` names what one row is."""

    id: str
    path: Path
    of: str
    adds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The head of a list's row: *Remove* where one fewer is allowed. `number` counts from 1."""

    id: str
    path: Path
    label: str
    number: int
    removes: bool


Item = Field | Heading | Rows | Row


@dataclass(frozen=True, slots=True)
class Page:
    """What is asked at once: page `number` of `of`, from 1."""

    number: int
    of: int
    items: tuple[Item, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """Its controls."""
        return tuple(item for item in self.items if isinstance(item, Field))


@dataclass(frozen=True, slots=True)
class Action:
    """One way to send the answer; cancelling is another, always there."""

    id: str
    label: str
    color: str = ""
    validates: bool = True


@dataclass(frozen=True, slots=True)
class Draft:
    """What was filled in so far: by field id, and of lists the ids of their rows in their order.

    `empty` is the JSON that a field stands for while it is empty, "" for leaving it out: so an
    answer's null, empty text or empty list outlives a control that can't show it. `last` counts
    the rows that a list ever had: a row's id is given to no other.
    """

    given: Mapping[str, Given] = field(default_factory=dict[str, Given])
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    empty: Mapping[str, str] = field(default_factory=dict[str, str])
    last: Mapping[str, int] = field(default_factory=dict[str, int])

    def with_given(self, given: Mapping[str, Given]) -> "Draft":
        """The draft with these fields as they are now."""
        return replace(self, given={**self.given, **given})

    def dump(self) -> str:
        """As JSON."""
        parts = {"given": self.given, "rows": self.rows, "empty": self.empty, "last": self.last}
        return json.dumps({name: dict(part) for name, part in parts.items()}, ensure_ascii=False)

    @classmethod
    def load(cls, text: str) -> "Draft":
        """What `dump` wrote."""
        found: dict[str, dict[str, Any]] = json.loads(text)
        given = {k: v if isinstance(v, str) else tuple(v) for k, v in found["given"].items()}
        rows = {k: tuple(v) for k, v in found["rows"].items()}
        return cls(given, rows, found.get("empty", {}), found.get("last", {}))


@dataclass(frozen=True, slots=True)
class Read:
    """An answer that was read. `values` is its JSON, exact, "" while there is anything wrong.

    `wrong` says what, in words, by field id; what is at fault with no field is under "".
    """

    values: str
    wrong: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Room:
    """What one page holds, as `weigh` counts its parts: blocks, and bytes of texts and of choices.

    A part that takes more by itself has a page by itself. Of `controls` people fill in no more at a
    time.
    """

    blocks: int = 60
    characters: int = 50_000
    option_texts: int = 80_000
    controls: int = 12


Way = Literal["buttons", "modal", "web"]


class Unaskable(ValueError):
    """The question can't be asked; the message is for the model."""
