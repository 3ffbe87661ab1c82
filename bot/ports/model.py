"""The model's port: one chat completion at a time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from bot.core.state import Run
from bot.ports.tools import ToolSpec

TroubleKind = Literal["rate", "server", "timeout", "cut", "quota", "context", "auth", "bad_request"]


class ModelTrouble(Exception):
    """A model call failed; `words` are fit for a person and hold no body or secret."""

    def __init__(self, kind: TroubleKind, words: str, retry_after_s: float | None = None) -> None:
        super().__init__(words)
        self.kind: TroubleKind = kind
        self.words = words
        self.retry_after_s = retry_after_s


@dataclass(frozen=True, slots=True)
class RawCall:
    """A tool call as the model sent it: nothing is checked yet."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call."""

    prompt: int = 0
    completion: int = 0


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Messages and tools in OpenAI's chat completions form; `closing`: no tool may be called."""

    messages: Sequence[dict[str, Any]]
    tools: Sequence[dict[str, Any]]
    run: str
    closing: bool = False


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A whole reply; a stream that ended without a finish reason never becomes one."""

    text: str
    calls: tuple[RawCall, ...]
    finish: Literal["stop", "tool_calls", "length", "content_filter"]
    refusal: str | None
    usage: Usage


class Model(Protocol):
    """One model call. Raises ModelTrouble; cancelling it closes the connection."""

    async def reply(
        self, request: ModelRequest, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """The whole reply; `on_text` gets its text as it comes."""
        ...


class Prompter(Protocol):
    """Makes the messages of a model call from a run's transcript lines."""

    def messages(self, run: Run, lines: Sequence[str]) -> Sequence[dict[str, Any]]:
        """Messages in the order that the API wants."""
        ...

    def tools(self, specs: Iterable[ToolSpec]) -> Sequence[dict[str, Any]]:
        """The tools as the API wants them offered."""
        ...
