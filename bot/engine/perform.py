"""Performing effects: each ends as an event, whatever happens on the way.

This and the tools' and the model's adapters are the places where any exception is caught: what an
effect didn't say becomes the safe reading of its kind (a tool's silence is an unknown outcome).
"""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from bot.core import progress
from bot.core.call import Started
from bot.core.effects import (
    CallModel,
    CheckPerson,
    ClaimTask,
    DrawCard,
    IndexThread,
    PostCard,
    PostOpening,
    PostSay,
    React,
    RunTool,
    SendNote,
    ShowProgress,
    ShowStatus,
    Tracked,
)
from bot.core.events import (
    CardDrawn,
    CardPosted,
    ChatFailed,
    Claimed,
    Event,
    Indexed,
    ModelFailed,
    NoteSent,
    NotStarted,
    Opened,
    ProgressShown,
    Reacted,
    SayPosted,
    StatusShown,
)
from bot.core.state import Run
from bot.core.timeline import Status
from bot.engine import confided, readings
from bot.engine.calling import called
from bot.engine.checking import checked
from bot.engine.desk import Desk
from bot.engine.gate import Gate
from bot.engine.offering import offered
from bot.engine.settings import EngineSettings
from bot.engine.wording import answer_of
from bot.ports import (
    Chat,
    ChatTrouble,
    Model,
    ModelRequest,
    ModelTrouble,
    Prompter,
    Store,
    TroubleKind,
)

log = structlog.get_logger(__name__)

SHUT_MS = 60_000  # a tool or a model waits this long for a chat that refuses our token
RETRIED: tuple[TroubleKind, ...] = ("rate", "server", "timeout", "cut")
# What a person can do about a trouble that ended their run.
NOW: dict[TroubleKind, str] = {
    "rate": "Ask again later.",
    "server": "Ask again in a few minutes.",
    "timeout": "Ask again in a few minutes.",
    "cut": "Ask again in a few minutes.",
    "quota": "Tell an admin; once there is quota, ask again.",
    "context": "Ask in a new thread, for a smaller step.",
    "auth": "Tell an admin; once the key is right, ask again.",
    "bad_request": "Tell an admin, or ask in a new thread in other words.",
}
Volatile = CheckPerson | React | IndexThread | ShowStatus


@dataclass(frozen=True, slots=True)
class Start:
    """A tracked effect whose start is committed.

    `in_time` is asked right before a tool or a post leaves. A post that leaves late, when its claim
    was lost and another worker has looked for it in vain, would stand twice.
    """

    attempt: str
    effect: Tracked
    in_time: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Performer:
    """Everything that effects need."""

    store: Store
    model: Model
    prompter: Prompter
    chat: Chat
    settings: EngineSettings

    async def perform(self, desk: Desk, run: Run, start: Start, gate: Gate) -> Event:
        """What came of a tracked effect."""
        try:
            return await self._perform(desk, run, start, gate)
        except ChatTrouble as trouble:
            if trouble.kind == "refused":
                log.error("post refused", run=run.id, effect=start.effect.key, why=trouble.words)
            return ChatFailed(
                start.attempt, start.effect.key, trouble.kind, trouble.words,
                int(trouble.retry_after_s * 1000),
            )  # fmt: skip
        except Exception:  # whatever it is, the run is told that nobody knows what came of it
            log.exception("effect failed", run=run.id, effect=start.effect.key)
            return readings.silent(start.attempt, start.effect)

    async def volatile(self, run: Run, effect: Volatile, gate: Gate) -> Event:
        """What came of an effect that may be repeated."""
        match effect:
            case CheckPerson(click=click):
                return await checked(self.chat, run, click, gate, self.store)
            case React(ts=ts, edited=edited):
                try:
                    await self.chat.react(run.thread, ts, edited=edited)
                except ChatTrouble as trouble:
                    log.info("no reaction", run=run.id, why=trouble.words)
                return Reacted(ts, edited)
            case ShowStatus(status=status):
                return await self._show_status(run, status)
            case IndexThread():
                there = await self.store.index_thread(run.thread.key, run.id)
                await self.store.shelf.arrived(run.thread.place, run.id)
                return Indexed(bool(there))

    async def _perform(self, desk: Desk, run: Run, start: Start, gate: Gate) -> Event:  # noqa: C901
        # One branch an effect: splitting the match would hide that it is complete.
        match start.effect:
            case CallModel() as effect:
                return await self._call_model(desk, run, effect, start.attempt, gate)
            case RunTool(call=call):
                return await self._run_tool(run, call, start, gate)
            case PostCard() as effect:
                return await self._post_card(run, effect, start)
            case DrawCard() as effect:
                return await self._draw_card(run, effect, start.attempt)
            case PostSay(say=key, look=look):
                return await self._post_say(desk, run, key, start, gate, look=look)
            case ClaimTask() as effect:
                return await self._claim(run, effect, start)
            case PostOpening(look=look):
                return await self._post_opening(desk, run, start, gate, look=look)
            case SendNote(note=note):
                return await self._send_note(run, note, start.attempt)
            case ShowProgress() as effect:
                return await self._show_progress(run, effect, start)

    async def _call_model(
        self, desk: Desk, run: Run, effect: CallModel, attempt: str, gate: Gate
    ) -> Event:
        if self.chat.shut():
            raise ChatTrouble("wait", "the chat refuses our token", SHUT_MS / 1000)
        refused = await self._no_task(run, gate)
        if refused:
            return ModelFailed(attempt, effect.turn, refused, None)
        lines = await desk.lines(self.store, effect.upto)
        request = ModelRequest(
            self.prompter.messages(run, lines),
            self.prompter.tools(offered(gate)),
            run.id,
            run.closing,
        )
        try:
            reply = await self.model.reply(request)
        except ModelTrouble as trouble:
            words = f"{trouble.words} {NOW[trouble.kind]}"
            return ModelFailed(attempt, effect.turn, words, self._retry_ms(trouble))
        return readings.replied(attempt, effect.turn, reply)

    async def _no_task(self, run: Run, gate: Gate) -> str | None:
        """Why nothing is done for whoever asked; None if it is."""
        if gate.policy.person(run.requester) is not None:
            return None
        asker = await self.chat.person(run.requester)
        if not asker.known:
            raise ChatTrouble("wait", "whoever asked couldn't be looked up")
        return readings.no_task(asker)

    def _retry_ms(self, trouble: ModelTrouble) -> int | None:
        wait = trouble.retry_after_s or 0
        if trouble.kind not in RETRIED or wait > self.settings.max_retry_after_s:
            return None
        return int(wait * 1000)

    async def _claim(self, run: Run, effect: ClaimTask, start: Start) -> Event:
        if not start.in_time():
            return NotStarted(start.attempt)
        if await self.chat.react(run.thread, effect.ts) or effect.look:
            return Claimed(start.attempt)
        self.chat.twin("a task's message was acknowledged before we did")
        return Claimed(start.attempt, taken=True)

    async def _run_tool(self, run: Run, call_id: str, start: Start, gate: Gate) -> Event:
        call = run.call(call_id)
        if call is None or not isinstance(call.state, Started):
            return NotStarted(start.attempt)
        if self.chat.shut():
            # Nobody could be told what came of it: it waits until Slack takes our token again.
            return NotStarted(start.attempt, wait_ms=SHUT_MS)
        had = await confided.given(gate.vault, run.id, call, start.attempt)
        if not isinstance(had, confided.Given):
            return had
        if not start.in_time():
            return NotStarted(start.attempt)
        result = await gate.toolbox.run(call.state, had.args, f"{run.id}:{call.id}", had.hide)
        return readings.ran(start.attempt, call, result)

    async def _post_card(self, run: Run, effect: PostCard, start: Start) -> Event:
        request = run.request(effect.request)
        if request is None or not start.in_time():
            return NotStarted(start.attempt)
        copy = await self.chat.post_card(
            run, request, look=effect.look, plain=effect.plain, stub=effect.stub
        )
        drawn = copy.drawn if effect.look else request.draws
        return CardPosted(start.attempt, request.id, copy.channel, copy.ts, drawn, stub=effect.stub)

    async def _draw_card(self, run: Run, effect: DrawCard, attempt: str) -> Event:
        request = run.request(effect.request)
        copy = request and next((c for c in request.copies if c.ts == effect.ts), None)
        if request is None or copy is None:
            return NotStarted(attempt)
        there = await self.chat.draw_card(run, request, copy)
        return CardDrawn(
            attempt, request.id, effect.channel, effect.ts, request.draws, gone=not there
        )

    async def _post_say(
        self, desk: Desk, run: Run, key: str, start: Start, gate: Gate, *, look: bool
    ) -> Event:
        say = next((s for s in run.says if s.key == key), None)
        if say is None:
            return NotStarted(start.attempt)
        text = await answer_of(desk, self.store, run, say, gate)
        run, able = await called(gate, run, say)
        if not start.in_time():
            return NotStarted(start.attempt)
        await self.chat.post_say(run, say, text, look=look)
        return SayPosted(start.attempt, key, able)

    async def _show_status(self, run: Run, status: Status) -> Event:
        """A status that Slack doesn't take is no matter for anybody."""
        try:
            await self.chat.show_status(run, status)
        except ChatTrouble as trouble:
            log.info("status not shown", run=run.id, status=status, why=trouble.words)
            came = "wait" if trouble.kind in ("wait", "unclear") else "refused"
            return StatusShown(status, came, int(trouble.retry_after_s * 1000))
        return StatusShown(status)

    async def _show_progress(self, run: Run, effect: ShowProgress, start: Start) -> Event:
        if not start.in_time():
            return NotStarted(start.attempt)
        ts = await self.chat.show_progress(run, look=effect.look)  # with all that has begun since
        return ProgressShown(start.attempt, ts or "", progress.picture(run), gone=ts is None)

    async def _post_opening(
        self, desk: Desk, run: Run, start: Start, gate: Gate, *, look: bool
    ) -> Event:
        """Whoever may start nothing leaves no post; a root's replies are kept from its post on."""
        refused = await self._no_task(run, gate)
        if refused:
            words = f"{refused} Nothing was run."
            return ChatFailed(start.attempt, start.effect.key, "refused", words, 0)
        text = readings.asked(await desk.lines(self.store, run.lines))
        place, root = run.thread.place, not run.thread.ts
        if root:
            await self.store.shelf.expect(place, run.id)
        if not start.in_time():
            return NotStarted(start.attempt)
        try:
            thread = await self.chat.post_opening(run, text, look=look)
        except ChatTrouble as trouble:
            if root and trouble.kind in ("refused", "nowhere"):
                await self.store.shelf.arrived(place, run.id)
            raise
        return Opened(start.attempt, thread.channel, thread.ts)

    async def _send_note(self, run: Run, key: str, attempt: str) -> Event:
        note = next((n for n in run.notes if n.key == key), None)
        if note is None:
            return NotStarted(attempt)
        await self.chat.note(run, note, await self.store.side(run.id, f"url:{key}"))
        return NoteSent(attempt, key)
