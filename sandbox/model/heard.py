"""The messages of the role user: people's words, quoted or bare, and notes of the agent loop."""

import json
import re
from dataclasses import dataclass
from typing import Any, cast

Json = dict[str, Any]

_QUOTED = re.compile(r"(From [^\n]*|Note from [^\n]*):\n((?:>[^\n]*(?:\n|\Z))+)")
_AGAIN = re.compile(r"asks once more for this[^:]*: ([\w-]+) with (\{.*\})\. ", re.DOTALL)
_LATE = re.compile(r"A result of the call \S+ came later:\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Words:
    """What a person said."""

    text: str


@dataclass(frozen=True, slots=True)
class Again:
    """A person wants a call that was not run to be proposed once more."""

    tool: str
    arguments: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Late:
    """A result that came when its call had been answered for already."""

    text: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """The loop couldn't use the last reply: it was no answer."""


Heard = Words | Again | Late | Nudge


def content(said: Json) -> str:
    """Give a message's text, whether it is written as a string or as parts."""
    inside: Any = said.get("content") or ""
    if isinstance(inside, str):
        return inside
    return "\n".join(str(part.get("text", "")) for part in cast(list[Json], inside))


def hear(text: str) -> Heard:
    """Give what a message of the role user is."""
    found = _QUOTED.fullmatch(text)
    if found is None:
        return Words(text)
    inside = "\n".join(line[1:].removeprefix(" ") for line in found.group(2).splitlines())
    if found.group(1).startswith("From "):
        return Words(inside)
    if (again := _AGAIN.search(inside)) and _is_object(again.group(2)):
        return Again(again.group(1), again.group(2))
    if late := _LATE.fullmatch(inside):
        return Late(late.group(1).strip())
    return Nudge()


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
