"""What a transcript's lines are to a model call, remembered from one turn to the next.

A line that was saved never changes, and what it becomes depends on nothing but itself. So lines are
looked up by their whole text, whosever they are, and nothing ever becomes wrong. There are two
generations: when the younger one is full it becomes the older one, whose lines are forgotten unless
they were used meanwhile. What is remembered is bounded, however many runs there are or wait.
"""

import sys
from collections.abc import Sequence

from bot.llm.lines import Read, read

MAX_BYTES = 32 * 1024 * 1024  # of memory, for all runs of a process together
OVERHEAD = 512  # bytes of the objects round a line's text and its message; measured: about 300


class Known:
    """Lines as they were read. A look at a line that isn't known reads it."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._half = max_bytes // 2
        self._young: dict[str, Read] = {}
        self._old: dict[str, Read] = {}
        self._young_bytes = 0
        self._old_bytes = 0

    @property
    def bytes(self) -> int:
        """About how much memory is held."""
        return self._young_bytes + self._old_bytes

    def reads(self, lines: Sequence[str]) -> list[Read]:
        """What the lines are, in their order."""
        young = self._young.get
        return [young(line) or self._look(line) for line in lines]

    def _look(self, line: str) -> Read:
        """A line that wasn't among the young ones when the look at its run began."""
        found = self._young.get(line) or self._old.get(line) or read(line)
        self._keep(line, found)
        return found

    def _keep(self, line: str, found: Read) -> None:
        size = sys.getsizeof(line) + found.bytes + OVERHEAD
        if size > self._half or line in self._young:
            return
        if self._young_bytes + size > self._half:
            self._old, self._old_bytes = self._young, self._young_bytes
            self._young, self._young_bytes = {}, 0
        self._young[line] = found
        self._young_bytes += size
