"""The documents say what is: their links lead somewhere, their commands and examples work."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
import pytest

from blocks.form_parts import ControlKind
from bot.cli import main
from bot.cli.policy import EXAMPLES, KEYS
from bot.config import ConfigTrouble, loads
from bot.config import examples as read_examples
from bot.config.schema import FilePart, Part
from bot.settings import Settings
from scripts import diagrams, pictures
from tests.blocks import samples
from tests.walls.tree import ROOT, tracked_files

POLICY = ROOT / "docs/policy.md"
SHOPS_OWN = {"SIGNOFF_SHOP"}  # read by the example tools, not by the bot
ADMINS_OWN = {"SIGNOFF_PLATFORM_CALENDAR"}  # named by an example's policy
TESTS_OWN = {"SIGNOFF_CHROMIUM", "SIGNOFF_CHROMIUM_REQUIRED"}

_LINK = re.compile(r"(?:\]\(|src(?:set)?=\")([^)\s\"]+)[)\"]")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]+)`")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_COMMAND = re.compile(r"(?<![\w@])(?:signoff|python -m bot)((?: +[\w.:/<>…-]+)+)")
_MAKE = re.compile(r"(?:^|[`\s])make ([a-z]+)\b(?= *(?:[A-Z`#]|$))", re.MULTILINE)
_SETTING = re.compile(r"\b((?:SIGNOFF|SLACK|OPENAI|REDIS)_[A-Z_]+[A-Z])\b")


def documents() -> list[Path]:
    """Every Markdown file that git keeps, but the model's prompt."""
    found = {path for path in tracked_files() if path.suffix == ".md"}
    return sorted(found - {ROOT / "bot/llm/prompt.md"})


def dead_links(text: str, place: Path) -> list[str]:
    """The relative links of a document that lead to no file, or to no heading of one."""
    return [link for link in _LINK.findall(_FENCE.sub("", text)) if not _leads(link, place)]


def _leads(link: str, place: Path) -> bool:
    if link.startswith(("https://", "http://", "mailto:")):
        return True
    name, _, heading = link.partition("#")
    target = place.parent / name if name else place
    if not target.exists() or not heading:
        return target.exists()
    return heading in {_slug(found) for found in _HEADING.findall(target.read_text("utf-8"))}


def _slug(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def code(text: str) -> Iterator[str]:
    """The lines of code in a document: fenced ones, and what stands in backticks."""
    for _, body in _FENCE.findall(text):
        yield from body.splitlines()
    yield from _SPAN.findall(_FENCE.sub("", text))


def unknown_commands(text: str) -> list[str]:
    """What a document has people type that the command line doesn't know."""
    found = [words for line in code(text) for words in _COMMAND.findall(line.partition("#")[0])]
    return [f"signoff{words}" for words in found if not _known(words.split())]


def _known(words: list[str]) -> bool:
    command: click.Command | None = main
    if not words[0].startswith("-"):
        command = main.commands.get(words[0])
        if isinstance(command, click.Group):
            command = command.commands.get(words[1]) if len(words) > 1 else None
    if command is None:
        return False
    with click.Context(command, help_option_names=["-h", "--help"]) as context:
        options = {name for option in command.get_params(context) for name in option.opts}
    return all(word in options for word in words if word.startswith("-"))


def unknown_targets(text: str) -> set[str]:
    """What a document has make do that the Makefile doesn't know."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    return {name for line in code(text) for name in _MAKE.findall(line)} - set(targets)


def unknown_settings(text: str) -> set[str]:
    """Names of settings that no part reads."""
    names = {
        str(choice)
        for field in Settings.model_fields.values()
        for choice in getattr(field.validation_alias, "choices", [field.validation_alias])
    }
    known = {*names, *(f"{name}_FILE" for name in names), *SHOPS_OWN, *ADMINS_OWN, *TESTS_OWN}
    return set(_SETTING.findall(text)) - known


def keys(part: type[Part]) -> set[str]:
    """Every key of a part of signoff.yaml and of the parts in it."""
    found = {field.alias or name for name, field in part.model_fields.items()}
    for field in part.model_fields.values():
        for inner in _parts(field.annotation):
            found |= keys(inner)
    return found


def _parts(annotation: object) -> list[type[Part]]:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return [annotation]
    return [part for inner in get_args(annotation) for part in _parts(inner)]


def test_links_lead_somewhere() -> None:
    """Each relative link of each document has a file, and a heading where it names one."""
    assert [
        f"{path.relative_to(ROOT)}: {link}"
        for path in documents()
        for link in dead_links(path.read_text("utf-8"), path)
    ] == []


def test_commands_can_be_typed() -> None:
    """Each command and option of `signoff`, and each target of make, is there."""
    for path in documents():
        text = path.read_text("utf-8")
        assert unknown_commands(text) == [], path
        assert unknown_targets(text) == set(), path


def test_settings_exist() -> None:
    """A document names no setting that nothing reads."""
    assert {
        path.name: unknown
        for path in documents()
        if (unknown := unknown_settings(path.read_text("utf-8")))
    } == {}


def test_the_policy_document_is_whole(tmp_path: Path) -> None:
    """Each key of signoff.yaml is explained, and each example is a policy that can be read."""
    text = POLICY.read_text("utf-8")
    spans = {word for span in _SPAN.findall(text) for word in re.findall(r"\w+", span)}
    headings = {heading.strip("` ") for heading in _HEADING.findall(text)}
    assert keys(FilePart) - spans - headings == set()
    examples = [body for kind, body in _FENCE.findall(text) if kind == "yaml"]
    assert len(examples) > 1
    for example in examples:
        if example.startswith("- "):
            assert read_examples(_file(tmp_path, example), EXAMPLES, KEYS)
        else:
            assert loads(example).policy.rules


def _file(folder: Path, text: str) -> Path:
    path = folder / "examples.yaml"
    path.write_text(text, "utf-8")
    return path


def test_a_spoiled_example_is_refused() -> None:
    """Reading an example finds what is wrong with it."""
    found = [body for _, body in _FENCE.findall(POLICY.read_text("utf-8"))]
    example = next(body for body in found if "roles: [approver]\n\n" in body)
    with pytest.raises(ConfigTrouble, match="nobody has the role"):
        loads(example.replace("roles: [approver]\n\n", "roles: []\n\n"))


def test_every_state_of_the_card_is_pictured() -> None:
    """Each outcome has a picture; those of questions are on their own kind of card."""
    names = {name for name, _ in pictures.wanted("cards")}
    assert {f"card-question-{end}" for end in ("cancelled", "unanswered")} <= names
    pictured = {state.outcome for name, state in samples.SETTLED.items() if f"card-{name}" in names}
    assert pictured == samples.ALL_OUTCOMES


def test_every_kind_of_field_is_pictured() -> None:
    """By the modal that has one."""
    names = {name for name, _ in pictures.wanted("forms")}
    assert {f"form-{kind}" for kind in get_args(ControlKind)} - names == set()


@pytest.mark.parametrize("document", pictures.DOCUMENTS)
def test_each_picture_is_of_a_view_and_none_is_left_over(document: str) -> None:
    """And each is there."""
    shown = pictures.wanted(document)
    names = {name for name, _ in shown}
    assert names - {*dict(samples.messages()), *dict(samples.views())} == set()
    files = {path.name for path in pictures.images(document).glob("*.png")}
    assert files == {f"{name}-{look}.png" for name, look in shown}


def test_diagrams_are_current() -> None:
    """The generated parts of docs/architecture.md are what the code makes of them today."""
    assert diagrams.main(["--check"]) == 0


def test_an_old_diagram_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A part that differs is named, stays as it is when checked, and is put right when written."""
    current = diagrams.TARGET.read_text("utf-8")
    target = tmp_path / "architecture.md"
    spoiled = current.replace("Proposed --> Waiting : wait", "Proposed --> Started : start")
    target.write_text(spoiled, "utf-8")
    assert diagrams.main(["--check"], target) == 1
    assert "call is out of date" in capsys.readouterr().out
    assert target.read_text("utf-8") == spoiled
    assert diagrams.main([], target) == 0
    assert target.read_text("utf-8") == current


def test_a_missing_part_is_found() -> None:
    """A document that has lost its place for a diagram isn't taken for current."""
    with pytest.raises(ValueError, match="no place for"):
        diagrams.renewed("<!-- generated: call -->\n<!-- end -->\n")


@pytest.mark.parametrize(
    ("line", "dead"),
    [
        ("[here](README.md) [there](docs/policy.md#every-key)", []),
        ("[a page](https://example.com/x) [here](#signoff)", []),
        ("[nowhere](docs/nowhere.md)", ["docs/nowhere.md"]),
        ("[no heading](docs/policy.md#nothing)", ["docs/policy.md#nothing"]),
        ('<img src="docs/images/none.png">', ["docs/images/none.png"]),
        ('<source srcset="docs/images/none.png">', ["docs/images/none.png"]),
    ],
)
def test_a_dead_link_is_found(line: str, dead: list[str]) -> None:
    """Files, headings and pictures that aren't there are named."""
    assert dead_links(line, ROOT / "README.md") == dead


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("`signoff check --live` and `signoff --help`", []),
        ("`@signoff destroy everything` is said in Slack", []),
        ("`signoff.yaml` and `signoff` alone", []),
        ("```\n.venv/bin/signoff run --role web  # signoff dance\n```", []),
        ("`signoff dance`", ["signoff dance"]),
        ("```\nsignoff run --fast\n```", ["signoff run --fast"]),
        ("`python -m bot juggle`", ["signoff juggle"]),
    ],
)
def test_a_made_up_command_is_found(text: str, unknown: list[str]) -> None:
    """Commands and options that aren't there are named; what is said in Slack is no command."""
    assert unknown_commands(text) == unknown


def test_a_made_up_target_is_found() -> None:
    """What make doesn't know is named; a word after `make` in a sentence is none."""
    assert unknown_targets("`make demo PORT=8900`, `make dance`, to make haste") == {"dance"}


def test_a_made_up_setting_is_found() -> None:
    """A name that nothing reads is named; one that names a file isn't taken for another."""
    assert unknown_settings("`SLACK_BOT_TOKEN_FILE`, `PORT`, `SIGNOFF_MAGIC`") == {"SIGNOFF_MAGIC"}
