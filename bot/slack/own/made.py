"""A model's own card from the call that asked with it. Pure; it fills the port's part too.

Nothing is kept of a card but the call's arguments: it is made anew for each picture and each click.
Secrets are masked here, before anything is drawn; what comes back is the model's own all the same.
"""

from typing import cast

from blocks.theirs.card import Theirs, Unfit, cleaned
from bot.core import questions
from bot.core.canon import BadArguments, parse
from bot.core.ids import Who
from bot.core.questions import Question
from bot.core.request import Request
from bot.core.state import Run
from bot.mask import mask

# Names and values are no texts: an answer is known by them.
_KEPT = ("type", "action_id", "value", "style", "name", "user_id")


class OwnCards:
    """`ports.OwnCards`: what can't be shown of a model's card."""

    def problem(self, question: Question, asker: Who) -> str:
        """See ports.OwnCards."""
        found = _made(question, asker)
        return found.words if isinstance(found, Unfit) else ""


def made(run: Run, request: Request) -> tuple[Question, Theirs] | None:
    """What a request asks with a card of the model's own, and that card; None if it is none."""
    if request.tool != questions.OWN_CARD:
        return None
    try:
        question = questions.questioned(request.tool, parse(request.args))
    except BadArguments:
        return None
    found = _made(question, run.requester)
    return (question, found) if isinstance(found, Theirs) else None


def _made(question: Question, asker: Who) -> Theirs | Unfit:
    card = question.card or {}
    modals = card.get("modals")
    return cleaned(
        _masked(card.get("blocks")), None if modals is None else _masked(modals), me=asker.user
    )


def _masked(part: object) -> object:
    if isinstance(part, list):
        return [_masked(one) for one in cast("list[object]", part)]
    if isinstance(part, dict):
        found = cast("dict[str, object]", part)
        return {
            name: inner if name in _KEPT and isinstance(inner, str) else _masked(inner)
            for name, inner in found.items()
        }
    return mask(part) if isinstance(part, str) else part
