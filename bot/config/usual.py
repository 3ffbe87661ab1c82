"""What a rule calls usual for an argument: its shape in signoff.yaml, and what it means."""

from typing import Annotated, Any, cast

from pydantic import BeforeValidator

from bot.config.arguments import Number, Plain, Wrong
from bot.config.part import Part
from bot.config.tree import Path_
from bot.core.usual import Usual


def _short(value: object) -> object:
    """A value or a list of them is short for `one_of`."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    values: object = cast("list[object]", value) if isinstance(value, list) else [value]
    return {"one_of": values}


class _Said(Part):
    """What is usual for one argument: values, or a range."""

    one_of: list[Plain] | None = None
    min: Number | None = None
    max: Number | None = None


UsualPart = Annotated[_Said, BeforeValidator(_short)]


def usual(given: dict[str, UsualPart], at: Path_, wrong: Wrong) -> tuple[Usual, ...]:
    """What is usual by argument; `wrong` is called with each thing that can't be meant."""
    return tuple(_one(name, part, (*at, name), wrong) for name, part in given.items())


def _one(name: str, part: _Said, at: Path_, wrong: Wrong) -> Usual:
    ranged = part.min is not None or part.max is not None
    if not part.one_of and not ranged:
        wrong(at, "says nothing; write the usual values, or min and max")
    if part.one_of is not None and ranged:
        wrong(at, "has values and a range; write one of them")
    if part.min is not None and part.max is not None and part.min > part.max:
        wrong((*at, "min"), f"is above max, {part.max}; no number is both")
    return Usual(name, tuple(part.one_of or ()), part.min, part.max)
