"""Another emulator of Slack, written by others, answers as the sandbox does, or it is known why."""

import asyncio
from fnmatch import fnmatchcase

import pytest

from tests.sandbox.peer import both, differences
from tests.sandbox.peer_steps import STEPS
from tests.sandbox.peer_table import ROWS, Row


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """How the two differ in each step."""

    async def run() -> dict[str, list[str]]:
        async with both() as (ours, theirs):
            return {
                step.name: differences(await ours.take(step), await theirs.take(step))
                for step in STEPS
            }

    return asyncio.run(run())


def _covers(row: Row, step: str, difference: str) -> bool:
    return fnmatchcase(step, row.steps) and fnmatchcase(difference, row.difference)


def test_each_difference_is_explained(found: dict[str, list[str]]) -> None:
    """Nothing differs that the table doesn't name."""
    assert [
        (step, difference)
        for step, each in found.items()
        for difference in each
        if not any(_covers(row, step, difference) for row in ROWS)
    ] == []


def test_no_explanation_has_outlived_its_difference(found: dict[str, list[str]]) -> None:
    """Each row is still needed: who has changed, the sandbox or the other one?"""
    pairs = [(step, difference) for step, each in found.items() for difference in each]
    assert [row for row in ROWS if not any(_covers(row, *pair) for pair in pairs)] == []


def test_the_two_agree_where_it_counts(found: dict[str, list[str]]) -> None:
    """Most steps are alike altogether, and each step was taken."""
    alike = {step for step, each in found.items() if not each}
    assert len(found) == len(STEPS)
    assert {
        "post nothing",
        "post nowhere",
        "update nowhere",
        "react again",
        "open without trigger",
        "open the same external id",
        "push too deep",
        "home too late",
        "change view too late",
        "change no view",
        "delete again",
        "open nobody",
        "by no address",
        "complete nothing",
    } <= alike


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        ({"ok": True}, {"ok": True}, []),
        ({"ok": False, "error": "a"}, {"ok": True}, ["a | ok"]),
        ({"ok": False, "error": "a"}, {"ok": False, "error": "b"}, ["a | b"]),
        ({"ok": True, "a": {"b": 1}}, {"ok": True}, ["a only ours"]),
        ({"ok": True}, {"ok": True, "a": [{"b": 1}]}, ["a only theirs"]),
        (
            {"ok": True, "a": [{"b": 1}]},
            {"ok": True, "a": [{"b": "x"}]},
            ["a.each.b: number | text"],
        ),
        ({"ok": True, "a": None}, {"ok": True, "a": False}, ["a: null | bool"]),
    ],
)
def test_a_difference_is_seen(
    ours: dict[str, object], theirs: dict[str, object], told: list[str]
) -> None:
    """Codes, keys and kinds; what lies inside of what is missing isn't told apart."""
    assert differences(ours, theirs) == told
