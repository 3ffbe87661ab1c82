"""The tools' port: the only way to a tool is `Toolbox.run` with a started call."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from bot.core.call import Started

Risk = Literal["read", "low", "medium", "high", "critical"]


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What the gate, the model and the card need to know of a tool.

    `parameters` is a JSON Schema; `digest` covers name and schema. A `cancellable` one can be
    stopped while it runs. `data` are the kinds of data that it is about, for people.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    risk: Risk
    idempotent: bool
    timeout_s: float
    digest: str
    shares: Literal["data", "config"] | None = None
    cancellable: bool = False
    data: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallFacts:
    """The tool's own words for the card: never the model's."""

    title: str
    will_do: str | None = None
    target: str | None = None
    undo: str | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """`text` is for the model, `summary` (at most 200 characters) for the card."""

    ok: bool
    text: str
    summary: str


class Toolbox(Protocol):
    """All tools of an agent."""

    def specs(self) -> Mapping[str, ToolSpec]:
        """Every tool by its name."""
        ...

    def check(self, name: str, args: dict[str, Any]) -> str | None:
        """What is wrong with the arguments, in words, or None. A reference (core.references) stands
        for a value that isn't known yet, and is right.
        """
        ...

    def facts(self, name: str, args: dict[str, Any]) -> CallFacts:
        """The card's words for a call."""
        ...

    async def run(
        self, started: Started, args: dict[str, Any], key: str, hide: tuple[str, ...] = ()
    ) -> ToolResult:
        """Runs a started call; `key` is its idempotency key. A tool's own fault is a result.

        The result holds none of the texts to `hide`.
        """
        ...
