"""/sandbox/golden: what the gallery draws, each golden file in one group."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox.golden import DEFAULT, OTHER, golden, group_of, title_of
from sandbox.server import Sandbox

Json = dict[str, Any]

NAMES = sorted(file.stem for file in DEFAULT.glob("*.json"))


async def served(folder: Path = DEFAULT) -> list[Json]:
    """What a sandbox gives of a folder."""
    async with (
        Sandbox.start(golden=folder) as sandbox,
        aiohttp.ClientSession(sandbox.url) as http,
        http.get("/sandbox/golden") as answer,
    ):
        assert answer.headers["Cache-Control"] == "no-store"
        return await answer.json()


async def test_each_golden_file_of_the_repository_is_given() -> None:
    """Name, kind, words, place and the payload as it is in its file."""
    given = {one["name"]: one for one in await served()}
    assert sorted(given) == NAMES
    card = given["card-pending-medium"]
    assert (card["group"], card["title"]) == ("cards", "Pending: medium")
    assert card["payload"]["text"].startswith("⏳ Approval needed: ")
    surfaces = {name: one["surface"] for name, one in given.items()}
    assert surfaces["modal-reject"] == "modal"
    assert surfaces["home"] == "home"
    assert surfaces["help"] == "message"


async def test_where_there_is_no_folder_there_is_an_empty_list(tmp_path: Path) -> None:
    """An installed sandbox has no tests beside it."""
    assert await served(tmp_path / "none") == []


def test_files_are_read_anew_each_time(tmp_path: Path) -> None:
    """Whoever changes a view sees it with the next look."""
    (tmp_path / "help.json").write_text('{"text": "one"}', encoding="utf-8")
    assert golden(tmp_path)[0]["payload"] == {"text": "one"}
    (tmp_path / "help.json").write_text('{"text": "two"}', encoding="utf-8")
    assert golden(tmp_path)[0]["payload"] == {"text": "two"}


@pytest.mark.parametrize(("text", "words"), [("{", "can't be read"), ("[]", "isn't a JSON object")])
def test_a_file_that_is_no_payload_says_so(tmp_path: Path, text: str, words: str) -> None:
    """One half-written file hides none of the others."""
    (tmp_path / "card-x.json").write_text(text, encoding="utf-8")
    (tmp_path / "help.json").write_text("{}", encoding="utf-8")
    broken, sound = golden(tmp_path)
    assert words in broken["payload"]["text"]
    assert sound["payload"] == {}


@pytest.mark.parametrize("name", NAMES)
def test_each_golden_file_has_a_group(name: str) -> None:
    """A new kind of view gets a group of its own in sandbox/golden.py."""
    assert group_of(name) != OTHER


def test_what_has_no_group_is_shown_all_the_same() -> None:
    """It is given with the others, under its whole name."""
    assert group_of("brand-new") == OTHER
    assert title_of("brand-new") == "Brand new"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("card-expired", "Expired"),
        ("told-approved-done", "Approved: done"),
        ("plain-pending-one-of-two", "Pending: one of two"),
        ("modal-new-task-anywhere", "New task anywhere"),
        ("home", "Home"),
        ("home-empty", "Empty"),
        ("run-stopped", "Run stopped"),
    ],
)
def test_names_are_told_in_words(name: str, title: str) -> None:
    """State first, then what is special."""
    assert title_of(name) == title
