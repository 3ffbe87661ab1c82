"""Questions as their forms need them: whether one is open, whose it is, and what comes after it."""

import asyncio
from dataclasses import dataclass

from bot.core import answering
from bot.core.checkpoint import Record
from bot.core.form import Form, limits
from bot.core.form.parts import Action, Draft
from bot.core.ids import Who, run_of
from bot.core.questions import Question
from bot.core.request import Click, PendingClick, PersonFacts, Request
from bot.core.state import NoteKind
from bot.ports.board import Board
from bot.ports.inbox import Inbox
from bot.slack import questions
from bot.slack.eyes import Eyes
from bot.within import within

LOOK_S = 0.4  # for who somebody is: a trigger lives 3 s, and the engine judges their answer anyway
MOST = 100  # requests of a turn, before and after a question, among which others are looked for


@dataclass(frozen=True, slots=True)
class Opened:
    """A question that can be filled in: its record, its form and the action that sends it."""

    record: Record
    question: Question
    form: Form
    action: Action

    @property
    def request(self) -> Request:
        """The request that asks it."""
        return self.record.request

    @property
    def on_page(self) -> bool:
        """Whether it is filled in on a web page."""
        return self.question.page or self.form.way == "web"

    def draft(self, kept: str) -> Draft:
        """What was filled in so far, or the form as it begins where none can be read."""
        try:
            return Draft.load(kept) if kept else self.form.start()
        except (ValueError, KeyError, TypeError, AttributeError):
            return self.form.start()


class Questions:
    """Looks questions up on behalf of whoever fills them in. Raises StoreDown."""

    def __init__(self, inbox: Inbox, board: Board, eyes: Eyes) -> None:
        self._inbox = inbox
        self._board = board
        self._eyes = eyes

    async def record(self, request: str) -> Record | None:
        """What is stored of a question; None for what is none."""
        found = await self._inbox.record(request)
        if found is None or found.request.kind != "question":
            return None
        if len(found.request.args) > limits.LARGE:  # made once, beside all else
            await asyncio.to_thread(questions.of, found.request)
        return found

    async def barred(self, record: Record, by: Who) -> NoteKind | None:
        """Why somebody may not answer it; "cant_verify" where it isn't known in time who they are.

        Whoever asked for the task may look all the same: it is their draft, and the run judges what
        they send.
        """
        facts = await self._facts(by)
        if facts is None:
            return None if by.same(record.run.requester) else "cant_verify"
        return await self._barred(record, facts)

    async def others(self, record: Record, by: Who) -> list[Record]:
        """All questions of the same turn that this person may answer, in their order.

        That one alone where it isn't known in time who they are.
        """
        facts = await self._facts(by)
        if facts is None:
            return [record]
        before, after = await self._beside(record, -1), await self._beside(record, 1)
        return [
            one for one in (*reversed(before), record, *after)
            if one is record or not await self._barred(one, facts)
        ]  # fmt: skip

    async def _beside(self, record: Record, step: int) -> list[Record]:
        """The questions of its turn before or after one; what a turn asks is numbered in a row."""
        run, found = run_of(record.request.id), list[Record]()
        n = int(record.request.id.rpartition(".")[2])
        for _ in range(MOST):
            n += step
            one = await self._inbox.record(f"{run}.{n}") if n > 0 else None
            if one is None or one.request.turn != record.request.turn:
                break
            if one.request.kind == "question":
                found.append(one)
        return found

    async def _facts(self, by: Who) -> PersonFacts | None:
        """Who somebody is; None if that can't be had in time."""
        try:
            async with within(LOOK_S):
                return await self._eyes.facts(by)
        except TimeoutError:
            return None

    async def _barred(self, record: Record, facts: PersonFacts) -> NoteKind | None:
        try:
            async with within(LOOK_S):
                facts = await self._board.known(facts, (record,))
        except TimeoutError:
            return "cant_verify"
        request = record.request
        click = Click("", "submit", request.id, request.revision, facts.who)
        return answering.barred(record.run, request, PendingClick(click, facts))


def opened(record: Record, action: str | int) -> Opened | None:
    """A question with its form; None if it has none, or no such action."""
    question, form = questions.of(record.request)
    if form is None:
        return None
    if isinstance(action, int):
        found = form.actions[action] if action < len(form.actions) else None
    else:
        found = next((one for one in form.actions if one.id == action), None)
    return Opened(record, question, form, found) if found else None
