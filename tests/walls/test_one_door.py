"""Only the call machine makes a `Started`, and a toolbox takes nothing else."""

import ast

import pytest

from tests.walls.tree import ROOT, python_files

DOOR = "bot/core/call.py"


def makes_started(tree: ast.Module) -> list[int]:
    """The lines that make a `Started`, under whatever name, or give it another name."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt | ast.expr | ast.alias) and (_makes(node) or _renames(node))
    ]


def _makes(node: ast.AST) -> bool:
    # `Started(...)`, `call.Started(...)`, and makers such as `Started.__new__(...)`.
    return isinstance(node, ast.Call) and "Started" in ast.unparse(node.func).split(".")


def _renames(node: ast.AST) -> bool:
    match node:
        case ast.alias(name="Started", asname=str()):
            return True
        case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.NamedExpr(value=value):
            return value is not None and ast.unparse(value).split(".")[-1] == "Started"
        case _:
            return False


def test_the_door_makes_it() -> None:
    """The call machine makes a `Started` in one place: the start of a call that is ready."""
    assert len(makes_started(ast.parse((ROOT / DOOR).read_text("utf-8")))) == 1


def test_nobody_else_does() -> None:
    """No other module of the bot makes one or has it under another name."""
    assert [
        f"{path}:{line}"
        for path, tree in python_files("bot", "blocks")
        if path != DOOR
        for line in makes_started(tree)
    ] == []


@pytest.mark.parametrize(
    "planted",
    [
        "Started('a', 'c')",
        "call.Started('a', 'c')",
        "bot.core.call.Started('a')",
        "Started.__new__(Started)",
        "from bot.core.call import Started as Begun",
        "Begun = Started",
        "Begun: type = call.Started",
    ],
)
def test_a_side_door_is_found(planted: str) -> None:
    """Each way round the door is seen."""
    assert makes_started(ast.parse(planted)) == [1]


@pytest.mark.parametrize(
    "innocent",
    [
        "def run(started: Started) -> None: ...",
        "NotStarted('a')",
        "isinstance(state, Started)",
        "match state:\n    case Started(attempt=attempt): pass",
        "Either = Started | Finished",
    ],
)
def test_looking_is_allowed(innocent: str) -> None:
    """Taking one, asking for its type and matching it make nothing."""
    assert makes_started(ast.parse(innocent)) == []
