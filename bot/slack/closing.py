"""Whether a request may still be decided, for a modal that somebody has open. Pure."""

from blocks import refusals
from blocks.pen import SPOKEN
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.slack import notes, pieces
from bot.slack.fields import text


def closed(record: Record | None, revision: int, by: Who) -> str | None:
    """Why a request can't be decided any more, in words for a modal; None if it can."""
    if record is None:
        return refusals.refusal_words(SPOKEN, refusals.Unknown())
    request = record.request
    if request.ended is not None:
        done = notes.already(record.run, by, request, {})
        if done is None:
            return text(notes.answered(request.ended, {}), "text")
        return refusals.refusal_words(SPOKEN, done)
    if request.revision != revision:
        changed = refusals.Changed(current=pieces.number(request))
        return refusals.refusal_words(SPOKEN, changed)
    return None
