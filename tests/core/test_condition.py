"""`when`: true or false for certain, or the call is refused."""

import time
from typing import Any

import pytest

from bot.core.condition import MAX_ITEMS, MAX_WALKED, MAX_WALKED_TEXT, condition_problem, holds
from bot.core.matchers.found import Unread

KNOWN: dict[str, Any] = {
    "args": {"amount": 100, "share": 0.5, "env": "prod", "ids": [1, 2, 3], "note": "it's (a) é"},
    "requester": {"id": "ana", "user": "U1", "team": "T1", "roles": ["requester"]},
    "channel": {"id": "C1", "direct": False},
    "agent": "ops",
    "call": {"tool": "refund_order", "risk": "medium"},
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("true", True),
        ("args.amount > 99.5", True),
        ("args.amount <= 99", False),
        ("args.env == 'prod' && args.share < 1.0", True),
        ("args.env in ['dev', 'staging']", False),
        ("'requester' in requester.roles", True),
        ("requester.id == 'ana' || args.nothing > 1", True),
        ("args.ids.exists(n, n == 2)", True),
        ("args.ids.all(n, n > 0) && args.ids.all(n, n < 3)", False),
        ("has(args.cc)", False),
        ("size(args.note) < 20", True),
        ("args.env.matches('^(dev|staging)$')", False),
        ("args.note == 'x.map(' || args.ids.exists(n, n > 2)", True),
        ("channel.id == 'C1' && !channel.direct && agent == 'ops'", True),
        ("call.risk == 'medium' && call.tool.startsWith('refund_')", True),
    ],
)
def test_it_is_true_or_false(text: str, found: bool) -> None:
    """Of arguments, requester, channel, agent and call."""
    assert condition_problem(text) is None
    assert holds(text, KNOWN) is found


@pytest.mark.parametrize(
    "text",
    [
        "args.nothing == 1",
        "args.env > 1",
        "args.amount",
        "args.env",
        "args.ids",
        "args.amount / 0 == 1",
        "args.env.matches('(')",
        "args.ids[7] == 1",
    ],
)
def test_whatever_goes_wrong_is_unread(text: str) -> None:
    """A missing argument, other types, no truth value: never true, never false."""
    assert condition_problem(text) is None
    with pytest.raises(Unread):
        holds(text, KNOWN)


def test_a_number_that_it_cannot_hold_is_unread() -> None:
    """Whole numbers of JSON are longer than its own."""
    with pytest.raises(Unread):
        holds("args.amount > 1", {**KNOWN, "args": {"amount": 10**30}})


def test_a_condition_has_a_bound() -> None:
    """So many values and no more."""
    many = {**KNOWN, "args": {"ids": list(range(MAX_ITEMS))}}
    with pytest.raises(Unread, match="more than 10,000 values"):
        holds("size(args.ids) > 0", many)
    fewer = {**KNOWN, "args": {"ids": list(range(MAX_ITEMS - 100))}}
    assert holds("size(args.ids) > 0", fewer)


@pytest.mark.parametrize(
    "text",
    [
        "args.ids.all(n, n in args.ids)",
        "args.ids.map(n, n + 1).size() > 0",
        "args.ids.filter(n, n in args.ids).size() > 0",
        "args.ids.exists(n, size(args.note) + n > 0)",
    ],
)
def test_a_walk_has_a_bound_of_its_own(text: str) -> None:
    """Each step copies what it names: many values would hold the whole bot up for seconds."""
    ids = list(range(MAX_WALKED))
    with pytest.raises(Unread, match="more than 1,000 values"):
        holds(text, {**KNOWN, "args": {"ids": ids, "note": ""}})
    began = time.monotonic()
    few = {"ids": ids[: MAX_WALKED - 100], "note": "a" * (MAX_WALKED_TEXT - 1_000)}
    assert holds(text, {**KNOWN, "args": few})
    assert time.monotonic() - began < 5
    with pytest.raises(Unread, match="more than 100,000 characters"):
        holds(text, {**KNOWN, "args": {"ids": [1], "note": "a" * MAX_WALKED_TEXT}})
    with pytest.raises(Unread, match="more than 100,000 characters"):
        holds(text, {**KNOWN, "args": {"ids": [1], "note": "", "a" * MAX_WALKED_TEXT: 1}})


def test_a_walk_stands_in_no_other() -> None:
    """Its time would have no bound at all."""
    for nested in (
        "args.ids.all(n, args.ids.exists ( m, m == n))",
        "args.ids.all(n, // )\nargs.ids.exists(m, m == n))",
        "args.ids.all(n, ')' == args.ids.map(m, ')')[0])",
    ):
        assert "inside of another walk" in str(condition_problem(nested))


@pytest.mark.parametrize("body", ["args.ids", "n + args.ids[0]", "[requester.id]", "{n: (args)}"])
def test_an_item_is_mapped_to_itself_alone(body: str) -> None:
    """A list of lists is copied at every step: some hundred of them take minutes."""
    assert "maps each item to more" in str(condition_problem(f"args.ids.map(n, {body}) == []"))
    assert condition_problem("args.ids.map(n, n.args) == [args.note]") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("args.amount >", "isn't CEL"),
        ("amount > 5", "names amount; known are args, requester, channel, agent, call"),
        ("arg.amount > 5", "names arg;"),
        ("(" * 3_000, "isn't CEL"),
    ],
)
def test_what_cannot_be_used_is_said(text: str, words: str) -> None:
    """When the file is read, not at the first call."""
    assert words in str(condition_problem(text))
