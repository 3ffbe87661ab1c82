"""The model's Markdown, read line by line: made safe outside code, and cut into chunks.

Only a fence at the left margin is trusted to be code and left alone: an indented or quoted one
may end earlier for Slack than it seems, so that what stands in it is treated like text. There the
text looks the same, but tokens that ping or link are broken and a link shows where it goes.
"""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from blocks import limits
from blocks.text import JOINER, clean, no_ping

_OPENER = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")
_INNER_FENCE = re.compile(r"[ \t]*(?:>|[-*+]|\d{1,9}[.)]).*?(?:```|~~~)")
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")
_ITEM = re.compile(r" {0,3}(?:#{1,6}(?:\s|$)|(?:[-*_][ \t]*){3,}$)")
_TICKS = re.compile(r"`+")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(((?:[^\s()<>]|\([^\s()<>]*\))+)\)")
_MASKED = re.compile(r"<(?=[a-z][a-z0-9+.-]*:[^\s<>]*\|)", re.IGNORECASE)
_LIVE = re.compile(r"\](?=[(:])")  # a link, or where a reference is defined
_HTML = re.compile(r"[ \t>*+-]*<(?![a-z][a-z0-9+.-]*:)[a-z/?!]", re.IGNORECASE)
_LONG_OPENER = 100  # longer "languages" are prose


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Lines that belong together; with `opening` and `closing` round them in every part.

    items: blocks that Slack counts for them besides text.
    """

    kind: Literal["text", "code", "table"]
    lines: list[str]
    opening: list[str]
    closing: list[str]
    items: int = 0


def chunks(text: str) -> list[Chunk]:
    """The chunks of a text, safe to send as Markdown."""
    return _Reader(clean(text).split("\n")).read()


class _Reader:
    """Walks over the lines once; `trust` ends at HTML and at a fence away from the margin."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.trust = True
        self.torn = False  # this paragraph has an unmatched backtick, so its code is uncertain
        self.out: list[Chunk] = []

    def read(self) -> list[Chunk]:
        """All chunks."""
        while self.at < len(self.lines):
            opener = self._opener()
            if opener:
                self._code(opener)
            elif self._table_here():
                self._table()
            else:
                self._text()
        return self.out

    def _opener(self) -> re.Match[str] | None:
        found = _OPENER.fullmatch(self.lines[self.at])
        return found if found and len(found.group()) <= _LONG_OPENER else None

    def _code(self, opener: re.Match[str]) -> None:
        mark = opener["mark"]
        self.trust = self.trust and not opener["indent"]
        closer = re.compile(rf"[ \t]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*")
        strict = re.compile(rf" {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*")
        closes = strict if self.trust else closer
        self.at += 1
        inside: list[str] = []
        while self.at < len(self.lines) and not closes.fullmatch(self.lines[self.at]):
            line = self.lines[self.at]
            inside.append(line if self.trust else shy(line))
            self.at += 1
        self.at += 1
        # Even where the code is left alone: no language has a name that pings or links.
        opening = mark + shy(opener["info"])
        self._add("code", inside, [opening.rstrip()], [mark], 0)
        self.torn = False

    def _table_here(self) -> bool:
        if self.at + 1 >= len(self.lines) or "|" not in self.lines[self.at]:
            return False
        rule = self.lines[self.at + 1]
        return "|" in rule and bool(_TABLE_RULE.fullmatch(rule.strip()))

    def _table(self) -> None:
        head = [self._safe(self.lines[self.at]), self.lines[self.at + 1]]
        self.at += 2
        rows: list[str] = []
        while self.at < len(self.lines) and "|" in self.lines[self.at] and not self._opener():
            rows.append(self._safe(self.lines[self.at]))
            self.at += 1
        self._add("table", rows, head, [], 1)

    def _text(self) -> None:
        """A paragraph with the blank lines after it, or as much of it as one message may hold."""
        lines: list[str] = []
        items = 0
        while self.at < len(self.lines):
            line = self.lines[self.at]
            blank = not line.strip()
            if items == limits.MARKDOWN_ITEMS:
                break
            if lines and (self._opener() or self._table_here()):
                break
            if lines and not blank and not lines[-1].strip():
                break
            items += 1 if _ITEM.match(line) else 0
            lines.append(self._safe(line))
            self.at += 1
        self._add("text", lines, [], [], items)

    def _add(
        self,
        kind: Literal["text", "code", "table"],
        lines: list[str],
        opening: list[str],
        closing: list[str],
        items: int,
    ) -> None:
        self.out.append(
            Chunk(kind=kind, lines=lines, opening=opening, closing=closing, items=items)
        )

    def _safe(self, line: str) -> str:
        # A broken token begins no HTML, and an address in brackets never did.
        if _INNER_FENCE.match(line) or _HTML.match(_tokens(line)):
            self.trust = False
        if not line.strip():
            self.torn = False
            return line
        if _OPENER.fullmatch(line):
            self.torn, self.trust = True, False
            return JOINER + shy(line.lstrip())
        if self.torn:
            return shy(line)
        pieces, whole = _spans(line)
        self.torn = not whole
        if not whole:
            return shy(line)
        return "".join(_tokens(piece) if code else shy(piece) for piece, code in pieces)


def _spans(line: str) -> tuple[list[tuple[str, bool]], bool]:
    """The line in pieces, each code or not, and whether all its backticks have a match."""
    pieces: list[tuple[str, bool]] = []
    start = 0
    runs = [run for run in _TICKS.finditer(line) if not _escaped(line, run.start())]
    while runs:
        run = runs.pop(0)
        end = next((i for i, other in enumerate(runs) if len(other[0]) == len(run[0])), None)
        if end is None:
            return [], False
        pieces.append((line[start : run.start()], False))
        pieces.append((line[run.start() : runs[end].end()], True))
        start = runs[end].end()
        runs = runs[end + 1 :]
    pieces.append((line[start:], False))
    return pieces, True


def _escaped(line: str, at: int) -> bool:
    start = at
    while start and line[start - 1] == "\\":
        start -= 1
    return (at - start) % 2 == 1


def _tokens(text: str) -> str:
    return _MASKED.sub("<" + JOINER, no_ping(text))


def shy(text: str) -> str:
    """Markdown that can't ping or hide where a link goes; otherwise the same.

    Images become links: a picture would be fetched from wherever the model says.
    """
    text = _tokens(text)
    out: list[str] = []
    start = 0
    for link in _LINK.finditer(text):
        out.append(_broken(text[start : link.start()]))
        out.append(_shown(link))
        start = link.end()
    return "".join(out) + _broken(text[start:])


def _broken(text: str) -> str:
    return _LIVE.sub("]" + JOINER, text)


def _shown(link: re.Match[str]) -> str:
    label, url = link[1], link[2]
    host = _host(url)
    if host is None:
        return _broken(link.group())
    return f"[{label}]({url})" + ("" if label in (host, url) else f" ({host})")


def _host(url: str) -> str | None:
    """Where a link goes; None for links that stay text."""
    try:
        found = urlsplit(url)
        host = found.hostname
    except ValueError:
        return None
    if found.scheme == "mailto" and found.path:
        return found.path
    return host if found.scheme in ("http", "https") and host and host.isascii() else None
