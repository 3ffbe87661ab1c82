"""The model's standard Markdown: made harmless, and looked at as it will be read."""

import re
from html import unescape

from blocks.markdown import chunks
from blocks.rules import as_object
from blocks.text import no_ping, one_line
from blocks.theirs.lookalikes import as_heading
from blocks.theirs.reading import Reading, lines

_HEADING = re.compile(r"[\s>*+\d.)-]*#")
_UNDERLINE = re.compile(r"\s*(?:=+|-+)\s*")  # makes a heading of the line above
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_PARAGRAPH = re.compile(r"\n\s*\n")


def markdown(value: object, where: str, reading: Reading) -> object:
    """A markdown block."""
    text = (as_object(value) or {}).get("text")
    if not isinstance(text, str):
        return value
    _look(text, f"{where}/text", reading)
    safe = [
        line for chunk in chunks(text) for line in (*chunk.opening, *chunk.lines, *chunk.closing)
    ]
    return {"type": "markdown", "text": no_ping("\n".join(safe))}


def _look(text: str, where: str, reading: Reading) -> None:
    """Report what looks like one of our own cards: a heading, a line, or lines drawn as one."""
    read = unescape(_LINK.sub(r"\1", text)).replace("\\", "")
    read = read.replace("**", "*").replace("__", "*")
    rows = read.splitlines()
    for row, below in zip(rows, (*rows[1:], ""), strict=False):
        heading = _HEADING.match(row) or (below and _UNDERLINE.fullmatch(below))
        why = as_heading(row) if heading else None
        if why:
            reading.add(where, f"“{one_line(row)[:80]}” {why}")
            return
    lines(read, where, reading)
    for paragraph in _PARAGRAPH.split(read):
        lines(" ".join(paragraph.splitlines()), where, reading)
