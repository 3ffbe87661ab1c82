"""`@signoff approve A-1042`: a yes in words, where a tap on the card would have been one.

What was shown can't be known of words, so only what every card shows whole may be approved by them.
"""

from bot.core.request import Click, Request
from bot.core.state import NoteKind
from bot.core.terms import Risk

RISKS: tuple[Risk, ...] = ("low", "medium")
# Characters of arguments that are on the card whole, however it is drawn.
SHORT = 200


def by_words(request: Request, click: Click) -> NoteKind | None:
    """Why this can't be approved by words; None if it can, or isn't said in words."""
    if click.action != "approve" or not click.number:
        return None
    calm = request.spec.risk in RISKS and not request.spec.reasoned
    shown = request.args.isascii() and request.args.isprintable() and len(request.args) <= SHORT
    # An edited call, or one of several, may not be what whoever says so has read.
    single = request.revision == 1 and not request.batch and not request.spec.sensitive
    # Where these words are said, the card must stand: a stub shows no arguments.
    here = not request.at and bool(request.cards)
    fit = calm and shown and single and here and request.kind == "approval"
    return None if fit else "not_by_words"
