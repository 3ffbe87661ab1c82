"""What a rule calls usual: which values are named, and in which words."""

from typing import Any

import pytest

from bot.core.unusual import unusual
from bot.core.usual import Usual, outside

EU = Usual("x", ("eu", "us"))


@pytest.mark.parametrize(
    ("value", "norm", "words"),
    [
        ("eu", EU, ""),
        ("mars", EU, "x mars, usually eu, us, by the policy"),
        ("EU", EU, "x EU, usually eu, us, by the policy"),
        (["eu", "us"], EU, ""),
        (["eu", "mars", "moon"], EU, "x mars, moon, usually eu, us, by the policy"),
        ([], EU, ""),
        (1, Usual("x", (1, 2)), ""),
        (1.0, Usual("x", (1, 2)), ""),
        (True, Usual("x", (1, 2)), "x true, usually 1, 2, by the policy"),
        ("1", Usual("x", (1, 2)), "x 1, usually 1, 2, by the policy"),
        (9, Usual("x", (1, 2, 3, 4, 5, 6)), "x 9, usually 1, 2, 3, 4 or 2 more, by the policy"),
        ([*"abcdef"], EU, "x a, b, c, d and 2 more, usually eu, us, by the policy"),
        (0, Usual("x", low=0, high=500), ""),
        (500, Usual("x", low=0, high=500), ""),
        (501, Usual("x", low=0, high=500), "x 501, usually 0–500, by the policy"),
        (-0.5, Usual("x", low=0), "x -0.5, usually at least 0, by the policy"),
        (7, Usual("x", high=5.0), "x 7, usually at most 5, by the policy"),
        ("7", Usual("x", high=9), "x 7, usually at most 9, by the policy"),
        (True, Usual("x", low=0, high=9), "x true, usually 0–9, by the policy"),
        (None, EU, "x null, usually eu, us, by the policy"),
        ("y" * 300, EU, "x (a value of 302 characters), usually eu, us, by the policy"),
    ],
)
def test_what_is_outside_is_said(value: Any, norm: Usual, words: str) -> None:
    """Types count; of a list each item; what can't be compared with a range isn't in it."""
    assert outside({"x": value}, (norm,)).get("x", "") == words


def test_an_argument_that_is_not_given_is_no_difference() -> None:
    """Nor are those of which the rule says nothing."""
    assert outside({"y": "mars"}, (EU,)) == {}


def test_the_policys_words_come_first_and_in_place_of_the_habits() -> None:
    """One word an argument; what the policy finds usual may still be new."""
    earlier = {"x": ["1"] * 5, "y": ["1"] * 5}
    said = unusual({"x": "9", "y": "9"}, earlier, {"x": "x 9, usually 1, by the policy"})
    assert said == "x 9, usually 1, by the policy; y 9, usually 1 (last 5 runs)"
    assert unusual({"x": "9"}, {}, {"x": "odd"}) == "odd"
