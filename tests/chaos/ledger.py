"""A ledger on disk: what really happened outside, whoever was killed since."""

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.core import progress
from bot.core.ids import Thread, Who
from bot.core.request import Copy, PersonFacts, Request
from bot.core.state import Note, Run, Say
from bot.core.timeline import Status
from bot.ports import ChatTrouble


class Ledger:
    """Lines of JSON; one write call a line, so that lines of several processes never mix."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def add(self, **facts: Any) -> None:
        """Writes one line."""
        os.write(self._fd, json.dumps(facts).encode() + b"\n")

    def read(self) -> list[dict[str, Any]]:
        """All lines so far."""
        return [json.loads(line) for line in self._path.read_text().splitlines()]


class LedgerChat:
    """The Chat port as a ledger whose replies get lost now and then."""

    def __init__(self, ledger: Ledger, dice: random.Random, loss: float) -> None:
        self.refused: str | None = None
        self._ledger = ledger
        self._dice = dice
        self._loss = loss

    async def post_card(
        self, run: Run, request: Request, *, look: bool, plain: bool, stub: bool = False
    ) -> Copy:
        """See ports.Chat."""
        found = self._find(request.id) if look else None
        if found:
            return Copy("C1", found)
        ts = self._post(request.id, kind="card", request=request.id, about=request.kind, run=run.id)
        return Copy("C1", ts)

    async def draw_card(self, run: Run, request: Request, copy: Copy) -> bool:
        """See ports.Chat."""
        outcome = request.ended.outcome if request.ended else ""
        self._ledger.add(
            kind="draw", request=request.id, ts=copy.ts, draws=request.draws, outcome=outcome
        )
        self._maybe_lose()
        return True

    async def post_say(self, run: Run, say: Say, text: str, *, look: bool) -> None:
        """See ports.Chat."""
        mark = f"{run.id}:{say.key}"
        if not (look and self._find(mark)):
            self._post(mark, kind="say", about=say.kind, run=run.id, text=text or say.words)

    async def post_opening(self, run: Run, text: str, *, look: bool) -> Thread:
        """See ports.Chat."""
        mark = f"{run.id}:opening"
        found = self._find(mark) if look else None
        ts = found or self._post(mark, kind="opening", run=run.id, text=text)
        return run.thread if run.thread.ts else replace(run.thread, ts=ts)

    async def note(self, run: Run, note: Note, response_url: str | None) -> None:
        """See ports.Chat."""
        self._ledger.add(kind="note", about=note.kind, to=note.to.user, run=run.id)

    async def show_status(self, run: Run, status: Status) -> None:
        """See ports.Chat."""
        self._ledger.add(kind="status", status=status, run=run.id)
        self._maybe_lose()

    async def show_progress(self, run: Run, *, look: bool) -> str | None:
        """See ports.Chat."""
        mark = f"{run.id}:progress"
        ts = run.display.ts or (self._find(mark) if look else None)
        if ts is None:
            return self._post(mark, kind="timeline", run=run.id)
        self._ledger.add(kind="redrawn", run=run.id, ts=ts, picture=progress.picture(run))
        self._maybe_lose()
        return ts

    async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
        """See ports.Chat."""
        return True

    def twin(self, how: str) -> None:
        """See ports.Chat."""

    def shut(self) -> str | None:
        """See ports.Chat."""
        return self.refused

    def refuse(self, why: str | None) -> None:
        """See ports.Chat."""
        self.refused = why

    async def knock(self) -> bool:
        """See ports.Chat."""
        return True

    async def apologise(self, thread: Thread, run: str) -> None:
        """See ports.Chat."""
        self._ledger.add(kind="parked", run=run, thread=thread.key)

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        return PersonFacts(who, known=True)

    def _post(self, mark: str, **facts: Any) -> str:
        ts = f"{self._dice.randrange(10**9)}.{os.getpid()}"
        self._ledger.add(mark=mark, ts=ts, **facts)
        self._maybe_lose()
        return ts

    def _find(self, mark: str) -> str | None:
        return next((line["ts"] for line in self._ledger.read() if line.get("mark") == mark), None)

    def _maybe_lose(self) -> None:
        if self._dice.random() < self._loss:
            raise ChatTrouble("unclear", "the reply was lost")
