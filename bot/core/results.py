"""What comes of a tool's result, also of one that comes back late."""

from bot.core import asking, settling, turns
from bot.core import call as calls
from bot.core.call import Call
from bot.core.events import ToolDone
from bot.core.replacing import replace
from bot.core.request import Ended, Result
from bot.core.state import Run


def tool_done(run: Run, event: ToolDone, at: int) -> Run:
    """A call's result, in time or not."""
    run = turns.landed(run, f"tool:{event.call}", event.attempt)
    call = run.call(event.call)
    if call is None:
        return run
    done = calls.finish(call, event.attempt, ok=event.ok, summary=event.summary, at=at)
    if done is None:
        return _too_late(run, call, event)
    run = settling.record_result(
        asking.with_call(run, done), done, Result(event.ok, event.summary, at)
    )
    return _answered(_halted(run, call, event, at), call, at)


def _halted(run: Run, call: Call, event: ToolDone, at: int) -> Run:
    """Its card says who stopped it, and that it had started; what was done in time stays so."""
    request = settling.approved(run, call)
    if call.stopping is None or event.ok or request is None:
        return run
    if request.ended is not None and request.ended.outcome == "emergency":
        return run  # it went without a yes, and somebody still has to look at that
    ended = Ended("stopped", at, call.stopping)
    return asking.with_request(run, settling.void(request, ended))


def _answered(run: Run, call: Call, at: int) -> Run:
    """A late result answers whatever was being asked about the call."""
    if not isinstance(call.state, calls.Unsure | calls.Waiting) or call.state.request is None:
        return run
    request = run.request(call.state.request)
    if request is None:
        return run
    ended = Ended("ran", at, None, "the result came back late")
    return asking.with_request(run, replace(request, ended=ended))


def _too_late(run: Run, call: Call, event: ToolDone) -> Run:
    """A result that no longer counts is told, unless the same is on its way again."""
    told = calls.late(call, event.attempt)
    if told is None:
        return run
    run = asking.with_call(run, told)
    return run if call.idempotent else asking.say(run, "late_result", words=event.summary)
