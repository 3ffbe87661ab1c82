"""Who clicked is looked up within the click's own step, if that can be had at once."""

import asyncio
import random

import pytest

from bot.core.ids import Who
from bot.core.request import PersonFacts
from bot.engine import fold
from bot.engine.worker import Worker
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import ANA, BEN, CHI, LEASE_S, Bench, calls, serving, words
from tests.engine.watched import Watched
from tests.support import wait_until


class Asking(LedgerChat):
    """Counts who is looked up after a click, and waits to be let go."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.ledger, random.Random(2), 0.0)
        self.asked: list[str] = []
        self.go = asyncio.Event()
        self.broken = 0

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        if not who.same(ANA):
            self.asked.append(who.user)
            await self.go.wait()
            if self.broken:
                self.broken -= 1
                raise RuntimeError("a bug")
        return await super().person(who)


def _worker(bench: Bench, store: Watched, chat: LedgerChat) -> Worker:
    return bench.worker(store=store, chat=chat)  # pyright: ignore[reportArgumentType]


async def _asked(bench: Bench) -> None:
    """A run that waits for a click."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())


async def _decided(bench: Bench) -> None:
    """Asserts that it was decided once and done once."""
    assert bench.said("answer") == ["done"] and len(bench.told("hit")) == 1
    record = await bench.record()
    assert record.count("approval") == record.count("request approved") == 1


async def test_a_click_and_its_decision_are_one_commit(bench: Bench) -> None:
    """Clicked, checked, and the tool's start and the card's picture with it."""
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    chat.go.set()
    await bench.clicks(BEN, "approve")
    await bench.moves(_worker(bench, store, chat))
    kinds = store.of("clicked")
    assert kinds[:2] == ["clicked", "checked"] and kinds.count("began") == 3
    assert chat.asked == [BEN.user]
    await _decided(bench)


async def test_a_slow_look_up_goes_on_after_the_click_is_saved(bench: Bench) -> None:
    """The click is saved alone, and nobody is looked up twice."""
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    worker = _worker(bench, store, chat)
    await bench.clicks(BEN, "approve")
    await worker.work(bench.run)
    assert store.saved == [["clicked"]]
    chat.go.set()
    await worker.drain()
    assert store.of("checked") != store.of("clicked") and chat.asked == [BEN.user]
    await _decided(bench)


async def test_two_clicks_are_decided_in_their_order(bench: Bench) -> None:
    """Both are looked up at once; the first decides, and the other is told."""
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    chat.go.set()
    await bench.clicks(BEN, "approve")
    await bench.clicks(CHI, "reject")
    await bench.moves(_worker(bench, store, chat))
    assert store.of("clicked").count("checked") == 2
    assert [note["to"] for note in bench.told("note")] == [CHI.user]
    await _decided(bench)


@pytest.mark.parametrize("looked", [False, True], ids=["during the look-up", "right after it"])
async def test_a_click_outlives_the_worker_that_looks_somebody_up(
    bench: Bench, looked: bool
) -> None:
    """The process is gone before the commit: the click is still in the mailbox."""
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    if looked:
        chat.go.set()
    store.dead = True
    await bench.clicks(BEN, "approve")
    dying = _worker(bench, store, chat).start(bench.run)
    await wait_until(lambda: chat.asked, "Ben is looked up")
    bench.passes(LEASE_S)
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    await _decided(bench)


async def test_a_click_whose_commit_is_fenced_off_is_decided_by_the_other(bench: Bench) -> None:
    """Another worker takes the run during the look-up: of two decisions only one is written."""
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    worker = _worker(bench, store, chat)
    await bench.clicks(BEN, "approve")
    first = worker.start(bench.run)
    await wait_until(lambda: chat.asked, "Ben is looked up")
    await bench.moves(bench.worker())
    chat.go.set()
    await first
    await worker.drain()
    assert store.saved == [] and worker.busy == 0
    await _decided(bench)


async def test_a_click_waits_for_a_store_that_is_down(bench: Bench) -> None:
    """It can't be saved with its decision: it stays where it was, and nothing has left."""
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    chat.go.set()
    store.down = True
    worker = _worker(bench, store, chat)
    await bench.clicks(BEN, "approve")
    await worker.work(bench.run)
    assert store.refused == 1 and bench.told("hit") == []
    store.down = False
    await bench.moves(worker)
    await bench.moves(worker)
    await _decided(bench)


async def test_a_look_up_that_breaks_leaves_the_click_owed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug in the chat's adapter: the click is saved and looked up again."""
    monkeypatch.setattr(fold, "CHECK_S", 0.05)
    await _asked(bench)
    store, chat = Watched(bench), Asking(bench)
    chat.go.set()
    chat.broken = 1
    await bench.clicks(BEN, "approve")
    worker = _worker(bench, store, chat)
    await bench.moves(worker)
    assert store.saved == [["clicked"]]
    await bench.moves(worker)
    await _decided(bench)
