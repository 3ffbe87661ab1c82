"""Words about what people do with a card beside yes and no. Pure."""

from typing import Literal

from blocks import notice
from blocks.elements import Payload
from blocks.pen import Pen, quoted, sentence
from bot.core.ids import Who
from bot.core.request import Request
from bot.core.sensitive import scrubbed, values
from bot.core.state import Note, Run, Say
from bot.mask import mask
from bot.slack import pieces, present
from bot.slack.pieces import Names

_TITLE = 150
_WORDS = 600  # characters of what somebody says, or of a reason

Quoting = Literal["edit_refused", "edit_invalid", "not_delegate"]
# Why whoever was named couldn't decide either; in place of a note's words.
_NO_DELEGATE = {
    "self": "that's you: decide it yourself, or name somebody else",
    "cant_verify": "I couldn't look them up just now; try again in a minute",
    "bot": "bots decide nothing here",
    "deactivated": "their account is deactivated",
    "outside": "members of other companies decide nothing here",
    "guest": "guests decide nothing here",
    "not_linked": "I don't know their account; an admin can link it",
    "own_request": "they asked for it or changed it, so someone else has to decide",
    "not_approver": "they aren't in the group that decides it",
    "already": "they have approved it already",
    "policy_now_refuses": "the policy has changed and no longer allows it",
}


# Of edits and passes, to whoever made them.
FIXED = {
    "edit_alone": "At this risk whoever changes a call can't decide it too, and then nobody would "
    "be left who may. So I changed nothing. Send it back with Reject… and say how instead.",
    "edit_same": "Those are the values that it has already, so I changed nothing.",
    "blank": "You said nothing in it, so I changed and told nothing. Write it, and send again.",
    "noted": "I don't wait for you with this any more. You may still decide it if you can.",
}


def said(run: Run, owed: Say, request: Request, names: Names) -> Payload:
    """A post that asks the requester something, or somebody to decide."""
    draw = _handed_over if owed.kind == "handed_over" else _asked_requester
    return draw(run, owed, request, names)


def _asked_requester(run: Run, owed: Say, request: Request, names: Names) -> Payload:
    """Asks the requester, by mention, what somebody wants to know before they decide."""
    by = pieces.person(owed.by or run.requester, names)
    found = values(request.args, request.spec.sensitive)
    card, words = present.card(run, request, names), mask(scrubbed(owed.words, found))

    def write(pen: Pen) -> str:
        what = f"{pen.words(card.title, _TITLE)} ({card.number})"
        asked = quoted(pen, words, _WORDS)
        return (
            f"Before deciding {what}, {pen.who(by)} asks: {asked} "
            "Answer here in the thread; the card shows it then."
        )

    return notice.note(write, card.requester)


def _handed_over(run: Run, owed: Say, request: Request, names: Names) -> Payload:
    """Asks somebody, by mention, to decide in place of who handed it over."""
    by = pieces.person(owed.by or run.requester, names)
    to, card = pieces.person(owed.to or run.requester, names), present.card(run, request, names)

    def write(pen: Pen) -> str:
        what = f"{pen.words(card.title, _TITLE)} ({card.number})"
        until = f" by {pen.day(card.deadline)}" if card.deadline is not None else ""
        return f"Please decide {what}{until}: {pen.who(by)} asks you to."

    return notice.note(write, to)


def named(owed: Say) -> tuple[Who, ...]:
    """Whom such a post names beside its card."""
    return tuple(who for who in (owed.by, owed.to) if who)


def quoting(kind: Quoting, owed: Note) -> Payload:
    """A private word that needs more than its kind to be said."""
    match kind:
        case "edit_refused":
            why = "The policy doesn't allow it with your changes, so nothing was changed: "
        case "edit_invalid":
            why = "The tool doesn't take those values, so nothing was changed: "
        case "not_delegate":
            why = "I handed it over to nobody: "
    words = mask(_NO_DELEGATE.get(owed.words, owed.words) if kind == "not_delegate" else owed.words)
    return notice.note(lambda pen: f"{why}{sentence(pen.words(words, _WORDS))}")
