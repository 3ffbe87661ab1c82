"""Transcript lines as they are read: with what people changed, or took back, in time.

| line | what it does to line `of` |
| --- | --- |
| `reworded` | replaces its text; the model hadn't begun to read it |
| `unsaid` | drops it; the model hadn't begun to read it |
| `corrected` | the model had read it: its author says something else now |
| `taken_back` | the model had read it: it was deleted |
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

Line = dict[str, Any]

CHANGES = frozenset({"reworded", "unsaid", "corrected", "taken_back"})


def as_read(lines: Sequence[str]) -> list[Line]:
    """The lines for the model: nothing of what it was never to see.

    `corrected` and `taken_back` stay, with what was said before as `was`.
    """
    return [entry for entry in _as_read(_entries(lines, range(len(lines)))).values() if entry]


def changed(lines: Sequence[str], by: Iterable[int]) -> Mapping[int, Line | None]:
    """What `as_read` makes of the lines at `by` and of those that they speak of, by their places.

    `by` are all lines of a kind in CHANGES: the rest reads as it stands, and isn't looked at here.
    None is a line that the model is not to see.
    """
    changes = _entries(lines, by)
    spoken_of = {int(entry["of"]) for entry in changes.values() if entry}
    return _as_read(_entries(lines, sorted({*changes, *spoken_of})))


def as_left(lines: Sequence[str]) -> list[Line]:
    """The lines as they stand in the end, for whoever reads them all at once."""
    entries = _settled(_entries(lines, range(len(lines))))
    for n, entry in entries.items():
        said = entries[int(entry["of"])] if entry and "of" in entry else None
        if entry and entry["k"] == "corrected" and said:
            said["text"] = entry["text"]
            entries[n] = None
        elif entry and entry["k"] == "taken_back":
            entries[n] = entries[int(entry["of"])] = None
    return [entry for entry in entries.values() if entry]


def _entries(lines: Sequence[str], places: Iterable[int]) -> dict[int, Line | None]:
    return {n: cast("Line | None", json.loads(lines[n])) for n in places}


def _as_read(entries: dict[int, Line | None]) -> dict[int, Line | None]:
    now: dict[int, str] = {}
    for entry in _settled(entries).values():
        if entry and entry["k"] in ("corrected", "taken_back"):
            of = int(entry["of"])
            entry["was"] = now.get(of) or str((entries[of] or {}).get("text") or "")
            now[of] = str(entry.get("text") or "")
    return entries


def _settled(entries: dict[int, Line | None]) -> dict[int, Line | None]:
    """The lines in their places, without those that were changed or taken back before a look."""
    for n, entry in entries.items():
        if entry is None or entry.get("k") not in ("reworded", "unsaid"):
            continue
        of, entries[n] = int(entry["of"]), None
        said = entries[of]
        if said and entry["k"] == "reworded":
            said["text"] = entry["text"]
        elif said:
            entries[of] = None
    return entries
