"""What one look of `signoff check` says."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`fix` says what to do; a note is worth knowing, a problem ends the command with 1."""

    area: str
    state: State
    words: str
    fix: str = ""


def ok(area: str, words: str) -> Finding:
    """All is well."""
    return Finding(area, "ok", words)


def note(area: str, words: str, fix: str = "") -> Finding:
    """Worth knowing."""
    return Finding(area, "note", words, fix)


def problem(area: str, words: str, fix: str = "") -> Finding:
    """It won't work like this."""
    return Finding(area, "problem", words, fix)
