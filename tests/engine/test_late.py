"""What came back and makes nothing new due rides along with a commit that is made anyhow."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.core.checkpoint import VERSION, dump_event
from bot.core.effects import CallModel, ClaimTask, PostSay
from bot.core.events import (
    Asked,
    Began,
    CardPosted,
    Claimed,
    Clicked,
    Entry,
    SayPosted,
    StatusShown,
    ToolDone,
)
from bot.core.ids import Thread
from bot.core.request import Click
from bot.core.run import advance
from bot.core.state import Run, Say
from bot.core.timeline import Status
from bot.engine import late
from bot.engine.desk import Desk
from bot.engine.late import LATER_MS, SOON_MS, Late, ahead, harmless, patience
from bot.engine.worker import Worker
from bot.ports import Taken, ToRun
from bot.tools.python import tool
from bot.tools.registry import Registry
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import ANA, BEN, LEASE_S, SETTINGS, THREAD, Bench, calls, serving, words
from tests.engine.watched import Watched
from tests.support import wait_until

T0 = 1_700_000_000_000


def _worker(bench: Bench, store: Watched, chat: LedgerChat | None = None, **given: float) -> Worker:
    limits = replace(SETTINGS.limits, progress=False)  # a timeline is due after most posts
    settings = replace(SETTINGS, limits=limits, **given)
    return bench.worker(store=store, chat=chat, settings=settings)  # pyright: ignore[reportArgumentType]


async def _asks(bench: Bench) -> None:
    asked = Asked("do it", ANA, THREAD, "1.0", claims=True)
    bench.run = (await bench.inbox.asked(asked, key="msg:1.0", starts=True)).run


async def _state(bench: Bench) -> Run:
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    desk = Desk(bench.run)
    desk.load(taken)
    assert desk.run is not None
    return desk.run


# --- what may wait --------------------------------------------------------------------------------


def _run() -> Run:
    asked = Asked("do it", ANA, THREAD, "1.0", run="0.a", number=1, claims=True)
    run = advance(None, Entry(T0, asked))
    for attempt, effect in (("k", ClaimTask("1.0")), ("m", CallModel(1, 1))):
        run = advance(run, Entry(T0, Began(attempt, effect, T0)))
    return run


def test_how_long_what_came_back_may_wait() -> None:
    """A card is pressed right away; a result, or a task that another copy has, never waits."""
    run = _run()
    assert patience(run, Claimed("k")) == patience(run, SayPosted("a", "s1")) == LATER_MS
    assert patience(run, CardPosted("a", "0.a.1", "C1", "2.0", 1)) == SOON_MS
    assert patience(run, StatusShown("processing")) == LATER_MS
    assert patience(run, StatusShown("active")) == 0, "another is owed by now"
    assert patience(run, StatusShown("processing", "wait")) == 0, "it is tried again"
    assert patience(run, Claimed("k", taken=True)) == 0
    assert patience(run, ToolDone("a", "c1", True, "", "")) == 0


def test_what_makes_something_due_does_not_wait() -> None:
    """The claim leaves only a status to be shown; with a post that waits for it, it is saved."""
    run = _run()
    claimed = Late("k", Claimed("k"), T0)
    assert harmless(run, ahead(run, [claimed]), T0)
    owing = replace(run, says=(Say("s1", "decision"),))
    assert not harmless(owing, ahead(owing, [claimed]), T0)
    held = replace(owing, says=(Say("s1", "decision"), Say("s2", "decision")), claim="")
    flying = advance(held, Entry(T0, Began("p", PostSay("s1"), T0)))
    assert not harmless(flying, ahead(flying, [Late("p", SayPosted("p", "s1"), T0)]), T0)


# --- what waits -----------------------------------------------------------------------------------


async def test_a_claim_rides_along_with_the_model_s_reply(bench: Bench) -> None:
    """It waits unsaved with its claim held; the status that it allows is shown meanwhile."""
    bench.model.plays(words("done"))
    bench.model.open.clear()
    store = Watched(bench)
    worker = _worker(bench, store)
    await _asks(bench)
    await worker.work(bench.run)
    await bench.until(lambda: bench.told("status"), "the status")
    assert len(store.saved) == 1 and len(_held(worker, bench)) == 2
    bench.model.open.set()
    await worker.drain()
    assert {"claimed", "status_shown", "model_replied"} <= set(store.of("claimed"))
    assert worker.busy == 0 and worker.renewer.idle
    assert (await _state(bench)).flights == ()


async def test_what_waited_for_long_enough_is_saved_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model takes its time: the claim is saved by itself."""
    monkeypatch.setattr(late, "LATER_MS", 150)
    bench.model.plays(words("done"))
    bench.model.open.clear()
    store = Watched(bench)
    worker = _worker(bench, store)
    await _asks(bench)
    await worker.work(bench.run)
    await bench.until(lambda: len(store.saved) == 2, "the claim is saved")
    assert store.saved[1][0] == "claimed" and len(_held(worker, bench)) == 1
    bench.model.open.set()
    await worker.drain()
    assert bench.said("answer") == ["done"]


async def test_a_card_and_its_status_are_saved_together(bench: Bench) -> None:
    """A run that pauses does so with one commit after its card stands."""
    bench.model.plays(calls("hit"))
    store = Watched(bench)
    worker = _worker(bench, store)
    await bench.says()
    await bench.moves(worker)
    assert "status_shown" in store.of("card_posted")
    state = await _state(bench)
    assert state.requests[0].copies and state.flights == () and worker.busy == 0


async def test_a_card_does_not_wait_for_a_slow_status(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its place is on record within a moment, whatever else hangs."""
    monkeypatch.setattr(late, "SOON_MS", 150)
    bench.model.plays(calls("hit"))
    go = asyncio.Event()

    class Slow(LedgerChat):
        """Hangs when it is to show that a run waits."""

        async def show_status(self, run: Run, status: Status) -> None:
            if status == "suspended":
                await go.wait()

    store = Watched(bench)
    worker = _worker(bench, store, Slow(bench.ledger, random.Random(2), 0.0))
    await bench.says()
    await worker.work(bench.run)
    await bench.until(lambda: store.of("card_posted"), "the card is on record")
    assert store.of("card_posted") == ["card_posted"]
    go.set()
    await worker.drain()
    assert worker.busy == 0


# --- what comes meanwhile -------------------------------------------------------------------------


async def test_a_stop_folds_what_waited_first(bench: Bench) -> None:
    """A task that is claimed and stopped is told so at once."""
    bench.model.plays(words("never said"))
    bench.model.open.clear()
    store = Watched(bench)
    worker = _worker(bench, store)
    await _asks(bench)
    await worker.work(bench.run)
    await bench.until(lambda: bench.told("status"), "the status")
    stop = Click("stop", "stop_run", "", 0, ANA)
    await bench.store.enqueue(ToRun(bench.run), "stop", dump_event(Clicked(stop)))
    await bench.moves(worker)
    kinds = store.of("clicked")
    assert kinds.index("claimed") < kinds.index("clicked") and "began" in kinds
    assert bench.said("stopped") and not bench.said("answer")
    assert bench.model.cancelled == 1 and worker.busy == 0


async def test_what_waits_reaches_the_worker_that_took_the_run(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fenced off while a claim waits: it becomes mail, and nobody claims again."""
    monkeypatch.setattr(late, "LATER_MS", 300)
    bench.model.plays(words("done"))
    bench.model.open.clear()
    reactions = list[str]()

    class Counting(LedgerChat):
        """Counts the claims."""

        async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
            reactions.append(ts)
            return True

    chat, store, other = (
        Counting(bench.ledger, random.Random(2), 0.0),
        Watched(bench),
        Watched(bench),
    )
    first, second = _worker(bench, store, chat), _worker(bench, other, chat)
    await _asks(bench)
    await first.work(bench.run)
    await bench.until(lambda: bench.told("status"), "the status")
    await second.work(bench.run)
    await wait_until(lambda: len(_held(first, bench)) == 1, "the claim is mailed")
    bench.model.open.set()
    await first.drain()
    await bench.moves(second)
    assert other.of("claimed") and not store.of("claimed")
    assert reactions == ["1.0"] and bench.said("answer") == ["done"]
    assert len(bench.model.requests) == 1


# --- what breaks ----------------------------------------------------------------------------------


async def test_what_waited_in_a_process_that_died_is_found_again(bench: Bench) -> None:
    """A post stood, unsaved, beside a tool that had to be asked about: it isn't posted twice."""
    bench.model.plays(calls("slow_hit"), words("so it is"))
    _add_slow_hit(bench)
    store = Watched(bench)
    first = _worker(bench, store, drain_s=0.1)
    await bench.says()
    await bench.moves(first)
    await bench.clicks(BEN, "approve")
    await first.work(bench.run)
    await bench.until(lambda: bench.told("slow_hit") and bench.said("decision"), "both are out")
    store.dead = True
    assert not store.of("say_posted")
    bench.passes(LEASE_S)
    async with serving(bench.worker()):
        await bench.until(lambda: len(bench.told("card")) == 2, "somebody is asked")
        await bench.clicks(BEN, "ran", request=2)
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.said("decision")) == 1
    await first.drain()


async def test_what_waited_for_a_store_that_is_down_is_saved_when_it_is_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim can't be saved for a while: it becomes mail, and is taken back nowhere."""
    monkeypatch.setattr(late, "LATER_MS", 100)
    bench.model.plays(words("done"))
    bench.model.open.clear()
    store = Watched(bench)
    worker = _worker(bench, store)
    await _asks(bench)
    await worker.work(bench.run)
    store.down = True
    await wait_until(lambda: store.refused, "the claim can't be saved")
    assert len(_held(worker, bench)) == 2, "its claim is held until it is saved"
    store.down = False
    await wait_until(lambda: len(_held(worker, bench)) == 1, "the claim is mailed")
    bench.model.open.set()
    await worker.drain()
    await bench.moves(worker)
    assert bench.said("answer") == ["done"] and worker.renewer.idle
    assert (await _state(bench)).claim == ""


async def test_a_worker_that_ends_saves_what_waits(bench: Bench) -> None:
    """Its tool doesn't end in time; the post beside it is on record all the same."""
    bench.model.plays(calls("slow_hit"))
    _add_slow_hit(bench)
    store = Watched(bench)
    worker = _worker(bench, store, drain_s=0.3)
    await bench.says()
    await bench.moves(worker)
    await bench.clicks(BEN, "approve")
    await worker.work(bench.run)

    wanted = {"card_drawn", "say_posted"}

    def back() -> bool:
        desk = worker._desks[bench.run]  # pyright: ignore[reportPrivateUsage]
        return wanted <= {*store.saved[-1], *(one.event.kind for one in desk.later.values())}

    await bench.until(back, "all but the tool has come back")
    await worker.drain()
    assert wanted <= set(store.saved[-1])
    assert [f.effect.kind for f in (await _state(bench)).flights] == ["run_tool"]


def _held(worker: Worker, bench: Bench) -> set[str]:
    """The attempts whose claims are renewed."""
    return worker.renewer._held.get(bench.run, set())  # pyright: ignore[reportPrivateUsage]


def _add_slow_hit(bench: Bench) -> None:

    @tool(risk="medium", title="hit slowly")
    async def slow_hit() -> str:
        """Hits, and takes its time."""
        bench.ledger.add(kind="slow_hit")
        await bench.held.wait()
        return "hit"

    bench.toolbox = Registry([slow_hit])
