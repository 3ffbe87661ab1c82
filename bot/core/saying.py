"""What people do to messages that a run has taken: they correct them, and take them back.

A line of the transcript never changes once it is saved. So what becomes of a message is a line of
its own, which says what it does to an earlier one: as long as the model hasn't begun to read that,
it will only ever see the newest words, or none; after that it is told of the change.
"""

from typing import Any

from bot.core import asking, settling
from bot.core.amends import Deleted, Edited
from bot.core.events import Asked
from bot.core.posts import Reacted
from bot.core.replacing import replace
from bot.core.request import QUOTE, Quote, Request
from bot.core.state import Heard, Run

HEARD = 200  # messages of a run whose edits and deletion count: the task and the newest
GONE = 20  # deleted cards of which we hadn't known that they stood


def first(event: Asked) -> Heard:
    """The message that starts the run."""
    return _entry(event, 0)


def said_at(event: Asked) -> str:
    """The message that holds the asker's words; "" if none does, so that none changes them."""
    return "" if event.handed else event.ts


def heard(run: Run, event: Asked) -> Run:
    """The run that has taken one more message."""
    # Of a run that was saved before messages were kept, the task's isn't known.
    task, rest = run.heard[:1] or (Heard("", run.requester, 0, 0),), run.heard[1:]
    return replace(run, heard=(*task, *(*rest, _entry(event, run.lines))[-(HEARD - 1) :]))


def not_new(run: Run, event: Asked) -> bool:
    """Whether the news of an edit brings no message that the run had yet to hear of.

    It neither wakes a run that has ended nor brings in what was said before there was one.
    """
    known = any(one.ts == event.ts for one in run.heard)
    # Slack's clock stamps the message and ours the run where no message began it.
    began = (run.heard[0].ts if run.heard else "") or f"{run.asked_at / 1000:.6f}"
    return known or not run.live or event.ts < began


def acknowledged(run: Run, event: Reacted) -> Run:
    """The run without a reaction that was added, or can't be."""
    if event.edited:
        return replace(run, pencils=tuple(t for t in run.pencils if t != event.ts))
    return replace(run, reacts=tuple(t for t in run.reacts if t != event.ts))


def edited(run: Run, event: Edited, at: int) -> Run:
    """A correction by the message's own author; it decides nothing and wakes nothing."""
    old = _theirs(run, event)
    if old is None:
        return run
    if _same_words(old, event):
        return _put(run, replace(old, edit=event.edit))
    unread = old.words >= run.read
    now = replace(old, edit=event.edit, mark=event.mark, words=old.words if unread else run.lines)
    quote = Quote(event.text[:QUOTE], event.by, at, event.ts, "corrected")
    run = replace(_put(run, now), steps=0, limit="", sent_back=False, spoke=event.by)
    run = _requoted(run, quote)
    if event.ts not in run.pencils:
        run = replace(run, pencils=(*run.pencils, event.ts))
    if unread:
        return replace(run, muted=run.muted + 1)
    return replace(run, amended=run.lines + 1)


def deleted(run: Run, event: Deleted, at: int) -> Run:
    """A message is gone: without its task a run stops; a card of ours is owed again."""
    card = next((r for r in run.requests if _stands(r, event)), None)
    if card is not None:
        copies = tuple(c for c in card.copies if (c.channel, c.ts) != (event.channel, event.ts))
        return asking.with_request(run, replace(card, copies=copies), drawn=False)
    old = _said(run, event)
    if old is None:
        return _missed(run, event)
    if not run.live:
        return run
    added = len(lines(run, event))
    run = _put(run, replace(old, gone=True))
    if old.words >= run.read:
        run = replace(run, muted=run.muted + 2)
    if old.line < run.read:
        run = replace(run, amended=run.lines + added)
    run = _requoted(run, Quote("", old.by, at, old.ts, "taken_back"))
    return settling.stop(run, None, at) if old.ts == run.heard[0].ts else run


def lines(before: Run, event: Edited | Deleted) -> tuple[dict[str, Any], ...]:
    """The transcript lines that a change adds, as fields; `core/reading` says what they do."""
    match event:
        case Edited():
            old = _theirs(before, event)
            if old is None or _same_words(old, event):
                return ()
            if old.words >= before.read:
                return ({"k": "reworded", "of": old.words, "text": event.text},)
            by = event.by.name or event.by.user
            return ({"k": "corrected", "of": old.line, "by": by, "text": event.text},)
        case Deleted():
            old = _said(before, event)
            if old is None or not before.live or any(_stands(r, event) for r in before.requests):
                return ()
            found: list[dict[str, Any]] = []
            if old.words >= before.read:
                found.append({"k": "unsaid", "of": old.words})
            if old.line < before.read:
                by = old.by.name or old.by.user
                found.append({"k": "taken_back", "of": old.line, "by": by})
            return tuple(found)


def _entry(event: Asked, at: int) -> Heard:
    line = at + (1 if event.earlier else 0) + (1 if event.handed else 0)
    return Heard(said_at(event), event.by, line, line, event.mark, event.edit)


def _theirs(run: Run, event: Edited) -> Heard | None:
    """The message that an edit changes, if it is its author's and newer than what is known."""
    old = _find(run, event.ts)
    if old is None or not run.live or not event.by.same(old.by) or event.edit < old.edit:
        return None
    return old


def _said(run: Run, event: Deleted) -> Heard | None:
    return _find(run, event.ts) if event.channel == run.thread.channel else None


def _missed(run: Run, event: Deleted) -> Run:
    """It may be a card whose posting is still to be told of."""
    if event.ts in run.gone or any(one.ts == event.ts for one in run.heard):
        return run
    return replace(run, gone=(*run.gone, event.ts)[-GONE:])


def _find(run: Run, ts: str) -> Heard | None:
    return next((one for one in run.heard if ts and one.ts == ts and not one.gone), None)


def _same_words(old: Heard, event: Edited) -> bool:
    """Whether an edit changes none of what we read: another preview, or only our mention."""
    return bool(event.mark) and event.mark == old.mark


def _put(run: Run, now: Heard) -> Run:
    return replace(run, heard=tuple(now if one.ts == now.ts else one for one in run.heard))


def _requoted(run: Run, quote: Quote) -> Run:
    """Cards that wait show what people say now, and that it changed."""
    if quote.news == "corrected" and all(q.ts != quote.ts for q in run.quotes):
        return asking.quoted(run, quote)
    run = replace(run, quotes=_changed(run.quotes, quote))
    for request in run.requests:
        if request.ended is None and request.kind == "approval":
            changed = replace(request, quotes=_changed(request.quotes, quote))
            run = asking.with_request(run, changed, drawn=False)
    return asking.newer(run, quote)


def _changed(quotes: tuple[Quote, ...], quote: Quote) -> tuple[Quote, ...]:
    if quote.news == "taken_back":
        return tuple(q for q in quotes if q.ts != quote.ts)
    return tuple(quote if q.ts == quote.ts else q for q in quotes)


def _stands(request: Request, event: Deleted) -> bool:
    return any((c.channel, c.ts) == (event.channel, event.ts) for c in request.copies)
