"""What passing time does to a run: reminders, the next tier, the deadline."""

from collections.abc import Iterator

from bot.core import asking, clicks, emergency, grants, plans, settling
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.state import Run


def ticked(run: Run, at: int) -> Run:
    """The run at a time: after an outage only the latest of what was due is told."""
    for one in run.requests:
        if one.ended is None and not clicks.waits_for_click(run, one):
            run = _passed(run, one, at)
    for one in grants.open_ones(run):
        run = grants.lapse(run, one, at)
    for one in plans.open_ones(run):
        run = plans.lapse(run, one, at)
    for one in emergency.unreviewed(run):
        run = emergency.overdue(run, one, at)
    return replace(run, notes=tuple(n for n in run.notes if n.until > at))


def times(run: Run) -> Iterator[int]:
    """When time changes the run next, in ms, in any order."""
    for request in run.requests:
        if request.ended is None and not clicks.waits_for_click(run, request):
            yield request.deadline
            for after_s in (*_reminders(request), *_tiers(request)):
                yield request.asked_at + after_s * 1000
    for request in grants.open_ones(run):
        if request.grant:
            yield request.grant.until
    yield from (plans.until(request) for request in plans.open_ones(run))
    yield from (request.review_by for request in emergency.unreviewed(run))
    for note in run.notes:
        yield note.until


def _passed(run: Run, request: Request, at: int) -> Run:
    if request.deadline <= at:
        return settling.settle(run, request, settling.lapsed(request))
    reminders = sum(request.asked_at + s * 1000 <= at for s in _reminders(request))
    tiers = sum(request.asked_at + s * 1000 <= at for s in _tiers(request))
    if reminders:
        request = replace(request, reminded=request.reminded + reminders)
        run = asking.with_request(run, request, drawn=False)
    for _ in range(tiers):
        run = asking.escalate(run, run.request(request.id) or request)
    # Whoever joins is told with all the others.
    return asking.remind(run, request) if reminders and not tiers else run


def _reminders(request: Request) -> tuple[int, ...]:
    return request.spec.reminders_s[request.reminded :]


def _tiers(request: Request) -> tuple[int, ...]:
    # A call whose fate is unknown waits for whoever was asked about it.
    later = request.spec.next[request.tier :] if request.kind != "unsure" else ()
    return tuple(step.after_s for step in later)
