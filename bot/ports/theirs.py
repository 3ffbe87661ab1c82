"""The port of cards that a model draws itself: whether one may be shown."""

from typing import Protocol

from bot.core.ids import Who
from bot.core.questions import Question


class OwnCards(Protocol):
    """A look at a card before anybody is asked with it."""

    def problem(self, question: Question, asker: Who) -> str:
        """Why it can't be shown, in words for the model; "" if it can.

        `asker` asked for the task: the one person whom it may mention.
        """
        ...
