"""Canonical arguments: one text and one digest for one meaning, and nothing repaired."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.canon import MAX_DEPTH, BadArguments, canonical, digest, parse, whole

WHOLE = st.characters(exclude_categories=["Cs"])
NUMBERS = st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.none() | st.booleans() | NUMBERS | st.text(WHOLE, max_size=8)
KEYS = st.text(WHOLE, max_size=6)
VALUES = st.recursive(
    PLAIN, lambda v: st.lists(v, max_size=3) | st.dictionaries(KEYS, v, max_size=3), max_leaves=8
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)


@given(OBJECTS, st.randoms(use_true_random=False), st.booleans())
def test_order_and_blanks_do_not_matter(args: dict[str, Any], dice: Any, ascii_: bool) -> None:
    """Whatever order, spacing and escapes a model uses, the text and digest are the same."""
    items = list(args.items())
    dice.shuffle(items)
    raw = json.dumps(dict(items), indent=2, ensure_ascii=ascii_)
    assert canonical(parse(raw)) == canonical(parse(canonical(args)))


@given(OBJECTS)
def test_canonical_is_its_own_canonical_form(args: dict[str, Any]) -> None:
    """What is approved reads back as what runs."""
    once = canonical(args)
    assert canonical(parse(once)) == once


@given(OBJECTS, OBJECTS)
def test_other_arguments_have_another_digest(one: dict[str, Any], two: dict[str, Any]) -> None:
    """Two texts share a digest only if they are one text."""
    a, b = canonical(one), canonical(two)
    assert (digest("t", a) == digest("t", b)) == (a == b)
    assert digest("t", a) != digest("u", a)


@pytest.mark.parametrize(
    ("one", "two"),
    [('{"n":2}', '{"n":2.0}'), ('{"n":2}', '{"n":2e0}'), ('{"n":0}', '{"n":-0.0}'),
     ('{"b":1,"a":2}', '{ "a" : 2, "b" : 1.0 }'), ('{"a":[1.0,{"b":3.0}]}', '{"a":[1,{"b":3}]}'),
     ('{"a":"é"}', '{"a":"\\u00e9"}')],
)  # fmt: skip
def test_one_meaning_has_one_text(one: str, two: str) -> None:
    """Whole numbers and escapes are written one way."""
    assert canonical(parse(one)) == canonical(parse(two))


@pytest.mark.parametrize(
    ("one", "two"),
    [('{"n":2}', '{"n":"2"}'), ('{"n":true}', '{"n":1}'), ('{"n":false}', '{"n":"false"}'),
     ('{"n":null}', "{}"), ('{"n":2.5}', '{"n":2}'), ('{"n":[1,2]}', '{"n":[2,1]}'),
     ('{"a":"A"}', '{"a":"a"}')],
)  # fmt: skip
def test_nothing_is_coerced(one: str, two: str) -> None:
    """A number sent as text stays text: what it may mean is the schema's matter."""
    assert canonical(parse(one)) != canonical(parse(two))


@pytest.mark.parametrize("raw", [None, "", "  \n", "null", " null ", "{}"])
def test_no_arguments_are_an_empty_object(raw: str | None) -> None:
    """Blank text and null mean none."""
    assert parse(raw) == {}


@pytest.mark.parametrize(
    "raw",
    ['{"{"ids":[1', '{"a":1', '{"a":1} x', "{'a':1}", '{"a":1,}', "[]", '"x"', "5", "true",
     '[{"a":1}]', '"{\\"a\\":1}"', '{"a":1,"a":2}', '{"a":{"b":1,"b":1}}', '{"a":1,"\\u0061":2}',
     '{"a":NaN}', '{"a":Infinity}', '{"a":-Infinity}', '{"a":1e999}', '{"a":"\\ud83d"}',
     '{"\\ud83d":1}', '{"a":"\ud83d"}', '\ufeff{"a":1}', '{"a":"\x00"}', "{" * 50_000,
     '{"a":' * 100_000, "[" * 100_000, '{"n":' + "9" * 5_000 + "}", "NULL", "None"],
    ids=lambda raw: repr(raw[:20]),
)  # fmt: skip
def test_what_cannot_be_read_for_certain_is_refused(raw: str) -> None:
    """It is refused with words for the model, never repaired or guessed."""
    with pytest.raises(BadArguments) as caught:
        parse(raw)
    assert str(caught.value)


def _nested(levels: int, *, lists: bool = False) -> str:
    opening, closing = ("[", "]") if lists else ('{"a":', "}")
    inner = opening * (levels - 1) + "1" + closing * (levels - 1)
    return f'{{"a":{inner}}}'


@pytest.mark.parametrize("lists", [False, True])
@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 300, 480, 600, 900])
def test_nesting_has_one_limit_wherever_it_is_read(levels: int, *, lists: bool) -> None:
    """Deep arguments are refused, however much of Python's stack is left."""
    assert parse(_nested(MAX_DEPTH, lists=lists))
    with pytest.raises(BadArguments, match="nested"):
        parse(_nested(levels, lists=lists))


def test_half_characters_can_be_stored_and_are_still_refused() -> None:
    """The spelled-out text has the escape that `parse` refuses, and a digest."""
    raw = '{"a":"\ud83d"}'
    assert whole(raw) == '{"a":"\\ud83d"}'
    assert whole("🙂 é") == "🙂 é"
    assert digest("t", raw) == digest("t", whole(raw))
    with pytest.raises(BadArguments, match="surrogate"):
        parse(whole(raw))
