"""The Home tab: drawn when it is opened, beside the acknowledgement and never in it."""

import itertools

from slack_sdk.web.async_client import AsyncWebClient

from blocks import granted, home
from blocks.check import checked
from blocks.elements import Payload
from bot.core import rights
from bot.core.ids import Who
from bot.log import get
from bot.ports.board import Board
from bot.ports.store import StoreDown
from bot.slack import guide, listings, pieces
from bot.slack.errors import FAILURES, trouble
from bot.slack.eyes import Eyes
from bot.within import within

log = get(__name__)

READ_S = 2.0  # a store that takes longer is taken for down


class HomeTab:
    """Draws people's Home tabs."""

    def __init__(self, client: AsyncWebClient, board: Board, eyes: Eyes) -> None:
        self._client = client
        self._board = board
        self._eyes = eyes
        self._turn = itertools.count()
        self._opened: dict[str, int] = {}

    async def draw(self, by: Who, *, stopping: str = "") -> None:
        """Draws somebody's Home tab; `stopping`: the run that they just stopped. Never raises.

        Of two that are under way for one person, the later one is shown.
        """
        turn = self._opened[by.user] = next(self._turn)
        try:
            view = checked(await self._view(by, stopping))
            if self._opened[by.user] == turn:
                await self._client.views_publish(user_id=by.user, view=view)
        except FAILURES as error:
            # The next time that the tab is opened is soon enough.
            log.warning("home not published", user=by.user, why=trouble(error).words)
        finally:
            if self._opened.get(by.user) == turn:
                del self._opened[by.user]

    async def _view(self, by: Who, stopping: str) -> Payload:
        facts = await self._eyes.facts(by)
        stranger, person = rights.stranger(facts), self._board.person(by)
        if stranger or person is None:
            words = guide.unlinked(by) if stranger == "not_linked" else None
            return home.words_view(words or guide.not_shown(stranger or "cant_verify"))
        now = self._eyes.now()
        try:
            async with within(READ_S):
                seen = await self._board.overview(by, since=now - listings.DAY_MS)
        except (StoreDown, TimeoutError) as error:
            log.error("home not looked up", user=by.user, why=type(error).__name__)
            return home.words_view(guide.STORE_DOWN)
        waiting = await self._eyes.mine(seen.open, facts)
        asked = [r for r in waiting if r.request.kind == "question"]
        mine = [r for r in waiting if r.request.kind != "question"]
        live = [entry for entry in seen.runs if entry.live]
        to_decide = await self._eyes.requests(mine[: home.TO_DECIDE], by)
        to_answer = await self._eyes.requests(asked[: home.TO_ANSWER], by)
        held = await self._eyes.grants(seen.ended, facts)
        return home.home_view(
            home.Home(
                linked=listings.linked(person),
                to_decide=tuple(to_decide),
                more_to_decide=len(mine) - len(to_decide),
                to_answer=tuple(to_answer),
                more_to_answer=len(asked) - len(to_answer),
                runs=tuple(
                    listings.run_line(e, seen, self._eyes.me.url, stopping=e.run == stopping)
                    for e in live[: home.RUNS]
                ),
                more_runs=max(len(live) - home.RUNS, 0),
                grants=tuple(held[: granted.GRANTS]),
                more_grants=max(len(held) - granted.GRANTS, 0),
                open_count=seen.open_count,
                settled_count=seen.ended_count,
                at=pieces.seconds(now),
            )
        )
