"""Looking at processes, for the tests of those that start some."""

from pathlib import Path


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended but wasn't waited for doesn't."""
    return _stat(pid)[:1] not in ([], ["Z"])


def children_of(parent: int) -> list[int]:
    """The pids of a process's living children."""
    known = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [pid for pid in known if _stat(pid)[1:2] == [str(parent)] and alive(pid)]


def pids(path: Path) -> list[int]:
    """The pids in a file, none if it isn't there."""
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def _stat(pid: int) -> list[str]:
    """A process's state, parent and so on, as Linux tells; nothing of one that is gone."""
    try:
        # The name before it may hold anything, a bracket too.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (ProcessLookupError, FileNotFoundError):
        return []
