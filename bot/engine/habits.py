"""What is usual for a tool: noted when a call has run, compared when people are asked about one.

Both are beside the matter: a store that is away costs a card its line, and a call nothing.
"""

import asyncio

import structlog

from bot.core import canon
from bot.core.events import Shown
from bot.core.sensitive import scrubbed, values
from bot.core.state import Run
from bot.core.unusual import kept, unusual
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


async def unusual_line(
    habits: Habits | None, tool: str, args: str, target: str, sensitive: tuple[str, ...]
) -> str:
    """How a call differs from earlier ones, for its card; "" if it doesn't, or nobody knows."""
    if habits is None:
        return ""
    now = kept(args, sensitive)
    try:
        return unusual(now, await habits.earlier(tool, target, tuple(now))) if now else ""
    except StoreDown as error:
        log.warning("earlier calls not read", tool=tool, why=error.words)
        return ""


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
