"""What stands around a form's values: headings, heads of rows, what is in a control. Pure."""

from typing import Any

from bot.core.form.built import Built, OneRow
from bot.core.form.codec import Control
from bot.core.form.control import label
from bot.core.form.exact import ABSENT
from bot.core.form.merged import Known
from bot.core.form.options import worded
from bot.core.form.parts import Field, Given, Heading, Item, Row
from bot.core.form.place import HEAD, ROWS, Place
from bot.core.form.shape import shape
from bot.core.replacing import replace

_ONE = ("radio", "select", "search")


def heading(at: Known, place: Place) -> list[Item]:
    """A heading, where nothing else names what follows."""
    title = label(at, place) if place.path else place.ui.text("title") or at.text("title")
    about = place.ui.text("description") or at.text("description")
    named = place.headless or (place.stands and not place.path)
    if place.hidden or named or at.choices or not (title or about):
        return []
    name = place.marked(HEAD)
    return [Heading(id=name, path=place.path, label=title, about=about, depth=place.depth)]


def row_head(at: Known, place: Place, n: int, names: tuple[str, ...]) -> Row:
    """The head of a list's row, number `n` from 0."""
    least = at.count("minItems") or 0
    optional = not place.required or place.loose or at.nullable
    return Row(
        id=row_id(place, names[n]), path=(*place.path, n), number=n + 1,
        label=f"{label(at, place)} {n + 1}",
        removes=optional or len(names) > least or shape(at, place) == "texts",
    )  # fmt: skip


def row_id(place: Place, name: str) -> str:
    """The id of a list's row."""
    return place.marked(ROWS, name)


def one_row(place: Place, name: str, inside: Built) -> OneRow:
    """A row with the ids of all that is in it."""
    ids = {*inside.controls, *inside.lists, *(one.id for one in inside.items)}
    return OneRow(place.id, name, frozenset(ids))


def standing(field: Field, given: Given) -> Field:
    """The field with what stands in it; of a sensitive one nothing is shown."""
    if field.sensitive:
        return field
    if isinstance(given, str) and field.kind not in _ONE:
        return replace(field, shown=given)
    found = (given,) if isinstance(given, str) else given
    return replace(field, picked=tuple(one for one in found if one))


def as_it_stands(made: Control, value: Any) -> Field:
    """A field that nobody may change, with the value that it has."""
    if made.field.sensitive or value is ABSENT:
        return replace(made.field, shown="")
    return replace(made.field, shown=worded(value))


def in_a_row(item: Item, place: Place) -> Item:
    """A text's field in a row of its own: empty, the row is none."""
    if not isinstance(item, Field):
        return item
    return replace(item, optional=True, redraws=place.watched)
