"""Each case from the field about Slack is held by at least one test that says so."""

import re

from tests.walls.tree import ROOT

# What Slack did to others, by what went wrong.
SLACK = {
    "text": ("A01", "A03", "A04", "A05", "A06", "A08", "A11", "A12"),
    "events": ("A13", "A14", "A17", "A19", "A21", "A22", "A24", "A25"),
    "cards": ("A26", "A33", "A34", "A35", "A37"),
    "modals": ("A27", "A28", "A30", "A31", "A46"),
    "workspace": ("A39", "A40", "A44"),
}
_MARK = re.compile(r'mark\.case\(\s*((?:"[A-Z]\d+"(?:,\s*)?)+)\)')


def held() -> set[str]:
    """The cases that tests are marked with."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for marks in _MARK.findall(path.read_text("utf-8")):
            found.update(re.findall(r"[A-Z]\d+", marks))
    return found


def test_every_case_about_slack_is_held_by_a_test() -> None:
    """By name, so that whoever takes a test away sees what it held."""
    wanted = {case for cases in SLACK.values() for case in cases}
    assert sorted(wanted - held()) == []
