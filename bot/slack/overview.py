"""The surfaces that look: slash commands about tasks and approvals, and the Home tab.

What is asked of the store is read before the acknowledgement, so that a store that is down is said
in it; everything that Slack has to be asked for comes after, in a task.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from blocks import granted, listing
from blocks.elements import Payload
from bot.core import rights
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.core.request import Click, PersonFacts
from bot.log import get
from bot.ports.board import Board, Entry, Overview
from bot.ports.store import Enqueued, StoreDown
from bot.slack import grants, guide, listings, replies
from bot.slack.commands import Looks
from bot.slack.eyes import Eyes
from bot.slack.hometab import HomeTab
from bot.slack.pressed import Stops
from bot.slack.private import Private
from bot.slack.tasks import Tasks
from bot.slack.words import apology, plain
from bot.within import within

log = get(__name__)

DAYS = 7  # that /task list goes back
_READS = ("status", "list", "stop", "approvals", "grants", "breakglass")
_FOR_LINKED = ("status", "list", "agents", "approvals", "grants")


@dataclass(frozen=True, slots=True)
class _Stopping:
    """The run that is to be stopped, and what became of the wish."""

    run: str
    number: int
    requester: Who
    saved: Enqueued


class Lookout:
    """Answers whoever looks by a command or presses a button in a list.

    `within_s`: how long the store may take, as an acknowledgement waits for it.
    """

    def __init__(
        self,
        board: Board,
        eyes: Eyes,
        home: HomeTab,
        private: Private,
        tasks: Tasks,
        *,
        within_s: float,
    ) -> None:
        self._board = board
        self._eyes = eyes
        self._home = home
        self._private = private
        self._tasks = tasks
        self._within_s = within_s

    # --- commands --------------------------------------------------------------------------------

    async def ask(self, looks: Looks) -> Payload | None:
        """The words for the acknowledgement; None if the answer comes after it."""
        seen, stopping = Overview(), None
        try:
            async with within(self._within_s):
                if looks.word in _READS:
                    seen = await self._read(looks)
                if looks.word == "stop":
                    stopping = await self._stop(looks, seen)
                if looks.word == "breakglass":
                    return await self._break(looks, seen)
        except (StoreDown, TimeoutError) as error:
            log.error("not looked up", word=looks.word, why=type(error).__name__)
            return plain(guide.STORE_DOWN)
        self._tasks.start(self._answer(looks, seen, stopping))
        return None

    async def _read(self, looks: Looks) -> Overview:
        number = listings.number(looks.rest)
        live = number[1] if looks.word == "stop" and number and number[0] == "R" else None
        back = listings.since(looks.rest) if looks.word == "approvals" else None
        back = grants.LONGEST_MS if looks.word == "grants" else back
        since = None if back is None else self._eyes.now() - back
        return await self._board.overview(looks.by, since=since, number=live)

    async def _stop(self, looks: Looks, seen: Overview) -> _Stopping | None:
        """Passes a stop on to the one run that is meant; None if there is no such run."""
        found = _meant(looks, seen)
        if found is None:
            return None
        run, number, requester = found
        click = Click(looks.id, "stop_run", "", 0, looks.by)
        url = looks.place.response_url
        saved = await self._board.press(run, click, key=looks.id, response_url=url)
        return _Stopping(run, number, requester, saved)

    async def _break(self, looks: Looks, seen: Overview) -> Payload | None:
        """Passes it on to the run that asked; its worker judges it and answers."""
        found = grants.broken(looks, seen)
        if found is None:
            return plain(grants.NO_SUCH)
        run, click = found
        url = looks.place.response_url
        saved = await self._board.press(run, click, key=looks.id, response_url=url)
        return replies.unheard(saved) or plain(grants.PASSED_ON)

    async def _answer(self, looks: Looks, seen: Overview, stopping: _Stopping | None) -> None:
        facts = await self._eyes.facts(looks.by)
        payload = await self._words(looks, seen, facts, stopping)
        if payload is not None:
            await self._private.tell_or_log(looks.place, payload)

    async def _words(
        self, looks: Looks, seen: Overview, facts: PersonFacts, stopping: _Stopping | None
    ) -> Payload | None:
        stranger = rights.stranger(facts)
        if looks.word == "stop":
            return self._stopped(looks, seen, facts, stopping)
        if stranger and (looks.word in _FOR_LINKED or stranger != "not_linked"):
            return plain(guide.not_shown(stranger))
        if looks.word == "approvals":
            return await self._approvals(looks, seen, facts)
        if looks.word == "grants":
            lines = await self._eyes.grants(seen.ended, facts)
            return granted.grants(lines) if lines else plain(grants.NONE)
        return self._about(looks, seen)

    def _about(self, looks: Looks, seen: Overview) -> Payload:
        match looks.word:
            case "status":
                return self._status(seen)
            case "list":
                return self._list(seen)
            case "agents":
                return guide.agents(self._board.agent, self._board.tools.values())
            case "help":
                return guide.help_list(self._eyes.me.bot_user)
            case "whoami":
                return guide.whoami(looks.by, self._board.person(looks.by))
            case _:
                return plain(guide.NOT_OFFERED[looks.word])

    def _status(self, seen: Overview) -> Payload:
        live = [entry for entry in seen.runs if entry.live]
        if not live and not seen.runs:
            return plain(guide.NOTHING_AT_WORK)
        if not live:
            return self._runs(f"{guide.NOTHING_AT_WORK} Your last run:", seen.runs[:1], seen)
        return self._runs("Your runs at work:", live, seen)

    def _list(self, seen: Overview) -> Payload:
        from_ms = self._eyes.now() - DAYS * listings.DAY_MS
        recent = [entry for entry in seen.runs if entry.at >= from_ms]
        if not recent:
            return plain(f"You had no run in the last {DAYS} days.")
        more = seen.runs_count - len(seen.runs) if len(recent) == len(seen.runs) else 0
        return self._runs(f"Your runs of the last {DAYS} days, newest first:", recent, seen, more)

    def _stopped(
        self, looks: Looks, seen: Overview, facts: PersonFacts, stopping: _Stopping | None
    ) -> Payload | None:
        """What is said of a stop at once; a refusal comes from whoever judges it."""
        if stopping is None:
            return self._not_stopped(looks, seen)
        match stopping.saved.status:
            case "gone" | "not_for_us":
                return replies.unknown()
            case "parked":
                return apology(stopping.run)
            case _ if rights.may_stop(stopping.requester, facts):
                return plain(
                    f"R-{stopping.number} is being stopped; its thread says when it has, and "
                    "whether something may have been done already."
                )
            case _:
                return None

    def _not_stopped(self, looks: Looks, seen: Overview) -> Payload:
        live = [entry for entry in seen.runs if entry.live]
        named = listings.number(looks.rest)
        if named is None and live:
            return self._runs("Which of your runs? Nothing was stopped yet.", live, seen)
        if named is None:
            return plain("You have no run at work, so there is nothing to stop.")
        letter, number = named
        over = any(letter == "R" and e.about.number == number for e in seen.runs)
        if over:
            return plain(f"R-{number} has ended already. Nothing more to do.")
        what = (
            f"no run R-{number} at work" if letter == "R" else f"no open request {letter}-{number}"
        )
        return plain(f"There is {what}, so I stopped nothing. /task status shows your runs.")

    async def _approvals(self, looks: Looks, seen: Overview, facts: PersonFacts) -> Payload:
        wanted = looks.rest.strip().lower() or "mine"
        unread = max(seen.open_count - len(seen.open), 0)
        if wanted == "mine":
            found, count = await self._eyes.mine(seen.open, facts), None
            foot = _others(len(seen.open) - len(found), unread)
            nothing, heading = "Nothing waits for your decision or answer.", _waiting(found)
        elif wanted == "open":
            found, count = list(seen.open), len(seen.open) + unread
            nothing, heading, foot = "Nothing is open.", "Open, by deadline:", ""
        elif listings.since(wanted) is not None:
            found, count = list(seen.ended), seen.ended_count
            nothing, foot = "Nothing was settled in that time.", ""
            heading = "Settled, newest first, as far back as its runs are kept:"
        else:
            return plain(guide.NO_SUCH_FILTER)
        if not found:
            return plain(f"{nothing} {foot}".strip())
        lines = await self._eyes.requests(found[: listing.REQUESTS], facts.who)
        more = (len(found) if count is None else count) - len(lines)
        return listing.requests(heading, lines, more, foot=foot)

    def _runs(
        self, heading: str, entries: Sequence[Entry], seen: Overview, more: int = 0
    ) -> Payload:
        shown = entries[: listing.RUNS]
        lines = [listings.run_line(entry, seen, self._eyes.me.url) for entry in shown]
        return listing.runs(heading, lines, more + len(entries) - len(shown))

    # --- buttons ---------------------------------------------------------------------------------

    async def stop(self, stops: Stops) -> None:
        """*Stop run* in a list: saved before it is acknowledged, judged by the run's worker."""
        url = stops.place.response_url
        try:
            async with within(self._within_s):
                saved = await self._board.press(
                    stops.run, stops.click, key=stops.key, response_url=url
                )
        except (StoreDown, TimeoutError) as error:
            log.error("stop not saved", run=stops.run, why=type(error).__name__)
            self._tell(stops, replies.store_down())
            return
        if saved.status in ("gone", "not_for_us"):
            self._tell(stops, replies.unknown())
        elif saved.status == "parked":
            self._tell(stops, apology(stops.run))
        elif stops.home:
            self._tasks.start(self._home.draw(stops.click.by, stopping=stops.run))
        else:
            self._tell(stops, plain("I passed that on. The run's thread says when it has stopped."))

    def _tell(self, stops: Stops, payload: Payload) -> None:
        self._tasks.start(self._private.tell_or_log(stops.place, payload))


def _meant(looks: Looks, seen: Overview) -> tuple[str, int, Who] | None:
    """The one run that a stop means: its id, number and requester."""
    named = listings.number(looks.rest)
    if named is None:
        live = [entry for entry in seen.runs if entry.live]
        return _target(live[0]) if len(live) == 1 else None
    letter, number = named
    if letter != "R":
        asked = next((r for r in seen.open if r.request.number == number), None)
        return (asked.run.id, asked.run.number, asked.run.requester) if asked else None
    return _target(seen.numbered) if seen.numbered else None


def _target(entry: Entry) -> tuple[str, int, Who]:
    return entry.run, entry.about.number, entry.about.requester


def _waiting(found: Sequence[Record]) -> str:
    """Over what waits for one person."""
    asked = {record.request.kind == "question" for record in found}
    what = "decision or answer" if len(asked) > 1 else "answer" if True in asked else "decision"
    return f"Waiting for your {what}:"


def _others(open_: int, unread: int) -> str:
    """What else is open, for who asked for their own."""
    also = f"{open_} more open for others: /approvals open." if open_ > 0 else ""
    rest = f"{unread} more are open that I didn't look through." if unread > 0 else ""
    return f"{also} {rest}".strip()
