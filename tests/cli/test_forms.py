"""`signoff forms check`: how questions are asked, before anybody is."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main

CASES = Path(__file__).parents[1] / "fixtures" / "schemas"
ASK: dict[str, Any] = {
    "type": "object",
    "properties": {"n": {"type": "integer", "maximum": 5}},
    "required": ["n"],
}


def check(*words: str | Path) -> Result:
    """The command's exit code and output."""
    return CliRunner().invoke(main, ["forms", "check", *map(str, words)])


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Writes a case, and gives its file."""

    def written(**case: Any) -> Path:
        file = tmp_path / "ask.json"
        file.write_text(json.dumps(case))
        return file

    return written


def test_every_case_from_the_field_is_as_it_should_be() -> None:
    """A line for each, why the odd ones are asked as they are, and the sum."""
    done = check(*sorted(CASES.glob("*.json")))
    assert done.exit_code == 0 and "WRONG" not in done.output
    line = "ok    mcp-contact                 modal    1 page   3 of 3 came back, 4 of 4 refused\n"
    assert line in done.output
    assert "it asks for something that must not pass through Slack\n" in done.output
    assert done.output.endswith(
        "51 questions: 9 buttons, 38 modal, 1 web, 3 refused; 0 not as expected.\n"
        "On the web page: helm-secret.\n"
    )


def test_an_answer_with_another_verdict_is_named(write: Any) -> None:
    """And the command ends with 1."""
    done = check(write(schema=ASK, answers_ok=[{"n": 5}, {"n": 6}], answers_bad=[{}, {"n": 4}]))
    assert done.exit_code == 1
    assert done.output.startswith("WRONG ask ") and "1 of 2 came back, 1 of 2" in done.output
    assert 'not as it was: {"n": 6}\n' in done.output
    assert 'not refused: {"n": 4}\n' in done.output


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({"schema": ASK, "expect": "refuse"}, "it should be refused"),
        ({"schema": False}, "it should be asked"),
    ],
)
def test_a_question_that_is_asked_or_refused_unexpectedly(
    write: Any, case: dict[str, Any], words: str
) -> None:
    """Is named as well."""
    done = check(write(**case))
    assert done.exit_code == 1 and words in done.output


def test_for_programs_it_is_a_json_line_each(write: Any) -> None:
    """With each answer, what came of it, and where it was refused."""
    file = write(name="few", schema=ASK, answers_ok=[{"n": 1}], answers_bad=[{"n": 6}])
    done = check("--json", file)
    assert json.loads(done.output) == {
        "name": "few",
        "asked": "modal",
        "pages": 1,
        "why": "each of its fields fits a modal",
        "ok": [{"answer": {"n": 1}, "same": True, "values": {"n": 1}, "wrong": {}}],
        "bad": [
            {
                "answer": {"n": 6},
                "refused": True,
                "at": ["/n"],
                "wrong": {"/n": "This must be at most 5."},
            }
        ],
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "can't be read: it isn't JSON (line 1, column 2)"),
        ("[]", "has no `schema`"),
        ('{"name": "x"}', "has no `schema`"),
    ],
)
def test_a_file_that_is_no_case_is_said_to_be_none(tmp_path: Path, text: str, words: str) -> None:
    """With what is wrong with it."""
    file = tmp_path / "odd.json"
    file.write_text(text)
    done = check(file)
    assert done.exit_code == 1 and words in done.output
