"""The JSON Schema Test Suite: the verdict on each answer stays what it is through a form."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.core.form import Unaskable, made
from bot.core.form.exact import loads, same

FOLDER = Path(__file__).parents[2] / "fixtures" / "json-schema-suite"
DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#"}
# Refused: they refer to a schema elsewhere, even if it is that of JSON Schema itself.
ELSEWHERE = {
    ("defs", "validate definition against metaschema"),
    ("definitions", "validate definition against metaschema"),
    ("ref", "remote ref, containing refs itself"),
}
# Refused: nothing in them can be filled in, and nothing at all is no answer, so whoever was asked
# could never answer.
UNANSWERABLE = {
    ("not", "not more complex schema"),
    ("not", "collect annotations inside a 'not', even if collection is disabled"),
    ("oneOf", "oneOf with required"),
}


def groups() -> list[Any]:
    """Each schema of the suite with its answers."""
    found = list[Any]()
    for draft in ("draft7", "draft2020-12"):
        files = json.loads((FOLDER / f"{draft}.json").read_text("utf-8"))
        for name, several in files.items():
            for n, group in enumerate(several):
                if draft == "draft7" and isinstance(group["schema"], dict):
                    group["schema"] = {**DRAFT_7, **group["schema"]}
                found.append(pytest.param(name, group, id=f"{draft}-{name}-{n}"))
    return found


@pytest.mark.parametrize(("name", "group"), groups())
def test_a_form_keeps_the_verdict(name: str, group: dict[str, Any]) -> None:
    """A valid answer comes back as it was; one that isn't is refused, filled in or sent as JSON."""
    valid = [one["data"] for one in group["tests"] if one["valid"]]
    try:
        form = made(group["schema"])
    except Unaskable:
        assert valid == [] or (name, group["description"]) in ELSEWHERE | UNANSWERABLE
        return
    for answer in valid:
        text = json.dumps(answer)
        read = form.read(form.fill(text, exact=True))
        assert read.wrong == {} and same(loads(read.values), loads(text))
        assert form.settled(text).wrong == {}
    for answer in [one["data"] for one in group["tests"] if not one["valid"]]:
        text = json.dumps(answer)
        assert form.read(form.fill(text, exact=True)).wrong
        settled = form.settled(text)
        # Only a constant is put right; then it isn't the answer that came.
        assert settled.wrong or not same(loads(settled.values), loads(text))
