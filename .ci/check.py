"""Every check of the project, one after the other; the first that fails ends it and is named."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CODE = ("bot", "blocks", "sandbox", "scripts", "tests", "benchmarks")


STORM = "tests/storm"


class Failed(Exception):
    """A step that did not pass; its text names the step."""


def main() -> int:
    """Run the checks; 0 when all pass, else 1 after naming the one that failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="the tests and their coverage too")
    parser.add_argument("--workers", default="auto", help="test processes, or auto: one a core")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PYRIGHT_PYTHON_IGNORE_WARNINGS"] = "1"  # it would ask for a newer pyright
    began = time.monotonic()
    try:
        static()
        closing = tests(options.workers) if options.tests else ""
    except Failed as failure:
        print(f"\n== FAILED: {failure}", flush=True)
        return 1
    print(f"\n== all passed in {time.monotonic() - began:.1f} s")
    if closing:
        print(closing, flush=True)  # a runner reads the counts from the end of the output
    return 0


def static() -> None:
    """What can be said of the code without running it."""
    code = [name for name in CODE if Path(name).is_dir()]
    step("format", "ruff", "format", "--check", "--quiet", ".")
    step("lint", "ruff", "check", "--quiet", ".")
    step("types", "pyright", "--pythonpath", sys.executable, *code)
    step("imports", "lint-imports", "--no-logo")
    step("sizes", "loq", "check")
    step("page", "python", ".ci/page.py", "check")


def tests(workers: str) -> str:
    """The tests under coverage, child processes included; answers pytest's closing line."""
    # Tests start many processes: each would compile all of the code anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["COVERAGE_FILE"] = str(ROOT / ".coverage")  # children may run in other folders
    for stale in ROOT.glob(".coverage*"):
        stale.unlink()
    run = ("coverage", "run", "-m", "pytest", "-n", workers, "--dist", "worksteal")
    closing = step("tests", *run, f"--ignore={STORM}")
    step("gather coverage", "coverage", "combine", "--quiet")
    step("coverage", "coverage", "report")
    # By itself: it fills the machine, and what it shows is that this harms nothing.
    step("storm", "pytest", "-n0", STORM)
    return closing


def step(name: str, tool: str, *arguments: str) -> str:
    """Run one tool, its output passed on as it comes; answers its last line."""
    print(f"\n== {name}", flush=True)
    began = time.monotonic()
    last = ""
    with subprocess.Popen(
        [BIN / tool, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            last = line.strip() or last
    verdict = "ok" if process.returncode == 0 else f"exit {process.returncode}"
    print(f"== {name}: {verdict}, {time.monotonic() - began:.1f} s", flush=True)
    if process.returncode != 0:
        raise Failed(name)
    return last


if __name__ == "__main__":
    sys.exit(main())
