"""The final answer: the model's Markdown, drawn by Slack, in as many messages as it needs.

Nothing is lost and the order is kept. A part that starts inside a code block or a table opens it
again. A message has at most one table, for Slack refuses two; a table too wide for Slack is drawn
as aligned text. What is too long for a thread has its first lines shown, and goes in a file.
"""

from dataclasses import dataclass, field

from blocks import limits, people
from blocks.elements import Block, Payload, context, markdown, message, section
from blocks.markdown import Chunk, chunks
from blocks.people import Who
from blocks.tables import aligned, columns
from blocks.text import clean, escaped_units, human, parts

_EMPTY = "The agent gave no answer."
_SAID = 1000  # how much of a part phones and screen readers get at once
_ROOM = limits.MARKDOWN_TOTAL
_ROWS = limits.TABLE_ROWS - 2  # the header counts, and one to spare
_ROW = limits.TABLE_TEXT // 2  # the head and one row make a table
_FIRST = 1500  # of an answer whose whole is in a file
_FIRST_LINES = "These are the first lines; the whole answer follows."
_FENCE = "```"


def answer(text: str, *, mention: Who | None = None, foot: str | None = None) -> list[Payload]:
    """The messages of an answer, to be posted in order; at least one.

    The first mentions `mention`; the last carries `foot`, one line of small print.
    """
    return _messages(split(text) or [_EMPTY], mention, foot)


def first_lines(text: str, *, mention: Who | None = None, foot: str = "") -> Payload:
    """The message before a file with the whole of a long answer; `foot` is more small print."""
    first = split(text, _FIRST)[:1] or [_EMPTY]
    return _messages(first, mention, f"{_FIRST_LINES} {foot}".rstrip())[0]


def whole(text: str) -> str:
    """The answer as it stands in a file: as the model wrote it, without what hides or reorders."""
    return clean(text).strip("\n") + "\n"


def outgrown(text: str) -> bool:
    """Whether a table of the answer is longer or wider than Slack draws one."""
    return any(
        chunk.kind == "table" and (len(chunk.lines) > _ROWS or _undrawable(chunk))
        for chunk in chunks(text)
    )


def split(text: str, room: int = _ROOM) -> list[str]:
    """The answer's Markdown, made safe, in parts of at most `room` that each fit one message."""
    packer = _Packer(most=room, room=room)
    for chunk in chunks(text):
        packer.add(chunk)
    packer.flush()
    return packer.done


def _messages(bodies: list[str], mention: Who | None, foot: str | None) -> list[Payload]:
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


def _cost(lines: list[str]) -> int:
    return sum(escaped_units(line) + 1 for line in lines)


def _undrawable(chunk: Chunk, longest: int = _ROW) -> bool:
    """Whether a table has too many columns, or a row that can't be shown as one."""
    head = chunk.opening[0]
    if columns(head) > limits.TABLE_COLUMNS:
        return True
    return any(_cost([row]) > longest for row in (head, *chunk.lines))


def _as_text(chunk: Chunk) -> Chunk:
    """A table as a code block with the same words, its head in it once."""
    lines = aligned([*chunk.opening, *chunk.lines])
    return Chunk(kind="code", lines=lines, opening=[_FENCE], closing=[_FENCE])


@dataclass(slots=True)
class _Packer:
    """Fills one part after the other; `most` fits into one, `room` is left in the current one."""

    most: int
    room: int
    done: list[str] = field(default_factory=lambda: [])
    lines: list[str] = field(default_factory=lambda: [])
    items: int = 0
    table: bool = False

    def add(self, chunk: Chunk) -> None:
        """Add a chunk, whole where it can be, else split at its lines."""
        if chunk.kind == "table" and _undrawable(chunk, min(_ROW, self.most // 2)):
            chunk = _as_text(chunk)
        lines = chunk.opening + chunk.lines + chunk.closing
        table = chunk.kind == "table"
        short = not table or (len(chunk.lines) <= _ROWS and _cost(lines) <= limits.TABLE_TEXT)
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
        self.lines, self.room, self.items, self.table = [], self.most, 0, False

    def _full(self, chunk: Chunk, cost: int) -> bool:
        if self.items + chunk.items > limits.MARKDOWN_ITEMS:
            return True
        if chunk.kind == "table" and self.table:
            return True
        return cost > self.room and (cost <= self.most or self.room < self.most // 2)

    def _take(self, lines: list[str], items: int) -> None:
        self.lines += lines
        self.room -= _cost(lines)
        self.items += items

    def _split(self, chunk: Chunk) -> None:
        frame = _cost(chunk.opening) + _cost(chunk.closing)
        table = chunk.kind == "table"
        open_rows = left = 0
        for line in chunk.lines:
            for piece in [*parts(line, self.most - frame - 2, escaped_units)] or [line]:
                cost = escaped_units(piece) + 1
                full = table and (open_rows >= _ROWS or cost > left)
                if open_rows and (full or cost + _cost(chunk.closing) > self.room):
                    self.lines += chunk.closing
                    self.flush()
                    open_rows = 0
                if not open_rows:
                    if cost + frame > self.room:
                        self.flush()
                    self._take(chunk.opening, chunk.items)
                    self.table |= table
                    left = limits.TABLE_TEXT - frame
                self._take([piece], 0)
                left -= cost
                open_rows += 1
        self.lines += chunk.closing
        self.room -= _cost(chunk.closing)
