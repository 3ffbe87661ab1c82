"""What is said of performance is what was measured."""

import json
from typing import Any

from benchmarks import plot, report, results
from benchmarks.goals import Figures
from tests.walls.tree import ROOT


def test_the_page_is_current() -> None:
    """Its tables and its picture are those of benchmarks/results.json."""
    found, text = results.read(), report.DOCUMENT.read_text("utf-8")
    assert report.filled(text, found) == text
    assert report.PICTURE.read_text("utf-8") == plot.picture(found)


def test_results_name_no_machine() -> None:
    """They hold names and numbers, no paths or addresses."""
    text = (ROOT / "benchmarks/results.json").read_text("utf-8")
    assert "/" not in json.dumps([list(row) for row in json.loads(text)["rows"]])
    assert str(ROOT) not in text


def test_what_was_not_measured_is_not_said_to_hold() -> None:
    """Without figures, no goal holds, and none is said to have failed."""
    nothing: dict[str, Any] = {"rows": []}
    assert {goal.holds for goal in Figures(nothing).goals()} == {None}


def test_a_goal_that_is_missed_is_said() -> None:
    """One figure over its bound is a no."""
    row = {"name": "engine", "concurrency": 1, "messages": 0, "reads": 11}
    found = {goal.says: goal.holds for goal in Figures({"rows": [row]}).goals()}
    assert found["Round trips a lifecycle, at most 10"] is False


def test_a_row_keeps_what_its_rounds_had() -> None:
    """The median, the least and the most; an error in one round is the row's."""
    row = results.Row("engine", 1, 0, 60)
    for value in (3.0, 1.0, 2.0):
        row.add({"cpu_ms": value})
    made = row.as_json()
    assert (made["cpu_ms"], made["min"]["cpu_ms"], made["max"]["cpu_ms"]) == (2, 1, 3)
    row.add({"error": "it failed"})
    assert row.as_json()["error"] == "it failed"
