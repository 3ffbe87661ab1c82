"""No tracked file names a folder of somebody's machine or the address of a package index."""

import re
from pathlib import Path

import pytest

from tests.walls.tree import ROOT, tracked_files

# Put together from parts, so that this file doesn't find itself.
MACHINE = re.compile(
    r"(?<![\w.*:/-])/(?:" + "|".join(["home/[a-z]", "Users/[A-Za-z]", "root/", "work/"]) + ")"
    r"|\b[A-Z]:\\Users\\"
)
INDEX = re.compile(
    r"https?://[^\s\"'<>]*(?:"
    + "|".join(
        ["py" + r"pi\.", "python" + "hosted", "npm" + r"js\.", r"/\+?simp" + r"le\b", "npm" + r"\."]
    )
    + r")|--(?:extra-)?"
    + "index-u"
    + "rl"
)


def named(text: str) -> list[str]:
    """What a text says that is true on one machine only."""
    found = [match.group() for wall in (MACHINE, INDEX) for match in wall.finditer(text)]
    return found + [str(ROOT)] * (f"{ROOT}/" in text)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def test_no_file_names_a_machine_or_an_index() -> None:
    """What is tracked is true on any machine, and installs from wherever pip is told to."""
    found = {str(path.relative_to(ROOT)): named(_text(path)) for path in tracked_files()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "open('" + "/ho" + "me/ada/notes')",
        "see " + "/Us" + "ers/Ada/notes",
        "/wo" + "rk/tree",
        "C:" + "\\Users\\ada",
        "https://py" + "pi.org/project/x",
        "https://files.python" + "hosted.org/x.whl",
        "http://mirror.test/root/py" + "pi/+simp" + "le/",
        "https://registry.npm" + "js.org/x",
        "pip install --extra-" + "index-u" + "rl x",
    ],
)
def test_a_planted_name_is_found(planted: str) -> None:
    """Each kind of name is seen."""
    assert named(planted) != []


@pytest.mark.parametrize(
    "innocent",
    [
        "https://api.slack.com/apps",
        "/sandbox/users/ana/say",
        "https://example.test/home/page",
        "a simple sentence",
        "features/work/flow",
    ],
)
def test_other_addresses_may_be_named(innocent: str) -> None:
    """Routes, public documentation and made-up hosts are nobody's machine."""
    assert named(innocent) == []
