"""Schemas that are hard to ask: of every draft, odd, huge, self-referring, or broken.

Each line of the file is a case as `signoff forms check` reads it, with how it is asked, or why it
is refused.
"""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from bot.core.form import made
from bot.core.form.checked import check
from bot.core.form.parts import Action
from bot.slack.forms.draw import view
from bot.slack.forms.through import through
from sandbox.strict.check import view_problems

FILE = Path(__file__).parents[2] / "fixtures/forms/hard.jsonl"
CASES: dict[str, Any] = {
    one["name"]: one for one in map(json.loads, FILE.read_text().splitlines())
}  # fmt: skip
SLOW_S = 20  # a broken limit takes minutes; a busy machine some seconds


@pytest.mark.parametrize("name", CASES)
def test_each_is_asked_or_refused_and_its_answers_judged(name: str) -> None:
    """A right answer comes back equal, through pages that Slack takes; a wrong one never does."""
    case, since = CASES[name], time.monotonic()
    found = check(case, through)
    assert found["asked"] == case["asked"]
    assert found["asked"] != "refused" or found["why"] == case["why"]
    assert [one for one in found["ok"] if not one["same"]] == []
    assert [one for one in found["bad"] if not one["refused"]] == []
    assert time.monotonic() - since < SLOW_S


@pytest.mark.parametrize("name", [n for n, one in CASES.items() if one["asked"] != "refused"])
def test_slack_takes_each_page(name: str) -> None:
    """Empty, and with each answer in it."""
    case = CASES[name]
    form = made(case["schema"], case.get("uiSchema"))
    drafts = [form.fill(json.dumps(one), exact=True) for one in case["answers_ok"]]
    for draft in (form.start(), *drafts):
        for number in range(1, len(form.pages(draft)) + 1):
            page = view(
                form, draft, number, request="0.a.1", revision=1, action=Action("submit", "Send"),
                question="Is it so?",
            )  # fmt: skip
            assert view_problems(page) == []
