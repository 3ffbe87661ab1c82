"""The board: what is going on, for surfaces that show it. The engine implements it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bot.core.checkpoint import Record
from bot.core.gist import About, Doing
from bot.core.ids import Who
from bot.core.request import Click, PersonFacts
from bot.core.rules import Person
from bot.ports.store import Enqueued
from bot.ports.tools import ToolSpec


@dataclass(frozen=True, slots=True)
class Entry:
    """A run in a list; `at` is its last change in ms. `parked`: set aside, nobody works on it."""

    run: str
    about: About
    doing: Doing
    at: int
    parked: bool

    @property
    def live(self) -> bool:
        """Whether it still works on its task, or would if it weren't set aside."""
        return self.doing.live


@dataclass(frozen=True, slots=True)
class Overview:
    """Runs of one person, newest first; everybody's open requests by deadline; those that ended
    since a time, newest first, if any were asked for. What a newer version wrote is left out; the
    counts are of all there are.
    """

    runs: tuple[Entry, ...] = ()
    runs_count: int = 0
    open: tuple[Record, ...] = ()
    open_count: int = 0
    ended: tuple[Record, ...] = ()
    ended_count: int = 0
    numbered: Entry | None = None


class Board(Protocol):
    """What is going on, and who is who. Rights are judged by `core.rights`."""

    @property
    def agent(self) -> str:
        """The agent's name."""
        ...

    @property
    def tools(self) -> Mapping[str, ToolSpec]:
        """The agent's tools by their name."""
        ...

    def check(self, tool: str, args: dict[str, Any]) -> str | None:
        """What a tool's schema has against arguments, in words that name them, or None."""
        ...

    def person(self, who: Who) -> Person | None:
        """The person that a Slack user is linked to."""
        ...

    async def known(self, facts: PersonFacts, records: Iterable[Record]) -> PersonFacts:
        """The facts with the live sets of these requests that the person is in. Never raises."""
        ...

    async def overview(
        self, who: Who, *, since: int | None = None, number: int | None = None
    ) -> Overview:
        """What there is to see, whoever may see it. `since` in ms adds the requests that ended
        since then, `number` the live run that people know by it. Raises StoreDown.
        """
        ...

    async def press(
        self, run: str, click: Click, *, key: str, response_url: str | None
    ) -> Enqueued:
        """A wish, judged as if it had been said in the run's thread. Raises StoreDown."""
        ...
