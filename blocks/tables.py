"""Tables in Markdown: how wide they are, and their lines as aligned text."""

import re

from blocks.text import units

_CELL_END = re.compile(r"(?<!\\)\|")
_PAD = 40  # a longer cell isn't made the measure of its column


def columns(line: str) -> int:
    """How many cells a row of a table has."""
    return len(_cells(line))


def aligned(lines: list[str]) -> list[str]:
    """Rows whose cells stand under each other where they fit; the cells' words are the same."""
    rows = [_cells(line) for line in lines]
    widths = [0] * max(map(len, rows), default=0)
    for row in rows:
        for i, cell in enumerate(row):
            widths[i] = max(widths[i], min(units(cell), _PAD))
    return ["| " + " | ".join(map(_padded, row, widths)) + " |" for row in rows]


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - units(cell))


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    cells = _CELL_END.split(inner)
    if len(cells) > 1 and not cells[-1].strip():
        del cells[-1]
    return [cell.strip() for cell in cells]
