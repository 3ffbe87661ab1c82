"""The form of a question, made once for the same one."""

import json
from functools import lru_cache

from bot.core.form.api import Form, made
from bot.core.questions import Question

KEPT = 200  # forms: a card is drawn and read many times


def of(question: Question) -> Form:
    """The form that a question is asked by. Raises Unaskable."""
    actions = None if question.actions is None else list(question.actions)
    return _of(json.dumps([question.schema, question.ui, actions]))


@lru_cache(KEPT)
def _of(asked: str) -> Form:
    schema, ui, actions = json.loads(asked)
    return made(schema, ui, actions)
