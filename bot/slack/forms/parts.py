"""The parts of a form as the drawing of modals names them."""

from collections.abc import Sequence
from typing import assert_never

from blocks.form_inputs import picks
from blocks.form_parts import Choice, Control, Group, Part, RowHead, RowsEnd
from bot.core.form.hints import FORMATS
from bot.core.form.parts import Field, Heading, Item, Option, Row, Rows

_ELSEWHERE = "Asked on the web page, never in Slack."
# Kinds with a picker of their own: the format that says how to type one, and what is said instead.
_PICKED = {"date": ("date", ""), "datetime": ("date-time", "In your own time zone.")}


def part(item: Item, wrong: str) -> Part:
    """A part as it is drawn, with what is wrong there."""
    match item:
        case Field():
            return control(item, wrong)
        case Heading():
            return Group(label=item.label, about=item.about, depth=item.depth, wrong=wrong)
        case Row():
            return RowHead(id=item.id, label=item.label, removes=item.removes, wrong=wrong)
        case Rows():
            return RowsEnd(id=item.id, of=item.of, adds=item.adds, wrong=wrong)
        case _:
            assert_never(item)


def choices(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Choices, in their order."""
    return tuple(
        Choice(value=one.value, label=one.label, about=one.about, group=one.group)
        for one in options
    )


def control(field: Field, wrong: str = "") -> Control:
    """A field as it is drawn."""
    return Control(
        id=field.id,
        kind="locked" if field.sensitive else field.kind,
        label=field.label,
        about=field.about,
        hint=_hint(field),
        placeholder=field.placeholder,
        optional=field.optional,
        shown=_ELSEWHERE if field.sensitive else field.shown,
        options=choices(field.options),
        picked=field.picked,
        least=field.least,
        most=field.most,
        low=field.low,
        high=field.high,
        redraws=field.redraws,
        wrong=wrong,
    )


def _hint(field: Field) -> str:
    """The field's rule; of one that is picked nothing on how to type it."""
    if field.kind not in _PICKED or not picks(field.kind, field.shown):
        return field.hint
    return field.hint.replace(FORMATS[_PICKED[field.kind][0]], _PICKED[field.kind][1]).strip()
