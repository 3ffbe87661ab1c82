"""What people say to a run in its thread: stop, withdraw, status, nudge. They name no request."""

from bot.core import asking, settling
from bot.core.asking import note
from bot.core.replacing import replace
from bot.core.request import Action, Click, Ended, PendingClick
from bot.core.state import Run

ACTIONS: tuple[Action, ...] = ("stop_run", "withdraw", "status", "nudge")


def command(run: Run, click: Click) -> Run:
    """Answered at once for whoever asked for the run; of others it is looked up first."""
    if click.action == "status":
        return note(run, click, "status")
    if not run.live:
        return note(run, click, "ended")
    if click.by.same(run.requester):
        return commanded(run, click)
    return replace(run, clicks=(*run.clicks, PendingClick(click)))


def commanded(run: Run, click: Click) -> Run:
    """By somebody who may."""
    if not run.live:
        return note(run, click, "ended")
    if click.action == "stop_run":
        return settling.stop(run, click.by, click.at)
    if click.action == "nudge":
        return _nudge(run, click)
    open_requests = [r for r in run.requests if r.ended is None and r.kind == "approval"]
    for request in open_requests:
        run = settling.settle(run, request, Ended("withdrawn", click.at, click.by))
    if open_requests:
        return run
    # A question is ended on its card: taking back what was asked for is something else.
    asked = any(r.ended is None and r.kind == "question" for r in run.requests)
    return note(run, click, "only_questions" if asked else "nothing_to_do")


def _nudge(run: Run, click: Click) -> Run:
    """Reminds of what waits now, each at most once in a while."""
    open_requests = [r for r in run.requests if r.ended is None and click.number in (0, r.number)]
    if not open_requests:
        return note(run, click, "nothing_to_do")
    due = [r for r in open_requests if click.at - r.nudged_at >= run.limits.nudge_every_ms]
    for request in due:
        run = asking.with_request(run, replace(request, nudged_at=click.at), drawn=False)
        run = asking.remind(run, request)
    return run if due else note(run, click, "nudged")
