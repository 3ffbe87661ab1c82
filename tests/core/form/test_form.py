"""A form as a whole: the way it is asked, pages, wishes for its looks, and what is told of it."""

import json
from typing import Any

import pytest

from bot.core.form import Field, Heading, Room, Row, made
from bot.core.form.weight import weigh
from tests.core.form.forms import by_label, fields, fill, heads, labels, obj, wrong

TEXT: dict[str, Any] = {"type": "string"}
MASKED = {"ui:options": {"widget": "password"}}
SECRET = TEXT | {"format": "password"}

WAYS: list[tuple[Any, Any, Any, str, str]] = [
    (True, None, None, "buttons", "nothing to fill in"),
    ({"type": "object", "title": "Go on?"}, None, None, "buttons", "nothing to fill in"),
    ({"type": "boolean"}, None, None, "buttons", "few answers"),
    (obj("go", go={"type": "boolean"}), None, [], "buttons", "few answers"),
    (obj(go={"type": "boolean", "default": True}), None, None, "buttons", "few answers"),
    (obj("a", a={"enum": list("abcde")}), None, None, "buttons", "few answers"),
    (obj("a", a={"enum": list("abcdef")}), None, None, "modal", "fits a modal"),
    (obj("go", go={"type": "boolean"}), None, [{"id": "yes"}], "modal", "fits a modal"),
    (obj("go", go={"type": "boolean"}, why=TEXT), None, None, "modal", "fits a modal"),
    (obj("a", a=TEXT), None, None, "modal", "fits a modal"),
    (obj("n", n={"type": "integer"}), {"n": {"ui:widget": "range"}}, None, "modal", "fits a modal"),
    (obj(a=SECRET), None, None, "web", "must not pass through Slack"),
    (obj(a=TEXT | {"writeOnly": True}), None, None, "web", "must not pass through Slack"),
    (obj(a=TEXT | {"x-sensitive": "card"}), None, None, "web", "must not pass through Slack"),
    (obj(a=TEXT), {"a": {"ui:widget": "password"}}, None, "web", "must not pass"),
    (obj(a=obj(b=TEXT)), {"a": {"b": MASKED}}, None, "web", "must not pass"),
    (obj(a={"$ref": "#/$defs/s"}) | {"$defs": {"s": SECRET}}, None, None, "web", "must not pass"),
    (obj(a={"type": "array", "items": SECRET}), None, None, "web", "must not pass"),
    (obj(a={"oneOf": [TEXT, obj(b=SECRET)]}), None, None, "web", "must not pass"),
    (obj(a=TEXT | {"maxLength": 3_001}), None, None, "web", "more than 3,000 characters"),
    (obj(a=TEXT | {"maxLength": 3_000}), None, None, "modal", "fits a modal"),
    (obj(a=TEXT | {"minLength": 3_001}), {"a": {"ui:widget": "textarea"}}, None, "web", "3,000"),
    (obj(a=obj(b=obj(c=obj(d=obj(e=obj(f=TEXT)))))), None, None, "modal", "fits a modal"),
    (obj(a=obj(b=obj(c=obj(d=obj(e=obj(f=obj(g=TEXT))))))), None, None, "web", "6 levels"),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "ui", "actions", "way", "why"), WAYS)
def test_the_way_it_is_asked(schema: Any, ui: Any, actions: Any, way: str, why: str) -> None:
    """Buttons for the smallest, the web page for what can't be in Slack, a modal for the rest."""
    form = made(schema, ui, actions)
    assert form.way == way and why in form.why
    assert bool(form.quick) is (form.way == "buttons" and "few" in why)


def test_yes_and_no_are_whole_answers() -> None:
    """With what else is constant; alone, the bare value."""
    form = made(obj("go kind", go={"type": "boolean"}, kind={"const": "x"}))
    assert [one.label for one in form.quick] == ["Yes", "No"]
    answers = [json.loads(form.quick_values(one.value)) for one in form.quick]
    assert answers == [{"go": True, "kind": "x"}, {"go": False, "kind": "x"}]
    form = made({"type": "boolean"})
    assert [form.quick_values(one.value) for one in form.quick] == ["true", "false"]


def test_a_root_that_is_no_object_is_one_question() -> None:
    """Its answer is the bare value."""
    form = made({"type": "integer", "title": "How many?"})
    assert form.title == "How many?"
    draft = fill(form, form.start(), **{"How many?": "3"})
    assert form.read(draft).values == "3"
    assert form.settled('"3"').wrong == {fields(form, draft)[0].id: "This must be a whole number."}


def test_pages_hold_what_has_room_and_keep_all_answers() -> None:
    """In order, numbered, each part once; heads stand with what follows, and are repeated."""
    flags = {f"f{n}": {"type": "boolean"} for n in range(30)}
    form = made(obj("a f0", a=obj(**flags), **flags))
    draft = form.start()
    room = Room(10, 50_000, 80_000)
    pages = form.pages(draft, room)
    assert [(one.number, one.of) for one in pages] == [
        (n + 1, len(pages)) for n in range(len(pages))
    ]
    ids = [one.id for page in pages for one in page.fields]
    assert len(ids) == len(set(ids)) == 60
    assert all(sum(weigh(one).blocks for one in page.items) <= 10 for page in pages)
    inside = [page for page in pages if any(one.path[:1] == ("a",) for one in page.fields)]
    assert all(isinstance(page.items[0], Heading) for page in inside)
    for page in pages:
        draft = draft.with_given({one.id: "0" for one in page.fields})
    assert len(json.loads(form.read(draft).values)["a"]) == 30


def test_a_row_that_goes_on_is_named_again() -> None:
    """On the next page, as it is too long for one."""
    items = obj(**{f"f{n}": TEXT for n in range(8)})
    form = made(obj("a", a={"type": "array", "items": items, "minItems": 2}))
    pages = form.pages(form.start(), Room(9, 50_000, 80_000))
    assert len(pages) > 2
    for page in pages[1:-1]:
        assert any(isinstance(one, Row) for one in page.items)


def test_only_a_page_s_own_faults_hold_it_up() -> None:
    """*Next* asks for nothing that stands on a later page."""
    form = made(obj("a b", a={"type": "integer"}, b={"type": "integer"}))
    first, second = form.pages(form.start(), Room(1, 50_000, 80_000))
    assert list(form.wrong_on(form.start(), first)) == [first.fields[0].id]
    draft = form.start().with_given({first.fields[0].id: "1"})
    assert form.wrong_on(draft, first) == {}
    assert list(form.wrong_on(draft, second)) == [second.fields[0].id]


def test_wishes_for_the_looks() -> None:
    """Of react-jsonschema-form, also nested, for items, and within `ui:options`."""
    items = obj(k=TEXT)
    form = made(
        obj(
            "d", a=TEXT, b=TEXT, c=obj(x=TEXT, y=TEXT),
            d={"type": "array", "items": items, "minItems": 1}, e={"enum": [1, 2]},
            f={"enum": list("ab")}, g={"type": "boolean"}, h=TEXT,
        ),
        {
            "ui:title": "All", "ui:description": "of it",
            "ui:order": ["c", "*", "a"],
            "a": {
                "ui:title": "First", "ui:description": "d", "ui:help": "h", "ui:placeholder": "p",
            },
            "b": {"ui:options": {"title": "Second", "widget": "textarea"}},
            "c": {"ui:order": ["y", "x"], "x": {"ui:title": "Inner"}},
            "d": {"items": {"k": {"ui:title": "Key"}}},
            "e": {"ui:enumNames": ["One", "Two"]}, "f": {"ui:widget": "select"},
            "g": {"ui:widget": "checkbox"}, "h": {"ui:widget": "hidden"},
        },
    )  # fmt: skip
    draft = form.start()
    assert (form.title, form.about) == ("All", "of it")
    assert labels(form, draft) == ["y", "Inner", "Second", "Key", "e", "f", "g", "First"]
    first = by_label(form, draft, "First")
    assert (first.about, first.hint, first.placeholder) == ("d", "h", "p")
    assert by_label(form, draft, "Second").kind == "lines"
    assert [one.label for one in by_label(form, draft, "e").options] == ["One", "Two"]
    assert by_label(form, draft, "f").kind == "select"
    assert by_label(form, draft, "g").kind == "checkbox"


def test_texts_stay_whole() -> None:
    """Titles, descriptions and options are cut where they are drawn, and only there."""
    long = "x" * 5_000
    form = made(obj(a={"title": long, "description": long, "enum": [long, "b", f"{long}!"]}))
    (field,) = fields(form, form.start())
    assert (field.label, field.about) == (long, long)
    assert [one.label for one in field.options] == [long, "b", f"{long}!"]


def test_titles_of_what_is_referred_to_don_t_hide_names() -> None:
    """Two places of one definition are told apart; a title beside the reference counts."""
    address = {"title": "Address", **obj(city=TEXT)}
    form = made(
        obj(home={"$ref": "#/$defs/a"}, work={"$ref": "#/$defs/a", "title": "Office"})
        | {"$defs": {"a": address}}
    )
    assert [one.label for one in heads(form, form.start())] == ["home", "Office"]


def test_examples_are_placeholders() -> None:
    """The first of them; none for what is sensitive."""
    form = made(obj(a=TEXT | {"examples": ["web-1", "x"]}, b=SECRET | {"examples": ["hunter2"]}))
    assert [one.placeholder for one in fields(form, form.start())] == ["such as web-1", ""]


def test_a_search_finds_the_best_first() -> None:
    """Whole, from the start, from a word's start, inside; nothing typed finds the first hundred."""
    names = ["prod-db-10", "staging-prod", "db", "db-1", "my-db-1", "xdbx"]
    form = made(obj(a={"enum": [*names, *(f"n{n}" for n in range(200))]}))
    (field,) = fields(form, form.start())
    assert field.kind == "search"
    found = [one.label for one in form.found(form.start(), field.id, " DB ")]
    assert found == ["db", "db-1", "prod-db-10", "my-db-1", "xdbx"]
    assert [one.label for one in form.found(form.start(), field.id, "1 prod")] == ["prod-db-10"]
    assert len(form.found(form.start(), field.id, "")) == 100
    assert form.found(form.start(), "f-none", "") == ()


def test_what_is_told_of_an_answer() -> None:
    """Labels with their place, words for choices, and nothing sensitive."""
    form = made(
        obj(
            name=TEXT, go={"type": "boolean"}, n={"oneOf": [{"const": 1, "title": "One"}]},
            to=obj(city=TEXT), tags={"type": "array", "items": {"enum": ["a", "b"]}},
            env={"type": "array", "items": obj(key=TEXT)}, key=SECRET, left=TEXT,
            kind={"const": "k"},
            hosts={"type": "array", "items": TEXT}, nil={"type": ["integer", "null"]},
        )
    )  # fmt: skip
    values = {
        "name": "Ana", "go": False, "n": 1, "to": {"city": "Bonn"}, "tags": ["b", "a"],
        "env": [{"key": "A"}], "key": "hunter2", "kind": "k", "hosts": ["x"], "nil": None,
        "odd": [1],
    }  # fmt: skip
    assert form.told(json.dumps(values)) == (
        ("name", "Ana"), ("go", "No"), ("n", "One"), ("to → city", "Bonn"), ("tags", "b, a"),
        ("env 1 → key", "A"), ("key", "[hidden]"), ("kind", "k"), ("hosts 1", "x"),
        ("nil", "None"), ("not asked for", '{"odd": [1]}'),
    )  # fmt: skip


def test_what_nobody_may_change_can_not_be_forged() -> None:
    """In rows and in groups as well; a constant that is missing is put in."""
    part = obj("kind", kind={"const": "x"}, ro={"type": "integer", "readOnly": True, "default": 3})
    form = made(obj(a=part, b={"type": "array", "items": part}, c=TEXT | {"readOnly": True}))
    sent = {"a": {"kind": "y", "ro": 9}, "b": [{"ro": 1}, {"kind": "x"}], "c": "forged"}
    held = {"kind": "x", "ro": 3}
    assert json.loads(form.settled(json.dumps(sent)).values) == {"a": held, "b": [held, held]}
    assert form.settled("{").wrong == {
        "": "The answer can't be read: it isn't JSON (line 1, column 2)."
    }


def test_nothing_is_asked_twice_under_one_id() -> None:
    """Names that look alike, or like steps of a path, are other places; ids are short and plain."""
    names = [
        "a",
        "A",
        "a/b",
        "a~1b",
        "a.b",
        "a~b",
        "",
        "__proto__",
        "constructor",
        "имя",
        "0",
        "~choice",
    ]
    form = made(obj(**dict.fromkeys(names, TEXT), b=obj(**dict.fromkeys(names, TEXT))))
    found = [one.id for one in fields(form, form.start())]
    assert len(found) == len(set(found)) == 2 * len(names)
    assert all(len(one) <= 40 and one.isascii() and one.replace("-", "").isalnum() for one in found)
    values = {name: f"v {name}" for name in names}
    assert json.loads(form.read(form.fill(json.dumps(values))).values) == values


def test_a_faulty_field_names_the_group_where_there_is_no_field() -> None:
    """So that the words at the form's head say what they are about."""
    inner = {**obj(a=TEXT), "title": "Contact", "minProperties": 1}
    form = made(obj("to", to=inner))
    (field,) = fields(form, form.start())
    assert form.read(form.start()).wrong == {field.id: "At least 1 of these must be filled in."}
    closed = made(obj(to={**obj(a=TEXT), "additionalProperties": False}))
    assert closed.settled('{"to": {"b": 1}}').wrong == {"": "to: “b” isn't asked for here."}


def test_locked_fields_are_shown_and_not_asked() -> None:
    """With what they hold; a whole group as well."""
    ro = {**obj(x={"type": "integer", "default": 1}), "readOnly": True}
    form = made(
        obj(
            "a",
            a={"type": "boolean", "default": True},
            b=ro,
            c={"const": [1]},
            d={"type": "array", "readOnly": True, "default": [2]},
        )
    )
    locked = [one for one in fields(form, form.start()) if one.kind == "locked"]
    assert [(one.label, one.shown) for one in locked] == [("x", "1"), ("c", "[1]"), ("d", "[2]")]
    assert wrong(form, form.start()) == {}
    assert isinstance(form.pages(form.start())[0].items[0], Field)
