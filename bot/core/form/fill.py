"""The draft that an answer is: the inverse of reading one. Pure."""

from collections.abc import Mapping
from typing import Any, cast

from bot.core.form import limits
from bot.core.form.choosing import branch_of, choice_id
from bot.core.form.codec import Control, write
from bot.core.form.control import control, extras, lines, many
from bot.core.form.exact import ABSENT, dumps, same
from bot.core.form.inner import children, positions, row
from bot.core.form.known import known
from bot.core.form.merged import Choice, Known
from bot.core.form.parts import Draft, Given, Path
from bot.core.form.place import EXTRAS, Place
from bot.core.form.shape import more, shape
from bot.core.form.typed import lines as lines_of
from bot.core.form.walk import mapping, several

_EMPTY: list[Any] = [None, "", [], {}]
_NONE: Mapping[str, Any] = {}


class Fill:
    """Fills a draft with an answer.

    `exact`: what nobody could have changed, and what the form doesn't ask for, stays as the answer
    has it; else the first is as the schema has it, and the second is dropped. `unshown` are the
    places of what the form has no way to show.
    """

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.given: dict[str, Given] = {}
        self.rows: dict[str, tuple[str, ...]] = {}
        self.empty: dict[str, str] = {}
        self.last: dict[str, int] = {}
        self.unshown = set[Path]()

    @property
    def draft(self) -> Draft:
        """What was filled in."""
        return Draft(self.given, self.rows, self.empty, self.last)

    def place(self, place: Place, value: Any) -> None:
        """Fills a place with its value, ABSENT for none."""

        def pick(choice: Choice) -> int | None:
            n = branch_of(place.schema, choice, value)
            self.given[choice_id(place, choice)] = "" if n is None else str(n)
            if n is None and value is not ABSENT and place.path:
                self.unshown.add(place.path)
            return n

        at = known(place.schema, place.parts, value, pick)
        if at.watch and not isinstance(value, dict) and shape(at, place) == "object":
            at = known(place.schema, place.parts, ABSENT, pick)  # as it stands while it is empty
        self._shaped(at, place, value)

    def _shaped(self, at: Known, place: Place, value: Any) -> None:
        match shape(at, place):
            case "control":
                self._control(control(at, place), place, value)
            case "many":
                self._control(many(at, place), place, value)
            case "object":
                self._object(at, place, value)
            case "tuple":
                self._tuple(at, place, value)
            case "texts" | "rows" as only:
                self._list(at, place, value, texts=only == "texts")
            case "nothing" | "null":
                self._left(place, value)

    def _control(self, made: Control, place: Place, value: Any) -> None:
        name = made.field.id
        if place.hidden or made.codec == "locked":
            if self.exact:
                self.empty[name] = "" if value is ABSENT else dumps(value)
            return
        written = None if value is ABSENT else write(made, value)
        if written is not None:
            self.given[name] = written
        elif value is not ABSENT:
            self._void(made, value)
            self._unseen(place, value)
        elif self.exact or not place.required or place.loose:
            self._void(made, ABSENT)

    def _unseen(self, place: Place, value: Any) -> None:
        """Nothing shows this value; what is empty is shown by an empty field."""
        if value not in _EMPTY:
            self.unshown.add(place.path)

    def _void(self, made: Control, value: Any) -> None:
        """The control is empty, and stands for a value that can't stand in it."""
        self.given[made.field.id] = () if made.codec in ("many", "box") else ""
        if value == "" or not same(value, made.empty):  # of a row "" is a text, and none is none
            self.empty[made.field.id] = "" if value is ABSENT else dumps(value)

    def _left(self, place: Place, value: Any) -> None:
        if value is not ABSENT:
            self.empty[place.id] = dumps(value)
            self._unseen(place, value)
        elif self.exact or not place.required or place.loose:
            self.empty[place.id] = ""

    def _object(self, at: Known, place: Place, value: Any) -> None:
        self._left(place, {} if isinstance(value, dict) else value)
        here = mapping(value)
        asked = children(at, place)
        for name, child in asked.items():
            self.place(child, here.get(name, ABSENT))
        own = place.stands.kept if place.stands and not place.path else _NONE
        rest = {name: one for name, one in here.items() if name not in asked and name not in own}
        if more(at) and not place.hidden and not place.locked:
            made = extras(at, place)
            written = write(made, rest) if rest else ""
            if written is not None:
                self.given[made.field.id] = written
                rest = {}
        if rest and self.exact:
            self.empty[place.marked(EXTRAS)] = dumps(rest)
            self.unshown.update((*place.path, name) for name in rest)

    def _tuple(self, at: Known, place: Place, value: Any) -> None:
        self._left(place, [] if isinstance(value, list) else value)
        asked, found = positions(at, place), several(value)
        for n, child in enumerate(asked):
            self.place(child, found[n] if n < len(found) else ABSENT)
        if found[len(asked) :]:
            self.empty[place.marked(EXTRAS)] = dumps(found[len(asked) :])
            self.unshown.add(place.path)

    def _list(self, at: Known, place: Place, value: Any, *, texts: bool) -> None:
        self._left(place, [] if isinstance(value, list) else value)
        if value is ABSENT and not (self.exact or place.loose) and place.required:
            return
        found, rest = several(value), ""
        if len(found) > limits.FILLED_ROWS and not (texts and all(map(lines_of_one, found))):
            self.empty[place.id], found = dumps(value), []
            self.unshown.add(place.path)
        if texts:
            count = _rows_of(found)
            found, rest = found[:count], "\n".join(cast("list[str]", found[count:]))
        names = tuple(f"r{n + 1}" for n in range(len(found)))
        self.rows[place.id], self.last[place.id] = names, len(names)
        for n, (name, one) in enumerate(zip(names, found, strict=True)):
            self.place(row(at, place, n, name), one)
        if texts:
            self.given[lines(at, place, first=not names).field.id] = rest


def _rows_of(found: list[Any]) -> int:
    """How many texts get a row each: the rest are lines, so none of those may be blank."""
    count = len(found)
    while count > limits.TYPED_ROWS and lines_of_one(found[count - 1]):
        count -= 1
    return count


def lines_of_one(value: Any) -> bool:
    """Whether a text is itself when it stands on a line."""
    return isinstance(value, str) and len(value) < limits.TEXT and lines_of(value) == [value]
