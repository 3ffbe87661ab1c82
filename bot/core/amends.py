"""Events of what became of messages that were taken into a run: changed, or gone."""

from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who


@dataclass(frozen=True, slots=True)
class Edited:
    """Somebody changed a message of theirs in the run's thread.

    `edit` is Slack's time of that edit. `mark` stands for the new words: equal words, equal marks.
    """

    ts: str
    edit: str
    mark: str
    text: str
    by: Who
    kind: Literal["edited"] = "edited"


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message is gone; Slack doesn't say by whose hand."""

    channel: str
    ts: str
    kind: Literal["deleted"] = "deleted"
