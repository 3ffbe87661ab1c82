"""What is looked at again isn't made again, and no draft sees what is another's."""

from bot.core.form import Draft, Form, limits, made
from bot.core.form.edited import edit
from tests.core.form.forms import ends, fields, fill, obj, rows

TEXT = {"type": "string"}


def large() -> Form:
    """A form of as many fields as there may be."""
    kinds = (TEXT, {"type": "integer", "default": 3}, {"enum": ["a", "b"]}, {"type": "boolean"})
    return made(obj(**{f"f{n}": kinds[n % 4] for n in range(limits.FIELDS)}))


def test_a_draft_is_drawn_once() -> None:
    """Also an equal one that was read anew from where it is kept."""
    form = large()
    draft = fill(form, form.start(), f0="x")
    pages = form.pages(draft)
    assert form.pages(Draft.load(draft.dump())) is pages
    other = fill(form, draft, f4="y")
    assert form.pages(other) is not pages
    assert [f.shown for f in fields(form, other) if f.shown in ("x", "y")] == ["x", "y"]
    assert form.pages(draft) is pages and [f.shown for f in fields(form, draft)].count("y") == 0


def test_of_another_draft_only_what_stands_in_it_is_made() -> None:
    """A control is one for all drafts: making it is what takes long."""
    form = large()
    one, other = (form._built(fill(form, form.start(), f0=text)) for text in "ab")  # pyright: ignore[reportPrivateUsage]
    assert all(one.controls[name] is made for name, made in other.controls.items())
    assert one.value != other.value


def test_what_is_secret_is_not_kept_about() -> None:
    """Of a form with a secret nothing that was typed stays once it is answered."""
    form = made(obj("key", key=TEXT | {"format": "password"}))
    draft = Draft({fields(form, form.start())[0].id: "Zwiebel"})
    assert form.read(draft).values == '{"key": "Zwiebel"}'
    assert "Zwiebel" not in repr(form.place.schema.kept)


def test_rows_that_come_and_go_do_not_pile_up() -> None:
    """Each is a place of its own; what is forgotten is made again."""
    row = {**obj("a", a=TEXT), "minItems": 0}
    form = made(obj(x={"type": "array", "items": row}))
    draft = form.start()
    kept = form.place.schema.kept
    kept.drawn.update({(n,): None for n in range(limits.PLACES - 5)})
    (end,) = ends(form, draft)
    for _ in range(8):
        draft = form.added(draft, end.id)
        form.pages(draft)
    assert len(kept.drawn) < limits.PLACES and len(rows(form, draft)) == 8
    assert len({one.id for one in fields(form, draft)}) == 8


def test_two_calls_of_one_tool_are_forms_apart() -> None:
    """What stands in one call's form, and what stays hidden there, is none of the other's."""
    schema = obj(a=TEXT, b=TEXT)
    open_ = edit(schema, '{"a":"1","b":"2"}', frozenset())
    shut = edit(schema, '{"a":"1","b":"3"}', frozenset({"b"}))
    for one, other in ((open_, shut), (shut, open_)):
        # The same draft in both: what was typed in one form doesn't come out of the other.
        assert one.form.written(open_.start).values != other.form.written(open_.start).values
    assert [f.path for f in fields(open_.form, open_.start)] == [("a",), ("b",)]
    assert [f.path for f in fields(shut.form, shut.start)] == [("a",)]
    assert shut.form.written(shut.start).values == '{"a": "1", "b": "3"}'
