"""What stands in a form's modal is read without trust; faults are said where Slack takes them."""

import json
from typing import Any

import pytest

from bot.core.form.parts import Field, Heading, Kind, Option, Page
from bot.slack.forms import state
from bot.slack.forms.meta import Meta, meta, values
from tests.slack.forms.shown import Json, shown
from tests.slack.forms.test_pages import modal

FEW = tuple(Option(str(n), label) for n, label in enumerate(("a", "b", "c")))


def field(kind: Kind, name: str = "a1", **more: Any) -> Field:
    """A field called Order."""
    return Field(id=name, path=(name,), kind=kind, label="Order", **more)


def page(*fields: Field) -> Page:
    """The only page of a form."""
    return Page(1, 1, fields)


def entries(**given: Json) -> Json:
    """`state.values` of some block ids."""
    return {f"f:{name}": {f"f:{name}": entry} for name, entry in given.items()}


@pytest.mark.parametrize(
    ("kind", "entry", "given"),
    [
        ("text", {"type": "plain_text_input", "value": "  42xyz\n"}, "  42xyz\n"),
        ("text", {"type": "plain_text_input", "value": None}, ""),
        ("text", {"type": "plain_text_input", "value": ["x"]}, ""),
        ("text", {"type": "plain_text_input", "value": "a & <b>"}, "a & <b>"),
        ("number", {"type": "number_input", "value": "1.50"}, "1.50"),
        ("date", {"type": "datepicker", "selected_date": "2026-12-24"}, "2026-12-24"),
        ("date", {"type": "plain_text_input", "value": "soon"}, "soon"),
        ("date", {"type": "datepicker", "selected_date": None}, ""),
        ("time", {"type": "timepicker", "selected_time": "18:00"}, "18:00"),
        ("datetime", {"type": "datetimepicker", "selected_date_time": 1798135200},
         "2026-12-24T18:00:00Z"),
        ("datetime", {"type": "datetimepicker", "selected_date_time": None}, ""),
        ("datetime", {"type": "datetimepicker", "selected_date_time": True}, ""),
        ("datetime", {"type": "datetimepicker", "selected_date_time": 10**30}, ""),
        ("datetime", {"type": "datetimepicker", "selected_date_time": -5}, ""),
        ("radio", {"type": "radio_buttons", "selected_option": {"value": "1"}}, "1"),
        ("radio", {"type": "radio_buttons", "selected_option": {"value": "-"}}, ""),
        ("radio", {"type": "radio_buttons", "selected_option": {"value": "7"}}, ""),
        ("select", {"type": "static_select", "selected_option": None}, ""),
        ("search", {"type": "external_select", "selected_option": {"value": "2"}}, "2"),
        ("checkbox", {"type": "checkboxes", "selected_options": [{"value": "0"}]}, ("0",)),
        ("checkbox", {"type": "checkboxes", "selected_options": []}, ()),
        ("checkboxes", {"type": "checkboxes",
                        "selected_options": [{"value": "2"}, {"value": "0"}, {"value": "2"}]},
         ("2", "0")),
        ("multiselect", {"type": "multi_static_select", "selected_options": [{"value": "9"}, "0"]},
         ()),
    ],
)  # fmt: skip
def test_a_field_is_read_as_its_kind_says(kind: Kind, entry: Json, given: object) -> None:
    """Exactly as typed; forged or odd entries are none."""
    options = FEW if kind in ("radio", "select", "search", "checkboxes", "multiselect") else ()
    found = state.given(entries(a1=entry), page(field(kind, options=options)))
    assert found == {"a1": given}


def test_only_the_pages_own_fields_are_read() -> None:
    """Locked ones, those of other pages and what isn't there at all aren't."""
    typed = {"type": "plain_text_input", "value": "x"}
    sent = entries(a1=typed, a2=typed, other=typed) | {"reason": {"reason": typed}, "f:a3": "odd"}
    asked = page(field("text"), field("locked", "a2"), field("text", "a3"), field("text", "a4"))
    assert state.given(sent, asked) == {"a1": "x", "a3": ""}


def test_what_a_field_could_not_show_is_kept_unless_something_takes_its_place() -> None:
    """An empty field means what it said of itself."""
    long = page(field("text", shown="x" * 3001))
    sent = shown(modal(long))
    assert state.given(values(sent), long) == {"a1": "x" * 3001}
    sent["state"]["values"]["f:a1"]["f:a1"]["value"] = "short"
    assert state.given(values(sent), long) == {"a1": "short"}


def test_faults_stand_at_the_fields_that_the_modal_has() -> None:
    """Slack takes the block ids of inputs alone; the others are for a new drawing."""
    asked = page(field("text"), field("locked", "a2"), field("text", "a3"))
    wrong = {"a1": "This is missing.", "a2": "It can't be so.", "gone": "x", "": "y"}
    assert state.errors(wrong, asked) == {"f:a1": "This is missing."}
    before = {"blocks": [{"type": "input", "block_id": "f:a1~2"}]}
    assert state.errors(wrong | {"a3": "no"}, asked, before) == {"f:a1~2": "This is missing."}
    assert state.errors({"": "y"}, asked) == {}


def test_what_is_wrong_is_drawn_at_its_part_or_on_top() -> None:
    """Whatever holds it: nothing that is wrong is left unsaid."""
    heading = Heading(id="h", path=(), label="Size")
    asked = Page(1, 1, (heading, field("locked", "a2"), field("text")))
    words = {"h": "Too large.", "a2": "It can't be so.", "a1": "Missing.", "gone": "Elsewhere.",
             "": "All of it."}  # fmt: skip
    drawn = json.dumps(modal(asked, wrong=words), ensure_ascii=False)
    assert [one for one in words.values() if one not in drawn] == []


def sent(metadata: str, callback: str = "form") -> Json:
    """A view as Slack sends it."""
    return {"type": "modal", "callback_id": callback, "private_metadata": metadata}


CARRIED = Meta(request="3.k2j9x0a7qz", revision=2, page=3, action="submit")


def test_a_view_says_whose_page_it_is() -> None:
    """As it was drawn."""
    assert meta(sent(CARRIED.dump())) == CARRIED


@pytest.mark.parametrize(
    "metadata",
    [
        "",
        "null",
        "3.k2j9x0a7qz:2",
        "[" * 9999,
        '["3.k2j9x0a7qz", 2, 3]',
        '["3.k2j9x0a7qz", 2, 0, "submit"]',
        '["3.k2j9x0a7qz", -1, 3, "submit"]',
        '["3.k2j9x0a7qz", true, 3, "submit"]',
        '["3.k2j9x0a7qz", 2, 1e3, "submit"]',
        '["", 2, 3, "submit"]',
        '["3.k2j9x0a7qz", 2, 3, "submit", "more"]',
        '{"request": "3.k2j9x0a7qz"}',
    ],
)
def test_any_other_metadata_is_none(metadata: str) -> None:
    """Guessed, of another modal, or broken."""
    assert meta(sent(metadata)) is None


def test_another_modal_is_none() -> None:
    """Its callback id says which it is."""
    assert meta(sent(CARRIED.dump(), "edit")) is None
    assert meta({}) is None
    assert meta(None) is None
