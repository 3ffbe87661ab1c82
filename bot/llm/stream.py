"""One reply out of a stream of chunks, whatever a server's habits.

Servers differ in how they cut a tool call into pieces: no index, an index that starts at 1 or never
moves, the id and the name in different pieces, arguments before the name, the id in each piece or
in none. A piece goes where it belongs beyond doubt; a reply with a piece that belongs nowhere is no
reply at all, because half a command must never run.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from bot.ports import RawCall


class Garbled(ValueError):
    """The pieces make no whole calls; the reply can't be used."""


@dataclass(slots=True)
class _Slot:
    index: int | None
    id: str = ""
    name: str = ""
    arguments: str = ""

    @property
    def whole(self) -> bool:
        """Whether another piece with a name must be another call."""
        return bool(self.name) and _is_json(self.arguments)


@dataclass(frozen=True, slots=True)
class Piece:
    """What one delta says of one call; empty means unsaid."""

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: str = ""


def piece(index: object, identity: object, name: object, arguments: object) -> Piece:
    """A piece out of whatever a server put into the four fields."""
    return Piece(
        index if isinstance(index, int) else None,
        identity if isinstance(identity, str) else "",
        name if isinstance(name, str) else "",
        _text(arguments),
    )


class Calls:
    """Collects pieces with `add`, in order; `done` gives the calls, or raises Garbled."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []
        self._last: _Slot | None = None

    def add(self, part: Piece) -> None:
        """Takes the next piece."""
        slot = self._find(part)
        if slot is None:
            slot = _Slot(part.index)
            self._slots.append(slot)
        slot.id = slot.id or part.id
        if part.name != slot.name:
            slot.name += part.name
        slot.arguments += part.arguments
        self._last = slot

    def done(self) -> tuple[RawCall, ...]:
        """The calls, in the order in which they began."""
        named = [slot for slot in self._slots if slot.name]
        for stray in (slot for slot in self._slots if not slot.name):
            self._place(stray, named)
        return tuple(RawCall(slot.id, slot.name, slot.arguments) for slot in named)

    def _find(self, part: Piece) -> _Slot | None:
        """The call that the piece goes on with; None if it begins one."""
        at = self._candidate(part)
        if at is None:
            return None
        if part.id and at.id and part.id != at.id:
            return None
        # The same id or place, but a whole call came before: servers reuse both.
        if part.name and at.whole and (part.arguments or part.name != at.name):
            return None
        return at

    def _candidate(self, part: Piece) -> _Slot | None:
        if part.index is not None:
            return self._latest(lambda slot: slot.index == part.index)
        if part.id:
            return self._latest(lambda slot: slot.id == part.id) or self._last
        return self._last

    def _latest(self, belongs: Callable[[_Slot], bool]) -> _Slot | None:
        return next((slot for slot in reversed(self._slots) if belongs(slot)), None)

    @staticmethod
    def _place(stray: _Slot, named: list[_Slot]) -> None:
        """Joins a nameless tail to the only call that lacks one, if that makes it whole."""
        if not stray.arguments.strip():
            return  # it says neither what to call nor with what
        unfinished = [slot for slot in named if not _is_json(slot.arguments)]
        if stray.id or len(unfinished) != 1:
            raise Garbled("a piece of a tool call has no name and no place")
        joined = unfinished[0].arguments + stray.arguments
        if not _is_json(joined):
            raise Garbled("the pieces of a tool call don't fit together")
        unfinished[0].arguments = joined


def _text(arguments: object) -> str:
    """Some servers send the arguments as an object in place of its text."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else ""


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
