"""What came back from effects and isn't saved yet, and how long it may wait.

A commit costs a round trip. What makes nothing new due waits a little for one that is made anyhow.
Its claim is renewed until it is saved; if its process dies, it is lost and found again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.core import progress
from bot.core.due import due, over
from bot.core.effects import ShowStatus
from bot.core.events import (
    CardDrawn,
    CardPosted,
    Claimed,
    Entry,
    Event,
    NoteSent,
    ProgressShown,
    Reacted,
    SayPosted,
    StatusShown,
)
from bot.core.run import advance
from bot.core.state import Run

# A person may press a card right away, and a note that is lost is told twice.
SOON_MS = 1_000
# The others are looked up and found, or done again at no harm. But while one waits, another worker
# that has taken the run since doesn't know of it: a thread's next post waits as long.
LATER_MS = 3_000


def _no_claim() -> None:
    """Nothing is held for an effect whose start wasn't saved."""


@dataclass(frozen=True, slots=True, eq=False)
class Late:
    """What came of one effect, at `at`. `attempt` None: its start wasn't saved either.

    `release` lets its claim go, once it is saved or mailed.
    """

    key: str
    event: Event
    at: int
    attempt: str | None = None
    release: Callable[[], None] = _no_claim


def ahead(run: Run, late: Iterable[Late]) -> Run:
    """The run as it will be when what came back is saved."""
    for one in late:
        run = advance(run, Entry(one.at, one.event))
    return run


def patience(run: Run, event: Event) -> int:
    """For how many ms an event may stay unsaved, in a run that has it; 0 for those that may not."""
    match event:
        case Claimed(taken=False) | SayPosted() | CardDrawn() | ProgressShown() | Reacted():
            return LATER_MS
        case StatusShown(came="shown", status=status) if status == progress.status(run):
            return LATER_MS
        case CardPosted() | NoteSent():
            return SOON_MS
        case _:
            return 0


def harmless(before: Run, after: Run, until: int) -> bool:
    """Whether nothing that needs a commit is due by then because of what came back.

    Nor may it be the end of the run, which frees its thread.
    """
    known, wanted = due(before, until), due(after, until)
    if any(not isinstance(effect, ShowStatus) for effect in wanted if effect not in known):
        return False
    return not over(after) or any(isinstance(effect, ShowStatus) for effect in wanted)
