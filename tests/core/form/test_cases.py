"""Every question from the field: how it is asked, what comes back, and what is refused where."""

from collections import Counter
from typing import Any

import jsonschema_rs
import pytest

from bot.core.form import Form, Unaskable
from bot.core.form.checked import check
from bot.core.form.exact import loads, same
from tests.core.form.cases import CASES, entered, field, form_of, json_of

ASKED = {name: one for name, one in CASES.items() if one.get("expect") != "refuse"}
# No field is at fault with these: one of several would do, or what was sent is asked by none.
NOWHERE = {
    "anyof-one-contact": 1,
    "const-hidden": 2,
    "dependencies-draft7": 1,
    "if-then-else-target": 1,
    "object-no-properties": 3,
    "objects-list-env": 1,
    "tuple-2020": 1,
}


def with_raw() -> list[Any]:
    """Each thing that a person does, by its case."""
    return [
        pytest.param(case, raw, id=f"{name}-{n}")
        for name, case in CASES.items()
        for n, raw in enumerate(case.get("raw", []))
    ]


def wrongly_at(case: dict[str, Any], answer: Any) -> set[str]:
    """The top of each place where another library finds a fault."""
    found = jsonschema_rs.iter_errors(case["schema"], answer, validate_formats=True)
    return {str(part) for error in found for part in error.instance_path[:1]}


@pytest.mark.parametrize("name", CASES)
def test_what_can_not_be_asked_is_refused(name: str) -> None:
    """And nothing else is; the reason is a sentence for the model."""
    if name in ASKED:
        assert form_of(CASES[name]).why
        return
    with pytest.raises(Unaskable, match=r"^[A-Z].*\.$"):
        form_of(CASES[name])


@pytest.mark.parametrize("name", ASKED)
def test_right_answers_come_back_and_wrong_ones_are_refused(name: str) -> None:
    """Through filling in, the pages and reading back; a wrong answer is refused at its field."""
    case = ASKED[name]
    found = check(case)
    assert [one["answer"] for one in found["ok"] if not one["same"]] == []
    assert [one["answer"] for one in found["bad"] if not one["refused"]] == []
    for one in found["bad"]:
        tops = {at.split("/")[1].replace("~1", "/").replace("~0", "~") for at in one["at"] if at}
        assert wrongly_at(case, one["answer"]) <= tops | {""} or "" in one["at"]
    nowhere = [one["answer"] for one in found["bad"] if one["at"] == [""]]
    assert len(nowhere) == NOWHERE.get(name, 0)


@pytest.mark.parametrize("name", ASKED)
def test_answers_that_come_as_json_get_the_same_verdict(name: str) -> None:
    """Right ones are settled. Of wrong ones only a constant is put right, and never kept."""
    case, form = ASKED[name], form_of(ASKED[name])
    for answer in [*case["answers_ok"], *case.get("must_accept", [])]:
        assert form.settled(json_of(answer)).wrong == {}
    for answer in [*case["answers_bad"], *case.get("must_reject", [])]:
        read = form.settled(json_of(answer))
        assert read.wrong or not same(loads(read.values), answer)
        assert read.wrong or name == "const-hidden"


@pytest.mark.parametrize(("case", "raw"), with_raw())
def test_what_is_typed_and_picked(case: dict[str, Any], raw: dict[str, Any]) -> None:
    """It becomes the values that the case says, or is wrong at the field that it says."""
    form = form_of(case)
    draft = entered(form, raw)
    read = form.read(draft)
    wanted = [raw[key] for key in ("values", "error_or") if key in raw]
    wanted += raw.get("values_any", [])
    if read.values:
        assert wanted == [] or any(same(loads(read.values), one) for one in wanted)
        assert "error" not in raw
    else:
        named = raw.get("error", *raw.get("input", {}))
        assert list(read.wrong) == [field(form, draft, named).id]
        assert "error" in raw or "error_or" in raw


def test_an_exponent_is_part_of_a_number() -> None:
    """1e1 is ten, also where only whole numbers fit; blanks around a number don't count."""
    form = form_of(CASES["mcp-integer-strict"])
    assert form.read(entered(form, {"input": {"replicas": "1e1"}})).values == '{"replicas": 10}'
    assert form.read(entered(form, {"input": {"replicas": " 7 "}})).values == '{"replicas": 7}'


def test_blanks_around_a_text_stay() -> None:
    """A text is what was typed."""
    form = form_of(CASES["mcp-one-text"])
    assert form.read(entered(form, {"input": {"name": "  octo "}})).values == '{"name": "  octo "}'


@pytest.mark.parametrize("name", [n for n, one in ASKED.items() if "results_ok" in one])
def test_results_name_the_action(name: str) -> None:
    """Known actions with what they need; others and unknown ones are refused."""
    form = form_of(ASKED[name])
    for result in ASKED[name]["results_ok"]:
        sent = form.envelope(result["action"], json_of(result["values"]))
        assert same(loads(sent), result)
    for result in ASKED[name]["results_bad"]:
        with pytest.raises(ValueError, match=r"."):
            form.envelope(result["action"], json_of(result["values"]))


@pytest.mark.parametrize("name", [n for n, one in ASKED.items() if "tamper" in one])
def test_what_nobody_may_change_is_put_back(name: str) -> None:
    """Whatever a forged answer says of it."""
    form = form_of(ASKED[name])
    for one in ASKED[name]["tamper"]:
        assert same(loads(form.settled(json_of(one["submit"])).values), one["values"])


def test_the_table_of_all_cases() -> None:
    """How each is asked, on how many pages, with its verdicts; only one needs the web page."""
    found = [check(case) for case in CASES.values()]
    for one in found:  # to be seen with `pytest -s`
        ok = sum(1 for each in one["ok"] if each["same"])
        bad = sum(1 for each in one["bad"] if each["refused"])
        print(f"{one['name']:28}{one['asked']:9}{one['pages']:3}{ok:4}{bad:4}")
    ways = Counter(one["asked"] for one in found)
    assert ways == {"modal": 38, "buttons": 9, "refused": 3, "web": 1}
    assert [one["name"] for one in found if one["asked"] == "web"] == ["helm-secret"]


def test_quick_answers_are_whole_answers() -> None:
    """Of a question by buttons each button is an answer as JSON, with what is constant in it."""
    form: Form = form_of(CASES["nullable-number-enum"])
    assert [form.quick_values(one.value) for one in form.quick] == [
        '{"prio": 0}', '{"prio": 1}', '{"prio": 2}', '{"prio": null}'
    ]  # fmt: skip
    with pytest.raises(KeyError):
        form.quick_values("9")
