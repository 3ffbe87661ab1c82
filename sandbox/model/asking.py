"""Asking people: the call that asks, and what comes back of it."""

from dataclasses import dataclass
from typing import Any, cast

from sandbox.model import results
from sandbox.model.turn import Facts, Turn, Want

USER, HUMAN, PAGE = "askUser", "askHuman", "hitl_askHuman"
ENDED = {
    "cancel": "my question was cancelled",
    "unanswered": "nobody answered my question in time",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody answered: the way they sent it, and their values by name."""

    action: str
    values: dict[str, Any]

    @property
    def words(self) -> tuple[str, ...]:
        """What was chosen of a short question's options, and their own words."""
        answers: list[object] = [self.values.get("answer"), *(self.values.get("answers") or [])]
        answers.append(self.values.get("other"))
        return tuple(one.strip() for one in answers if isinstance(one, str) and one.strip())


@dataclass(frozen=True, slots=True)
class Unanswered:
    """There is no answer; `why` in words that follow a colon."""

    why: str


def ask(turn: Turn, tool: str, question: str, **more: object) -> Want | Answer | Unanswered:
    """Give the call that asks, or what came of it; a question goes by its words."""
    text = turn.result(tool, (("question", question),))
    if text is None:
        facts: Facts = (("question", question), *more.items())
        return Want(tool, facts)
    return _read(text)


def _read(text: str) -> Answer | Unanswered:
    data = results.as_object(text) or {}
    action, values = data.get("action"), data.get("values")
    if action in ENDED:
        return Unanswered(ENDED[action])
    if isinstance(action, str) and isinstance(values, dict):
        return Answer(action, cast(dict[str, Any], values))
    return Unanswered(results.refusal(text) or "I got no answer that I understand")
