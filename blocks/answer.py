"""The final answer: the model's Markdown, drawn by Slack, in as many messages as it needs.

Nothing is lost and the order is kept. A part that starts inside a code block or a table opens it
again. A message has at most one table, for Slack refuses two.
"""

from dataclasses import dataclass, field

from blocks import limits, people
from blocks.elements import Block, Payload, context, markdown, message, section
from blocks.markdown import Chunk, chunks
from blocks.people import Who
from blocks.text import escaped_units, human, parts

_EMPTY = "The agent gave no answer."
_SAID = 1000  # how much of a part phones and screen readers get at once
_ROOM = limits.MARKDOWN_TOTAL
_ROWS = limits.TABLE_ROWS - 2  # the header counts, and one to spare


def answer(text: str, *, mention: Who | None = None, foot: str | None = None) -> list[Payload]:
    """The messages of an answer, to be posted in order; at least one.

    The first mentions `mention`; the last carries `foot`, one line of small print.
    """
    bodies = split(text) or [_EMPTY]
    messages: list[Payload] = []
    for i, body in enumerate(bodies):
        blocks: list[Block] = []
        said = human(body, _SAID)
        if mention and i == 0:
            blocks.append(section(people.mention(mention)))
            said = f"{people.mention(mention)} {said}"
        blocks.append(markdown(body))
        if foot and i == len(bodies) - 1:
            blocks.append(context(human(foot, limits.FACT)))
        messages.append(message(said or _EMPTY, blocks))
    return messages


def split(text: str) -> list[str]:
    """The answer's Markdown, made safe, in parts that each fit one message."""
    packer = _Packer()
    for chunk in chunks(text):
        packer.add(chunk)
    packer.flush()
    return packer.done


def _cost(lines: list[str]) -> int:
    return sum(escaped_units(line) + 1 for line in lines)


@dataclass(slots=True)
class _Packer:
    """Fills one part after the other."""

    done: list[str] = field(default_factory=lambda: [])
    lines: list[str] = field(default_factory=lambda: [])
    room: int = _ROOM
    items: int = 0
    table: bool = False

    def add(self, chunk: Chunk) -> None:
        """Add a chunk, whole where it can be, else split at its lines."""
        lines = chunk.opening + chunk.lines + chunk.closing
        table = chunk.kind == "table"
        short = not table or len(chunk.lines) <= _ROWS
        if self._full(chunk, _cost(lines)):
            self.flush()
        if short and _cost(lines) <= self.room:
            self._take(lines, chunk.items)
            self.table |= table
        else:
            self._split(chunk)

    def flush(self) -> None:
        """Close the current part."""
        text = "\n".join(self.lines).strip("\n")
        if text.strip():
            self.done.append(text)
        self.lines, self.room, self.items, self.table = [], _ROOM, 0, False

    def _full(self, chunk: Chunk, cost: int) -> bool:
        if self.items + chunk.items > limits.MARKDOWN_ITEMS:
            return True
        if chunk.kind == "table" and self.table:
            return True
        return cost > self.room and (cost <= _ROOM or self.room < _ROOM // 2)

    def _take(self, lines: list[str], items: int) -> None:
        self.lines += lines
        self.room -= _cost(lines)
        self.items += items

    def _split(self, chunk: Chunk) -> None:
        frame = _cost(chunk.opening) + _cost(chunk.closing)
        open_rows = 0
        for line in chunk.lines:
            for piece in [*parts(line, _ROOM - frame - 2, escaped_units)] or [line]:
                cost = escaped_units(piece) + 1
                full = chunk.kind == "table" and open_rows >= _ROWS
                if open_rows and (full or cost + _cost(chunk.closing) > self.room):
                    self.lines += chunk.closing
                    self.flush()
                    open_rows = 0
                if not open_rows:
                    if cost + frame > self.room:
                        self.flush()
                    self._take(chunk.opening, chunk.items)
                    self.table |= chunk.kind == "table"
                self._take([piece], 0)
                open_rows += 1
        self.lines += chunk.closing
        self.room -= _cost(chunk.closing)
