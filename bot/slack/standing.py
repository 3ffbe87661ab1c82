"""Where a run stands, for whoever asks in its thread. Pure."""

from blocks import notice
from bot.core.call import Started
from bot.core.state import Acting, Done, Failed, Run, Stopped, Thinking
from bot.slack import pieces


def standing(run: Run) -> notice.Status:
    """Where a run stands, and what it waits for."""
    open_requests = [r for r in run.requests if r.ended is None]
    waiting = tuple(
        notice.Waiting(number=pieces.number(r), title=r.title, deadline=pieces.seconds(r.deadline))
        for r in open_requests
    )
    return notice.Status(
        run=pieces.run_number(run), doing=_doing(run), waiting=waiting, off=run.switched_off
    )


def _doing(run: Run) -> str:
    match run.phase:
        case Thinking():
            return "thinking"
        case Acting():
            running = [c.tool for c in run.calls if isinstance(c.state, Started)]
            return f"running {', '.join(running)}" if running else "waiting for people"
        case Done():
            return "done"
        case Stopped():
            return "stopped"
        case Failed():
            return "at its end: it failed"


def unopened(run: Run) -> str:
    """Why a task wasn't begun."""
    return run.phase.words if isinstance(run.phase, Failed) else "Nothing was run."
