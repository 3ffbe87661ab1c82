"""Make this checkout importable, and its `signoff` command runnable, in the environment it runs in.

An editable install would need a build tool beyond the lock; a path file and two lines of shell do.
"""

import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# `$0` is resolved first, so that the command may be linked to from a folder on PATH.
COMMAND = """#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/python" -m bot "$@"
"""


def main() -> None:
    """Write `signoff.pth` and `bin/signoff`."""
    (Path(sysconfig.get_path("purelib")) / "signoff.pth").write_text(f"{ROOT}\n", "utf-8")
    command = Path(sys.executable).parent / "signoff"
    command.write_text(COMMAND, "utf-8")
    command.chmod(0o755)


if __name__ == "__main__":
    main()
