"""How a run ended, in lines: its steps, its calls by how they ended, and what was decided."""

from collections.abc import Iterator
from dataclasses import dataclass

from blocks.pen import Pen, listed, quoted
from blocks.people import Who

MOST = 8  # decisions that are named one by one
_WHY = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A question that was settled; `outcome` is a word, `at` in epoch seconds."""

    number: str
    tool: str
    outcome: str
    at: int
    by: tuple[Who, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A run's result. `counts` are figures by name, none of them 0; `limit` is what it met."""

    steps: int
    counts: tuple[tuple[str, int], ...] = ()
    limit: str = ""
    by: Who | None = None
    by_reviewer: bool = False
    error: str = ""
    decided: tuple[Decided, ...] = ()


def lines(pen: Pen, found: Result) -> Iterator[str]:
    """`2 steps. Calls: 1 allowed, 1 approved.` and a line for each decision."""
    if found.by is not None:
        how = "whose no ends this agent's runs" if found.by_reviewer else "who stopped it"
        yield f"It was {pen.who(found.by)} {how}."
    if found.error:
        yield pen.words(found.error, 300)
    if found.limit:
        yield f"It met its limit {found.limit}: something may be left undone."
    steps = "1 step" if found.steps == 1 else f"{found.steps} steps"
    yield f"{steps}. {tallied(found.counts)}"
    for one in found.decided[:MOST]:
        by = f" by {listed(pen, one.by)}" if one.by else ""
        why = f" {quoted(pen, one.why, _WHY)}" if one.why else ""
        words = f"{pen.words(one.tool, 60)} {pen.words(one.outcome, 40)}"
        yield f"{pen.words(one.number, 40)}: {words}{by}, {pen.day(one.at)}{why}"
    more = len(found.decided) - MOST
    if more > 0:
        yield f"and {more} more"


def tallied(counts: tuple[tuple[str, int], ...]) -> str:
    """`Calls: 1 allowed, 1 approved.`; those that ran and failed are among them."""
    if not counts:
        return "No call was made."
    return f"Calls: {', '.join(f'{n} {name}' for name, n in counts)}."
