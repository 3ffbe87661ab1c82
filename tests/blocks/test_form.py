"""A form's modal: titles, labels that stay distinct, long texts whole, values Slack would take."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocks import limits
from blocks.check import check_view
from blocks.form import (
    being_filled_view,
    form_modal,
    lean,
    settled_view,
    take_over_view,
    taken_over_view,
)
from blocks.form_choices import offered
from blocks.form_inputs import element, kept, moment, seconds
from blocks.form_parts import Choice, Control, Group, Part, RowHead, RowsEnd, block_name, named
from blocks.form_texts import bold, distinct, middle, standing
from blocks.people import Who
from blocks.rules import as_list, as_object
from blocks.text import escaped_units
from tests.blocks.questions import PAGE
from tests.blocks.test_properties import TEXT, assert_pings_nobody

Json = dict[str, Any]
ANA = Who(id="U0ANA", name="Ana Ruiz")


def drawn(*parts: Part, **page: Any) -> list[Json]:
    """The blocks of a page under its question."""
    blocks: Any = form_modal(replace(PAGE, parts=parts, **page))["blocks"]
    return blocks[1:]


def control(kind: Any, **more: Any) -> Control:
    """A control called Order."""
    return Control(id="a1", kind=kind, label="Order", **more)


@pytest.mark.parametrize(
    ("page", "title", "submit"),
    [
        ({}, "Question", "Refund order"),
        ({"number": 2, "of": 4}, "Page 2 of 4", "Next"),
        ({"number": 4, "of": 4}, "Page 4 of 4", "Refund order"),
        ({"queue": (2, 3)}, "Question 2 of 3", "Refund order"),
        ({"queue": (10, 12), "number": 10, "of": 12}, "10 of 12 · page 10 of 12", "Next"),
        ({"action": "Approve all of the changes of this week"}, "Question", "Approve all of the…"),
        ({"action": "\u200b"}, "Question", "Submit"),
    ],
)
def test_the_title_says_where_one_is(page: Json, title: str, submit: str) -> None:
    """Which page and question, and what sending it does; both fit their 24 characters."""
    view: Json = form_modal(replace(PAGE, **page))
    assert (view["title"]["text"], view["submit"]["text"]) == (title, submit)
    assert view["close"]["text"] == "Close, keep draft"
    assert view["notify_on_close"] is True
    assert (view["callback_id"], view["private_metadata"]) == ("form", PAGE.metadata)


def test_back_is_there_from_the_second_page_on() -> None:
    """It names the page before; the question's start stands on top again."""
    assert [block["type"] for block in drawn(control("text"))] == ["input"]
    view: Json = form_modal(replace(PAGE, number=3, of=4))
    (back,) = view["blocks"][-1]["elements"]
    assert (back["action_id"], back["value"], back["text"]["text"]) == ("form_back", "2", "Back")
    assert "Page 3 of 4" in view["blocks"][0]["elements"][0]["text"]
    assert "Which order is it" in view["blocks"][0]["elements"][0]["text"]


def test_labels_that_begin_alike_stay_distinct() -> None:
    """The middle goes, since the end tells them apart; the whole stands above."""
    start = "arn:aws:s3:::company-data-lake-production-eu-central-1-with-a-very-long-prefix/"
    labels = [f"{start}{end}" for end in ("raw", "clean", "gold")]
    short = distinct(labels)
    assert [one.rpartition("/")[2] for one in short] == ["raw", "clean", "gold"]
    assert all("…" in one and one.startswith("arn:aws") for one in short)
    whole, field = drawn(control("radio", options=choices(*labels)))
    assert [one["text"]["text"] for one in field["element"]["options"]] == short
    assert "very-long-prefix/clean" in whole["text"]["text"]


def test_labels_that_are_equal_are_numbered() -> None:
    """Nobody can tell two equal ones apart, but each can be chosen; the list has the numbers."""
    same = "x" * 80 + "{}" + "y" * 60
    whole, _ = drawn(control("radio", options=choices(same.format(1), same.format(2))))
    lines = whole["text"]["text"].split("\n")[1:]
    assert lines[0] == f"• {same.format(1)}"
    assert lines[1].endswith(f"y (2) – {same.format(2)}")
    assert distinct(["Yes", "Yes", "Yes (2)"]) == ["Yes", "Yes (2)", "Yes (2) (2)"]
    assert len(set(distinct([same.format(n) for n in range(9)]))) == 9


@settings(max_examples=60)
@given(st.lists(TEXT, min_size=1, max_size=9), st.integers(40, 75))
def test_any_labels_become_distinct_ones(labels: list[str], limit: int) -> None:
    """None is empty or too long."""
    short = distinct(labels, limit)
    assert len(set(short)) == len(labels)
    assert all(0 < escaped_units(one) <= limit for one in short)


@settings(max_examples=30)
@given(TEXT)
def test_any_text_in_any_part(text: str) -> None:
    """It pings nobody, and stays within Slack's limits."""
    picks = (Choice(value="0", label=text, about=text, group=text),) * 1
    kinds: Any = ("text", "locked", "radio", "select", "search", "multiselect", "date", "number")
    words: Json = {"about": text, "hint": text, "placeholder": text, "wrong": text}
    parts: list[Part] = [
        Control(id=f"c{n}", kind=kind, label=text, shown=text, options=picks, **words)
        for n, kind in enumerate(kinds)
    ]
    parts += [
        Group(label=text, about=text, wrong=text),
        Group(label=text, depth=9),
        RowHead(id="r", label=text, removes=True, wrong=text),
        RowsEnd(id="l", of=text, adds=True, wrong=text),
        RowsEnd(id="m", of=text, adds=False, wrong=text),
    ]
    who = Who(id=text, name=text)
    page = replace(PAGE, question=text, action=text, wrong=(text,), parts=tuple(parts), number=2)
    assert_pings_nobody(without_values(form_modal(page)))
    for view in (
        form_modal(lean(page)),
        form_modal(replace(page, number=1, parts=())),
        take_over_view(who, "3.k2j9x0a7qz", PAGE.metadata),
        being_filled_view(who, 1796050801),
        taken_over_view(who),
        settled_view(text),
    ):
        assert_pings_nobody(without_values(view))
        assert check_view(view) == []


def without_values(value: Any) -> Any:
    """A view without what stands in its text fields, which is no text of a block."""
    if (found := as_object(value)) is not None:
        return {k: without_values(v) for k, v in found.items() if k != "initial_value"}
    items = as_list(value)
    return value if items is None else [without_values(one) for one in items]


def choices(*labels: str, **more: str) -> tuple[Choice, ...]:
    """Choices of these labels."""
    return tuple(Choice(value=str(n), label=one, **more) for n, one in enumerate(labels))


@pytest.mark.parametrize(
    ("kind", "shown", "element_type", "initial"),
    [
        ("text", "1042", "plain_text_input", "1042"),
        ("email", "ana@example.com", "email_text_input", "ana@example.com"),
        ("email", "ana", "plain_text_input", "ana"),
        ("url", "https://a.example/?b=1&c", "url_text_input", "https://a.example/?b=1&c"),
        ("url", "urn:isbn:0451450523", "plain_text_input", "urn:isbn:0451450523"),
        ("date", "2028-02-29", "datepicker", "2028-02-29"),
        ("date", "2026-02-29", "plain_text_input", "2026-02-29"),
        ("date", "20260228", "plain_text_input", "20260228"),
        ("time", "23:59", "timepicker", "23:59"),
        ("time", "23:59:30Z", "plain_text_input", "23:59:30Z"),
        ("datetime", "2026-12-24T18:00:00Z", "datetimepicker", 1798135200),
        ("datetime", "2026-12-24T18:00:00+01:00", "plain_text_input", "2026-12-24T18:00:00+01:00"),
        ("datetime", "2026-12-24T18:00:30Z", "plain_text_input", "2026-12-24T18:00:30Z"),
        ("datetime", "1999-12-24T18:00:00Z", "plain_text_input", "1999-12-24T18:00:00Z"),
        ("datetime", "2026-02-30T18:00:00Z", "plain_text_input", "2026-02-30T18:00:00Z"),
        ("integer", "6", "number_input", "6"),
        ("integer", "6.0", "plain_text_input", "6.0"),
        ("integer", "٦", "plain_text_input", "٦"),
        ("number", "-12.50", "number_input", "-12.50"),
        ("number", "1e-400", "plain_text_input", "1e-400"),
        ("json", "[1]", "plain_text_input", "[1]"),
    ],
)
def test_a_control_begins_with_a_value_that_it_hands_back_unchanged(
    kind: str, shown: str, element_type: str, initial: object
) -> None:
    """Where its own kind of element wouldn't, it is a text field."""
    made = element(control(kind, shown=shown))
    assert made["type"] == element_type
    assert [value for name, value in made.items() if name.startswith("initial_")] == [initial]


@pytest.mark.parametrize(
    ("low", "high", "shown", "bounds"),
    [
        ("1", "20", "6", ("1", "20")),
        ("1", "20", "", ("1", "20")),
        ("1e3", "", "", (None, None)),
        ("20", "1", "", (None, None)),
        ("1", "", "", ("1", None)),
        ("9007199254740993", "", "9007199254740993", ("9007199254740993", None)),
    ],
)
def test_a_number_has_its_bounds(low: str, high: str, shown: str, bounds: object) -> None:
    """As they are written, where Slack can read them."""
    made = element(control("integer", low=low, high=high, shown=shown))
    assert (made.get("min_value"), made.get("max_value")) == bounds


def test_a_number_out_of_its_bounds_stands_in_a_text_field() -> None:
    """Slack would refuse the whole view for it."""
    assert element(control("integer", low="1", shown="0"))["type"] == "plain_text_input"


@pytest.mark.parametrize(
    ("more", "lengths"),
    [
        ({"least": 2, "most": 20}, (2, 40)),
        ({"least": 2, "most": 20, "optional": True}, (None, 40)),
        ({"least": 2, "most": 20, "shown": "x"}, (None, 40)),
        ({"least": 9, "most": 2}, (None, 4)),
        ({"most": 0}, (None, 1)),
        ({"most": 2, "shown": "x" * 9}, (None, 9)),
        ({"least": 4000}, (None, 3000)),
        ({}, (None, 3000)),
    ],
)
def test_slack_counts_no_text_as_too_long_that_is_not(more: Json, lengths: object) -> None:
    """It counts an emoji as two characters, a schema as one; whoever types has room for both."""
    made = element(control("text", **more))
    assert (made.get("min_length"), made["max_length"]) == lengths


@pytest.mark.parametrize(
    ("kind", "count", "element_type"),
    [
        ("radio", 10, "radio_buttons"),
        ("radio", 11, "static_select"),
        ("select", 100, "static_select"),
        ("select", 101, "external_select"),
        ("search", 2, "external_select"),
        ("checkboxes", 10, "checkboxes"),
        ("checkboxes", 11, "multi_static_select"),
        ("multiselect", 101, "multi_external_select"),
    ],
)
def test_choices_stand_in_what_holds_them(kind: str, count: int, element_type: str) -> None:
    """More than one element holds are offered by the next larger."""
    made = element(control(kind, options=choices(*map(str, range(count)))))
    assert made["type"] == element_type


def test_choices_that_would_fill_the_view_are_searched() -> None:
    """A hundred long ones of other scripts are more than fits beside anything else."""
    many = choices(*(f"{n} {'年' * 90}" for n in range(100)), about="年" * 60)
    made = element(control("select", options=many))
    assert made["type"] == "external_select"


@pytest.mark.parametrize(
    ("kind", "count", "optional", "there"),
    [
        ("radio", 9, True, True),
        ("radio", 9, False, False),
        ("radio", 10, True, False),
        ("select", 99, True, True),
        ("select", 100, True, False),
        ("checkboxes", 2, True, False),
        ("multiselect", 11, True, False),
    ],
)
def test_a_choice_can_be_taken_back_where_there_may_be_no_answer(
    kind: str, count: int, optional: bool, there: bool
) -> None:
    """Slack has no way to unpick one."""
    options = choices(*map(str, range(count)))
    made: Json = element(control(kind, options=options, optional=optional))
    assert ("-" in [one["value"] for one in made["options"]]) is there


def test_groups_stand_where_one_is_chosen() -> None:
    """Slack won't change a view in which several are chosen from several groups."""
    options = (*choices("a", group="A"), Choice(value="1", label="b", group="B"))
    made: Json = element(control("select", options=options, optional=True))
    labels = [group["label"]["text"] for group in made["option_groups"]]
    assert labels == ["A", "B", "No answer"]
    made = element(control("multiselect", options=options))
    assert [one["value"] for one in made["options"]] == ["0", "1"]


def test_only_its_own_choices_are_chosen() -> None:
    """A default that isn't in the list is none."""
    made = element(control("select", options=choices("a", "b"), picked=("7",)))
    assert "initial_option" not in made
    made = element(control("multiselect", options=choices("a", "b"), picked=("7", "1", "1")))
    assert [one["value"] for one in made["initial_options"]] == ["1"]  # type: ignore[union-attr]


def test_what_no_field_can_hold_is_kept_and_says_so() -> None:
    """Left empty it stays; so it may be left empty."""
    for one in (
        control("text", shown="x" * 3001),
        control("text", shown="&" * 700),
        control("text", shown="one\r\ntwo"),
        control("date", shown="\x00"),
        control("multisearch", options=choices(*map(str, range(130))),
                picked=tuple(map(str, range(101)))),
    ):  # fmt: skip
        assert kept(one)
        (block,) = drawn(one)
        assert block["optional"] is True
        assert "Left empty, it stays as it is" in block["hint"]["text"]
        assert not [name for name in block["element"] if name.startswith("initial")]


def test_a_tick_may_be_left_out() -> None:
    """Slack would not take an empty box of a field that isn't optional."""
    (block,) = drawn(control("checkbox"))
    assert block["optional"] is True
    assert [one["text"]["text"] for one in block["element"]["options"]] == ["Yes"]


def test_a_short_description_stands_beside_the_control_and_a_long_one_whole_above() -> None:
    """With what is wrong first; lines stay lines."""
    *_, block = drawn(control("text", about="Of the customer", hint="4 digits.", wrong="Missing"))
    assert block["hint"]["text"] == "⚠️ Missing. Of the customer. 4 digits."
    long = "First line\n" + "word " * 1500 + "end"
    *above, block = drawn(control("text", about=long, hint="4 digits."))
    assert block["hint"]["text"] == "4 digits."
    whole = "\n".join(one["text"]["text"] for one in above)
    assert whole.startswith("*Order*\nFirst line\n")
    assert whole.split() == ["*Order*", *long.split()]


def test_what_is_wrong_is_counted_on_top() -> None:
    """What no part of the page is at fault for is said there."""
    parts = (control("text", wrong="Missing"), Group(label="Size", wrong="Too large"))
    view: Json = form_modal(replace(PAGE, parts=parts, wrong=("They are equal.",)))
    said = view["blocks"][0]["text"]["text"]
    assert said == (
        "*⚠️ Not sent yet*\n2 answers need another look, marked ⚠️ below.\nThey are equal."
    )


def test_a_row_can_be_removed_and_one_more_added_only_where_that_is_allowed() -> None:
    """The buttons' values are the ids of the row and of the list."""
    blocks = drawn(
        RowHead(id="r1", label="Variable 1", removes=True),
        RowHead(id="r2", label="Variable 2", removes=False),
        RowsEnd(id="env", of="variable", adds=True),
        RowsEnd(id="max", of="limits", adds=False),
    )
    remove, add = blocks[0]["accessory"], blocks[2]["elements"][0]
    assert (remove["action_id"], remove["value"]) == ("form_remove", "r1")
    assert (add["action_id"], add["value"], add["text"]["text"]) == (
        "form_add", "env", "Add variable",
    )  # fmt: skip
    assert "accessory" not in blocks[1]
    assert blocks[3]["elements"][0]["text"] == "That is as many as there may be."


def test_what_may_change_the_form_is_reported_at_once() -> None:
    """A choice when it is made, a text with Enter."""
    (block,) = drawn(control("select", options=choices("a"), redraws=True))
    assert block["dispatch_action"] is True
    (block,) = drawn(control("text", redraws=True, most=3000))
    assert block["element"]["dispatch_action_config"] == {
        "trigger_actions_on": ["on_enter_pressed"]
    }
    assert block["element"]["multiline"] is False


def test_found_choices_are_offered_as_the_field_shows_them() -> None:
    """Best first, at most a hundred with the way back to none; a long one goes on below."""
    many = choices(*(f"Country {n}" for n in range(130)))
    found: Json = offered(many, ["42", "nothing", "7", *map(str, range(100, 130)), *"0123456"])
    assert [one["value"] for one in found["options"][:3]] == ["42", "7", "100"]
    assert len(offered(many, map(str, range(130)))["options"]) == 100  # type: ignore[arg-type]
    found = offered(many, map(str, range(130)), none=True)
    assert [one["value"] for one in found["options"][-2:]] == ["98", "-"]
    (long,) = offered(choices("word " * 20 + "end"), ["0"])["options"]  # type: ignore[misc]
    assert long["text"]["text"] == "word " * 13 + "word…"
    assert long["description"]["text"] == "…" + "word " * 6 + "end"


def test_a_block_id_names_a_control_and_nothing_else_does() -> None:
    """Ours come back as they were made; what others make is none."""
    assert named(block_name("a1-b")) == ("a1-b", 0)
    assert named(block_name("a1-b", 3)) == ("a1-b", 3)
    for other in ("", "f:", "f:A", "f:a~0", "f:a~", "g:a", "f:a~1~2", "f:a\n", "f:" + "a" * 41):
        assert named(other) is None


def test_moments_are_handed_back_as_they_were_given() -> None:
    """To the minute, in UTC."""
    assert moment(1798135200) == "2026-12-24T18:00:00Z"
    assert seconds(moment(1798135200)) == 1798135200
    assert seconds("2026-12-24T18:00:00z") is None


def test_text_from_right_to_left_moves_none_of_ours() -> None:
    """It is set apart where it stands in our sentence."""
    assert bold("مصر") == "*\u2068مصر\u2069*"
    assert bold("Egypt") == "*Egypt*"
    (block,) = drawn(control("text", about="كما هو", hint="At most 4."))
    assert block["hint"]["text"] == "\u2068كما هو.\u2069 At most 4."  # noqa: RUF001


@settings(max_examples=40)
@given(TEXT)
def test_a_long_text_stands_whole(text: str) -> None:
    """In sections that Slack takes, none of them empty."""
    for one in standing("*Order*", text):
        words: Any = one["text"]
        assert len(words["text"].strip()) > 0
        assert len(words["text"]) <= limits.SECTION_TEXT


@pytest.mark.parametrize("text", ["e\u0301" * 200, "👩\u200d👩\u200d👧" * 60, "🇩🇪" * 90])
def test_a_middle_leaves_out_whole_characters(text: str) -> None:
    """No accent or half of a pair stands alone after the mark."""
    head, _, tail = middle(text, 75).partition("…")
    assert text.startswith(head)
    assert text.endswith(tail)
    assert tail[0] not in "\u0301\u200d"
