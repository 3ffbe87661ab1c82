"""A path below a folder, read without asking a disk."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

from bot.core.matchers.found import Off, Unread, folded, quoted, text_of

_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_PARTING = "/\\.%~"  # what parts a path or leads elsewhere
_LIKE_THESE = frozenset("\u2044\u2215\u2216\u2571\u2572\u27cb\u27cd\u29f5\u29f8\u29f9\ua789")


@dataclass(frozen=True, slots=True)
class Under:
    """An absolute path that is one of these folders or below one. Where links lead isn't known.

    `..` is refused even where it stays inside: past a link it leads elsewhere.
    """

    folders: tuple[str, ...]
    kind: Literal["under"] = "under"

    def check(self, value: Any) -> Off | None:
        """None if it is."""
        try:
            path = canonical_path(value)
        except Unread as why:
            return Off(str(why), unread=True)
        if any(_within(path, folder) for folder in self.folders):
            return None
        words = f"is {quoted(path)}, not under {' or '.join(self.folders)}"
        # A disk that doesn't tell case apart would find the folder.
        near = any(_within(folded(path), folded(folder)) for folder in self.folders)
        return Off(words, unread=near)


def canonical_path(value: Any) -> str:
    """The path without doubled slashes and single dots. Raises Unread."""
    path = text_of(value)
    if _ESCAPE.search(path):
        raise Unread("holds a percent escape; write the path as it is")
    if "\\" in path:
        raise Unread("holds a backslash; write the path with /")
    if unicodedata.normalize("NFC", path) != path:
        raise Unread("is written with split letters (not Unicode NFC)")
    if _looks_parted(path):
        raise Unread("holds a sign that could be taken for / or a dot")
    if not path.startswith("/"):
        raise Unread("isn't absolute; start it with /")
    if path.startswith("//"):
        raise Unread("starts with two slashes, which some systems take for another machine")
    steps = [step for step in path.split("/") if step not in ("", ".")]
    if any(_leads_up(step) for step in steps):
        raise Unread("holds .., which may lead anywhere; write the path without it")
    return "/" + "/".join(steps)


def _looks_parted(path: str) -> bool:
    """Whether it holds other signs that a system or a reader may take for those that part it."""
    plain = unicodedata.normalize("NFKC", path)
    parted = any(plain.count(sign) != path.count(sign) for sign in _PARTING)
    return parted or not _LIKE_THESE.isdisjoint(path)


def _leads_up(step: str) -> bool:
    """Whether it is `..`, or is for systems that drop blanks or what follows a `;`."""
    plain = "".join(step.partition(";")[0].split())
    return not plain.replace(".", "") and (plain == ".." or plain != step)


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
