"""Posts and pictures: where cards stand, what they show, and what a failed post leads to."""

from math import inf
from typing import assert_never

from bot.core import asking, awaited, batching, opening, progress, settling, superseding, turns
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
    Tracked,
)
from bot.core.events import CardDrawn, CardPosted, ChatFailed, NoteSent, SayPosted
from bot.core.replacing import replace
from bot.core.request import STUB, Copy, Ended, Request
from bot.core.state import Done, Flight, Hold, Note, Run

CLAIM_MS = 3 * 60 * 1000  # after which a task goes on unclaimed: a reaction must not hold it up
UNPOSTED_MS = 24 * 3600 * 1000  # for how long it is tried to tell that a run has ended unheard


def posted(run: Run, event: CardPosted) -> Run:
    """A card stands somewhere: its place is on record, and a stub of it has to say where."""
    key = PostCard(event.request, stub=event.stub).key
    run = turns.landed(run, key, event.attempt)
    request = run.request(event.request)
    if request is None or event.ts in run.gone:
        return run
    place = Copy(event.channel, event.ts, event.draws, event.stub)
    known = next((c for c in request.copies if _at(c, event.channel, event.ts)), None)
    if known is not None:
        return run
    others = tuple(replace(c, drawn=-1) if c.stub else c for c in request.copies)
    request = replace(request, copies=(*others, place))
    return superseding.stands(asking.with_request(run, request, drawn=False), request)


def drawn(run: Run, event: CardDrawn) -> Run:
    """A copy's picture; one drawn by an attempt that was lost may have come too late."""
    flight = flight_of(run, event.attempt)
    key = f"draw:{event.request}:{event.channel}:{event.ts}"
    run = turns.landed(run, key, event.attempt)
    request = run.request(event.request)
    if request is None:
        return run
    picture = event.draws if flight else -1
    if event.gone:
        copies = tuple(c for c in request.copies if not _at(c, event.channel, event.ts))
        return asking.with_request(run, replace(request, copies=copies), drawn=False)
    return _pictured(run, request, event, picture)


def said(run: Run, event: SayPosted) -> Run:
    """A say stands in the thread."""
    run = turns.landed(run, f"say:{event.say}", event.attempt)
    about = next((s.request for s in run.says if s.key == event.say), None)
    run = awaited.seen(run, about, event.able)
    return replace(run, says=tuple(s for s in run.says if s.key != event.say))


def indexed(run: Run, *, ok: bool) -> Run:
    """The thread is the run's, or another run has it by now."""
    run = replace(run, indexed=True)
    if ok or not run.live:
        return run
    run = replace(run, phase=Done())
    return asking.say(run, "failed", words="Another task is at work in this thread by now, so I "
                      "didn't take this one up again. Ask for it there.")  # fmt: skip


def noted(run: Run, event: NoteSent) -> Run:
    """A note was told, or can't be."""
    run = turns.landed(run, f"note:{event.note}", event.attempt)
    return replace(run, notes=tuple(n for n in run.notes if n.key != event.note))


def failed(run: Run, event: ChatFailed, at: int) -> Run:
    """A post failed: held back, sent plainer, or given up in words."""
    # One branch an effect: splitting the match would hide that it is complete.
    flight = flight_of(run, event.attempt)
    if flight is None:
        return run
    held = next((h for h in run.holds if h.key == event.key), Hold(event.key, 0, 0))
    run = turns.landed(run, event.key, event.attempt)
    tries, look = held.tries + 1, event.trouble == "unclear" or held.look
    if event.trouble in ("wait", "unclear") and tries < _most_tries(run, flight.effect, at):
        return turns.held(run, event.key, at, tries, event.retry_ms, look=look, failed=held.failed)
    return _given_up(run, flight.effect, event, at)


def _most_tries(run: Run, effect: Tracked, at: int) -> float:
    match effect:
        case ClaimTask():
            return inf if at - run.asked_at < CLAIM_MS else 0
        case ShowProgress():
            return progress.MAX_TRIES
        case _:
            return inf


def _given_up(run: Run, effect: Tracked, event: ChatFailed, at: int) -> Run:  # noqa: C901
    """What is done instead of an effect that can't be."""
    # One branch an effect: splitting the match would hide that it is complete.
    match effect:
        case PostCard(request=request_id, stub=stub):
            request = run.request(request_id)
            if request is None:
                return run
            return _unstubbed(run, request) if stub else _unposted(run, request, event, at)
        case DrawCard():
            return _give_up_drawing(run, effect)
        case PostSay(say=say):
            return _unsaid(run, say, event, at)
        case ClaimTask():
            return replace(run, claim="")
        case PostOpening():
            return opening.unopened(run, event, at)
        case SendNote(note=note):
            return replace(run, notes=tuple(n for n in run.notes if n.key != note))
        case ShowProgress():
            return progress.timeline_given_up(run)
        case CallModel() | RunTool():
            return run
        case _:
            assert_never(effect)


def dirty(run: Run, request_id: str, effect: DrawCard) -> Run:
    """Nobody knows what that copy shows: it is drawn again."""
    request = run.request(request_id)
    if request is None:
        return run
    return _pictured(run, request, effect, -1)


def _unposted(run: Run, request: Request, event: ChatFailed, at: int) -> Run:
    """A plainer card, else nobody is asked: a call never waits on a card that isn't there."""
    if event.trouble == "refused" and request.batch:
        return batching.dissolved(run, request)
    # A question has no plainer card: the model hears what is wrong with this one.
    hopeless = event.trouble == "refused" and request.kind == "question"
    if event.trouble == "refused" and not (request.plain or hopeless):
        return asking.with_request(run, replace(request, plain=True))
    together = [r for r in batching.members(run, request) if r.ended is None]
    if request.cards or not together:
        return run
    elsewhere = None if hopeless else _elsewhere(run, request)
    if elsewhere is not None:
        return batching.moved(run, request, elsewhere, (*request.closed, request.at))
    if request.kind != "unsure":
        for one in together:
            run = settling.settle(run, one, Ended("unasked", at, None, event.words))
        return run
    run = settling.settle(run, request, Ended("left", at, None, event.words))
    return asking.say(run, "decision", request=request.id)


def _unstubbed(run: Run, request: Request) -> Run:
    """The thread takes no stub: the card stands where it can be answered, and that is enough."""
    stubless = replace(request, closed=(*request.closed, STUB))
    return asking.with_request(run, stubless, drawn=False)


def _elsewhere(run: Run, request: Request) -> str | None:
    """Where else a card may stand: in an ops channel if not in the thread, and the other way round.

    A direct message reaches nobody but the requester, so what was routed away from it stays so.
    """
    tried = (*request.closed, request.at)
    thread = () if run.thread.direct else ("",)
    others = (*thread, *filter(None, (request.spec.route, request.spec.ops)))
    return next((place for place in others if place not in tried), None)


def _unsaid(run: Run, key: str, event: ChatFailed, at: int) -> Run:
    """A post that can't be made is dropped; of what ends a run, whoever asked hears at least that.

    Where the thread takes no posts any more, they are told privately.
    """
    say = next((s for s in run.says if s.key == key), None)
    run = replace(run, says=tuple(s for s in run.says if s.key != key))
    if say is None or say.kind not in ("answer", "failed", "stopped"):
        return run
    if event.trouble == "nowhere":
        note = Note(f"unposted:{key}", run.requester, "unposted", None, at + UNPOSTED_MS)
        return replace(run, notes=(*run.notes, note))
    if say.kind != "answer":
        return run
    return asking.say(run, "failed", words=f"My answer couldn't be posted: {event.words}")


def _give_up_drawing(run: Run, effect: DrawCard) -> Run:
    request = run.request(effect.request)
    if request is None:
        return run
    return _pictured(run, request, effect, effect.draws)


def _pictured(run: Run, request: Request, where: DrawCard | CardDrawn, picture: int) -> Run:
    """The run with one copy showing that picture, -1 for nobody knows which."""
    copies = tuple(
        replace(c, drawn=picture) if _at(c, where.channel, where.ts) else c for c in request.copies
    )
    return asking.with_request(run, replace(request, copies=copies), drawn=False)


def flight_of(run: Run, attempt: str) -> Flight | None:
    """The flight of that attempt."""
    return next((f for f in run.flights if f.attempt == attempt), None)


def _at(copy: Copy, channel: str, ts: str) -> bool:
    return copy.channel == channel and copy.ts == ts
