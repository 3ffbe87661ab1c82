"""No function is longer than fifty lines; loq holds the files."""

import ast
from textwrap import dedent

from tests.walls.tree import CODE, functions, python_files

LONGEST = 50


def too_long(tree: ast.Module) -> list[tuple[str, int]]:
    """The functions over the limit and their lines, from `def` to the last."""
    lengths = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in functions(tree)]
    return [(name, lines) for name, lines in lengths if lines > LONGEST]


def test_functions_are_short() -> None:
    """Each function of the project, tests included, fits on a screen."""
    assert [
        f"{path}: {name} has {lines} lines"
        for path, tree in python_files(*CODE)
        for name, lines in too_long(tree)
    ] == []


def test_a_long_function_is_found() -> None:
    """One line over is over, in a class and in an async method too; one at the limit is not."""
    body = "\n".join(["        pass"] * LONGEST)
    tree = ast.parse(dedent(f"class Here:\n    async def long(self):\n{body}\n"))
    assert too_long(tree) == [("long", LONGEST + 1)]
    body = "\n".join(["    pass"] * (LONGEST - 1))
    assert too_long(ast.parse(f"def short():\n{body}\n")) == []
