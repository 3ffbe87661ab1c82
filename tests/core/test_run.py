"""The run machine under long histories: a world that answers, fails, forgets and interferes."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from bot.core import progress, switching, transcript
from bot.core.amends import Deleted, Edited
from bot.core.call import Ready
from bot.core.checkpoint import dump_run, load_run
from bot.core.due import due, lapsed, over, wake_at
from bot.core.effects import (
    CallModel,
    CheckPerson,
    ClaimTask,
    DrawCard,
    Effect,
    IndexThread,
    Judge,
    NumberUnsure,
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
    Asked,
    Began,
    CardDrawn,
    CardPosted,
    ChatFailed,
    Checked,
    Claimed,
    Entry,
    Event,
    Indexed,
    Lost,
    ModelFailed,
    NoteSent,
    NotStarted,
    Opened,
    ProgressShown,
    Reacted,
    SayPosted,
    StatusShown,
    Ticked,
    WentStale,
)
from bot.core.ids import Who
from bot.core.reading import as_read
from bot.core.request import Action, Copy
from bot.core.run import NoRun, advance
from bot.core.state import Limits
from bot.core.switches import SWITCHES, Switch
from bot.core.verdicts import Verdict
from tests.core import world
from tests.core.promises import step
from tests.core.world import ANA, BEN, CHI, DEE, ELI, GUS

Posted = PostCard | DrawCard | PostSay | PostOpening | SendNote | ClaimTask | ShowProgress
UNCLAIMED = (ClaimTask, CallModel, CheckPerson, SendNote, React, IndexThread)
FIRST = (replace(world.first(), claims=True), world.ordered(), world.handed_over())
PEOPLE = (ANA, BEN, CHI, DEE, ELI, GUS)
VERDICTS = (world.ALLOW, world.ASK, world.ASK_TWO, world.REFUSE)
ACTIONS: tuple[Action, ...] = (
    "approve", "approve", "reject", "guide", "ask_again", "ran", "run_again", "leave", "stop_call",
    "stop_run", "withdraw", "details", "status",
)  # fmt: skip
COMMANDS: tuple[Action, ...] = ("stop_run", "withdraw", "status", "ask_again")
REPLIES = ("answer", "one", "three", "blank", "length", "refused", "failed", "quota", "lost")
CHATS = ("done", "done", "wait", "unclear", "refused", "nowhere", "lost", "not started", "gone")


class World(RuleBasedStateMachine):
    """One run, and everything around it."""

    def __init__(self) -> None:
        """A run that was just asked for."""
        super().__init__()
        self.now = world.T0
        self.n = 0
        limits = Limits(max_steps=4, max_model_tries=3)
        self.limits = limits
        first = replace(world.first(limits), claims=True)
        self.run = advance(None, Entry(self.now, first))
        self.past: list[Began] = []
        self.said = [0]  # the transcript lines of people's messages
        self.lines = list(transcript.lines(None, self.run, world.first(limits)))
        self.never: set[str] = set()  # words that were changed or taken back before a look
        self.shown = ""  # all that any model call was given
        self.read = 0  # lines that a model call had, whose reply was taken
        self.starts: dict[str, int] = {}
        self.taken = False  # the thread went to another run

    @initialize(first=st.sampled_from(FIRST))
    def begins(self, first: Asked) -> None:
        """The run was asked for by a message, by a command, or by handing one over."""
        self.run = advance(None, Entry(self.now, replace(first, limits=self.limits)))
        self.said = [self.run.lines - 1]
        self.lines = list(transcript.lines(None, self.run, first))

    def see(self, event: Event) -> None:
        """Folds an event, with every promise checked."""
        before = self.run
        self.run = step(before, Entry(self.now, event))
        self.lines += transcript.lines(before, self.run, event)
        for call in self.run.calls:
            old = before.call(call.id)
            if old is None or old.state == call.state:
                continue
            if call.state.kind == "started":
                self.starts[call.id] = self.starts.get(call.id, 0) + 1
            if isinstance(event, NotStarted):
                self.starts[call.id] -= 1
            again = sum(r.call == call.id and world.was(r, "run_again") for r in self.run.requests)
            assert call.idempotent or self.starts.get(call.id, 0) <= 1 + again

    @rule(who=st.sampled_from(PEOPLE[:5]))
    def speaks(self, who: Who) -> None:
        """A person writes in the thread."""
        self.n += 1
        self.said.append(self.run.lines)
        self.see(world.asked(f"word {self.n}.", who, f"1700000000.{self.n:06}"))

    @rule(pick=st.integers(0, 9), own=st.sampled_from((True, True, False)))
    def corrects(self, pick: int, own: bool) -> None:
        """A message is edited, by its author or, so it is claimed, by somebody else."""
        message = self.run.heard[pick % len(self.run.heard)]
        self.n += 1
        was, before = self.words(message.words), self.run
        by = message.by if own else GUS
        self.see(Edited(message.ts, f"18000{self.n:05}.0", f"m{self.n}", f"word {self.n}.", by))
        if self.run.lines == before.lines:
            assert self.run == before
            return
        if self.line(-1)["k"] == "reworded":
            self.never.add(was)
        else:
            self.said.append(before.lines)

    @rule(pick=st.integers(0, 9), rarely=st.integers(0, 5))
    def takes_back(self, pick: int, rarely: int) -> None:
        """A message is deleted; the task, rarely."""
        message = self.run.heard[0 if rarely == 0 else -1 - pick % len(self.run.heard)]
        if not message.ts or (message == self.run.heard[0] and rarely):
            return
        was, start = self.words(message.words), len(self.lines)
        self.see(Deleted("C1", message.ts))
        for n in range(start, len(self.lines)):
            if self.line(n)["k"] == "unsaid":
                self.never.add(was)
                self.said.remove(self.line(n)["of"])
            elif self.line(n)["k"] == "taken_back":
                self.said.append(n)

    @precondition(lambda self: self.run.requests)
    @rule(pick=st.integers(0, 9))
    def loses_a_card(self, pick: int) -> None:
        """A card is deleted under our hands."""
        copies = [copy for request in self.run.requests for copy in request.copies]
        if copies:
            copy = copies[pick % len(copies)]
            self.see(Deleted(copy.channel, copy.ts))
            assert all(copy not in request.copies for request in self.run.requests)

    def line(self, number: int) -> dict[str, Any]:
        """A line of the transcript."""
        return json.loads(self.lines[number])

    def words(self, number: int) -> str:
        """What a line's message says now, whoever has read it."""
        changes = [json.loads(line) for line in self.lines]
        new = [c["text"] for c in changes if c["k"] == "reworded" and c["of"] == number]
        return new[-1] if new else str(self.line(number).get("text"))

    @rule(pick=st.integers(0, 30), verdict=st.sampled_from(VERDICTS), idempotent=st.booleans())
    def works(self, pick: int, verdict: Verdict, idempotent: bool) -> None:
        """The engine does one thing that is due."""
        owed = due(self.run, self.now)
        if owed:
            self.do(owed[pick % len(owed)], verdict, idempotent=idempotent)

    def do(self, effect: Effect, verdict: Verdict, *, idempotent: bool = False) -> None:  # noqa: C901
        """Starts a tracked effect, or answers one that isn't."""
        # One branch an effect.
        assert not self.run.claim or isinstance(effect, UNCLAIMED), "leaves before its claim"
        if isinstance(effect, Tracked):
            self.n += 1
            start = world.began(f"a{self.n}", effect, self.now)
            self.past.append(start)
            self.see(start)
            assert self.run.flights[-1].attempt == start.attempt
            if isinstance(effect, CallModel):
                self.shown += json.dumps(as_read(self.lines[: effect.upto]))
            return
        match effect:
            case ShowStatus(status=status):
                self.n += 1
                came = "refused" if self.n % 7 == 0 else "wait" if self.n % 3 == 0 else "shown"
                self.see(StatusShown(status, came, 2_000))
            case Judge(call=call):
                self.see(world.judged(call, verdict, idempotent=idempotent))
            case NumberUnsure(call=call):
                self.see(world.unsure(call))
            case CheckPerson(click=click):
                pending = next(p for p in self.run.clicks if p.click.id == click)
                found = world.facts(pending.click.by)
                self.see(Checked(click, found, verdict, world.POLICY))
            case React(ts=ts, edited=edited):
                self.see(Reacted(ts, edited=edited))
            case IndexThread():
                self.taken = self.taken or verdict == world.REFUSE
                self.see(Indexed(ok=verdict != world.REFUSE))

    @precondition(lambda self: self.run.flights)
    @rule(pick=st.integers(0, 9), reply=st.sampled_from(REPLIES), chat=st.sampled_from(CHATS))
    def lands(self, pick: int, reply: str, chat: str) -> None:
        """Something in flight comes back, or its worker dies."""
        flight = self.run.flights[pick % len(self.run.flights)]
        start = next(b for b in self.past if b.attempt == flight.attempt)
        self.back(start, reply, chat)

    @precondition(lambda self: self.past)
    @rule(pick=st.integers(0, 99), reply=st.sampled_from(REPLIES), chat=st.sampled_from(CHATS))
    def comes_late(self, pick: int, reply: str, chat: str) -> None:
        """Any start of the past is answered, once more or for the first time."""
        self.back(self.past[pick % len(self.past)], reply, chat)

    def back(self, start: Began, reply: str, chat: str) -> None:
        """What comes of a start."""
        attempt, effect = start.attempt, start.effect
        match effect:
            case CallModel(turn=turn, upto=upto):
                before = self.run.turn, self.run.phase
                self.see(_model(attempt, turn, reply))
                if (self.run.turn, self.run.phase) != before:
                    self.read = max(self.read, upto)
            case RunTool(call=call):
                self.see(_tool(attempt, call, chat))
            case (
                PostCard() | DrawCard() | PostSay() | PostOpening() | SendNote() | ClaimTask()
                | ShowProgress()
            ):  # fmt: skip
                self.see(self.chat(attempt, effect, chat))

    def chat(self, attempt: str, effect: Posted, how: str) -> Event:  # noqa: C901
        """What comes of a post."""
        # One branch an effect.
        if how in ("lost", "not started"):
            return Lost(attempt) if how == "lost" else NotStarted(attempt)
        match how:
            case "wait" | "unclear" | "refused" | "nowhere":
                return ChatFailed(attempt, effect.key, how, "Slack said no", 2_000)
            case _:
                pass
        match effect:
            case PostCard(request=request):
                found = self.run.request(request)
                assert found is not None
                return CardPosted(attempt, request, "C1", f"17.{attempt}", found.draws)
            case DrawCard(request=request, channel=channel, ts=ts, draws=draws):
                return CardDrawn(attempt, request, channel, ts, draws, gone=how == "gone")
            case PostSay(say=say):
                return SayPosted(attempt, say)
            case PostOpening():
                return Opened(attempt, "C1", f"18.{attempt}")
            case SendNote(note=note):
                return NoteSent(attempt, note)
            case ShowProgress(picture=picture):
                return ProgressShown(attempt, "17.p", picture, gone=how == "gone")
            case ClaimTask():
                return Claimed(attempt, taken=how == "gone")

    @precondition(lambda self: self.run.requests)
    @rule(pick=st.integers(0, 9), action=st.sampled_from(ACTIONS), who=st.sampled_from(PEOPLE),
          revision=st.sampled_from((1, 1, 1, 2)), twin=st.booleans())  # fmt: skip
    def clicks(self, pick: int, action: Action, who: Who, revision: int, twin: bool) -> None:
        """Somebody presses something on some card, perhaps on one that isn't on record."""
        request = self.run.requests[-1 - pick % len(self.run.requests)]
        self.n += 1
        copy = Copy("C1", f"17.twin{request.id}") if twin else None
        self.see(world.click(action, request.id, who, id=f"k{self.n}", revision=revision,
                             copy=copy, reason="because"))  # fmt: skip

    @rule(action=st.sampled_from(COMMANDS), who=st.sampled_from(PEOPLE),
          rarely=st.integers(0, 3))  # fmt: skip
    def commands(self, action: Action, who: Who, rarely: int) -> None:
        """Somebody says stop or withdraw in the thread."""
        if rarely == 0:
            self.n += 1
            self.see(world.click(action, "", who, id=f"k{self.n}"))

    @rule(action=st.sampled_from(switching.ACTIONS), who=st.sampled_from(PEOPLE),
          switch=st.sampled_from(SWITCHES), posted=st.booleans())  # fmt: skip
    def switches(self, action: Action, who: Who, switch: Switch, posted: bool) -> None:
        """Somebody switches something off, wants it on, or presses the button for that."""
        self.n += 1
        copy = Copy("C1", f"1{self.n}.1") if posted else None
        self.see(world.click(action, "", who, id=f"k{self.n}", copy=copy, switch=switch))

    @rule(ask=st.booleans())
    def goes_stale(self, ask: bool) -> None:
        """A ready call may not start as it is."""
        ready = [c for c in self.run.calls if isinstance(c.state, Ready)]
        if ready:
            self.see(WentStale(ready[0].id, "the tool has changed", ask=ask))

    @rule(ms=st.sampled_from((500, 5_000, 900_000, 3_600_000)))
    def waits(self, ms: int) -> None:
        """Time passes."""
        self.now += ms
        if lapsed(self.run, self.now):
            self.see(Ticked())
            assert not lapsed(self.run, self.now), "ticks for ever"

    @invariant()
    def is_saved_whole(self) -> None:
        """A snapshot gives the same run."""
        assert load_run(dump_run(self.run)) == self.run

    def teardown(self) -> None:
        """With a world that answers and nobody who presses anything, every run comes to an end."""
        for _ in range(400):
            if self.run.flights:
                start = next(b for b in self.past if b.attempt == self.run.flights[0].attempt)
                self.back(start, "answer", "done")
            elif owed := due(self.run, self.now):
                self.do(owed[0], world.ALLOW)
            elif over(self.run) and wake_at(self.run) is None:
                break
            elif lapsed(self.run, self.now):
                # A click's look-up held time back; now that it is answered, a take catches up.
                self.see(Ticked())
                assert not lapsed(self.run, self.now), "ticks for ever"
            else:
                wake = wake_at(self.run)
                assert wake is not None, "waits for nothing"
                assert wake > self.now, "wakes for nothing"
                self.waits(wake - self.now)
        assert over(self.run), "never comes to an end"
        self.shows()
        assert wake_at(self.run) is None
        if self.run.phase.kind == "done" and not self.taken:
            assert all(line < self.read for line in self.said), "a message was never read"
        assert not [words for words in self.never if words in self.shown], "shown all the same"

    def shows(self) -> None:
        """What is shown at the end is how it ended, unless Slack has none of it."""
        shown = self.run.display
        assert shown.quiet or shown.status in ("active", "")
        assert shown.gone or not shown.ts or shown.drawn == progress.picture(self.run)


def _model(attempt: str, turn: int, reply: str) -> Event:
    match reply:
        case "answer":
            return world.replied(attempt, turn, text="It is done.")
        case "one" | "three":
            return world.replied(attempt, turn, calls=1 if reply == "one" else 3)
        case "blank":
            return world.replied(attempt, turn)
        case "length":
            return world.replied(attempt, turn, calls=1, finish="length")
        case "refused":
            return world.replied(attempt, turn, text="No.", refused=True)
        case "failed" | "quota":
            return ModelFailed(attempt, turn, "down", 1_000 if reply == "failed" else None)
        case _:
            return Lost(attempt)


def _tool(attempt: str, call: str, how: str) -> Event:
    match how:
        case "lost" | "unclear":
            return Lost(attempt)
        case "not started":
            return NotStarted(attempt)
        case _:
            return world.done(attempt, call, ok=how == "done")


TestWorld = pytest.mark.timeout(600)(World.TestCase)
TestWorld.settings = settings(
    max_examples=int(__import__("os").environ.get("EX", "60")),
    stateful_step_count=50,
    print_blob=True,
)


def test_a_run_starts_with_a_message() -> None:
    """Nothing else makes one."""
    with pytest.raises(NoRun):
        advance(None, Entry(world.T0, Ticked()))


def test_what_is_about_nothing_known_changes_nothing() -> None:
    """A result for a call that never was, and a second start of what is in flight."""
    run = world.fold(world.acting(), world.judged("c1", world.ALLOW))
    assert world.fold(run, world.done("a1", "c9")) == run
    started = world.fold(run, world.began("a1", RunTool("c1")))
    assert world.fold(started, world.began("a2", RunTool("c1"))) == started
    posting = world.fold(world.new(), world.began("m1", CallModel(1, 1)))
    assert world.fold(posting, world.began("m2", CallModel(1, 1))) == posting
    assert world.fold(run, world.began("a1", RunTool("c9"))) == run
