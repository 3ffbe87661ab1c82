"""The peers' own environment, made by the pinned uv from their own lock, never the product's."""

import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
LOCK = _HERE / "requirements.lock"
FOLDER = _HERE.parent / ".peers"
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / ".set-up"
_UV = _HERE.parents[1] / ".tools" / "bin" / "uv"


def prepare() -> str:
    """Makes the environment if it isn't there or is older than its lock; "", or what is wrong."""
    if STAMP.exists() and STAMP.stat().st_mtime >= LOCK.stat().st_mtime:
        return ""
    steps = (
        ["venv", "-q", "--allow-existing", "--no-project", "--python", sys.executable, FOLDER],
        ["pip", "sync", "-q", "--compile-bytecode", "--require-hashes", "--python", PYTHON, LOCK],
    )
    try:
        for step in steps:
            subprocess.run([_UV, *step], check=True)
    except (OSError, subprocess.CalledProcessError):
        return "the peers' environment could not be made"
    STAMP.touch()
    return ""
