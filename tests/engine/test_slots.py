"""What comes to a process that works is begun in the step that saves it; else by a hint."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.core.checkpoint import VERSION, dump_event
from bot.core.events import Clicked
from bot.core.request import Click
from bot.engine import Closed, Slots, Worker
from bot.ports import Enqueued, StoreDown, Taken, TooNew, ToRun, ToThread
from bot.ports.store import Gone, Parked
from bot.store import RedisStore
from tests.engine.bench import ANA, BEN, CHI, LEASE_S, SETTINGS, Bench, calls, serving, words
from tests.engine.conftest import TIMES
from tests.support import wait_until

# A sweep that comes between a hint and its take hints once more.
UNSWEPT = replace(SETTINGS, sweep_s=3_600.0)


class Watched(RedisStore):
    """A store that keeps the ways to a run: `hint`, `take`, `saved` with or without one."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # pyright: ignore[reportArgumentType]
        self.ways: list[str] = []
        self.waits = False
        self.gate = asyncio.Event()
        self.gate.set()
        self.fails = False

    async def wait(self, timeout_s: float) -> str | None:
        """See ports.Store."""
        self.waits = True
        run = await super().wait(timeout_s)
        if run is not None:
            self.ways.append("hint")
        return run

    async def take(self, run: str, have: int, reader: int) -> Taken | TooNew | Parked | Gone:
        """See ports.Store."""
        self.ways.append("take")
        return await super().take(run, have, reader)

    async def leave(self, run: str, fence: int) -> bool:
        """See ports.Store."""
        if self.fails:
            raise StoreDown("it is down")
        self.ways.append("leave")
        return await super().leave(run, fence)

    async def enqueue(
        self,
        to: ToRun | ToThread,
        key: str,
        body: str,
        *,
        drop: str | None = None,
        side: tuple[str, str] | None = None,
        reader: int | None = None,
    ) -> Enqueued:
        """See ports.Store; the answer is held back while `gate` is."""
        saved = await super().enqueue(to, key, body, drop=drop, side=side, reader=reader)
        self.ways.append("saved and taken" if saved.taken else "saved")
        await self.gate.wait()
        return saved


@pytest.fixture
async def watched(bench: Bench, redis: str) -> AsyncGenerator[Watched]:
    """Such a store on the bench's runs."""
    async with Watched.open(redis, namespace=bench.namespace, times=TIMES) as opened:
        assert isinstance(opened, Watched)
        yield opened


@asynccontextmanager
async def working(
    bench: Bench, worker: Worker, closed: Closed | None = None
) -> AsyncGenerator[asyncio.Task[None]]:
    """A process that receives and works."""
    store, slots = worker.store, Slots(worker)
    assert isinstance(store, Watched)
    bench.store, bench.slots = store, slots
    async with serving(worker, closed, slots) as task:
        # One slot is the one in which a hint is waited for.
        await wait_until(lambda: store.waits or slots.waits, "the worker is at work")
        yield task


async def test_a_lifecycle_needs_neither_hint_nor_take(bench: Bench, watched: Watched) -> None:
    """The question and the decision are begun as soon as each is saved."""
    bench.model.plays(calls("hit"), words("done"))
    worker = bench.worker(store=watched, settings=UNSWEPT)
    async with working(bench, worker):
        assert await bench.says() == "queued"
        await bench.until(lambda: bench.told("card") and not worker.busy, "somebody is asked")
        await bench.clicks(BEN, "approve")
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.told("hit")) == 1
    assert watched.ways == ["saved and taken"] * 2


async def test_the_answer_does_not_wait_for_the_work(bench: Bench, watched: Watched) -> None:
    """Whoever saves goes on before anything is folded."""
    points = list[str]()
    bench.model.plays(words("done"))
    async with working(bench, bench.worker(store=watched, settings=UNSWEPT, probe=points.append)):
        await bench.says()
        assert points == []
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert points[0] == "taken"


async def test_without_a_free_slot_others_are_hinted(bench: Bench, watched: Watched) -> None:
    """As with a single one, in which a hint is waited for."""
    bench.model.plays(words("done"))
    settings = replace(UNSWEPT, max_runs=1)
    async with working(bench, bench.worker(store=watched, settings=settings)):
        await bench.says()
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert sorted(watched.ways) == ["hint", "saved", "take"]


async def test_slots_are_free_again(bench: Bench, watched: Watched) -> None:
    """After mail that took nothing, after a save that failed, and after each run."""
    worker = bench.worker(store=watched, settings=replace(UNSWEPT, max_runs=2))
    async with working(bench, worker):
        for n in range(3):
            bench.model.plays(words("done"))
            await bench.says(ts=f"{n}.0")
            assert await bench.says(ts=f"{n}.0") == "duplicate"
            await bench.until(lambda n=n: len(bench.said("answer")) == n + 1, "the answer")
            await wait_until(lambda: not worker.busy, "all is saved")
            assert bench.slots is not None
            with pytest.raises(ValueError, match="not a run id"):
                await bench.slots.enqueue(ToRun("nonsense"), "k", "{}")
    assert "hint" not in watched.ways


async def refused() -> bool:
    """See ports.Chat.knock."""
    return False


async def test_while_the_chat_is_shut_nothing_is_taken(bench: Bench, watched: Watched) -> None:
    """A hint waits with the mail."""
    closed = Closed(bench.store.shared, bench.chat, knock_s=1e9)
    bench.model.plays(words("done"))
    bench.chat.knock = refused
    bench.chat.refuse("token_revoked")
    async with working(bench, bench.worker(store=watched), closed):
        await bench.says()
        assert watched.ways == ["saved"]
        await wait_until(bench.store.shared.shut, "all know of it")
        await bench.store.shared.set_shut(None)
        await bench.until(lambda: bench.said("answer"), "the answer")


async def test_before_and_after_work_nothing_is_taken(bench: Bench, watched: Watched) -> None:
    """Slack is still heard while the worker drains: what comes then is for others."""
    worker = bench.worker(store=watched)
    async with working(bench, worker):
        pass
    await bench.says()
    assert watched.ways == ["saved"]
    bench.model.plays(words("done"))
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")


@pytest.mark.parametrize("fails", [False, True])
async def test_a_run_that_was_taken_too_late_is_left(
    bench: Bench, watched: Watched, fails: bool
) -> None:
    """The worker began to drain while the save was on its way: others go on, at the latest when
    the take's lease is up.
    """
    async with working(bench, bench.worker(store=watched)):
        watched.gate.clear()
        watched.fails = fails
        saying = asyncio.create_task(bench.says())
        await wait_until(lambda: watched.ways, "it is saved")
    watched.gate.set()
    assert await saying == "queued"
    assert watched.ways == ["saved and taken"] + ["leave"] * (not fails)
    if fails:
        bench.passes(LEASE_S)
    bench.model.plays(words("done"))
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")


async def test_a_process_that_dies_right_after_is_followed(bench: Bench) -> None:
    """Its take is like any other: when the lease is up, another worker does the work, once."""
    bench.model.plays(calls("hit"), words("done"))
    slots = Slots(bench.worker())
    slots.begin = lambda run, taken=None: None  # it dies before its first step
    with slots.opened(None):
        bench.slots = slots
        await bench.says()
        bench.slots = None
    bench.passes(LEASE_S)
    async with serving(bench.worker()):
        await bench.until(lambda: bench.told("card"), "somebody is asked")
        await bench.clicks(CHI, "approve")
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.told("hit")) == 1


@pytest.mark.parametrize("how", ["thread", "run"])
async def test_mail_for_a_run_at_work_here_waits_for_its_desk(
    bench: Bench, watched: Watched, how: str
) -> None:
    """A model call is under way in this process: a take from beside would fence its result."""
    bench.model.plays(words("first"), words("second"))
    bench.model.open.clear()
    async with working(bench, bench.worker(store=watched, settings=UNSWEPT)):
        await bench.says("one")
        await wait_until(lambda: bench.model.requests, "the model is asked")
        if how == "thread":
            await bench.says("two", ts="2.0")
            await wait_until(lambda: "take" in watched.ways, "it is taken")
            bench.model.open.set()
            await bench.until(lambda: "second" in bench.said("answer"), "the last answer")
        else:
            stop = Clicked(Click("stop", "stop_run", "", 0, ANA))
            assert bench.slots is not None
            await bench.slots.enqueue(ToRun(bench.run), "stop", dump_event(stop))
            await wait_until(lambda: bench.model.cancelled, "it stops")
    assert sorted(watched.ways) == ["hint", "saved", "saved and taken", "take"]


async def test_mail_for_a_run_that_was_forgotten_here_is_folded_once(
    bench: Bench, watched: Watched
) -> None:
    """A take beside a desk that is open: what is done there is mail for whoever has the run."""
    bench.model.plays(words("first"), words("second"))
    bench.model.open.clear()
    worker = bench.worker(store=watched)
    worker.has = lambda to: False
    async with working(bench, worker):
        await bench.says("one")
        await wait_until(lambda: bench.model.requests, "the model is asked")
        await bench.says("two", ts="2.0")
        bench.model.open.set()
        await bench.until(lambda: "second" in bench.said("answer"), "the last answer")
    said = [line["text"] for line in await bench.transcript() if line["k"] == "user"]
    assert said == ["one", "two"]


async def test_a_take_that_waited_gives_way_to_a_later_one(bench: Bench) -> None:
    """Both are of this process: the later one found the mail of the first."""
    bench.model.plays(words("done"))
    bench.model.open.clear()
    worker = bench.worker()
    await bench.says("one")
    await worker.work(bench.run)
    waited = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(waited, Taken)
    await worker.work(bench.run)
    await worker.work(bench.run, waited)
    bench.model.open.set()
    await worker.drain()
    assert bench.said("answer") == ["done"]
    after = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(after, Taken) and after.fence == waited.fence + 2


async def test_a_take_that_another_process_has_overtaken_writes_nothing(bench: Bench) -> None:
    """It is fenced, and what was in it is done by the other."""
    bench.model.plays(words("done"))
    late, other = bench.worker(), bench.worker()
    await bench.says()
    waited = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(waited, Taken)
    await bench.moves(other)
    await late.work(bench.run, waited)
    await late.drain()
    assert bench.said("answer") == ["done"]
    assert len(bench.model.requests) == 1 and late.busy == 0
