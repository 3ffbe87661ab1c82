"""The places within a place: properties of an object, positions and rows of a list. Pure."""

from bot.core.form import limits
from bot.core.form.control import label
from bot.core.form.exact import ABSENT
from bot.core.form.merged import Known
from bot.core.form.parts import Draft
from bot.core.form.place import Place
from bot.core.form.shape import is_open, more
from bot.core.form.veil import secret
from bot.core.form.walk import Part, mapping, several
from bot.core.replacing import replace


def children(at: Known, place: Place) -> dict[str, Place]:
    """The places of an object's properties by their names, in the order of the form."""
    if not at.settled:
        return _children(at, place)
    kept, key = place.schema.kept, place.same
    found = kept.places.get(key)
    return kept.add(kept.places, key, _children(at, place)) if found is None else found


def _children(at: Known, place: Place) -> dict[str, Place]:
    around = _around(at, place)
    loose = is_loose(at, place)
    return {
        name: around.child(
            name,
            tuple(at.properties.get(name) or _undeclared(at)),
            required=name in at.required,
            loose=loose,
            watched=place.watched or bool(at.watch & {name, "*"}),
            hidden=around.hidden or name in at.silent or place.ui.child(name).widget == "hidden",
        )
        for name in asked(at, place)
    }


def asked(at: Known, place: Place) -> list[str]:
    """The names of an object's properties that are asked for, in the order of the form."""
    names = ordered(at, place)
    if place.stands is None or place.path:
        return names
    return place.stands.asked(names, others=more(at))


def positions(at: Known, place: Place) -> list[Place]:
    """The places of a list that has a control for each."""
    around, called = _around(at, place), label(at, place)
    least = at.count("minItems") or 0
    return [
        around.position(
            n, tuple(at.positions[n]), name=f"{called} {n + 1}", required=n < least,
            loose=is_loose(at, place),
        )
        for n in sorted(at.positions)
    ]  # fmt: skip


def rows(at: Known, place: Place, draft: Draft) -> tuple[str, ...]:
    """The ids of a list's rows: those of the draft, else of its default, else as few as may be."""
    found = draft.rows.get(place.id)
    if found is not None:
        return found
    count = len(several(standing(at, place)))
    if not count and place.required and not place.loose and not at.nullable:
        count = min(at.count("minItems") or 0, limits.ROWS)
    return tuple(f"r{n + 1}" for n in range(count))


def row(at: Known, place: Place, number: int, name: str) -> Place:
    """The place of the row `name`, now number `number` from 0."""
    around = _around(at, place)
    first = several(standing(at, place))
    n = int(name[1:]) - 1
    start = first[n] if n < len(first) else ABSENT
    made = around.row(number, name, tuple(at.items), name=f"{label(at, place)} {number + 1}")
    return replace(made, default=start)


def standing(at: Known, place: Place) -> object:
    """A list's default, ABSENT without a valid one."""
    for found in (place.default, at.words.get("default", ABSENT)):
        if found is not ABSENT and not secret(at, place):
            return found if place.schema.keeps(place.parts, found) else ABSENT
    return ABSENT


def is_loose(at: Known, place: Place) -> bool:
    """Whether an object may be null or left out, or one around it; not once its kind was picked."""
    picked = any(n is not None for _, n in at.choices)
    return (not place.required or place.loose or at.nullable) and not picked


def _around(at: Known, place: Place) -> Place:
    """The place with what holds for all that is in it."""
    return replace(
        place,
        default=at.words.get("default", ABSENT) if place.default is ABSENT else place.default,
        depth=place.depth + (not place.headless and bool(place.path)),
        refs=place.refs | at.refs,
        locked=place.locked
        or at.words.get("readOnly") is True
        or place.ui.wish("readonly") is True,
        sensitive=secret(at, place),
        hidden=place.hidden or place.ui.widget == "hidden",
    )


def ordered(at: Known, place: Place) -> list[str]:
    """The names of an object's properties that the schema asks for, in the order of the form."""
    others = at.mentioned if is_open(at) else []
    names = list(dict.fromkeys([*at.properties, *at.required, *others]))
    order = [one for one in place.ui.order if one in names or one == "*"]
    if not order:
        return names
    rest = [one for one in names if one not in order]
    cut = order.index("*") if "*" in order else len(order)
    return list(dict.fromkeys([*order[:cut], *rest, *(x for x in order[cut:] if x != "*")]))


def _undeclared(at: Known) -> list[Part]:
    """What applies to a property that is required and not described."""
    found = mapping(at.words.get("additionalProperties"))
    return [Part(found, at.additional)] if found and at.additional else []
