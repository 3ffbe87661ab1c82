"""Progress: which status and which timeline a run wants shown, and what became of showing them.

Nothing waits for any of it: it comes after all posts, and what Slack refuses is given up.
"""

from typing import Literal
from zlib import crc32

from bot.core import timeline, turns
from bot.core.call import Unsure, Waiting
from bot.core.effects import ShowProgress
from bot.core.posts import ProgressShown, StatusShown
from bot.core.replacing import replace
from bot.core.state import Done, Failed, Flight, Hold, Run, Stopped
from bot.core.timeline import Status, Task

STATUS, TIMELINE = "status", "progress"  # the effects' keys
MAX_TRIES = 60  # failures in a row, in about an hour, after which something isn't shown

Headline = Literal["working", "waiting", "done", "stopped", "failed"]


def shown(run: Run, event: ProgressShown | StatusShown, at: int) -> Run:
    """What became of showing something."""
    match event:
        case ProgressShown():
            return timeline_shown(run, event, at)
        case StatusShown():
            return status_shown(run, event, at)


def status(run: Run) -> Status:
    """The session's status that fits the run.

    `suspended`: an open request and nothing else moving. However it ends it is `active`: the next
    message in the thread is welcome, so `closed` would be wrong.
    """
    if not run.live:
        return "active"
    return "suspended" if _waits(run) else "processing"


def status_owed(run: Run) -> bool:
    """Whether Slack shows another status than the run wants.

    A run that has ended before it showed any leaves the session as it is.
    """
    if run.display.quiet or not (run.live or run.display.status):
        return False
    return run.display.status != status(run)


def status_shown(run: Run, event: StatusShown, at: int) -> Run:
    """Slack took a status, or didn't."""
    held = next((h for h in run.holds if h.key == STATUS), None)
    free = run.freed(STATUS)
    if event.came == "shown":
        return replace(free, display=replace(run.display, status=event.status))
    tries = (held.tries if held else 0) + 1
    if event.came == "refused" or tries >= MAX_TRIES:
        return replace(free, display=replace(run.display, quiet=True))
    return turns.held(run, STATUS, at, tries, event.retry_ms)


def headline(run: Run) -> Headline:
    """How the run as a whole stands."""
    match run.phase:
        case Done():
            return "done"
        case Stopped():
            return "stopped"
        case Failed():
            return "failed"
        case _:
            return "waiting" if _waits(run) else "working"


def tasks(run: Run) -> tuple[Task, ...]:
    """The run's calls in the order in which they were made."""
    asked = {request.call: request.id for request in run.requests}
    made = (*run.display.past, *(timeline.task(call, asked) for call in run.calls))
    return tuple(sorted(made, key=lambda task: int(task.call[1:])))


def picture(run: Run) -> str:
    """A name for what the timeline shows; another one means that it has to be drawn again."""
    votes = {request.id: len(request.votes) for request in run.requests}
    shown = (f"{t.call} {t.state} {t.request} {votes.get(t.request, 0)}" for t in tasks(run))
    text = "\n".join([headline(run), str(run.display.dropped), *shown])
    return f"{crc32(text.encode()):08x}"


def timeline_owed(run: Run) -> bool:
    """Whether the timeline isn't there yet, or shows what isn't true any more.

    A run without calls has none, and one that has ended gets none; but if it was posted and nobody
    knows where, it is looked for, so that it doesn't stand there unfinished.
    """
    display = run.display
    if not run.limits.progress or display.gone or not (run.calls or display.past):
        return False
    if not display.ts and not run.live and not run.looks(TIMELINE):
        return False
    return picture(run) != display.drawn


def timeline_shown(run: Run, event: ProgressShown, at: int) -> Run:
    """The timeline stands, or is gone; the next picture of it waits for a while.

    A picture that was drawn by an attempt taken for lost may have come too late.
    """
    known = any(f.attempt == event.attempt for f in run.flights)
    run = turns.landed(run, TIMELINE, event.attempt)
    display = replace(
        run.display,
        ts=run.display.ts or event.ts,
        drawn=event.picture if known else "",
        gone=run.display.gone or event.gone,
    )
    hold = Hold(TIMELINE, at + run.limits.progress_every_ms, 0)
    run = replace(run.freed(TIMELINE), display=display)
    return run if display.gone else replace(run, holds=(*run.holds, hold))


def timeline_lost(run: Run) -> Run:
    """Nobody knows whether it was posted, or what it shows: it is looked for and drawn again."""
    run = replace(run, display=replace(run.display, drawn=""))
    return turns.held(run, TIMELINE, 0, 1, 0, look=True)


def timeline_given_up(run: Run) -> Run:
    """The timeline can't be shown in this run."""
    return replace(run.freed(TIMELINE), display=replace(run.display, gone=True))


def is_shown(flight: Flight) -> bool:
    """Whether it only shows progress, for which no run is held up."""
    return isinstance(flight.effect, ShowProgress)


def _waits(run: Run) -> bool:
    """Whether people are asked and nothing else moves."""
    unsettled = [call.state for call in run.calls if not call.settled]
    asked = [
        isinstance(s, Waiting) or (isinstance(s, Unsure) and bool(s.request)) for s in unsettled
    ]
    return bool(asked) and all(asked)
