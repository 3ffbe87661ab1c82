"""Random schemas and answers: whatever keeps to its schema comes back from the form as it was."""

import json
from typing import Any

import jsonschema
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.core.form import Draft, Field, made
from bot.core.form.exact import loads, same
from tests.core.form.schemas import everything


def keeps(schema: Any, value: Any) -> bool:
    """What another library says of an answer."""
    oracle = jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    return oracle.is_valid(value)


@settings(max_examples=300, deadline=None)
@given(everything())
def test_an_answer_comes_back_as_it_was(drawn: tuple[dict[str, Any], Any]) -> None:
    """Filled in, stored, drawn on pages and read back, it is the same JSON."""
    schema, value = drawn
    assume(keeps(schema, value))
    form = made(schema)
    draft = Draft.load(form.fill(json.dumps(value)).dump())
    shown = [item for page in form.pages(draft) for item in page.items]
    again = draft.with_given({one.id: standing(one) for one in shown if isinstance(one, Field)})
    read = form.read(again)
    assert read.wrong == {} and same(loads(read.values), loads(json.dumps(value)))
    ids = [item.id for item in shown if isinstance(item, Field)]  # heads stand on several pages
    assert len(ids) == len(set(ids))


def standing(field: Field) -> str | tuple[str, ...]:
    """What would come back of a field that nobody touched."""
    if field.kind in ("checkbox", "checkboxes", "multiselect", "multisearch"):
        return field.picked
    if field.kind in ("radio", "select", "search"):
        return field.picked[0] if field.picked else ""
    return field.shown


@settings(max_examples=200, deadline=None)
@given(everything(), st.data())
def test_what_comes_out_is_right(drawn: tuple[dict[str, Any], Any], data: st.DataObject) -> None:
    """Whatever is typed and picked: what is read keeps to its schema, or it is refused."""
    schema, _ = drawn
    form = made(schema)
    draft = form.start()
    for _ in range(2):
        fields = [one for page in form.pages(draft) for one in page.fields]
        draft = draft.with_given({one.id: data.draw(typed(one)) for one in fields})
    read = form.read(draft)
    assert bool(read.values) is not bool(read.wrong)
    assert not read.values or keeps(schema, json.loads(read.values))


def typed(field: Field) -> st.SearchStrategy[Any]:
    """What a person may do with a field."""
    values = [one.value for one in field.options] or ["0"]
    if field.kind in ("checkbox", "checkboxes", "multiselect", "multisearch"):
        return st.lists(st.sampled_from(values), unique=True).map(tuple)
    if field.kind in ("radio", "select", "search"):
        return st.sampled_from(["", *values])
    words = ["", "1", "2.5", "abc", "[]", "{}", "2026-12-24", "null"]
    return st.one_of(st.text(max_size=5), st.sampled_from(words))
