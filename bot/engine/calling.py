"""Calling people to a card that waits: those who may decide it now, not who might when it came."""

from bot.core import asking, awaited
from bot.core.ids import Who
from bot.core.live import once
from bot.core.state import Run, Say
from bot.engine.able import still
from bot.engine.gate import Gate


async def called(gate: Gate, run: Run, say: Say) -> tuple[Run, tuple[Who, ...] | None]:
    """The run as a post is drawn from it, and whom it calls; None if it calls nobody anew."""
    request = run.request(say.request) if say.request and say.kind in asking.ASKING else None
    if request is None or not awaited.asked(request):
        return run, None
    sets = request.spec.sets(request.tier)
    able = still(gate.policy, request, await gate.read(once(n for one in sets for n in one.live)))
    return awaited.seen(run, request.id, able), able
