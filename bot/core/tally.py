"""How a run's calls ended, in figures: a call itself is dropped when the next turn begins."""

from dataclasses import dataclass, fields

from bot.core.call import Why

KEPT = 20  # calls that nobody was asked about, whose reasons a run remembers
REASON = 300  # characters of such a reason


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """A call that was not run, and that nobody was asked about; `at` is in ms."""

    turn: int
    tool: str
    why: Why
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Each settled call once, by how it ended; and how many of those that ran failed.

    Of the calls that ran `allowed` needed no yes, `granted` had one from before, `approved` and
    `edited` got one, as proposed or changed, and `emergency` went without. A person `answered` the
    agent's question, or a call in place of running it; questions that somebody ended without an
    answer were `cancelled`, those that lapsed are `unanswered`. Of the others `limit` came after
    too many questions, and of `unknown` nobody can say whether they ran. The newest of those that
    nobody was asked about are `turned_down`.
    """

    allowed: int = 0
    granted: int = 0
    approved: int = 0
    edited: int = 0
    emergency: int = 0
    rejected: int = 0
    guided: int = 0
    answered: int = 0
    cancelled: int = 0
    unanswered: int = 0
    expired: int = 0
    withdrawn: int = 0
    superseded: int = 0
    stale: int = 0
    stopped: int = 0
    refused: int = 0
    invalid: int = 0
    limit: int = 0
    unknown: int = 0
    failed: int = 0
    turned_down: tuple[TurnedDown, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Every figure by its name."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "turned_down"}


NOTHING_YET = Tally()
