"""The run machine: `advance` folds one event into the state.

An event that doesn't fit the state (late, doubled, about something unknown) changes nothing: with
redelivery, lost races and dead workers such events are normal.
"""

from typing import assert_never

from bot.core import (
    asking,
    awaited,
    clicks,
    counting,
    opening,
    plans,
    posting,
    progress,
    results,
    saying,
    settling,
    timing,
    transcript,
    turns,
)
from bot.core import call as calls
from bot.core.amends import Deleted, Edited
from bot.core.effects import (
    CallModel,
    ClaimTask,
    DrawCard,
    PostCard,
    PostOpening,
    PostSay,
    RunTool,
    SendNote,
    ShowProgress,
)
from bot.core.events import (
    Asked,
    Began,
    CardDrawn,
    CardPosted,
    ChatFailed,
    Checked,
    Claimed,
    Clicked,
    Entry,
    Event,
    Indexed,
    Judged,
    Lost,
    ModelFailed,
    ModelReplied,
    NoteSent,
    NotStarted,
    Opened,
    ProgressShown,
    Reacted,
    SayPosted,
    StatusShown,
    Ticked,
    ToolDone,
    UnsureNumbered,
    WentStale,
)
from bot.core.posts import Posting
from bot.core.replacing import replace
from bot.core.request import PendingClick, Quote
from bot.core.state import Flight, Run, Stopped

TAKEN = (
    "Another copy of me, connected to this Slack app by mistake, took this task first. I left it "
    "to that one and ran nothing. Please tell an admin."
)


class NoRun(ValueError):
    """The first event of a run isn't `Asked`."""


def advance(run: Run | None, entry: Entry) -> Run:
    """The run after one event. Raises NoRun when there is no run and the event can't start one."""
    if run is None:
        if not isinstance(entry.event, Asked):
            raise NoRun(f"a run starts with Asked, not with {entry.event.kind}")
        after = _start(entry.event, entry.at)
    else:
        after = plans.followed(run, _fold(run, entry.event, entry.at))
        after = turns.settled_turn(after)
        after = counting.counted(run, after, entry.at)
    added = transcript.lines(run, after, entry.event)
    return replace(after, lines=after.lines + len(added)) if added else after


def _start(event: Asked, at: int) -> Run:
    return Run(
        id=event.run,
        number=event.number,
        agent=event.agent,
        thread=event.thread,
        requester=event.by,
        steerer=event.by,
        spoke=event.by,
        asked_at=at,
        limits=event.limits,
        opened=opening.known(event),
        indexed=bool(event.thread.ts),
        quotes=(Quote(opening.said(event), event.by, at, saying.said_at(event)),),
        reacts=(event.ts,) if event.ts and not event.claims else (),
        claim=event.ts if event.claims else "",
        heard=(saying.first(event),),
        off=event.off,
    )


def _fold(run: Run, event: Event, at: int) -> Run:  # noqa: C901
    # One branch an event: splitting the match would hide that it is complete.
    match event:
        case Asked():
            return _said(run, event, at)
        case Edited():
            return saying.edited(run, event, at)
        case Deleted():
            return saying.deleted(run, event, at)
        case Clicked(click=click):
            return clicks.clicked(run, replace(click, at=at))
        case Checked():
            return _checked(run, event, at)
        case Began():
            return _began(run, event, at)
        case Lost(attempt=attempt):
            return _lost(run, attempt, at)
        case NotStarted():
            return _not_started(run, event, at)
        case ModelReplied():
            return turns.replied(run, event)
        case ModelFailed():
            return turns.failed(run, event, at)
        case Judged():
            return turns.judged(run, event, at)
        case UnsureNumbered():
            call = run.call(event.call)
            return asking.ask_what_happened(run, call, event, at) if call else run
        case WentStale():
            return _stale(run, event, at)
        case ToolDone():
            return results.tool_done(run, event, at)
        case (
            CardPosted() | CardDrawn() | SayPosted() | ChatFailed() | NoteSent() | Reacted()
            | Claimed() | Indexed() | Opened() | ProgressShown() | StatusShown()
        ):  # fmt: skip
            return _heard_back(run, event, at)
        case Ticked():
            return timing.ticked(run, at)
        case _:
            assert_never(event)


def _heard_back(run: Run, event: Posting, at: int) -> Run:  # noqa: C901
    """What became of something that left for the chat."""
    # One branch an event, as above.
    match event:
        case CardPosted():
            return posting.posted(run, event)
        case CardDrawn():
            return posting.drawn(run, event)
        case SayPosted():
            return posting.said(run, event)
        case ChatFailed():
            return posting.failed(run, event, at)
        case NoteSent():
            return posting.noted(run, event)
        case Reacted():
            return saying.acknowledged(run, event)
        case Claimed():
            return _claimed(run, event, at)
        case ProgressShown() | StatusShown():
            return progress.shown(run, event, at)
        case Indexed(ok=ok):
            return posting.indexed(run, ok=ok)
        case Opened():
            return opening.opened(run, event)
        case _:
            assert_never(event)


def _said(run: Run, event: Asked, at: int) -> Run:
    """A message in a run's thread: read at the model's next turn; it answers no request."""
    if event.edit and saying.not_new(run, event):
        return run
    run = saying.heard(run, event)
    run = asking.quoted(run, Quote(opening.said(event), event.by, at, saying.said_at(event)))
    denied = () if event.by.same(run.requester) else run.denied
    return asking.taken_up(replace(run, denied=denied, reacts=(*run.reacts, event.ts)))


def _checked(run: Run, event: Checked, at: int) -> Run:
    pending = next((p for p in run.clicks if p.click.id == event.click), None)
    if pending is None or pending.facts is not None:
        return run
    known = PendingClick(
        pending.click, event.facts, event.now, event.policy, event.revised, event.to, event.others
    )
    run = awaited.seen(run, pending.click.request, event.able)
    return clicks.checked(run, known, at)


def _began(run: Run, event: Began, at: int) -> Run:
    if any(f.effect.key == event.effect.key for f in run.flights):
        return run
    flight = Flight(event.attempt, event.effect, at, event.until)
    match event.effect:
        case RunTool(call=call_id):
            call = run.call(call_id)
            started = call and calls.start(call, event.attempt, at, event.until)
            if not started:
                return run
            run = settling.record_start(asking.with_call(run, started), started)
        case _:
            run = turns.began_model(run, flight)
    return replace(run, flights=(*run.flights, flight))


def _lost(run: Run, attempt: str, at: int) -> Run:
    flight = posting.flight_of(run, attempt)
    if flight is None:
        return run
    run = replace(run, flights=tuple(f for f in run.flights if f.attempt != attempt))
    match flight.effect:
        case RunTool(call=call_id):
            call = run.call(call_id)
            moved = call and calls.lose(call, attempt)
            return settling.not_running(run, moved, at, left=True) if moved else run
        case PostCard() | PostSay() | PostOpening() | ClaimTask():
            key = flight.effect.key
            return turns.held(run, key, 0, 1, 0, look=True)
        case DrawCard(request=request_id):
            return posting.dirty(run, request_id, flight.effect)
        case ShowProgress():
            return progress.timeline_lost(run)
        case CallModel() | SendNote():
            return run
        case _:
            assert_never(flight.effect)


def _not_started(run: Run, event: NotStarted, at: int) -> Run:
    attempt = event.attempt
    flight = posting.flight_of(run, attempt)
    if flight is None:
        return run
    run = replace(run, flights=tuple(f for f in run.flights if f.attempt != attempt))
    if event.wait_ms:
        run = turns.held(run, flight.effect.key, at, 1, event.wait_ms)
    if isinstance(flight.effect, RunTool):
        call = run.call(flight.effect.call)
        moved = call and calls.not_started(call, attempt)
        if moved:
            return settling.not_running(run, moved, at, left=False)
    return run


def _claimed(run: Run, event: Claimed, at: int) -> Run:
    """Whoever reacts first to a task's message has the task.

    A late word of an attempt that was lost says nothing: the reaction it found may be our own.
    """
    known = posting.flight_of(run, event.attempt) is not None
    if event.taken and not known:
        return run
    claimed, run = run.claim, turns.landed(run, "claim", event.attempt)
    if not claimed:
        return run  # by an attempt that had been taken for lost
    run = replace(run, claim="")
    if not event.taken or isinstance(run.phase, Stopped):
        return run
    return turns.fail(settling.drop_calls(replace(run, says=()), at), TAKEN)


def _stale(run: Run, event: WentStale, at: int) -> Run:
    call = run.call(event.call)
    return settling.stale(run, call, event.why, again=event.ask, at=at) if call else run
