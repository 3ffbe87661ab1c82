"""What a run still owes: derived from its state, minus what is in flight, never queued apart."""

from collections.abc import Iterator

from bot.core import batching, emergency, grants, plans, progress, timing
from bot.core.call import Proposed, Ready, Unsure
from bot.core.effects import (
    CallModel,
    CheckPerson,
    ClaimTask,
    DrawCard,
    Effect,
    IndexThread,
    Judge,
    NumberUnsure,
    PostCard,
    PostOpening,
    PostSay,
    React,
    RunTool,
    SendNote,
    ShowProgress,
    ShowStatus,
)
from bot.core.request import STUB, Request
from bot.core.state import Run, Thinking


def due(run: Run, now: int) -> tuple[Effect, ...]:
    """The effects owed at `now`, the most urgent first."""
    busy = {f.effect.key for f in run.flights}
    busy.update(h.key for h in run.holds if h.until > now)
    return tuple(effect for effect in _wanted(run) if effect.key not in busy)


def lapsed(run: Run, now: int) -> bool:
    """Whether passing time changes the run at `now`: then `Ticked` is folded."""
    return any(at <= now for at in timing.times(run))


def wake_at(run: Run, now: int = 0) -> int | None:
    """When time next changes the run or frees a held effect, in ms; None if never.

    What was free at `now` is under way, though the state doesn't say so of what may be repeated.
    """
    wanted = {e.key for e in _wanted(run)} - {f.effect.key for f in run.flights}
    holds = (h.until for h in run.holds if h.key in wanted and h.until > now)
    times = [*timing.times(run), *holds]
    return min(times, default=None)


def over(run: Run) -> bool:
    """Whether nothing is owed, in flight or waited for: the thread is free for another run.

    What only shows progress may come later.
    """
    if run.live or run.clicks or any(r.ended is None for r in run.requests):
        return False
    if grants.open_ones(run) or emergency.unreviewed(run):
        return False
    if not all(progress.is_shown(flight) for flight in run.flights):
        return False
    return all(isinstance(effect, ShowProgress | ShowStatus) for effect in _wanted(run))


def _wanted(run: Run) -> Iterator[Effect]:
    yield from (CheckPerson(p.click.id) for p in run.clicks if p.facts is None)
    yield from (SendNote(note.key) for note in run.notes)
    if not run.opened:
        look = run.looks("opening")
        # One that may stand somewhere is looked for even when the run is over: it must say so.
        if run.live or look:
            yield PostOpening(look)
            return
        if not run.thread.ts:
            return
    if run.claim:
        yield ClaimTask(run.claim, look=run.looks("claim"))
    else:
        yield from _work(run)
    yield from (React(ts) for ts in run.reacts)
    yield from (React(ts, edited=True) for ts in run.pencils)
    if not run.indexed:
        yield IndexThread()
    elif isinstance(run.phase, Thinking):
        yield CallModel(run.turn, run.lines)
    if not run.claim:
        yield from _shows(run)


def _shows(run: Run) -> Iterator[Effect]:
    if progress.status_owed(run):
        yield ShowStatus(progress.status(run))
    if progress.timeline_owed(run) and not _posts(run):
        yield ShowProgress(progress.picture(run), look=run.looks(progress.TIMELINE))


def _posts(run: Run) -> bool:
    """Whether a card or a post is owed or under way: the timeline doesn't take its turn."""
    flying = any(isinstance(f.effect, PostCard | DrawCard | PostSay) for f in run.flights)
    return flying or bool(run.says) or any(any(_cards(run, r)) for r in run.requests)


def _work(run: Run) -> Iterator[Effect]:
    """What may leave only once it is known that the task is ours."""
    yield from _calls(run)
    for request in run.requests:
        yield from _cards(run, request)
    # One say at a time: a thread is read in order.
    yield from (PostSay(s.key, look=run.looks(f"say:{s.key}")) for s in run.says[:1])


def _calls(run: Run) -> Iterator[Effect]:
    for call in run.calls:
        match call.state:
            case Proposed():
                yield Judge(call.id)
            case Ready() if not plans.held(run, call):
                yield RunTool(call.id)
            case Unsure(request=None):
                yield NumberUnsure(call.id)
            case _:
                pass


def _cards(run: Run, request: Request) -> Iterator[Effect]:
    if request.batch not in ("", request.id):
        return  # on the card of another
    yield from _posted(run, request)
    for copy in request.copies:
        if copy.drawn < request.draws:
            yield DrawCard(request.id, copy.channel, copy.ts, request.draws)


def _posted(run: Run, request: Request) -> Iterator[Effect]:
    """The card where there is none, then the thread's stub of one that stands elsewhere.

    One that may stand somewhere is looked for even when it is settled: it must say so.
    """
    stub = bool(request.cards)
    if stub and (not request.at or STUB in request.closed or any(c.stub for c in request.copies)):
        return
    post = PostCard(request.id, plain=request.plain, stub=stub)
    look = run.looks(post.key)
    if look or any(r.ended is None for r in batching.members(run, request)):
        yield PostCard(request.id, look=look, plain=request.plain, stub=stub)
