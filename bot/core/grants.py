"""A yes for a while: given by a person, held to the call that they saw, counted, revocable.

It is bound to the tool, the canonical arguments (and with them the target), the requester and the
run, which is bound to its thread. It lives in the request whose card people said it on.
"""

from bot.core import asking
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Click, Grant, Request
from bot.core.state import Run


def granted(run: Run, tool: str, args: str, now: int) -> str:
    """The request whose yes holds for such a call at that time, or ""."""
    if not run.steerer.same(run.requester):
        return ""  # whoever steers now is not who it was given for
    same = (r for r in run.requests if r.tool == tool and r.args == args)
    return next((r.id for r in same if r.grant and r.grant.holds(now)), "")


def holds(run: Run, request: str, now: int) -> bool:
    """Whether that request's yes still lets calls go."""
    found = run.request(request)
    return found is not None and found.grant is not None and found.grant.holds(now)


def mint(run: Run, request: Request, at: int) -> Run:
    """The request's own yes also counts for equal calls, until its time is over."""
    call = run.call(request.call)
    grant = Grant(at + request.spec.grant_s * 1000, tool_digest=call.tool_digest if call else "")
    return asking.with_request(run, replace(request, grant=grant))


def used(run: Run, request: str) -> Run:
    """One more call went under it."""
    found = run.request(request)
    if found is None or found.grant is None:
        return run
    return asking.with_request(
        run, replace(found, grant=replace(found.grant, used=found.grant.used + 1))
    )


def lapse(run: Run, request: Request, at: int) -> Run:
    """Its time may be over: then nobody needs to take it back any more."""
    grant = request.grant
    if grant is None or grant.revoked_at or at < grant.until:
        return run
    return asking.with_request(run, replace(request, grant=replace(grant, revoked_at=grant.until)))


def open_ones(run: Run) -> tuple[Request, ...]:
    """The requests whose yes may still hold: as long as there is one, the thread stays the run's,
    so that what is asked for there next comes under it.
    """
    return tuple(r for r in run.requests if r.grant and not r.grant.revoked_at)


def revoke(run: Run, request: Request, click: Click, at: int) -> Run | None:
    """It lets no more calls go; None if it doesn't any more."""
    held = request.grant is not None and request.grant.holds(at)
    return taken_back(run, request, click.by, at) if held else None


def taken_back(run: Run, request: Request, by: Who | None, at: int) -> Run:
    """The run without it; `by` None where its task was taken back."""
    if request.grant is None:
        return run
    grant = replace(request.grant, revoked_at=at, revoked_by=by)
    return asking.with_request(run, replace(request, grant=grant))
