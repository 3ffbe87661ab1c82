"""Each test says in a sentence what it shows, and waits for conditions, not for time."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from tests.walls.tree import Function, functions, python_files

MOCKS = {"unittest.mock", "mock"}
SLEEPS = {"time.sleep", "asyncio.sleep"}


def unsaid(tree: ast.AST) -> list[str]:
    """The tests whose docstring's first line is not a sentence."""
    return [
        node.name
        for node in functions(tree)
        if node.name.startswith("test_") and not _says(ast.get_docstring(node))
    ]


def sleeps(tree: ast.AST) -> list[str]:
    """The tests that wait by sleeping; a slow thing defined inside of one may sleep."""
    return [
        node.name
        for node in functions(tree)
        if node.name.startswith("test_") and any(_is_sleep(inner) for inner in _own(node))
    ]


def mocks(tree: ast.AST) -> list[str]:
    """The modules imported for mocks that say yes to everything."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return sorted(found & MOCKS)


def _says(docstring: str | None) -> bool:
    return bool(docstring) and docstring.partition("\n\n")[0].rstrip().endswith((".", "?", "!"))


def _own(function: Function) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def _is_sleep(node: ast.AST) -> bool:
    # A sleep of 0 is no wait: it lets the loop turn once.
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) in SLEEPS
        and not (node.args and ast.unparse(node.args[0]) == "0")
    )


def test_each_test_says_what_it_shows() -> None:
    """Every test of the project has a sentence for its docstring."""
    assert [
        f"{path}: {name}" for path, tree in python_files("tests") for name in unsaid(tree)
    ] == []


def test_no_test_waits_by_sleeping() -> None:
    """A wait has a condition and a description: `wait_until`."""
    assert [
        f"{path}: {name}" for path, tree in python_files("tests") for name in sleeps(tree)
    ] == []


def test_nothing_is_mocked() -> None:
    """A port is stood in for by something that can refuse."""
    assert [f"{path}: {name}" for path, tree in python_files("tests") for name in mocks(tree)] == []


def test_test_files_are_named_for_behaviour() -> None:
    """No file is there for the sake of a number."""
    names = [PurePosixPath(path).stem for path, _ in python_files("tests")]
    assert [name for name in names if "coverage" in name or "branches" in name] == []


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("def test_it(): pass", ["test_it"]),
        ("class TestThat:\n    async def test_it(self):\n        '''It'''", ["test_it"]),
        ("def test_it():\n    '''It is two\n    lines long.'''", []),
        ("def helper(): pass", []),
    ],
)
def test_an_unsaid_test_is_found(planted: str, found: list[str]) -> None:
    """A test without a docstring, or with a mere name for it, doesn't pass."""
    assert unsaid(ast.parse(planted)) == found


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("async def test_it():\n    await asyncio.sleep(0.1)", ["test_it"]),
        ("def test_it():\n    for _ in '..':\n        time.sleep(1)", ["test_it"]),
        ("async def test_it():\n    await asyncio.sleep(0)", []),
        ("def test_it():\n    async def slow():\n        await asyncio.sleep(9)", []),
    ],
)
def test_a_sleep_is_found(planted: str, found: list[str]) -> None:
    """A sleep in the test's own body is a wait; one in a slow thing that it makes isn't."""
    assert sleeps(ast.parse(planted)) == found


@pytest.mark.parametrize(
    "planted",
    ["from unittest.mock import AsyncMock", "from unittest import mock", "import unittest.mock"],
)
def test_a_mock_is_found(planted: str) -> None:
    """Each way to import a mock is seen."""
    assert mocks(ast.parse(planted)) == ["unittest.mock"]
