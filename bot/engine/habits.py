"""What is usual for a tool: noted when a call has run, compared when people are asked about one.

Both are beside the matter: a store that is away costs a card its line, and a call nothing.
"""

import asyncio
from collections.abc import Mapping, Sequence

import structlog

from bot.core import canon
from bot.core.events import Shown
from bot.core.sensitive import scrubbed, values
from bot.core.state import Run
from bot.core.unusual import kept, unusual
from bot.core.usual import Usual, outside
from bot.ports import StoreDown, Toolbox
from bot.ports.habits import Habits

log = structlog.get_logger(__name__)


async def shown(toolbox: Toolbox, tool: str, args: str, sensitive: tuple[str, ...]) -> Shown:
    """The tool's own words for a call, without the values of sensitive arguments."""
    facts = await asyncio.to_thread(toolbox.facts, tool, canon.parse(args))
    hidden = values(args, sensitive)
    said = (facts.will_do, facts.target, facts.undo)
    lines = (None if line is None else scrubbed(line, hidden) for line in said)
    return Shown(scrubbed(facts.title, hidden), *lines)


async def unusual_line(  # noqa: PLR0917 - each is of the one call
    habits: Habits | None,
    tool: str,
    args: str,
    target: str,
    sensitive: tuple[str, ...],
    norms: tuple[Usual, ...] = (),
) -> str:
    """How a call differs from what its rule calls usual and from earlier ones, for its card.

    "" if it doesn't, or nobody knows.
    """
    hidden = values(args, sensitive)
    odd = outside(canon.parse(args), (norm for norm in norms if norm.name not in sensitive))
    known = {name: scrubbed(words, hidden) for name, words in odd.items()}
    return unusual(*await _compared(habits, tool, args, target, sensitive), known)


async def _compared(
    habits: Habits | None, tool: str, args: str, target: str, sensitive: tuple[str, ...]
) -> tuple[Mapping[str, str], Mapping[str, Sequence[str]]]:
    """The call's values and those of earlier ones; none where nobody can say."""
    now = kept(args, sensitive) if habits is not None else {}
    if habits is None or not now:
        return now, {}
    try:
        return now, await habits.earlier(tool, target, tuple(now))
    except StoreDown as error:
        log.warning("earlier calls not read", tool=tool, why=error.words)
        return now, {}


async def remember(habits: Habits, toolbox: Toolbox, run: Run, call_id: str) -> None:
    """Notes the values of a call that ran.

    One of read risk is noted only if people were asked about it: there are many of those, and their
    cards few.
    """
    call = run.call(call_id)
    spec = toolbox.specs().get(call.tool) if call else None
    if call is None or spec is None:
        return
    asked = next((r for r in reversed(run.requests) if r.call == call_id), None)
    if spec.risk == "read" and asked is None:
        return
    said = asked or await shown(toolbox, call.tool, call.args, call.sensitive)
    found = kept(call.args, call.sensitive)
    try:
        if found:
            await habits.note(call.tool, said.target or "", found)
    except StoreDown as error:
        log.warning("call not noted", run=run.id, tool=call.tool, why=error.words)
