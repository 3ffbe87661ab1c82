"""Fields that come and go as values change, and alternatives."""

from typing import Any

import pytest

from bot.core.form import made
from tests.core.form.forms import by_label, fields, fill, heads, labels, obj, wrong

TARGET: dict[str, Any] = {
    **obj("target", target={"enum": ["vm", "k8s"]}),
    "if": {"properties": {"target": {"const": "vm"}}, "required": ["target"]},
    "then": {"properties": {"host": {"type": "string", "minLength": 1}}, "required": ["host"]},
    "else": {"properties": {"pod": {"type": "string"}, "replicas": {"type": "integer"}}},
}
WHOLE, NUMBER = {"type": "integer"}, {"type": "number"}
RETRY: dict[str, Any] = obj(
    "retry",
    retry={
        "oneOf": [
            {"title": "None", "type": "null"},
            obj("kind seconds", kind={"const": "fixed"}, seconds=WHOLE) | {"title": "Fixed"},
            obj("kind base", kind={"const": "exp"}, base=NUMBER) | {"title": "Growing"},
        ]
    },
)  # fmt: skip


def test_fields_follow_the_value_that_they_depend_on() -> None:
    """Only those of the branch in force are there and sent; coming back they are as they were."""
    form = made(TARGET)
    draft = fill(form, form.start(), target="vm")
    assert labels(form, draft) == ["target", "host"]
    host = by_label(form, draft, "host")
    draft = fill(form, draft, host="db1")
    assert form.read(draft).values == '{"target": "vm", "host": "db1"}'
    draft = fill(form, draft, target="k8s")
    assert labels(form, draft) == ["target", "pod", "replicas"]
    assert form.read(draft).values == '{"target": "k8s"}'
    draft = fill(form, draft, target="vm")
    assert by_label(form, draft, "host").id == host.id
    assert form.read(draft).values == '{"target": "vm", "host": "db1"}'


def test_what_a_condition_looks_at_redraws() -> None:
    """Nothing else does."""
    form = made(TARGET)
    draft = fill(form, form.start(), target="vm")
    assert {one.label: one.redraws for one in fields(form, draft)} == {
        "target": True,
        "host": False,
    }


def test_an_alternative_is_chosen_first() -> None:
    """Then its fields are there; its constant is in the answer, and null stays null."""
    form = made(RETRY)
    draft = form.start()
    (chooser,) = fields(form, draft)
    assert [one.label for one in chooser.options] == ["None", "Fixed", "Growing"]
    assert chooser.redraws and not chooser.optional
    assert wrong(form, draft) == {"retry": "This is needed."}
    draft = fill(form, draft, retry="Fixed")
    assert labels(form, draft) == ["retry", "seconds"]
    assert wrong(form, draft) == {"seconds": "This is needed."}
    draft = fill(form, draft, seconds="5")
    assert form.read(draft).values == '{"retry": {"kind": "fixed", "seconds": 5}}'
    chosen = fields(form, draft)[0]
    draft = draft.with_given({chosen.id: "0"})
    assert form.read(draft).values == '{"retry": null}'
    draft = draft.with_given({chosen.id: "1"})
    assert form.read(draft).values == '{"retry": {"kind": "fixed", "seconds": 5}}'


def test_kinds_without_titles_are_told_by_their_constants() -> None:
    """Else by what they hold; two of one name are numbered."""
    parts: list[Any] = [{"properties": {"a": {}}}, {"properties": {"b": {}, "c": {}}}]
    form = made({"type": "object", "anyOf": parts})
    (chooser,) = fields(form, form.start())
    assert [one.label for one in chooser.options] == ["a", "b, c"]
    same = [
        obj(x={"type": "string"}) | {"title": "It"},
        obj(y={"type": "string"}) | {"title": "It"},
    ]
    (chooser,) = fields(made({"oneOf": same}), made({"oneOf": same}).start())
    assert [one.label for one in chooser.options] == ["It (1)", "It (2)"]


def test_properties_that_are_asked_anyway_tell_alternatives_apart() -> None:
    """Then nothing more is asked: the branch follows the value."""
    form = made({
        **obj("proxy", proxy={"type": "boolean"}),
        "oneOf": [
            obj(proxy={"const": False}),
            obj("url", proxy={"const": True}, url={"type": "string", "format": "uri"}),
        ],
    })  # fmt: skip
    assert labels(form, form.start()) == ["proxy"]
    draft = fill(form, form.start(), proxy="Yes")
    assert labels(form, draft) == ["proxy", "url"]
    assert wrong(form, draft) == {"url": "This is needed."}
    assert form.read(fill(form, draft, proxy="No")).values == '{"proxy": false}'


@pytest.mark.parametrize(
    "words",
    [
        {"dependentRequired": {"card": ["address"]}},
        {"dependencies": {"card": ["address"]}},
        {"dependentSchemas": {"card": {"required": ["address"]}}},
    ],
)
def test_what_others_depend_on(words: dict[str, Any]) -> None:
    """Once it is filled in they are needed, and their controls say so."""
    form = made(
        {**obj(card={"type": "string"}, address={"type": "string", "minLength": 1}), **words}
    )
    assert by_label(form, form.start(), "address").optional
    assert form.read(form.start()).values == "{}"
    draft = fill(form, form.start(), card="1234")
    assert not by_label(form, draft, "address").optional
    assert wrong(form, draft) == {"address": "This is needed."}


def test_a_condition_further_out_reaches_in() -> None:
    """What the outer object says of an inner property holds there."""
    form = made({
        **obj("mode", mode={"enum": ["a", "b"]}, inner=obj(x={"type": "string"})),
        "if": {"properties": {"mode": {"const": "b"}}},
        "then": {"properties": {"inner": {"properties": {"y": {"type": "integer"}}}}},
    })  # fmt: skip
    assert "y" not in labels(form, fill(form, form.start(), mode="a"))
    draft = fill(form, form.start(), mode="b")
    assert form.read(fill(form, draft, y="3")).values == '{"mode": "b", "inner": {"y": 3}}'


def test_a_default_of_a_conditional_field_is_there_when_it_comes() -> None:
    """Not before."""
    form = made({
        **obj("on", on={"type": "boolean"}),
        "if": {"properties": {"on": {"const": True}}, "required": ["on"]},
        "then": {"properties": {"port": {"type": "integer", "default": 80}}},
    })  # fmt: skip
    assert form.read(fill(form, form.start(), on="No")).values == '{"on": false}'
    assert form.read(fill(form, form.start(), on="Yes")).values == '{"on": true, "port": 80}'


def test_a_pick_never_counts_for_other_options() -> None:
    """The same property with other options in another branch has another id."""
    form = made({
        **obj("env", env={"enum": ["dev", "prod"]}),
        "if": {"properties": {"env": {"const": "dev"}}},
        "then": {"properties": {"size": {"enum": ["small", "large"]}}},
        "else": {"properties": {"size": {"enum": ["2", "4"]}}},
    })  # fmt: skip
    draft = fill(fo := form, form.start(), env="dev", size="small")
    draft = fill(fo, draft, env="prod")
    assert form.read(draft).values == '{"env": "prod"}'


def test_an_object_that_may_be_left_out_asks_for_nothing() -> None:
    """What it needs is needed once anything in it is filled in."""
    form = made(
        obj(to=obj("city", city={"type": "string", "minLength": 1}, zip={"type": "string"}))
    )
    assert [one.optional for one in fields(form, form.start())] == [True, True]
    assert [one.label for one in heads(form, form.start())] == ["to"]
    assert form.read(form.start()).values == "{}"
    assert wrong(form, fill(form, form.start(), zip="1")) == {"city": "This is needed."}


def test_types_without_titles_share_a_control() -> None:
    """A number stands for itself, quotes make it a text; with titles people choose."""
    form = made(obj(x={"anyOf": [{"type": "integer"}, {"type": "string"}]}))
    (field,) = fields(form, form.start())
    assert field.kind == "text" and "a text or a whole number" in field.hint
    assert form.read(fill(form, form.start(), x="5")).values == '{"x": 5}'
    assert form.read(fill(form, form.start(), x='"5"')).values == '{"x": "5"}'
    assert form.read(fill(form, form.start(), x="five")).values == '{"x": "five"}'
    titled = [{"type": "integer", "title": "Count"}, {"type": "string", "title": "Name"}]
    form = made(obj(x={"anyOf": titled}))
    draft = fill(form, form.start(), x="Name")
    assert [one.kind for one in fields(form, draft)] == ["radio", "text"]
    draft = draft.with_given({fields(form, draft)[1].id: "5"})
    assert form.read(draft).values == '{"x": "5"}'


def test_several_that_would_do_say_so_together() -> None:
    """No field is at fault: the words are the form's."""
    form = made({
        **obj(mail={"type": "string", "title": "E-mail"}, tel={"type": "string"}),
        "anyOf": [{"required": ["mail"]}, {"required": ["tel"]}],
    })  # fmt: skip
    assert wrong(form, form.start()) == {"": "Fill in at least one of these: E-mail, tel."}
    assert form.read(fill(form, form.start(), tel="1")).values == '{"tel": "1"}'


def test_two_where_only_one_may_be() -> None:
    """The words say that it is too much."""
    form = made({
        **obj(a={"type": "string"}, b={"type": "string"}),
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
    })  # fmt: skip
    found = wrong(form, fill(form, form.start(), a="1", b="2"))
    assert found == {"": "This fits more than one of what is allowed. Fill in only one of them."}
