"""Runs with a past: messages that people and the model wrote, as events that were folded and saved.

Only the model calls and posts in between are left out: what is stored is what they would have left.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

from benchmarks.lifecycle import QUESTION
from benchmarks.model_server import LOOK_UP, REFUND
from bot.core.checkpoint import VERSION
from bot.core.effects import CallModel, ClaimTask, PostCard, PostSay, RunTool, Tracked
from bot.core.events import (
    Asked,
    Began,
    CardPosted,
    Claimed,
    Event,
    Indexed,
    ModelReplied,
    ProposedCall,
    Reacted,
    SayPosted,
    StatusShown,
    ToolDone,
)
from bot.core.ids import Thread, Who
from bot.core.state import Run
from bot.engine import EngineSettings, Gate, StoreInbox
from bot.engine.desk import Clock, Desk
from bot.engine.fold import Folder
from bot.engine.step import Step, fresh_id
from bot.ports import Committed, Store, Taken

ANA = Who("T0BENCH", "U0ANA", "Ana Ruiz")
BATCH = 100  # messages that one commit saves


class Seeder:
    """Gives threads their past."""

    def __init__(
        self, store: Store, inbox: StoreInbox, gate: Gate, settings: EngineSettings
    ) -> None:
        self._store, self._inbox, self._gate = store, inbox, gate
        self._settings = settings
        self._folder = Folder(store, lambda: gate, Clock(), settings)
        self._numbers = count(1)

    async def seed(self, where: Thread, messages: list[tuple[str, str]]) -> str:
        """The run of a thread, in which all of these were said; the first is a person's."""
        stamps = (f"{float(where.ts) + n / 1000:.6f}" for n in count(1))
        first = Asked(messages[0][1], ANA, where, next(stamps), mark="m")
        run = (await self._inbox.asked(first, key=f"msg:{first.ts}", starts=True)).run
        taken = await self._store.take(run, 0, VERSION)
        assert isinstance(taken, Taken)
        desk = Desk(run)
        desk.load(taken)
        step, now = Step(desk), taken.now
        await self._folder.mail(step, taken.mail)
        step.fold(Reacted(first.ts), now)
        step.fold(StatusShown("processing"), now)
        for n, (role, text) in enumerate(messages[1:], 1):
            if role == "user":
                said = Asked(text, ANA, where, next(stamps), mark="m")
                step.fold(said, now)
                step.fold(Reacted(said.ts), now)
                step.fold(Indexed(True), now)
            else:
                _reply(step, text, now)
            if n % BATCH == 0:
                step = await self._save(step, now)
        await self._save(step, now)
        return run

    async def _save(self, step: Step, now: int) -> Step:
        """Saves a step without anything that is due; the run is never over in between."""
        run = step.run
        assert run is not None
        again = None if run.live else now + self._settings.keep_s * 1000
        commit = step.commit(now, ttl_s=self._settings.keep_s, again_at=again, encode=fresh_id)
        done = await self._store.commit(commit)
        assert isinstance(done, Committed), done
        step.saved(commit)
        step.desk.saved(run, done, step.folded_to)
        return Step(step.desk)

    async def pause(self, where: Thread, card_ts: str) -> str:
        """The id of the request that a thread's new run waits for; its card stands already."""
        asked = Asked(QUESTION, ANA, where, f"{where.ts}9", claims=True, mark="m")
        run = (await self._inbox.asked(asked, key=f"msg:{asked.ts}", starts=True)).run
        taken = await self._store.take(run, 0, VERSION)
        assert isinstance(taken, Taken)
        desk = Desk(run)
        desk.load(taken)
        step, now = Step(desk), taken.now
        await self._folder.mail(step, taken.mail)
        _does(step, ClaimTask(asked.ts), now, Claimed)
        step.fold(StatusShown("processing"), now)
        await self._calls(step, LOOK_UP, now)
        _does(step, RunTool("c1"), now, lambda a: ToolDone(a, "c1", True, "an order", "an order"))
        await self._calls(step, REFUND, now)
        request = f"{run}.1"
        posted = CardPosted("", request, where.channel, card_ts, 0)
        _does(step, PostCard(request), now, lambda a: replace(posted, attempt=a))
        step.fold(StatusShown("suspended"), now)
        await self._save(step, now)
        return request

    async def _calls(self, step: Step, call: tuple[str, str], now: int) -> None:
        """The model calls a tool, and the gate judges it."""
        run = step.run
        assert run is not None
        reply = ModelReplied(
            "", run.turn, "", "", True, (ProposedCall(*call),), "tool_calls", False
        )
        asked = CallModel(run.turn, run.lines)
        run = _does(step, asked, now, lambda a: replace(reply, attempt=a))
        judged = await self._gate.judged(run, run.calls[-1], self._number, now)
        step.fold(judged, now)

    async def _number(self) -> int:
        return next(self._numbers)


def _does(step: Step, effect: Tracked, now: int, done: Callable[[str], Event]) -> Run:
    """An effect that was started and came to something."""
    attempt = fresh_id()
    step.fold(Began(attempt, effect, now + 15_000), now)
    return step.fold(done(attempt), now)


def _reply(step: Step, text: str, now: int) -> None:
    """An answer of the model, and its post."""
    run = step.run
    assert run is not None
    reply = ModelReplied("", run.turn, text, text, False, (), "stop", False, (400, 20))
    asked = CallModel(run.turn, run.lines)
    run = _does(step, asked, now, lambda a: replace(reply, attempt=a))
    for say in run.says:
        posted = SayPosted("", say.key)
        _does(step, PostSay(say.key), now, lambda a, posted=posted: replace(posted, attempt=a))
