"""Lists: rows that are added and removed, one a line, and what stays JSON."""

from typing import Any

import pytest

from bot.core.form import Draft, made
from tests.core.form.forms import by_label, ends, fields, fill, labels, obj, rows, wrong

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
HOSTS = obj(hosts={"type": "array", "items": {"type": "string"}, "maxItems": 4})
ENV = obj(
    "env",
    env={
        "type": "array", "minItems": 1, "maxItems": 3,
        "items": obj("key", key={"type": "string", "minLength": 1}, value={"type": "string"}),
    },
)  # fmt: skip


def test_texts_are_typed_one_a_line() -> None:
    """Commas stay, blank lines are dropped, white space at a line's ends is."""
    form = made(HOSTS)
    draft = fill(form, form.start(), hosts="a, b\n\n  c\n")
    assert form.read(draft).values == '{"hosts": ["a, b", "c"]}'


def test_texts_have_rows_as_well() -> None:
    """Added, they stand above the lines; removed, what was in them goes with them."""
    form = made(HOSTS)
    (end,) = ends(form, form.start())
    draft = form.added(form.added(form.start(), end.id), end.id)
    assert labels(form, draft) == ["hosts 1", "hosts 2", "More of hosts, one on each line"]
    draft = fill(form, draft, **{"hosts 1": "x\ny", "hosts 2": "z"})
    draft = fill(form, draft, **{"More of hosts, one on each line": "last"})
    assert form.read(draft).values == '{"hosts": ["x\\ny", "z", "last"]}'
    first, _ = rows(form, draft)
    draft = form.removed(draft, first.id)
    assert form.read(draft).values == '{"hosts": ["z", "last"]}'
    assert "x\ny" not in draft.dump()


def test_a_row_that_is_empty_is_none() -> None:
    """As a blank line is none; the fault of a later one is still said at its own field."""
    items = {"type": "string", "pattern": "^[a-z]+$"}
    form = made(obj(hosts={"type": "array", "items": items}))
    (end,) = ends(form, form.start())
    draft = form.added(form.added(form.start(), end.id), end.id)
    draft = fill(form, draft, **{"hosts 2": "B", "More of hosts, one on each line": "c\nD"})
    words = "This doesn't have the right form. Only small letters a to z."
    assert wrong(form, draft) == {
        "hosts 2": words,
        "More of hosts, one on each line": f"Line 2: {words}",
    }


def test_a_row_s_id_is_given_to_no_other() -> None:
    """Neither after the last one was removed, nor after all were."""
    form = made(HOSTS)
    (end,) = ends(form, form.start())
    draft, seen = form.start(), list[str]()
    for _ in range(3):
        draft = form.added(draft, end.id)
        (row,) = rows(form, draft)
        seen.append(row.id)
        draft = Draft.load(form.removed(draft, row.id).dump())
    assert len(set(seen)) == 3


def test_no_more_and_no_fewer_than_allowed() -> None:
    """*Add* and *Remove* are there only while they make sense, and a forged one does nothing."""
    form = made(ENV)
    draft = form.start()
    assert [(one.label, one.removes) for one in rows(form, draft)] == [("env 1", False)]
    (end,) = ends(form, draft)
    assert end.of == "env" and end.adds
    draft = form.added(form.added(draft, end.id), end.id)
    assert [one.removes for one in rows(form, draft)] == [True, True, True]
    assert not ends(form, draft)[0].adds
    assert form.added(draft, end.id) == draft
    assert form.added(draft, "f-none") == form.removed(draft, "f-none") == draft


def test_rows_keep_what_is_in_them_when_one_is_removed() -> None:
    """Ids are the rows' own, whatever their number."""
    form = made(ENV)
    (end,) = ends(form, form.start())
    draft = form.added(form.start(), end.id)
    first, second = (one for one in fields(form, draft) if one.label == "key")
    draft = draft.with_given({first.id: "A", second.id: "B"})
    draft = form.removed(draft, rows(form, draft)[0].id)
    assert form.read(draft).values == '{"env": [{"key": "B"}]}'
    assert by_label(form, draft, "key").id == second.id
    assert [(one.label, one.number) for one in rows(form, draft)] == [("env 1", 1)]


def test_faults_are_said_in_the_row_that_they_are_in() -> None:
    """Of two rows the second."""
    form = made(ENV)
    (end,) = ends(form, form.start())
    draft = form.added(form.start(), end.id)
    first, second = (one for one in fields(form, draft) if one.label == "key")
    read = form.read(draft.with_given({first.id: "A"}))
    assert read.wrong == {second.id: "This is needed."}


def test_a_list_s_default_stands_in_its_rows() -> None:
    """Until they are changed or removed, one by one."""
    form = made(obj(a={"type": "array", "items": {"type": "string"}, "default": ["x", "y"]}))
    draft = form.start()
    assert form.read(draft).values == '{"a": ["x", "y"]}'
    draft = form.removed(draft, rows(form, draft)[0].id)
    assert form.read(draft).values == '{"a": ["y"]}'
    (end,) = ends(form, draft)
    draft = form.added(draft, end.id)
    assert form.read(fill(form, draft, **{"a 2": "z"})).values == '{"a": ["y", "z"]}'


@pytest.mark.parametrize("count", [0, 1, 20, 25, 190])
def test_long_lists_of_texts_come_back(count: int) -> None:
    """The first stand in rows, the others one a line."""
    form = made(obj(a={"type": "array", "items": {"type": "string"}}))
    values = '{"a": [' + ", ".join(f'"v {n}"' for n in range(count)) + "]}"
    assert form.read(form.fill(values)).values == values
    assert len(rows(form, form.fill(values))) == min(count, 20)


@pytest.mark.parametrize(
    ("schema", "typed", "values"),
    [
        ({"type": "array", "items": {"type": "integer"}}, "[1, 2]", "[1, 2]"),
        ({"type": "array"}, '["a", 1.50, null]', '["a", 1.50, null]'),
        ({"type": "array", "items": {"type": "array", "items": TEXT}}, '[["a"]]', '[["a"]]'),
        ({"type": "object"}, '{"a": {"b": 1}}', '{"a": {"b": 1}}'),
        ({"type": "object"}, "a=1\nb = x=y", '{"a": "1", "b": "x=y"}'),
        ({"type": "object", "additionalProperties": WHOLE}, "a=1\nb=2", '{"a": 1, "b": 2}'),
        ({"type": "object", "additionalProperties": {"type": "array"}}, '{"a": []}', '{"a": []}'),
    ],
)  # fmt: skip
def test_what_has_no_controls_is_json(schema: Any, typed: str, values: str) -> None:
    """Checked all the same; of texts by name also one a line."""
    form = made(obj(x=schema))
    (field,) = fields(form, form.start())
    assert (field.kind, field.hint != "") == ("json", True)
    assert form.read(fill(form, form.start(), x=typed)).values == f'{{"x": {values}}}'


@pytest.mark.parametrize(
    ("schema", "typed", "words"),
    [
        ({"type": "array"}, "a, b", "must be JSON"),
        ({"type": "array"}, "{}", "must be a list"),
        ({"type": "array", "items": WHOLE}, '[1, "2"]', "2: This must be a whole number"),
        ({"type": "object"}, "a", "Line 1: write it as name=value"),
        ({"type": "object"}, "a=1\na=2", "Line 2: a stands twice"),
        ({"type": "object"}, '{"a": 1, "a": 2}', "a name stands twice"),
        ({"type": "object", "minProperties": 2}, "a=1", "At least 2 of these"),
        ({"type": "object", "additionalProperties": WHOLE}, "[NaN]", "NaN is no number"),
        ({"type": "object", "additionalProperties": WHOLE}, "a=x", "Line 1: This must be a whole"),
        ({"type": "object", "propertyNames": {"maxLength": 2}}, "abc=1", "Of names: use at most 2"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_json_is_said_in_words(schema: Any, typed: str, words: str) -> None:
    """With the place in it."""
    form = made(obj(x=schema))
    found = wrong(form, fill(form, form.start(), x=typed))
    assert list(found) == ["x"] and words in found["x"]


def test_lists_in_lists_have_rows_to_the_second_level() -> None:
    """What is deeper is JSON text."""
    inner: dict[str, Any] = {"type": "array", "items": obj(v={"type": "string"})}
    outer = {"type": "array", "items": obj(kids={"type": "array", "items": obj(kids=inner)})}
    form = made(obj(kids=outer))
    values = '{"kids": [{"kids": [{"kids": [{"v": "x"}]}]}]}'
    draft = form.fill(values)
    assert form.read(draft).values == values
    assert [one.kind for one in fields(form, draft)] == ["json"]
    assert len(rows(form, draft)) == 2


def test_a_position_between_others_can_not_be_empty() -> None:
    """Of a list with a control for each position; what comes last may be left out."""
    part = {"type": "integer"}
    form = made(obj(a={"type": "array", "prefixItems": [part, part, part]}))
    assert labels(form, form.start()) == ["a 1", "a 2", "a 3"]
    draft = fill(form, form.start(), **{"a 1": "1"})
    assert form.read(draft).values == '{"a": [1]}'
    draft = fill(form, draft, **{"a 3": "3"})
    assert wrong(form, draft) == {"a 2": "This is needed, as what comes after it is filled in."}


def test_a_form_that_is_full_takes_no_more_rows() -> None:
    """Its time grows with its fields, and it must be drawn while somebody waits."""
    names = [f"f{n}" for n in range(100)]
    form = made(obj(rows={"type": "array", "items": obj(**dict.fromkeys(names, TEXT))}))
    draft = form.start()
    for _ in range(12):
        draft = form.added(draft, ends(form, draft)[0].id)
    assert len({row.number for row in rows(form, draft)}) == 10
