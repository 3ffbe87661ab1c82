"""A place in an answer, and the ids of what stands there. Pure.

An id is a hash of the place's JSON pointer, a list's row by its own id and not by its number, and
of what the control is: so it stays while conditions come and go and rows move, and a pick never
counts for other options.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from bot.core.form.exact import ABSENT, dumps
from bot.core.form.parts import Path
from bot.core.form.schema import Schema
from bot.core.form.stands import Stands
from bot.core.form.ui import Ui
from bot.core.form.walk import Part, escaped, mapping, several
from bot.core.replacing import replace

# Marks of what stands at a place beside its value: no name makes these, as "~" is always escaped.
CHOICE, LINES, EXTRAS, ROWS, HEAD = "~choice", "~lines", "~extras", "~rows", "~head"


@dataclass(frozen=True, kw_only=True)  # no slots: copied a thousand times for a large form
class Place:
    """Where in the answer, and what applies there.

    `loose`: the object around it may be left out. `default` is what a default further out says
    here. `watched`: a condition looks at it. `refs` were followed on the way here. A `headless`
    object has its heading already. `stands`: the answer isn't new, but changed.
    """

    schema: Schema
    parts: tuple[Part, ...]
    path: Path = ()
    key: str = "#"
    ui: Ui = field(default_factory=Ui)
    name: str = ""
    required: bool = True
    loose: bool = False
    default: Any = ABSENT
    depth: int = 0
    lists: int = 0
    refs: frozenset[str] = frozenset()
    watched: bool = False
    locked: bool = False
    hidden: bool = False
    sensitive: bool = False
    headless: bool = False
    stands: Stands | None = None

    @property
    def raw(self) -> bool:
        """Whether it is asked as JSON, whatever it is."""
        return self.stands is not None and len(self.path) == 1 and self.path[0] in self.stands.raw

    @property
    def id(self) -> str:
        """Of the place itself: of a list's rows, and of what an object is while it is empty."""
        return hashed(self.key)

    def marked(self, mark: str, *more: str) -> str:
        """The id of what stands here beside the value."""
        return hashed(self.key + mark, *more)

    @property
    def same(self) -> tuple[object, ...]:
        """What makes a place another one of the same form; what its uiSchema wishes is by its key,
        and its defaults are the schema's own objects.
        """
        return (
            self.key, self.name, self.path, tuple(part.at for part in self.parts), self.required,
            self.loose, id(self.default), self.depth, self.lists, self.refs, self.watched,
            self.locked, self.hidden, self.sensitive, self.headless,
        )  # fmt: skip

    def child(self, name: str, parts: tuple[Part, ...], **more: Any) -> "Place":
        """The place of a property."""
        return replace(
            self, parts=parts, path=(*self.path, name), key=f"{self.key}/{escaped(name)}",
            ui=self.ui.child(name), name=name, default=_inner(self.default, name),
            headless=False, **more,
        )  # fmt: skip

    def row(self, number: int, row: str, parts: tuple[Part, ...], **more: Any) -> "Place":
        """The place of a list's row; `row` is its id within the list, `number` counts from 0."""
        return replace(
            self, parts=parts, path=(*self.path, number), key=f"{self.key}/{row}",
            ui=self.ui.item(), required=True, loose=False, lists=self.lists + 1, headless=True,
            **more,
        )  # fmt: skip

    def position(self, number: int, parts: tuple[Part, ...], **more: Any) -> "Place":
        """The place of one position of a list that has a control for each."""
        return replace(
            self, parts=parts, path=(*self.path, number), key=f"{self.key}/{number}",
            ui=self.ui.item(number), default=_at(self.default, number),
            headless=False, **more,
        )  # fmt: skip


def hashed(key: str, *more: str) -> str:
    """An id of ours: letters, digits and a dash, 34 characters."""
    text = "\0".join((key, *more))
    return f"f-{sha256(text.encode()).hexdigest()[:32]}"


def signature(values: list[Any]) -> str:
    """What tells one list of options from another."""
    return dumps(values)


def _inner(default: Any, name: str) -> Any:
    return mapping(default).get(name, ABSENT)


def _at(default: Any, number: int) -> Any:
    found = several(default)
    return found[number] if number < len(found) else ABSENT
