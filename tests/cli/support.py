"""Looking at processes, for the tests of those that start some."""

import os
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended but wasn't waited for doesn't."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def pids(path: Path) -> list[int]:
    """The pids in a file, none if it isn't there."""
    return [int(line) for line in path.read_text().split()] if path.exists() else []
