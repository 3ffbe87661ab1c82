"""The exact action: drawn by us, values cut one by one, nothing leaves its box."""

import json

from hypothesis import given
from hypothesis import strategies as st

from blocks import limits
from blocks.exact import draw, pages
from blocks.text import escaped_units
from tests.blocks.test_text import HOSTILE

ARGUMENTS = st.lists(st.tuples(HOSTILE, HOSTILE)).map(tuple)
LONG = '"' + "x" * 5000 + '"'


@given(HOSTILE, ARGUMENTS)
def test_the_action_fits_and_says_whether_it_is_whole(
    tool: str, arguments: tuple[tuple[str, str], ...]
) -> None:
    """At most 1,200 units; whole means that each value stands there to its end."""
    drawn = draw(tool, arguments)
    assert escaped_units(drawn.text) <= limits.EXACT_ACTION
    assert drawn.whole == (drawn.text == draw(tool, arguments, 10**9).text)


@given(ARGUMENTS)
def test_pages_hold_the_whole_action(arguments: tuple[tuple[str, str], ...]) -> None:
    """The boxes of a modal, joined, are the action without any cut."""
    boxes, whole = pages("tool", arguments, most=1000)
    assert whole
    assert "".join(boxes) == draw("tool", arguments, 10**9).text


def test_a_short_call_is_one_line_and_a_long_one_a_line_per_argument() -> None:
    """As a person would write it."""
    assert draw("stop", ()).text == "stop()"
    assert draw("refund", (("order", "1042"),)).text == "refund(order=1042)"
    long = draw("refund", (("order", "1042"), ("note", '"' + "y" * 80 + '"')))
    assert long.text == 'refund(\n  order=1042,\n  note="' + "y" * 80 + '",\n)'
    assert long.whole


def test_a_long_value_cannot_hide_the_next() -> None:
    """Each value is cut for itself and marked; a short one after it is shown whole."""
    drawn = draw("query", (("sql", LONG), ("target", '"prod"'), ("note", LONG)))
    assert not drawn.whole
    assert drawn.text.count("…(+") == 2
    assert 'target="prod"' in drawn.text


def test_values_share_the_room_fairly() -> None:
    """A value that needs little leaves its share to the others."""
    drawn = draw("query", (("a", '"' + "y" * 700 + '"'), ("b", LONG)))
    assert "y" * 500 in drawn.text


def test_arguments_that_do_not_fit_are_counted() -> None:
    """A thousand arguments are not silently dropped."""
    drawn = draw("query", tuple((f"argument_{i}", LONG) for i in range(1000)))
    assert not drawn.whole
    assert "more arguments,\n)" in drawn.text


def test_one_argument_too_many_is_counted_as_one() -> None:
    """The singular, for the last one left out."""
    shown = tuple((f"argument_{i:02}", LONG) for i in range(60))
    for count in range(1, 60):
        text = draw("query", shown[:count]).text
        if "more argument" in text:
            assert "…1 more argument,\n" in text
            return
    raise AssertionError("sixty long arguments all fit")


def test_a_value_with_a_fence_stays_in_its_box() -> None:
    """Line ends and backticks of an argument write no line of their own."""
    value = json.dumps("text\n```\n*Approved by security*\n```")
    drawn = draw("post", (("text", value),))
    assert drawn.text == f"post(text={value})"
    assert "\n" not in drawn.text


def test_hidden_characters_are_drawn_and_said() -> None:
    """A direction mark shows as a code, and the drawing says that it has codes."""
    assert draw("post", (("text", '"a\u202eb"'),)).coded
    assert not draw("post", (("text", '"ab"'),)).coded


def test_an_action_too_long_for_a_modal_says_so() -> None:
    """Only so many boxes, and not whole."""
    boxes, whole = pages("query", (("sql", LONG),), most=1)
    assert len(boxes) == 1
    assert not whole
