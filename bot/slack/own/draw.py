"""A model's own card as a message, and the modals of its buttons. Pure."""

import json
from dataclasses import replace

from blocks.elements import Payload
from blocks.question import QuestionCard, question_card
from blocks.rules import as_object
from blocks.theirs.back import told
from blocks.theirs.frame import own_card, own_view, spoken
from bot.core.request import Request
from bot.core.state import Run
from bot.mask import mask
from bot.slack.own.made import made


def drawn(card: QuestionCard, run: Run, request: Request) -> Payload:
    """The card of a question, with the model's blocks in it where it has any."""
    found = made(run, request)
    return own_card(card, found[1]) if found else question_card(card)


def worded(card: QuestionCard, run: Run, request: Request) -> QuestionCard:
    """The card in the words of the model's own one: what it asks, the labels of what was answered.

    Any other is as it is.
    """
    found = made(run, request)
    if found is None:
        return card
    question, theirs = found
    card = replace(card, text=mask(question.text) or spoken(theirs))
    ended, values = card.ended, request.ended.values if request.ended else ""
    if ended is None or request.ended is None or not values:
        return card
    action, answers = told(theirs, request.ended.action, as_object(json.loads(values)) or {})
    shown = tuple((label, mask(text)) for label, text in answers)
    return replace(card, ended=replace(ended, action=action, answers=shown))


def modal(card: QuestionCard, run: Run, request: Request, ours: str) -> Payload | None:
    """The modal that one of its elements opens; None if it opens none."""
    found = made(run, request)
    if found is None or ours not in found[1].modals:
        return None
    return own_view(card, found[1], ours)
