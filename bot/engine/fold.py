"""Folding: mail, verdicts, passed time and the starts of what is due go into one step."""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping

import structlog

from bot.core import questions
from bot.core.amends import Edited
from bot.core.checkpoint import VERSION, load_event, mail_version
from bot.core.due import due, lapsed
from bot.core.effects import CheckPerson, Effect, Judge, NumberUnsure, RunTool, Tracked
from bot.core.events import Asked, Began, Clicked, Event, Ticked
from bot.core.gist import left_off
from bot.core.ids import Who
from bot.core.plans import is_plan
from bot.core.replacing import replace
from bot.core.run import NoRun
from bot.core.state import Run
from bot.core.switches import Off
from bot.engine.desk import Clock, Desk
from bot.engine.earlier import EARLIER_LINES, earlier
from bot.engine.gate import Gate
from bot.engine.numbers import Numbers
from bot.engine.perform import Performer, Start
from bot.engine.planning import planned
from bot.engine.questioning import questioned
from bot.engine.reviewing import reviews, unanswered
from bot.engine.sets import LiveSets
from bot.engine.settings import EngineSettings
from bot.engine.step import Step, fresh_id
from bot.ports import Claim, Mail, Store
from bot.review import Answer

log = structlog.get_logger(__name__)

NUMBER_BLOCK = 20
CHECK_S = 0.2  # for which a click's step waits for who clicked, so that both are one commit


class Folder:
    """Folds into steps; it writes nothing. Without a `performer` nobody is looked up on the way."""

    def __init__(
        self,
        store: Store,
        gate: Callable[[], Gate],
        clock: Clock,
        settings: EngineSettings,
        performer: Performer | None = None,
    ) -> None:
        self._store = store
        self._gate = gate
        self._clock = clock
        self._settings = settings
        self._performer = performer
        self._runs = Numbers(store, "run", NUMBER_BLOCK)
        self._requests = Numbers(store, "request", NUMBER_BLOCK)

    async def begin(self, step: Step) -> list[Start]:
        """Judges what is proposed and folds the starts of what is due into the step.

        A tool may leave for as long as the start limit from now: the commit is sent after this.
        """
        if step.run is None:
            return []
        step.catch_up()
        await self._check(step, step.run)
        await self._judge(step)
        sent = time.monotonic()
        starts: list[Start] = []
        limit = self._settings.start_limit_ms / 1000
        for effect in due(step.run, self._clock.now()):
            if not isinstance(effect, Tracked):
                continue
            attempt = fresh_id()
            start = Start(attempt, effect, lambda: time.monotonic() - sent < limit)
            until = self._clock.now() + self._lasts(step.run, effect)
            run = step.fold(Began(attempt, effect, until), self._clock.now())
            if any(f.attempt == attempt for f in run.flights):
                step.starts.append(Claim(attempt, self._settings.lease_ms))
                starts.append(start)
        return starts

    async def _check(self, step: Step, run: Run) -> None:
        """Looks up who clicked, if that can be had at once: the decision is one step then.

        Nothing leaves because of a look-up, and until the commit the click stays in the mailbox. A
        slower one goes on beside the commit, which saves the click alone.
        """
        checks = step.desk.checks
        if self._performer is None:
            return
        for effect in due(run, self._clock.now()):
            if isinstance(effect, CheckPerson) and effect.key not in step.desk.under_way:
                look = self._performer.volatile(run, effect, self._gate())
                checks[effect.key] = asyncio.create_task(look, name=f"{run.id} {effect.key}")
        if not checks:
            return
        await asyncio.wait(checks.values(), timeout=CHECK_S)
        for key, task in [*checks.items()]:
            if task.done() and not task.cancelled() and not task.exception():
                step.fold(checks.pop(key).result(), self._clock.now())

    async def _judge(self, step: Step) -> None:
        """Folds verdicts until no call waits for one; a ready call is looked at once more."""
        gate, answers = self._gate(), dict[str, Answer]()
        if isinstance(gate.sets, LiveSets):
            gate = replace(gate, sets=gate.sets.once())
        while step.run is not None:
            now = self._clock.now()
            if gate.reviewer is not None:
                answers |= await self._reviews(step, step.run, gate, answers)
            event = await self._next_verdict(step.run, gate, now, answers)
            if event is None:
                return
            step.fold(event, now)

    async def _reviews(
        self, step: Step, run: Run, gate: Gate, known: Collection[str]
    ) -> Mapping[str, Answer]:
        """What the host's hook says of all that is proposed, in one wait of bounded length."""
        judged = [e.call for e in due(run, self._clock.now()) if isinstance(e, Judge)]
        proposed = [call for c in judged if (call := run.call(c)) and unanswered(call, known)]
        proposed = [call for call in proposed if not questions.asks(call.tool)]
        if not proposed:
            return {}
        saved = await step.desk.lines(self._store, run.lines - len(step.lines))
        return await reviews(gate, run, proposed, (*saved, *step.lines), self._clock.now())

    async def _next_verdict(
        self, run: Run, gate: Gate, now: int, answers: Mapping[str, Answer]
    ) -> Event | None:
        for effect in due(run, now):
            call = (
                run.call(effect.call)
                if isinstance(effect, Judge | NumberUnsure | RunTool)
                else None
            )
            if call is None:
                continue
            match effect:
                case Judge() if is_plan(call):
                    return await planned(
                        gate, run, call, answers, number=self._requests.take, now=now
                    )
                case Judge() if questions.asks(call.tool):
                    return await questioned(gate, run, call, number=self._requests.take)
                case Judge():
                    answer = answers.get(call.id)
                    return await gate.judged(run, call, self._requests.take, now, answer=answer)
                case NumberUnsure():
                    return await gate.unsure(run, call, await self._requests.take())
                case _:
                    stale = gate.stale(run, call, now, await gate.read_at_start(run, call))
                    if stale is not None:
                        return stale
        return None

    async def mail(self, step: Step, mail: tuple[Mail, ...]) -> None:
        """Folds the whole mailbox, in its order."""
        for item in mail:
            step.folded_to = max(step.folded_to, item.seq)
            try:
                event = load_event(item.body)
            except ValueError:
                log.error("mail can't be read", run=step.desk.id, key=item.key)
                continue
            if isinstance(event, Asked):
                event = await self._dressed(step, replace(event, by=self._named(event.by)))
            if isinstance(event, Edited):
                event = replace(event, by=self._named(event.by))
            if isinstance(event, Clicked):
                click = event.click
                to = self._named(click.to) if click.to else None
                event = replace(event, click=replace(click, by=self._named(click.by), to=to))
            try:
                step.fold(event, item.at)
            except NoRun as error:
                log.error("mail without a run", run=step.desk.id, key=item.key, why=str(error))

    def _named(self, who: Who) -> Who:
        """The Slack user by the name that our own table knows them by, if it does."""
        person = self._gate().policy.person(who)
        return replace(who, name=person.name) if person else who

    async def _dressed(self, step: Step, event: Asked) -> Asked:
        """The first message of a run gets its id, number, agent, limits, and what went before."""
        if step.run is not None:
            return event
        number = await self._runs.take()
        past = step.desk.past if event.thread.ts else None
        log.info("run begun", run=step.desk.id, number=number)  # people know only its number
        return replace(
            event,
            run=step.desk.id,
            number=number,
            agent=self._settings.agent,
            limits=self._settings.limits,
            earlier=await self._earlier(past),
            off=await self._left_off(past),
        )

    async def _earlier(self, past: str | None) -> str:
        """What was said in the thread's last task, so that "the same for 1043" has a meaning."""
        return earlier(await self._store.lines(past, 0, EARLIER_LINES)) if past else ""

    async def _left_off(self, past: str | None) -> tuple[Off, ...]:
        """What was switched off in the thread, whose switches outlast its tasks."""
        doing = await self._store.doing(past) if past else None
        return left_off(doing) if doing else ()

    def tick(self, step: Step, now: int) -> None:
        """Time is judged after the whole mailbox, at the take's Redis time."""
        if step.run is not None and lapsed(step.run, now):
            step.fold(Ticked(), now)

    def _lasts(self, run: Run, effect: Effect) -> int:
        """How long an effect may be running, in ms, as a card may say."""
        call = run.call(effect.call) if isinstance(effect, RunTool) else None
        spec = self._gate().toolbox.specs().get(call.tool) if call else None
        return int(spec.timeout_s * 1000) if spec else self._settings.lease_ms


def newer(desk: Desk, mail: tuple[Mail, ...]) -> bool:
    """Whether a newer version wrote some of it: then the run waits for a worker that reads it."""
    found = any(mail_version(item.body) > VERSION for item in mail)
    if found:
        log.warning("run left to newer workers", run=desk.id)
    return found
