"""The small language in which Block Kit's shapes are written down."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Str:
    """A string: length within limits, one of some values, or of a pattern."""

    most: int | None = None
    least: int = 1
    one_of: tuple[str, ...] = ()
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text object of one of the kinds."""

    most: int = 3000
    kinds: tuple[str, ...] = ("plain_text", "mrkdwn")
    least: int = 1


@dataclass(frozen=True, slots=True)
class Bool:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number within limits."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """Any number."""


@dataclass(frozen=True, slots=True)
class Free:
    """Anything; Slack's check of it is not known."""


@dataclass(frozen=True, slots=True)
class Many:
    """An array with limits on its length."""

    item: "Spec"
    most: int | None = None
    least: int = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """An object: its fields, which of them are needed, and the surfaces it may be on."""

    fields: Mapping[str, "Spec"]
    needs: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ("message", "modal", "home")


@dataclass(frozen=True, slots=True)
class Typed:
    """An object whose `type` names one of these shapes."""

    shapes: Mapping[str, Shape] = field(default_factory=dict[str, Shape])


Spec = Str | Text | Bool | Int | Number | Free | Many | Shape | Typed


def plain(most: int) -> Text:
    """A plain_text object of at most so many characters."""
    return Text(most, ("plain_text",))
