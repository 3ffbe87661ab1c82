"""Transcript lines as they are read: with what people changed, or took back, in time.

| line | what it does to line `of` |
| --- | --- |
| `reworded` | replaces its text; the model hadn't begun to read it |
| `unsaid` | drops it; the model hadn't begun to read it |
| `corrected` | the model had read it: its author says something else now |
| `taken_back` | the model had read it: it was deleted |
"""

import json
from collections.abc import Sequence
from typing import Any, cast

Line = dict[str, Any]


def as_read(lines: Sequence[str]) -> list[Line]:
    """The lines for the model: nothing of what it was never to see.

    `corrected` and `taken_back` stay, with what was said before as `was`.
    """
    entries = _settled(lines)
    now: dict[int, str] = {}
    for entry in entries:
        if entry and entry["k"] in ("corrected", "taken_back"):
            of = int(entry["of"])
            entry["was"] = now.get(of) or str((entries[of] or {}).get("text") or "")
            now[of] = str(entry.get("text") or "")
    return [entry for entry in entries if entry]


def as_left(lines: Sequence[str]) -> list[Line]:
    """The lines as they stand in the end, for whoever reads them all at once."""
    entries = _settled(lines)
    for n, entry in enumerate(entries):
        said = entries[int(entry["of"])] if entry and "of" in entry else None
        if entry and entry["k"] == "corrected" and said:
            said["text"] = entry["text"]
            entries[n] = None
        elif entry and entry["k"] == "taken_back":
            entries[n] = entries[int(entry["of"])] = None
    return [entry for entry in entries if entry]


def _settled(lines: Sequence[str]) -> list[Line | None]:
    """The lines in their places, without those that were changed or taken back before a look."""
    entries = [cast("Line | None", json.loads(line)) for line in lines]
    for n, entry in enumerate(entries):
        if entry is None or entry.get("k") not in ("reworded", "unsaid"):
            continue
        of, entries[n] = int(entry["of"]), None
        said = entries[of]
        if said and entry["k"] == "reworded":
            said["text"] = entry["text"]
        elif said:
            entries[of] = None
    return entries
