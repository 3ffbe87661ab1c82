"""What the walls look at: this project's Python files, and its tracked files."""

import ast
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = ("bot", "blocks", "sandbox", "tests", "benchmarks", ".ci")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(*folders: str, root: Path = ROOT) -> Iterator[tuple[str, ast.Module]]:
    """Each Python file below the folders: its path from the root, and its tree.

    What is installed below them hides behind a dot.
    """
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            if not any(part.startswith(".") for part in path.relative_to(root / folder).parts):
                yield path.relative_to(root).as_posix(), ast.parse(path.read_text("utf-8"))


def functions(tree: ast.AST) -> Iterator[Function]:
    """Each function and method of a tree, nested ones too."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def tracked_files() -> list[Path]:
    """The files that git keeps; where git can't tell, all but what set-up and tools made."""
    if shutil.which("git"):
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=False, capture_output=True, text=True
        )
        if listed.returncode == 0:
            names = [name for name in listed.stdout.split("\0") if name]
            return [ROOT / name for name in names if (ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and not _made(path)]


def _made(path: Path) -> bool:
    # Caches, environments and data all hide behind a dot here; few tracked names do.
    parts = path.relative_to(ROOT).parts
    hidden = {part for part in parts if part.startswith(".")}
    return bool(hidden - {".ci", ".gitignore", ".editorconfig"}) or "__pycache__" in parts
