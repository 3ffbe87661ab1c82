"""Posts about a question, to those who may answer it and to whoever asked for the task. Pure."""

from blocks import question_posts as drawn
from blocks.elements import Payload
from bot.core.request import Request
from bot.core.state import Run, Say
from bot.mask import mask
from bot.slack import pieces, questions
from bot.slack.pieces import Names


def said(run: Run, owed: Say, asked: Request | None, names: Names) -> Payload | None:
    """A post about a question; None for what isn't about one."""
    if asked is None or asked.kind != "question":
        return None
    card, ended = questions.card(run, asked, names), asked.ended
    match owed.kind:
        case "reminder":
            return drawn.reminder(card)
        case "escalated" if asked.tier:
            return drawn.escalated(card, asked.spec.next[asked.tier - 1].after_s)
        case "escalated":
            return drawn.reminder(card)
        case "decision" if ended is not None and ended.by is not None:
            return drawn.told(card, pieces.person(ended.by, names))
        case "unasked":
            return drawn.unasked(card, mask(ended.reason) if ended else "")
        case _:
            return None
