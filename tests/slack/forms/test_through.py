"""Answers go through their modals unchanged: every case from the field, and made-up forms."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from blocks.check import check_view
from bot.core.form.api import made
from bot.core.form.parts import Draft, Field, Heading, Option, Page, Unaskable
from bot.slack.forms.draw import suggested, view
from bot.slack.forms.through import through
from sandbox.entering import client_errors
from tests.core.form.schemas import everything
from tests.slack.forms.schemas import ASKED, Asked
from tests.slack.forms.shown import Json, shown
from tests.slack.forms.test_pages import QUESTION, SUBMIT, modal
from tests.slack.forms.test_state import field, page

FILES = sorted((Path(__file__).parents[2] / "fixtures/schemas").glob("*.json"))


def asked() -> list[tuple[str, Any, Any]]:
    """Each case that can be asked, with its form."""
    found: list[tuple[str, Any, Any]] = []
    for file in FILES:
        case = json.loads(file.read_text(encoding="utf-8"))
        try:
            form = made(case.get("schema"), case.get("uiSchema"), case.get("actions"))
        except Unaskable:
            continue
        found.append((file.stem, case, form))
    return found


CASES = asked()
GOOD = [
    pytest.param(form, answer, id=f"{name}-{n}")
    for name, case, form in CASES
    for n, answer in enumerate(case.get("answers_ok", ()))
    if form.way != "web"
]
assert len(GOOD) > 60


def refused(form: Any, draft: Draft) -> Json:
    """What Slack's own client refuses of a draft that is sent as it is, by block id."""
    found: Json = {}
    for number in range(1, len(form.pages(draft)) + 1):
        drawn = view(form, draft, number, request="3.k2j9x0a7qz", revision=1, action=SUBMIT,
                     question=QUESTION)  # fmt: skip
        found |= client_errors(shown(drawn))
    return found


@pytest.mark.parametrize(("form", "answer"), GOOD)
def test_slack_sends_an_answer_that_is_right(form: Any, answer: object) -> None:
    """Its client refuses nothing that the schema takes."""
    assert refused(form, form.fill(json.dumps(answer))) == {}


@pytest.mark.parametrize(("form", "answer"), GOOD)
def test_an_answer_comes_back_from_its_modals(form: Any, answer: object) -> None:
    """Each page drawn, sent untouched and read."""
    draft = form.fill(json.dumps(answer))
    before, after = form.read(draft), form.read(through(form, draft))
    assert before.wrong == {}
    assert after == before


@settings(max_examples=25)
@given(ASKED)
def test_any_answer_comes_back_from_its_modals(asked: Asked) -> None:
    """Where the form holds it, its modals do."""
    schema, answer = asked
    form = made(schema)
    draft = form.fill(json.dumps(answer))
    before, after = form.read(draft), form.read(through(form, draft))
    assert before.wrong == {}
    assert json.loads(before.values) == answer
    assert after == before
    assert refused(form, draft) == {}


@settings(max_examples=25)
@given(everything())
def test_any_answer_to_conditions_comes_back_from_its_modals(asked: Asked) -> None:
    """What is asked depends on what stands in other fields, and on pages that come later."""
    schema, answer = asked
    form = made(schema)
    draft = form.fill(json.dumps(answer))
    assert form.read(through(form, draft)) == form.read(draft)


@pytest.mark.parametrize(("name", "case", "form"), CASES, ids=[name for name, _, _ in CASES])
def test_an_empty_form_is_drawn_and_sent_as_it_is(name: str, case: Json, form: Any) -> None:
    """With its defaults; no page of it is refused, nor one where all is wrong."""
    start = form.start()
    assert form.read(through(form, start)) == form.read(start)
    wrong = form.read(start).wrong
    for number in range(1, len(form.pages(start)) + 1):
        drawn = view(form, start, number, request="3.k2j9x0a7qz", revision=1, action=SUBMIT,
                     question=QUESTION, wrong=wrong)  # fmt: skip
        assert check_view(drawn) == []
        assert shown(drawn)["state"]["values"].keys() <= ids(form.pages(start)[number - 1])


def ids(one: Page) -> set[str]:
    """The block ids of a page's inputs."""
    return {f"f:{item.id}" for item in one.fields if item.kind != "locked"}


def test_a_page_that_is_gone_is_the_last_one() -> None:
    """Conditions may leave fewer pages than there were."""
    form = made({"type": "object", "properties": {"a": {"type": "string"}}})
    drawn = view(form, form.start(), 9, request="3.k2j9x0a7qz", revision=1, action=SUBMIT,
                 question="Which?")  # fmt: skip
    assert drawn["title"] == {"type": "plain_text", "text": "Question", "emoji": False}
    assert drawn["submit"] == {"type": "plain_text", "text": "Send it to the *whole*…",
                               "emoji": False}  # fmt: skip


def test_a_form_that_asks_nothing_is_its_question() -> None:
    """Its buttons say the rest."""
    drawn = view(made(True), Draft(), 1, request="3.k2j9x0a7qz", revision=1, action=SUBMIT,
                 question="Go on?")  # fmt: skip
    assert [block["type"] for block in shown(drawn)["blocks"]] == ["section"]


def test_what_is_for_nobodys_eyes_is_not_drawn() -> None:
    """Such a form goes to the web page; should one be drawn, it has no field for it."""
    *_, block = modal(page(field("text", shown="hunter2", sensitive=True)))["blocks"]
    assert block["type"] == "section"
    assert "hunter2" not in json.dumps(block)
    assert "Asked on the web page, never in Slack." in block["text"]["text"]


def test_a_part_too_large_for_a_view_is_drawn_without_its_descriptions() -> None:
    """It says so, and its fields are there."""
    heads = [Heading(id=f"h{n}", path=(), label="年" * 3000, about="年\n" * 9000, depth=n)
             for n in range(12)]  # fmt: skip
    large = field(
        "checkboxes",
        about="年" * 9000,
        hint="年" * 9000,
        options=tuple(Option(str(n), f"{n}{'年' * 99}", "年" * 99) for n in range(100)),
    )
    drawn = modal(Page(1, 1, (*heads, large)))
    assert check_view(drawn) == []
    assert "too long to be shown here" in json.dumps(drawn)
    assert "f:a1" in shown(drawn)["state"]["values"]


def test_thousands_of_choices_are_drawn_and_searched_at_once() -> None:
    """Slack waits three seconds for either."""
    names = [f"arn:aws:s3:::company-data-lake-production-eu-central-1-common/{n}"
             for n in range(5_000)]  # fmt: skip
    form = made({"type": "object", "properties": {"bucket": {"enum": names}}})
    draft = form.fill(json.dumps({"bucket": names[4242]}))
    begun = time.process_time()
    assert form.read(through(form, draft)).values == json.dumps({"bucket": names[4242]})
    (one,) = (item for item in form.pages(draft)[0].items if isinstance(item, Field))
    found = suggested(one, form.found(draft, one.id, "common/4242"))
    assert time.process_time() - begun < 3
    assert found["options"][0]["value"] == "4242"  # type: ignore[index]
