"""Messages and tools that are in JSON and checked already: a call only joins them.

Both are sequences of the plain objects too, made anew out of the JSON, for whoever looks at them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast, overload

from bot.llm.check import Shape, check_order, check_tools, shape_of, shape_of_words

Message = dict[str, Any]

# Made once: json.dumps makes one a call if it is told how.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Piece(NamedTuple):
    """One message as it is sent."""

    json: bytes
    shape: Shape


def piece(message: Mapping[str, Any]) -> Piece:
    """The message as it is sent."""
    return Piece(encoded(message), shape_of(message))


def words(role: str, text: str) -> Piece:
    """The `piece` of a message that is nothing but text: most are, and take half the work."""
    sent = b'{"role":"%s","content":%s}' % (role.encode(), encoded(text))
    return Piece(sent, shape_of_words(role, text))


def encoded(value: object) -> bytes:
    """`value` as JSON. What half a character becomes is read back, but no server takes it."""
    return _ENCODER.encode(value).encode("utf-8", "surrogatepass")


class _Ready(Sequence[Message]):
    """Objects in JSON."""

    def __init__(self, parts: Sequence[bytes]) -> None:
        self._parts = parts
        self.json = b"[%s]" % b",".join(parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __repr__(self) -> str:
        return repr(list(self))

    @overload
    def __getitem__(self, index: int) -> Message: ...

    @overload
    def __getitem__(self, index: slice) -> list[Message]: ...

    def __getitem__(self, index: int | slice) -> Message | list[Message]:
        if isinstance(index, slice):
            return [cast(Message, json.loads(part)) for part in self._parts[index]]
        return cast(Message, json.loads(self._parts[index]))


class Messages(_Ready):
    """The messages of a call; `problems` says what is wrong with them, in their order too."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__([piece.json for piece in pieces])
        self.problems = check_order([piece.shape for piece in pieces])

    @classmethod
    def of(cls, messages: Sequence[Mapping[str, Any]]) -> "Messages":
        """These messages, if they aren't ready yet."""
        return messages if isinstance(messages, Messages) else cls([piece(m) for m in messages])


class Tools(_Ready):
    """The tools on offer."""

    def __init__(self, tools: Iterable[Mapping[str, Any]]) -> None:
        offered = list(tools)
        super().__init__([encoded(tool) for tool in offered])
        self.problems = check_tools(offered)

    @classmethod
    def of(cls, tools: Sequence[Mapping[str, Any]]) -> "Tools":
        """These tools, if they aren't ready yet."""
        return tools if isinstance(tools, Tools) else cls(tools)
