"""A call goes through the pages of its form unchanged, whatever its tool's schema says."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocks.check import check_view
from blocks.form_edit import edit_modal
from bot.core import canon
from bot.core.form.edited import arguments
from bot.core.form.parts import Unaskable
from bot.ports import ToolSpec
from bot.slack import present
from bot.slack.edits.form import Editable, as_it_stood, editable
from bot.slack.forms.draw import fitted, form_page
from bot.slack.forms.state import given as entered
from bot.slack.forms.through import untouched
from sandbox.entering import client_errors
from tests.core.form.schemas import everything
from tests.slack.forms.shown import shown
from tests.slack.samples import request, run
from tests.slack.world import MemoryBoard

Json = dict[str, Any]


def form(schema: Json, args: Json) -> Editable:
    """The form of a call of a tool that takes this."""
    tool = ToolSpec("refund", "Refunds.", schema, "medium", False, 5.0, "t1")
    found = editable(request(args=canon.canonical(args)), MemoryBoard(tools={"refund": tool}))
    assert found
    return found


def sent(made: Editable) -> str:
    """The canonical arguments after each page was drawn and sent as it is."""
    draft, number = made.of.start, 1
    asked = made.request
    card = present.card(run(asked), asked, {})
    while number <= len(pages := made.pages(draft)):
        page = form_page(pages[number - 1], "x:1:1:0a1b2c3d:", {}, {})
        view = fitted(lambda one: edit_modal(card, one, made.kept, reason_required=False), page)
        assert check_view(view) == [] and client_errors(shown(view)) == {}
        state = entered(untouched(view), pages[number - 1])
        draft = draft.with_given(as_it_stood(pages[number - 1], state))
        number += 1
    found, wrong = arguments(made.of, draft, asked.args)
    assert not wrong
    return canon.canonical(found)


@settings(deadline=None)
@given(everything(), st.booleans())
def test_a_call_is_sent_as_it_stood(drawn: tuple[Json, Any], required: bool) -> None:
    """Each page is one that Slack takes, and hands back what it shows."""
    schema, value = drawn
    args: Json = {"x": value, "other": "a"}
    wanted: Json = {"properties": {"x": schema}, "required": ["x"] if required else []}
    assert sent(form(wanted, args)) == canon.canonical(args)


@pytest.mark.parametrize(
    "value",
    [
        "x" * 3_001, "&" * 601, "a\r\nb", "\x07", " a ", "", ["a" * 4_000] * 30,
        {"a": {"b": "<" * 900}},
        [{"n": n, "text": "*" * 400} for n in range(100)], {f"n{n}": n for n in range(400)}, None,
    ],
)  # fmt: skip
@pytest.mark.parametrize("schema", [{}, {"type": "string"}, {"type": "object"}, {"type": "array"}])
def test_what_no_field_holds_is_sent_as_it_stood(schema: Json, value: Any) -> None:
    """It is neither cut nor lost."""
    args: Json = {"x": value}
    assert sent(form({"properties": {"x": schema}}, args)) == canon.canonical(args)


def test_only_what_is_read_whole_is_whole() -> None:
    """A long text, a long choice that is searched, and what nobody is shown are not."""
    text: Json = {"properties": {"x": {"type": "string"}}}
    far: Json = {"properties": {"x": {"enum": [f"{n}" * 80 for n in range(100, 250)]}}}
    near: Json = {"properties": {"x": {"enum": [f"{n}" * 80 for n in range(100, 105)]}}}
    pin: Json = {"properties": {"x": {"type": "string", "writeOnly": True}, "y": {}}}
    calls = [(text, "x" * 3_000), (text, "x" * 3_001), (near, "100" * 80), (far, "100" * 80),
             (pin, "1234")]  # fmt: skip
    made = [form(schema, {"x": value}) for schema, value in calls]
    assert [one.whole(one.of.start) for one in made] == [True, False, True, False, False]


def test_too_many_arguments_are_no_form() -> None:
    """Nobody could read them."""
    with pytest.raises(Unaskable):
        form({}, {f"n{n}": 1 for n in range(1_001)})
