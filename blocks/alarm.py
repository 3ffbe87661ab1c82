"""Short posts that call people to a card: the next tier, an emergency, a look that is overdue."""

from blocks import people
from blocks.elements import Payload
from blocks.notice import note
from blocks.pen import RICH, Pen, lasting, listed, quoted, sentence
from blocks.people import Who
from blocks.views import ApprovalCard, Pending

_TITLE = 150
_REASON = 600


def escalated(card: ApprovalCard, after: int) -> Payload:
    """Calls those who may decide too by now; `after` so many seconds nobody had decided."""

    def write(pen: Pen) -> str:
        until = f" Decide by {pen.day(card.deadline)}." if card.deadline is not None else ""
        return (
            f"{_waiting(card)}: nobody has decided {_what(pen, card)} for {lasting(after)}, so "
            f"more people may now.{until}"
        )

    return note(write)


def emergency(card: ApprovalCard, by: Who, why: str, skipped: tuple[Who, ...]) -> Payload:
    """Tells everyone who was passed over that somebody let a call go without them."""

    def write(pen: Pen) -> str:
        who = listed(RICH, skipped) or RICH.words(card.approvers.of, 60)
        return (
            f"🚨 {who}: {pen.who(by)} let {_what(pen, card)} go without a yes, as an emergency: "
            f"{sentence(quoted(pen, why, _REASON))} Somebody else has to look at it within a day: "
            f"press {pen.bold('Review')} on the card."
        )

    return note(write)


def review_due(card: ApprovalCard, skipped: tuple[Who, ...]) -> Payload:
    """Says that nobody has looked at an emergency in time."""

    def write(pen: Pen) -> str:
        who = listed(RICH, skipped) or RICH.words(card.approvers.of, 60)
        return (
            f"{who}: a day ago {_what(pen, card)} went without a yes, and nobody has looked at it "
            f"since. Please press {pen.bold('Review')} on the card and say what you found."
        )

    return note(write)


def decided(number: str, word: str, to: Who) -> Payload:
    """Tells whoever asked how a request ended where others may read along: not what it was."""
    return note(
        lambda pen: f"{pen.words(number, 40)}: {pen.words(word, 60)}. I show no details here.", to
    )


def unshown(number: str, to: Who | None) -> Payload:
    """Tells that somebody is asked something, where others may read along: not what."""
    return note(
        lambda pen: (
            f"There is a question about {pen.words(number, 40)}. I show no details here: it stands "
            "on its card."
        ),
        to,
    )


def _what(pen: Pen, card: ApprovalCard) -> str:
    return f"{pen.words(card.title, _TITLE)} ({pen.words(card.number, 40)})"


def _waiting(card: ApprovalCard) -> str:
    """Those who may still decide, by mention."""
    votes = card.state.approved_by if isinstance(card.state, Pending) else ()
    voted = {vote.who.id for vote in votes}
    missing = tuple(who for who in card.approvers.now if who.id not in voted)
    return listed(RICH, missing) or people.name(Who(id="", name=card.approvers.of))
