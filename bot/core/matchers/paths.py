"""A path below a folder, read without asking a disk."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

from bot.core.matchers.found import Off, Unread, folded, quoted, text_of

_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")


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
    if not path.startswith("/"):
        raise Unread("isn't absolute; start it with /")
    if path.startswith("//"):
        raise Unread("starts with two slashes, which some systems take for another machine")
    steps = [step for step in path.split("/") if step not in ("", ".")]
    if ".." in steps:
        raise Unread("holds .., which may lead anywhere; write the path without it")
    return "/" + "/".join(steps)


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
