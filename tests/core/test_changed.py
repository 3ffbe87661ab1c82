"""What a review changed: as values, joined over two judgements, and as the model is told it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bot.core.canon import canonical
from bot.core.changed import changes, joined, listed, prefixed
from bot.core.request import Change

ARGS = st.dictionaries(
    st.sampled_from(["a", "b", "c"]), st.none() | st.integers() | st.text(max_size=3)
).map(canonical)


def test_each_argument_that_differs_is_named() -> None:
    """Changed, added and left out; what is equal isn't named."""
    found = changes('{"a":1,"b":2,"c":"x"}', '{"a":1,"b":3,"d":null}')
    assert found == (Change("b", "2", "3"), Change("c", '"x"', ""), Change("d", "", "null"))
    assert listed(found) == {
        "b": {"from": 2, "to": 3},
        "c": {"from": "x"},
        "d": {"to": None},
    }


@given(ARGS, ARGS, ARGS)
def test_two_changes_are_one(first: str, second: str, third: str) -> None:
    """Whatever was in between; one that was taken back is none."""
    assert joined(changes(first, second), changes(second, third)) == changes(first, third)
    assert changes(first, first) == ()


def test_the_model_is_told_before_the_result() -> None:
    """In one line of JSON; without changes the text is the tool's alone."""
    assert prefixed((), "done") == "done"
    line, text = prefixed(changes('{"a":1}', '{"a":2}'), "done\nwell").split("\n", 1)
    assert json.loads(line) == {
        "outcome": "allowed_with_changes",
        "changes": {"a": {"from": 1, "to": 2}},
    }
    assert text == "done\nwell"
