"""Transcript lines to the messages of a model call.

A transcript is kept in the order in which things arrived; a model server takes only one order. The
messages made here are a copy that is always valid, whatever the history holds: each call of a turn
has exactly one result, right after its turn.

Lines are JSON objects, one of:

    {"k": "user", "by": "Ana Ruiz", "text": "…"}
    {"k": "handed", "by": "Cara Díaz", "over": "Ana Ruiz", "text": "…"}
    {"k": "assistant", "text": "…", "calls": [{"id": "c7", "name": "…", "arguments": "…"}]}
    {"k": "result", "call": "c7", "text": "…"}
    {"k": "note", "text": "…"}

and those of `core/reading`, of which two are told to the model: `corrected` and `taken_back`.
Each line was made a message by itself, once (`llm/lines`, `llm/known`). Here stands only what their
order decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.core.reading import CHANGES, changed
from bot.llm.check import check_messages, check_tools
from bot.llm.known import Known
from bot.llm.lines import NO_OUTPUT, UNKNOWN_RESULT, Read, between, entry_read, result, system
from bot.llm.ready import Messages, Piece
from bot.ports import ToolSpec

__all__ = ["NO_OUTPUT", "UNKNOWN_RESULT", "build", "check_messages", "check_tools", "offer"]


@dataclass(slots=True)
class _Turn:
    """An assistant turn with calls, and what came after it until the next turn."""

    piece: Piece
    results: dict[str, Piece | None]
    after: list[Piece] = field(default_factory=list[Piece])

    def settles(self, line: Read) -> bool:
        """Takes a result that one of its calls still lacks."""
        call = line.call
        if call is None or call not in self.results or self.results[call] is not None:
            return False
        self.results[call] = line.piece
        return True

    def pieces(self) -> list[Piece]:
        """The turn, one result a call in the order of the calls, and the rest."""
        told = (found or result(call, None) for call, found in self.results.items())
        return [self.piece, *told, *self.after]


def build(prompt: Piece | str, lines: Sequence[str], known: Known | None = None) -> Messages:
    """The messages for `lines`, in arrival order, under the system's `prompt`.

    Raises ValueError for a line of an unknown kind.
    """
    pieces = [system(prompt) if isinstance(prompt, str) else prompt]
    turn: _Turn | None = None
    for line in _read(lines, known or Known()):
        if line.kind == "assistant":
            pieces += turn.pieces() if turn else []
            turn = None
            if line.piece and line.calls:
                turn = _Turn(line.piece, dict.fromkeys(line.calls))
            elif line.piece:
                pieces.append(line.piece)
        elif line.kind != "nothing" and not (turn and turn.settles(line)):
            (turn.after if turn else pieces).append(between(line))
    return Messages(pieces + (turn.pieces() if turn else []))


def _read(lines: Sequence[str], known: Known) -> list[Read]:
    """The lines, with what people changed: only those lines are read anew."""
    found = known.reads(lines)
    changes = [n for n, line in enumerate(found) if line.kind in CHANGES]
    if changes:
        for n, entry in changed(lines, changes).items():
            found[n] = entry_read(entry)
    return found


def offer(specs: Iterable[ToolSpec]) -> list[dict[str, Any]]:
    """The tools as a model server takes them."""
    return [
        {
            "type": "function",
            "function": {
                "name": spec.name,
                "description": spec.description,
                "parameters": dict(spec.parameters),
            },
        }
        for spec in specs
    ]
