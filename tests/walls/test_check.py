"""`make test` runs every check, stops at the first that fails, and says which."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.walls.tree import ROOT

TOOLS = ("ruff", "pyright", "lint-imports", "loq", "coverage", "pytest")
STATIC = ["format", "lint", "types", "imports", "sizes"]
STEPS = [*STATIC, "tests", "gather coverage", "coverage", "storm"]
CLOSING = "== 3 passed, 1 skipped in 0.1s =="

Check = Callable[[dict[str, str]], subprocess.CompletedProcess[str]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Run the real `.ci/check.py` in a tree of its own, on tools that only pretend."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/check.py", tmp_path / ".ci")
    (folder / "python").symlink_to(sys.executable)

    def run(scripts: dict[str, str]) -> subprocess.CompletedProcess[str]:
        for tool in TOOLS:
            (folder / tool).write_text(f"#!/bin/sh\n{scripts.get(tool, ':')}\n", "utf-8")
            (folder / tool).chmod(0o755)
        return subprocess.run(
            [folder / "python", tmp_path / ".ci/check.py", "--tests"],
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def started(output: str) -> list[str]:
    """The steps that an output names as begun."""
    lines = output.splitlines()
    return [line[3:] for line in lines if line.startswith("== ") and line[3:] in STEPS]


def test_every_step_runs_and_the_counts_close_the_output(check: Check) -> None:
    """All steps pass in order; the tests' own closing line is the last."""
    done = check({"coverage": f'if [ "$1" = run ]; then echo "{CLOSING}"; else echo report; fi'})
    assert (done.returncode, done.stderr) == (0, "")
    assert started(done.stdout) == STEPS
    assert done.stdout.splitlines()[-1] == CLOSING


@pytest.mark.parametrize(
    ("tool", "script", "step"),
    [
        ("ruff", 'test "$1" != check', "lint"),
        ("pyright", "echo wrong >&2; exit 1", "types"),
        ("loq", "exit 3", "sizes"),
        ("coverage", 'test "$1" != run', "tests"),
        ("coverage", 'test "$1" != report', "coverage"),
        ("pytest", "exit 1", "storm"),
    ],
)
def test_the_first_failure_ends_it(check: Check, tool: str, script: str, step: str) -> None:
    """A step that fails is named last, and none comes after it."""
    done = check({tool: script})
    assert done.returncode == 1
    assert started(done.stdout) == STEPS[: STEPS.index(step) + 1]
    assert done.stdout.splitlines()[-1] == f"== FAILED: {step}"
