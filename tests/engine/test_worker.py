"""Workers: what they do with a run, together, one after the other, and when something breaks."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.core import progress
from bot.core.checkpoint import VERSION, dump_event
from bot.core.events import Asked, Clicked
from bot.core.ids import Thread, Who, shard_of
from bot.core.request import Click, Copy, PersonFacts, Request
from bot.core.state import Run, Say
from bot.engine import EngineSettings, unbroken
from bot.engine.desk import Desk
from bot.ports import Commit, ModelTrouble, StoreDown, Taken, ToRun, ToThread
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import (
    ANA,
    BEN,
    CHI,
    LEASE_S,
    SETTINGS,
    THREAD,
    Bench,
    calls,
    serving,
    words,
)

# --- one worker ----------------------------------------------------------------------------------


async def test_a_run_from_its_task_to_its_answer(bench: Bench) -> None:
    """Asked, approved, run once, answered; all of it on an unbroken record."""
    bench.model.plays(calls("hit", "peek"), words("all done"))
    worker = bench.worker()
    await bench.says()
    await bench.moves(worker)
    assert len(bench.told("card")) == 1 and bench.told("hit") == []
    await bench.clicks(BEN, "approve")
    await bench.moves(worker)
    assert len(bench.told("hit")) == 1
    assert bench.said("answer") == ["all done"]
    assert await bench.results() == ["seen", "it was hit"]
    assert worker.busy == 0
    lines = await bench.store.audit(bench.run)
    assert unbroken(lines) and not unbroken(lines[1:])
    record = await bench.record()
    assert record[0] == "asked" and record.count("call started") == 2
    assert {"people asked", "approval", "request approved", "call finished"} <= set(record)


async def test_a_waiting_run_holds_nothing_and_goes_on_anywhere(bench: Bench) -> None:
    """After the card is posted the worker knows nothing of the run; another takes it up."""
    bench.model.plays(calls("hit"), words("done"))
    first, second = bench.worker(), bench.worker()
    await bench.says()
    await bench.moves(first)
    assert first.busy == 0
    await bench.clicks(BEN, "approve")
    await bench.moves(second)
    assert bench.said("answer") == ["done"]


async def test_a_stopped_run_does_not_wait_for_its_model(bench: Bench) -> None:
    """The model call is cancelled, the thread is told, and the model's words never come."""
    bench.model.plays(words("never said"))
    bench.model.open.clear()
    worker = bench.worker()
    await bench.says()
    await worker.work(bench.run)
    await bench.until(lambda: bench.model.requests, "the model is asked")
    stop = Click("stop", "stop_run", "", 0, ANA)
    await bench.store.enqueue(ToRun(bench.run), "stop", dump_event(Clicked(stop)))
    await bench.moves(worker)
    assert bench.model.cancelled == 1
    assert bench.said("stopped") and not bench.said("answer")
    assert worker.busy == 0


async def test_a_message_during_a_last_commit_is_not_lost(bench: Bench) -> None:
    """It arrives right before the run's last step is saved: the run goes on with it."""
    bench.model.plays(words("first answer"), words("second answer"))
    said = list[str]()

    class Busy:
        """The store, into which a message comes before the last commit."""

        def __getattr__(self, name: str) -> object:
            return getattr(bench.store, name)

        async def commit(self, step: Commit) -> object:
            if step.last and not said:
                said.append(await bench.says("and this?", ts="1.1"))
            return await bench.store.commit(step)

    await bench.says()
    run = bench.run
    await bench.moves(bench.worker(store=Busy()))  # pyright: ignore[reportArgumentType]
    assert said == ["queued"] and bench.run == run
    assert bench.said("answer") == ["first answer", "second answer"]
    assert "and this?" in str(bench.model.requests[1].messages)


async def test_what_was_to_start_with_a_last_commit_starts_with_the_next(bench: Bench) -> None:
    """Mail comes right before the last step: the end is shown, and no claim is left to run out."""
    bench.model.plays(calls("peek"), words("all done"))
    limits = replace(SETTINGS.limits, progress_every_ms=0)
    stop = Clicked(Click("late", "stop_run", "", 0, ANA))
    came = list[str]()

    class Busy:
        """The store, into which a click comes before the last commit."""

        def __getattr__(self, name: str) -> object:
            return getattr(bench.store, name)

        async def commit(self, step: Commit) -> object:
            if step.last and step.start and not came:
                await bench.store.enqueue(ToRun(bench.run), "late", dump_event(stop))
                came.extend(claim.attempt for claim in step.start)
            return await bench.store.commit(step)

    await bench.says()
    settings = replace(SETTINGS, limits=limits)
    worker = bench.worker(store=Busy(), settings=settings)  # pyright: ignore[reportArgumentType]
    await bench.moves(worker)
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken) and came
    desk = Desk(bench.run)
    desk.load(taken)
    assert desk.run is not None and desk.run.flights == ()
    assert desk.run.display.drawn == progress.picture(desk.run)


# --- several workers -----------------------------------------------------------------------------


async def test_a_reply_that_comes_after_another_took_the_run_counts(bench: Bench) -> None:
    """It was paid for: it goes into the mailbox, and whoever has the run now goes on with it."""
    bench.model.plays(words("said late"))
    bench.model.open.clear()
    first, second = bench.worker(), bench.worker()
    await bench.says()
    await first.work(bench.run)
    await bench.until(lambda: bench.model.requests, "the model is asked")
    await second.work(bench.run)  # nothing to do but a new fence
    bench.model.open.set()
    await first.drain()
    assert bench.said("answer") == []
    await bench.moves(second)
    assert bench.said("answer") == ["said late"]
    assert len(bench.model.requests) == 1


async def test_a_start_that_another_worker_fenced_off_never_leaves(bench: Bench) -> None:
    """Taken by a second worker right before the commit: the first runs nothing."""
    bench.model.plays(calls("peek"), words("seen once"))
    first, second = bench.worker(), bench.worker()
    await bench.says()
    points = list[str]()

    fenced = asyncio.Event()

    class Rival:
        """The store, where another worker takes the run whenever a commit starts a tool."""

        def __getattr__(self, name: str) -> object:
            return getattr(bench.store, name)

        async def commit(self, step: Commit) -> object:
            if step.start and not fenced.is_set() and len(bench.model.requests) == 1:
                fenced.set()
                await second.work(bench.run)
            return await bench.store.commit(step)

    first = bench.worker(store=Rival(), probe=points.append)  # pyright: ignore[reportArgumentType]
    await bench.moves(first)
    await bench.moves(second)
    await bench.moves(second)
    assert fenced.is_set()
    assert len(bench.told("peek")) == 1
    assert bench.said("answer") == ["seen once"]


STARTS = replace(SETTINGS, start_limit_ms=30_000)


@pytest.mark.parametrize(
    ("late", "kind"), [("run_tool", "peek"), ("post_card", "card"), ("post_say", "say")]
)
async def test_a_tool_or_post_that_would_leave_too_late_does_not(
    bench: Bench, stands_still: Callable[[], None], late: str, kind: str
) -> None:
    """The worker stood still between the commit and the call: the start is taken back."""
    bench.model.plays(calls("hit" if late == "post_card" else "peek"), words("done"))
    done = list[int]()

    def probe(point: str) -> None:
        if point == f"performing {late}" and not done:
            stands_still()
        if point == f"performed {late}":
            done.append(len(bench.told(kind)))

    await bench.says()
    await bench.moves(bench.worker(probe=probe, settings=STARTS))
    assert done == [0, 1], "the first start left too late, the second in time"
    record = await bench.record()
    assert record.count("call started") == {"run_tool": 2, "post_card": 0, "post_say": 1}[late]


async def test_a_claim_that_would_leave_too_late_does_not(
    bench: Bench, stands_still: Callable[[], None]
) -> None:
    """Another worker may have claimed the task for us: that reaction isn't another copy's."""
    bench.model.plays(words("done"))
    reactions = list[str]()

    class Slow(LedgerChat):
        """Has a reaction of ours since the worker stood still."""

        async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
            reactions.append(ts)
            return len(stood) == 2

    stood = list[str]()

    def probe(point: str) -> None:
        if point == "performing claim_task":
            stood.append(point)
            if len(stood) == 1:
                stands_still()

    chat = Slow(bench.ledger, random.Random(2), 0.0)
    asked = Asked("do it", ANA, THREAD, "1.0", claims=True)
    bench.run = (await bench.inbox.asked(asked, key="msg:1.0", starts=True)).run
    await bench.moves(bench.worker(probe=probe, chat=chat, settings=STARTS))
    assert reactions == ["1.0"] and bench.said("answer") == ["done"]


async def test_what_needs_no_commit_is_owed_again_after_its_worker_died(bench: Bench) -> None:
    """A click is being looked up when the worker dies: another looks it up after a lease."""
    bench.model.plays(calls("hit"), words("done"))

    class Silent(LedgerChat):
        """Never says who anybody is."""

        asked = 0

        async def person(self, who: Who) -> PersonFacts:
            """Hangs."""
            if not who.same(ANA):
                Silent.asked += 1
                await asyncio.Event().wait()
            return await super().person(who)

    silent = Silent(bench.ledger, random.Random(2), 0.0)
    first = bench.worker(chat=silent, settings=replace(SETTINGS, drain_s=0.0))
    await bench.says()
    await bench.moves(bench.worker())
    await bench.clicks(BEN, "approve")
    await first.work(bench.run)
    await bench.until(lambda: Silent.asked, "Ben is looked up")
    await first.drain()  # its tasks end as with the process
    bench.passes(LEASE_S)
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.told("hit")) == 1


async def test_a_worker_that_ends_lets_its_tool_finish(bench: Bench) -> None:
    """Cancelled while a tool runs: it waits, saves the result, and only then ends."""
    bench.model.plays(calls("slow"), words("done"))
    await bench.says()
    async with serving(bench.worker()) as task:
        await bench.until(lambda: bench.told("slow"), "the tool runs")
        task.cancel()
        bench.held.set()
        await asyncio.wait([task], timeout=5)
        assert task.cancelled()
    assert await bench.results() == ["at last"]
    await bench.moves(bench.worker())
    assert bench.said("answer") == ["done"]


async def test_a_tool_that_does_not_end_with_its_worker_is_asked_about(bench: Bench) -> None:
    """Its claim lapses, a person is asked what happened, and says; nobody runs it again."""
    bench.model.plays(calls("slow"), words("so it is"))
    await bench.says()
    worker = bench.worker(settings=replace(SETTINGS, drain_s=0.1))
    async with serving(worker):
        await bench.until(lambda: bench.told("slow"), "the tool runs")
    bench.passes(LEASE_S)
    async with serving(bench.worker()):
        await bench.until(lambda: bench.told("card"), "somebody is asked")
        assert bench.told("card")[0]["about"] == "unsure"
        await bench.clicks(CHI, "ran", reason="I saw it")
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.told("slow")) == 1
    assert '"outcome": "ran"' in (await bench.results())[0]


# --- what breaks ---------------------------------------------------------------------------------


async def test_a_run_that_always_fails_is_parked_and_told(bench: Bench) -> None:
    """After too many tries nobody works on it until it is unparked; its mail is kept."""
    poisoned = [True]

    def probe(point: str) -> None:
        if poisoned[0] and point == "before_commit":
            raise RuntimeError("poison")

    worker = bench.worker(probe=probe)
    await bench.says()
    for _ in range(SETTINGS.max_tries):
        await bench.moves(worker)
        assert bench.told("parked") == []
    await bench.moves(worker)
    assert [line["run"] for line in bench.told("parked")] == [bench.run]
    await bench.moves(worker)
    assert len(bench.told("parked")) == 1
    assert await bench.says("still there?", ts="1.1") == "parked"

    poisoned[0] = False
    bench.model.plays(words("here again"))
    assert await bench.store.unpark(bench.run)
    await bench.moves(worker)
    assert bench.said("answer") == ["here again"]
    said = [line["text"] for line in await bench.transcript() if line["k"] == "user"]
    assert said == ["do it", "still there?"]


async def test_a_run_of_a_newer_version_is_left_alone(bench: Bench) -> None:
    """Its format is one that this worker can't read: nothing is folded, posted or parked."""
    await bench.says()
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    newer = Commit(
        run=bench.run, fence=taken.fence, version=0, id="newer", folded_to=0, min_reader=99
    )
    await bench.store.commit(newer)
    worker = bench.worker()
    for _ in range(SETTINGS.max_tries + 2):
        await bench.moves(worker)
    assert bench.model.requests == [] and bench.told("parked") == []
    assert worker.busy == 0


async def test_a_result_waits_for_a_store_that_is_down(bench: Bench) -> None:
    """The model has answered and the store is away: the answer is saved when it is back."""
    bench.model.plays(words("paid for"))
    down = [3]

    class Failing:
        """The store, which is away for a while after the model was asked."""

        def __getattr__(self, name: str) -> object:
            if bench.model.requests and down[0] and name in ("commit", "enqueue"):
                down[0] -= 1
                raise StoreDown("away")
            return getattr(bench.store, name)

    worker = bench.worker(store=Failing())  # pyright: ignore[reportArgumentType]
    await bench.says()
    await bench.moves(worker)
    await bench.moves(worker)
    assert down == [0]
    assert bench.said("answer") == ["paid for"]
    assert len(bench.model.requests) == 1


async def test_a_store_that_is_down_is_waited_for(bench: Bench) -> None:
    """Hints, sweeps, takes and renewals fail for a while; the worker lives on."""
    bench.model.plays(calls("slow"), words("done"))
    down = {"wait": 1, "sweep": 1, "take": 1, "renew": 1}

    class Failing:
        """The store, each of whose methods fails once."""

        def __getattr__(self, name: str) -> object:
            if down.get(name):
                down[name] -= 1
                raise StoreDown("away")
            return getattr(bench.store, name)

    settings = replace(SETTINGS, lease_ms=8_000)  # a quarter of which is between renewals
    worker = bench.worker(store=Failing(), settings=settings)  # pyright: ignore[reportArgumentType]
    await bench.says()
    async with serving(worker):
        await bench.until(lambda: not down["take"], "the run isn't taken")
        bench.passes(LEASE_S)
        await bench.until(lambda: bench.told("slow"), "the tool runs")
        await bench.until(lambda: not any(down.values()), "all failed once")
        bench.held.set()
        await bench.until(lambda: bench.said("answer"), "the answer")


async def test_mail_that_cannot_be_read_is_passed_over(bench: Bench) -> None:
    """Noise in a mailbox stops nothing."""
    bench.model.plays(words("hello"))
    await bench.says()
    await bench.store.enqueue(ToRun(bench.run), "noise", '{"kind":"noise"}')
    await bench.moves(bench.worker())
    assert bench.said("answer") == ["hello"]


async def test_a_run_that_does_not_begin_with_a_task_is_nothing(bench: Bench) -> None:
    """A click without a run changes nothing and nobody is told anything."""
    thread = "T1/C1/9.0"
    click = Clicked(Click("c", "approve", "", 1, BEN))
    run = f"{shard_of(thread, bench.store.shards)}.aaaaaaaaaa"
    bench.run = run
    await bench.store.enqueue(ToThread(thread, starts=True, run=run), "c", dump_event(click))
    await bench.moves(bench.worker())
    assert bench.ledger.read() == []


@pytest.mark.parametrize("broken", ["post_card", "post_say", "draw_card"])
async def test_an_error_of_ours_is_tried_again(bench: Bench, broken: str) -> None:
    """A bug in the chat's adapter costs a second, not the card or the answer."""
    bench.model.plays(calls("hit"), words("done"))
    failed = list[str]()

    class Broken(LedgerChat):
        """Raises what no port promises, once."""

        def _break(self, name: str) -> None:
            if name == broken and not failed:
                failed.append(name)
                raise RuntimeError("a bug")

        async def post_card(
            self, run: Run, request: Request, *, look: bool, plain: bool, stub: bool = False
        ) -> Copy:
            """See ports.Chat."""
            self._break("post_card")
            return await super().post_card(run, request, look=look, plain=plain, stub=stub)

        async def draw_card(self, run: Run, request: Request, copy: Copy) -> bool:
            """See ports.Chat."""
            self._break("draw_card")
            return await super().draw_card(run, request, copy)

        async def post_say(self, run: Run, say: Say, text: str, *, look: bool) -> None:
            """See ports.Chat."""
            self._break("post_say")
            await super().post_say(run, say, text, look=look)

    chat = Broken(bench.ledger, random.Random(3), 0.0)
    await bench.says()
    async with serving(bench.worker(chat=chat)):
        await bench.until(lambda: bench.told("card"), "the card")
        await bench.clicks(BEN, "approve")
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert failed == [broken]


async def test_a_broken_model_adapter_is_asked_again(bench: Bench) -> None:
    """An exception that isn't a ModelTrouble is a failure like one, and tried again."""
    bench.model.plays(RuntimeError("a bug"), ModelTrouble("cut", "cut"), words("there"))
    await bench.says()
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.model.requests) == 3


async def test_a_broken_toolbox_leaves_the_outcome_unknown(bench: Bench) -> None:
    """Nobody knows whether the tool ran: a person is asked."""
    bench.model.plays(calls("slow"), words("as you say"))
    worker = bench.worker()

    async def run(*_: object) -> None:
        raise RuntimeError("a bug")

    bench.toolbox.run = run  # pyright: ignore[reportAttributeAccessIssue]
    await bench.says()
    await bench.moves(worker)
    assert [line["about"] for line in bench.told("card")] == ["unsure"]
    await bench.clicks(BEN, "leave")
    await bench.moves(worker)
    assert "unknown_outcome" in (await bench.results())[0]


def test_settings_that_could_not_hold_are_refused(bench: Bench) -> None:
    """A lease too short for a start to fit in is a ValueError."""
    with pytest.raises(ValueError, match="lease_ms"):
        bench.worker(settings=EngineSettings(lease_ms=4_999))
    with pytest.raises(ValueError, match="start_limit_ms"):
        bench.worker(settings=EngineSettings(lease_ms=5_000, start_limit_ms=2_501))
