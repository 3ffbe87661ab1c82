"""`make test` runs every check, stops at the first that fails, and says which; CI runs it."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.walls.tree import ROOT

TOOLS = ("ruff", "pyright", "lint-imports", "loq", "coverage", "pytest")
STATIC = ["format", "lint", "types", "imports", "sizes", "page"]
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
    (tmp_path / ".ci/page.py").write_text("raise SystemExit(open('page').read() or 0)", "utf-8")
    (folder / "python").symlink_to(sys.executable)

    def run(scripts: dict[str, str]) -> subprocess.CompletedProcess[str]:
        for tool in TOOLS:
            (folder / tool).write_text(f"#!/bin/sh\n{scripts.get(tool, ':')}\n", "utf-8")
            (folder / tool).chmod(0o755)
        (tmp_path / "page").write_text(scripts.get("page", ""), "utf-8")
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
        ("page", "the page is stale", "page"),
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


@pytest.fixture
def ci(tmp_path: Path) -> Check:
    """Run the real `.ci/run` where nothing is installed but what a test pretends to."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci")
    for tool in ("bash", "dirname", "id", "mktemp", "tail", "rm", "cp", "chmod"):
        (folder / tool).symlink_to(shutil.which(tool) or tool)

    def run(scripts: dict[str, str]) -> subprocess.CompletedProcess[str]:
        for tool, script in scripts.items():
            (folder / tool).write_text(f"#!{folder}/bash\n{script}\n", "utf-8")
            (folder / tool).chmod(0o755)
        env = {"PATH": str(folder), "TMPDIR": str(tmp_path), "BIN": str(folder)}
        command = [folder / "bash", tmp_path / ".ci/run"]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=env)

    return run


MAKE = 'echo "made $*, chromium required: $SIGNOFF_CHROMIUM_REQUIRED"'
AS_ROOT = {"id": "echo 0", "make": MAKE}


def test_ci_takes_the_chromium_that_is_there(ci: Check) -> None:
    """Nothing is installed, and a story that would be skipped fails."""
    done = ci({**AS_ROOT, "google-chrome": "", "apt-get": "echo asked >&2; exit 1"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "made test, chromium required: 1\n"


def test_ci_installs_a_chromium_where_there_is_none(ci: Check) -> None:
    """From the system's packages, without a question and without their chatter."""
    apt = 'echo chatter; [ "$2" = update ] || { echo > $BIN/chromium; chmod +x $BIN/chromium; }'
    done = ci({**AS_ROOT, "apt-get": apt})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "== chromium\nmade test, chromium required: 1\n"


@pytest.mark.parametrize("apt", ["echo no such package >&2; exit 100", "echo no such package"])
def test_ci_says_so_where_no_chromium_can_be_had(ci: Check, apt: str) -> None:
    """It fails in words, with what apt-get said, and tests nothing."""
    done = ci({**AS_ROOT, "apt-get": apt})
    assert done.returncode == 1
    assert "made" not in done.stdout
    assert "no such package" in done.stderr
    assert "name its path in SIGNOFF_CHROMIUM" in done.stderr
