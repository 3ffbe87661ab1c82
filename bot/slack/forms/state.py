"""What stands in a form's modal, as it comes back, and where its faults are said.

Nothing of it is trusted: a choice that isn't one of the field's is none, and a field that the page
doesn't have is not read.
"""

from collections.abc import Iterable, Iterator, Mapping

from blocks import limits
from blocks.form_choices import MANY, ONE
from blocks.form_inputs import kept, moment
from blocks.form_parts import block_name, named
from blocks.text import unmarked
from bot.core.form.parts import Field, Given, Page
from bot.slack.fields import Json, items, obj, text
from bot.slack.forms.parts import control

_NO_VIEW: Json = {}
_TYPED = ("value", "selected_date", "selected_time")


def given(values: Json, page: Page) -> Mapping[str, Given]:
    """What stands in the page's fields, by their ids, from a view's `state.values`.

    Texts and numbers are as they were typed, "" where nothing is; of choices their values; a date
    is `YYYY-MM-DD`, a time `HH:MM`, a moment RFC 3339 in UTC, to the minute that was picked. Of a
    value that its field couldn't show an empty field means the value itself. A field that the view
    hasn't is missing.
    """
    found: dict[str, Given] = {}
    entries = dict(_entries(values))
    for field in page.fields:
        if field.kind != "locked" and field.id in entries:
            found[field.id] = _given(field, entries[field.id])
    return found


def errors(wrong: Mapping[str, str], page: Page, before: Json = _NO_VIEW) -> Mapping[str, str]:
    """The `errors` of an answer that keeps the modal open: words by block id.

    `before` is the view that was sent. Empty where none of the faults has an input there: Slack
    takes no other key, so that the page has to be drawn anew with what is wrong.
    """
    inputs = {field.id for field in page.fields if field.kind != "locked"}
    times = dict(_inputs(before))
    return {
        block_name(name, times.get(name, 0)): unmarked(words, limits.INPUT_HINT)
        for name, words in wrong.items()
        if name in inputs and words and (not before or name in times)
    }


def present(field: Field) -> Given:
    """What a field begins with, as `given` says it."""
    if field.kind not in (*MANY, *ONE):
        return field.shown
    return _of(field, _known(field, field.picked))


def _entries(values: Json) -> Iterator[tuple[str, Json]]:
    for block_id in values:
        name = named(block_id)
        if name is not None:
            yield name[0], obj(values, block_id, block_id)


def _inputs(view: Json) -> Iterator[tuple[str, int]]:
    for block in items(view, "blocks"):
        name = named(text(block, "block_id"))
        if name is not None:
            yield name


def _given(field: Field, entry: Json) -> Given:
    value = _entered(field, entry)
    return present(field) if not value and kept(control(field)) else value


def _entered(field: Field, entry: Json) -> Given:
    if field.kind in (*MANY, *ONE):
        values = [text(one, "value") for one in items(entry, "selected_options")]
        return _of(field, _known(field, [*values, text(entry, "selected_option", "value")]))
    at = entry.get("selected_date_time")
    if isinstance(at, int) and not isinstance(at, bool) and 0 <= at <= limits.MOMENTS[1]:
        return moment(at)
    return next((value for key in _TYPED if (value := text(entry, key))), "")


def _of(field: Field, values: tuple[str, ...]) -> Given:
    if field.kind in MANY:
        return values
    return values[0] if values else ""


def _known(field: Field, values: Iterable[str]) -> tuple[str, ...]:
    """Those that are the field's, each once."""
    known = {one.value for one in field.options} or {"0"}
    return tuple(dict.fromkeys(value for value in values if value in known))
