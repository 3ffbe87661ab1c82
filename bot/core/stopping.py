"""Stopping one call, or what is left of a plan, by a person who may."""

from bot.core import call as calls
from bot.core import plans, settling
from bot.core.asking import note
from bot.core.request import Click, Ended, Request
from bot.core.state import Run


def stop_call(run: Run, request: Request, click: Click, at: int) -> Run:
    """The run in which it never leaves, or is halted; else whoever clicked hears why not."""
    if request.ended is None and request.kind == "approval":
        return settling.settle(run, request, Ended("stopped", at, click.by))
    if request.plan:
        return plans.stopped(run, request, click) or note(run, click, "already")
    call = run.call(request.call)
    if request.running and call and calls.halt(call, click.by):
        return settling.halt(run, call, Ended("stopped", at, click.by))
    if request.ended is None or request.running:
        return note(run, click, "too_late")
    stopped = call and settling.stop_call(run, call, click.by, at)
    return stopped or note(run, click, "already")
