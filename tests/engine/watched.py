"""A store that tests of the engine watch, and break."""

import asyncio
import json

from bot.ports import Commit, Committed, StoreDown
from tests.engine.bench import Bench


class Watched:
    """A store that remembers what each commit saved; its process may be gone, or the store away."""

    def __init__(self, bench: Bench) -> None:
        self._store = bench.store
        self.saved: list[list[str]] = []
        self.dead = False
        self.down = False
        self.refused = 0

    def __getattr__(self, name: str) -> object:
        if self.down and name in ("enqueue", "commit"):
            raise StoreDown("away")
        return getattr(self._store, name)

    async def commit(self, step: Commit) -> object:
        """See ports.Store."""
        if self.dead:
            await asyncio.Event().wait()
        if self.down:
            self.refused += 1
            raise StoreDown("away")
        outcome = await self._store.commit(step)
        if isinstance(outcome, Committed):
            self.saved.append([json.loads(entry)["event"]["kind"] for entry in step.entries])
        return outcome

    def of(self, kind: str) -> list[str]:
        """What was saved together with an event of that kind."""
        return next((kinds for kinds in self.saved if kind in kinds), list[str]())
