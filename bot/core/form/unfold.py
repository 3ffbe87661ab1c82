"""A form for what was filled in so far: its parts in order, its value, and what is wrong. Pure."""

from collections.abc import Callable, Collection
from typing import Any

from bot.core.form import limits, typed
from bot.core.form.built import Built, RowsOf, Spot
from bot.core.form.choosing import chooser, picked
from bot.core.form.codec import Control, blank, read
from bot.core.form.control import control, extras, label, lines, many
from bot.core.form.drawing import (
    as_it_stands,
    heading,
    in_a_row,
    one_row,
    row_head,
    row_id,
    standing,
)
from bot.core.form.exact import ABSENT, loads, same
from bot.core.form.inner import children, positions, row, rows
from bot.core.form.known import known
from bot.core.form.merged import Choice, Known
from bot.core.form.parts import Draft, Field, Rows, Unaskable
from bot.core.form.place import EXTRAS, Place
from bot.core.form.shape import Shape, more, shape
from bot.core.form.walk import mapping, several
from bot.core.replacing import replace

ROUNDS = 12  # of a condition that changes what it looks at


class Unfold:
    """Unfolds places for one draft."""

    def __init__(self, draft: Draft, most: int = limits.PLACES) -> None:
        self.draft = draft
        self._places, self._most = 0, most
        self._last = dict[
            str, Any
        ]()  # of places that are looked at again, as what is around changes
        self._by_shape: dict[Shape, Callable[[Known, Place, Built], None]] = {
            "nothing": self._nothing, "null": self._null, "control": self._single,
            "many": self._many, "object": self._object, "tuple": self._tuple,
            "texts": self._texts, "rows": self._rows,
        }  # fmt: skip

    def place(self, place: Place) -> Built:
        """The place as it is for the draft: conditions are looked at until nothing changes."""

        def pick(choice: Choice) -> int | None:
            return picked(place, choice, self.draft)

        self._places += 1
        if self._places > self._most:
            raise Unaskable(
                f"The form has more than {limits.FIELDS:,} fields. Ask in several steps."
            )
        value = self._last.get(place.key, ABSENT)
        for _ in range(ROUNDS):
            at = known(place.schema, place.parts, value, pick)
            built = self._built(at, place)
            settled = not at.watch or same(built.value, value)
            self._last[place.key] = value = built.value
            if settled:
                break
        return built  # pyright: ignore[reportPossiblyUnboundVariable]

    def _built(self, at: Known, place: Place) -> Built:
        built = Built(labels={place.path: label(at, place)}, picks={place.path: at.decided})
        built.picks[place.path] = [*at.decided, *at.choices]
        for choice, n in () if place.raw else at.choices:
            asked = chooser(at, place, choice, n)
            if not place.hidden:
                built.items.append(asked)
            built.spots[place.path] = Spot(asked.id)
            built.touched = built.touched or n is not None
            built.changed = built.changed or (n is not None and asked.id in self.draft.given)
        self._by_shape[shape(at, place)](at, place, built)
        return built

    def _nothing(self, at: Known, place: Place, built: Built) -> None:
        asked = place.path or at.choices
        self._left(place, built, ABSENT if asked else dict[str, Any]())

    def _null(self, at: Known, place: Place, built: Built) -> None:
        self._left(place, built, None if place.required or at.choices else ABSENT)

    def _single(self, at: Known, place: Place, built: Built) -> None:
        self._asked(control(at, place), place, built)

    def _many(self, at: Known, place: Place, built: Built) -> None:
        self._asked(many(at, place), place, built)

    def _left(self, place: Place, built: Built, fallback: Any) -> None:
        """The value of what nobody gave one: as an answer had it, else `fallback`."""
        kept = self.draft.empty.get(place.id)
        built.value = fallback if kept is None else loads(kept) if kept else ABSENT
        built.touched = built.touched or bool(kept)
        if kept and built.value not in ({}, []):
            built.unasked[place.path] = built.value

    def _asked(self, made: Control, place: Place, built: Built) -> None:
        self._control(made, place, built)
        if built.value is not ABSENT:
            built.values[made.field.id] = built.value

    def _control(self, made: Control, place: Place, built: Built) -> None:
        field = made.field
        if place.hidden or made.codec == "locked":
            self._fixed(made, place, built)
            return
        given = self.draft.given.get(field.id, made.initial)
        built.controls[field.id] = made
        built.spots[place.path] = Spot(field.id)
        built.items.append(standing(field, given))
        built.changed = given != made.initial and field.id in self.draft.given
        if not blank(made, given):
            built.touched = True
            try:
                built.value = read(made, given)
            except typed.Unfit as error:
                built.wrong[field.id] = str(error)
            return
        kept = self.draft.empty.get(field.id)
        if kept:  # an answer's own empty text, or what no control shows: it may stay so
            built.items[-1] = replace(standing(field, given), optional=True)
        built.value = made.empty if kept is None else loads(kept) if kept else ABSENT
        unticked = kept is None and made.codec == "box" and made.defaulted
        built.touched = built.touched or bool(kept) or unticked

    def _fixed(self, made: Control, place: Place, built: Built) -> None:
        """What nobody changes: its constant or its default, as an exact answer has it."""
        built.controls[made.field.id] = made
        value = made.forced
        if made.codec != "locked" and not blank(made, made.initial):
            value = read(made, made.initial)
        elif made.codec == "box" and made.defaulted:
            value = False
        elif made.codec == "one" and len(made.named) == 1:
            value = made.named[0].value
        kept = self.draft.empty.get(made.field.id)
        if kept is not None:
            stays = made.constant or place.stands
            value = ABSENT if not kept else loads(kept) if stays else value
        built.value = value
        built.fixed[place.path] = value
        built.touched = not made.constant and value is not ABSENT
        if not place.hidden:
            built.items.append(as_it_stands(made, value) if place.stands else made.field)

    def _object(self, at: Known, place: Place, built: Built) -> None:
        built.items += heading(at, place)
        value: dict[str, Any] = {}
        asked = children(at, place)
        for name, child in asked.items():
            found = built.take(self.place(child))
            if found is not ABSENT:
                value[name] = found
        if more(at) and not place.hidden and not place.locked:
            value |= self._more(at, place, built, asked)
        if place.stands and not place.path:
            value |= place.stands.kept
            built.labels |= {(name,): name for name in place.stands.hidden}
        kept = self.draft.empty.get(place.marked(EXTRAS))
        if kept:
            rest = {name: one for name, one in loads(kept).items() if name not in value}
            value |= rest
            built.unasked[place.path] = rest
            built.touched = True
        built.value = value
        if not built.touched or self._unwanted(at, place, built):
            built.touched = False
            self._left(place, built, _unasked(at, place, value))
            if built.touched and isinstance(built.value, dict):
                built.value = value

    def _unwanted(self, at: Known, place: Place, built: Built, *, gaps: bool = False) -> bool:
        """Whether what may be left out or null is only its defaults, which don't make it whole:
        nobody meant it to be there.
        """
        loose = not place.required or place.loose or at.nullable
        mine = built.changed or self.draft.empty.get(place.id)
        if not loose or mine:
            return False
        return gaps or not place.schema.keeps(place.parts, built.value)

    def _more(
        self, at: Known, place: Place, built: Built, asked: Collection[str]
    ) -> dict[str, Any]:
        made, inside = extras(at, place), Built()
        self._asked(made, replace(place, path=(*place.path, EXTRAS)), inside)
        found = mapping(built.take(inside))
        own = next((name for name in found if name in asked), None)
        if own is not None:
            built.wrong[made.field.id] = f"{own} has a field of its own. Fill it in there."
        elif inside.value is not ABSENT and not isinstance(inside.value, dict):
            built.wrong[made.field.id] = "This must be names with their values."
        return {name: one for name, one in found.items() if name not in asked}

    def _tuple(self, at: Known, place: Place, built: Built) -> None:
        built.items += heading(at, place)
        found = [self.place(one) for one in positions(at, place)]
        filled = [n for n, one in enumerate(found) if one.value is not ABSENT]
        count = filled[-1] + 1 if filled else 0
        missing = dict[str, str]()
        for n, one in enumerate(found):
            built.take(one)
            spot = one.spots.get((*place.path, n))
            if n < count and one.value is ABSENT and spot and spot.field not in one.wrong:
                missing[spot.field] = "This is needed, as what comes after it is filled in."
        built.value = [one.value for one in found[:count] if one.value is not ABSENT]
        kept = self.draft.empty.get(place.marked(EXTRAS))
        if kept:
            built.value += several(loads(kept))
            built.unasked[place.path] = loads(kept)
            built.touched = True
        if not built.touched or self._unwanted(at, place, built, gaps=bool(missing)):
            built.touched = False
            self._left(place, built, _unasked(at, place, []))
        else:
            built.wrong |= missing

    def _texts(self, at: Known, place: Place, built: Built) -> None:
        ids = rows(at, place, self.draft)
        if ids:
            built.items += heading(at, place)
        value: list[Any] = []
        for n, name in enumerate(ids):
            built.items.append(row_head(at, place, n, ids))
            inside = self.place(replace(row(at, place, n, name), path=(*place.path, len(value))))
            inside.items = [in_a_row(one, place) for one in inside.items]
            built.rows[row_id(place, name)] = one_row(place, name, inside)
            found = built.take(inside)
            value += [] if found is ABSENT or (found == "" and not inside.touched) else [found]
        value += self._lines(at, place, built, len(value) if ids else None)
        _end(at, place, built, ids)
        built.value = value
        if not value:
            self._left(place, built, _unasked(at, place, []))

    def _lines(self, at: Known, place: Place, built: Built, after: int | None) -> list[Any]:
        """The texts that stand one a line, after so many in rows; None for no rows at all."""
        made, inside = lines(at, place, first=after is None), Built()
        if place.hidden:
            return []
        self._asked(made, place, inside)
        taken = built.take(inside)
        found: list[Any] = [] if taken is ABSENT else several(taken)
        name = made.field.id
        built.spots[place.path] = Spot(name)
        for n in range(len(found)):
            built.spots[*place.path, (after or 0) + n] = Spot(name, f"Line {n + 1}: ")
        return found

    def _rows(self, at: Known, place: Place, built: Built) -> None:
        built.items += heading(at, place)
        ids = rows(at, place, self.draft)
        value: list[Any] = []
        for n, name in enumerate(ids):
            built.items.append(row_head(at, place, n, ids))
            inside = self.place(row(at, place, n, name))
            first = next((one for one in inside.items if isinstance(one, Field)), None)
            if first:
                built.spots[place.path] = Spot(first.id)
                spot = Spot(first.id, f"{label(at, place)} {n + 1}: ")
                inside.spots.setdefault((*place.path, n), spot)
            built.rows[row_id(place, name)] = one_row(place, name, inside)
            found = built.take(inside)
            value.append({} if found is ABSENT else found)
        _end(at, place, built, ids)
        built.value = value
        if not value:
            self._left(place, built, _unasked(at, place, []))
        else:
            built.touched = True
            built.changed = built.changed or place.id in self.draft.rows


def _end(at: Known, place: Place, built: Built, ids: tuple[str, ...]) -> None:
    count, most = len(ids), at.count("maxItems")
    fits = count < limits.ROWS and (most is None or count < most)
    built.lists[place.id] = RowsOf(place, ids, fits)
    built.items.append(Rows(id=place.id, path=place.path, of=label(at, place), adds=fits))


def _unasked(at: Known, place: Place, value: Any) -> Any:
    """What an object or a list is that nobody filled in."""
    if not place.required:
        return ABSENT
    return None if at.nullable else value
