"""For whom a request waits, as its sets were last read.

A user group changes and a shift ends while a card waits: whoever is named on it, and called to it,
is who may decide now.
"""

from bot.core import asking, batching
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.state import Run


def seen(run: Run, request: str | None, able: tuple[Who, ...] | None) -> Run:
    """The run in which an open request, and those that wait for the same people, name these.

    None: nobody could say who may decide now, so that what was known stays.
    """
    found = run.request(request) if request else None
    if found is None or able is None or found.ended is not None or _same(found.able, able):
        return run
    now = {who.key: who for who in able}
    kept = tuple(now.pop(who.key) for who in found.able if who.key in now)
    for one in batching.peers(run, found):
        if one.ended is None:
            run = asking.with_request(run, replace(one, able=(*kept, *now.values())))
    return run


def asked(request: Request) -> bool:
    """Whether it is asked of certain people, who may change."""
    groups = request.spec.sets(request.tier)
    certain = not request.plan and not any(group.anyone for group in groups)
    return certain and request.kind != "question" and request.ended is None


def _same(one: tuple[Who, ...], other: tuple[Who, ...]) -> bool:
    return {who.key for who in one} == {who.key for who in other}
