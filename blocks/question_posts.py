"""Short posts about a question: it still needs an answer, it got one, or it couldn't be asked."""

from blocks import limits
from blocks.elements import Payload
from blocks.notice import note
from blocks.pen import RICH, Pen, capital, lasting, listed, sentence
from blocks.people import Who
from blocks.question import QuestionCard

_TEXT = 150
_WHY = 600


def reminder(card: QuestionCard) -> Payload:
    """Reminds those who may answer, by mention, as a reply under the card."""

    def write(pen: Pen) -> str:
        until = pen.day(card.deadline)
        return f"{_asked(card)}: {_what(pen, card)} still needs an answer by {until}."

    return note(write)


def escalated(card: QuestionCard, after: int) -> Payload:
    """Calls those who may answer too by now; `after` so many seconds nobody had answered."""

    def write(pen: Pen) -> str:
        return (
            f"{_asked(card)}: nobody has answered {_what(pen, card)} for {lasting(after)}, so more "
            f"people may now. Answer by {pen.day(card.deadline)}."
        )

    return note(write)


def told(card: QuestionCard, by: Who) -> Payload:
    """Tells whoever asked for the task that somebody else answered, or ended the question."""

    def write(pen: Pen) -> str:
        what = _what(pen, card)
        if card.ended is not None and card.ended.outcome == "cancelled":
            return f"{pen.who(by)} ended {what} without an answer. I go on without one."
        return f"{pen.who(by)} answered {what}. I go on with that."

    return note(write, card.requester)


def unasked(card: QuestionCard, why: str) -> Payload:
    """Tells whoever asked for the task that a question reached nobody."""

    def write(pen: Pen) -> str:
        because = sentence(pen.words(capital(why), _WHY)) if why else "It could be shown nowhere."
        return f"⛔ Not asked: {_what(pen, card)}. {because} I go on without an answer."

    return note(write, card.requester)


def _asked(card: QuestionCard) -> str:
    """Those who may answer, by mention where they are known by name."""
    return listed(RICH, card.now) or capital(RICH.words(card.of, limits.NAME))


def _what(pen: Pen, card: QuestionCard) -> str:
    """`“Which region?” (Q-1042)`: the agent's words stand in quotation marks."""
    return f"“{pen.words(card.text, _TEXT)}” ({pen.words(card.number, 40)})"
