"""What can't be read, told or looked up: nothing is folded by guess, nothing is lost."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.core.checkpoint import VERSION
from bot.core.ids import Thread, Who
from bot.core.request import PersonFacts
from bot.ports import ChatTrouble, Commit, StoreDown, Taken, ToRun
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import (
    ANA,
    BEN,
    CHI,
    SETTINGS,
    THREAD,
    Bench,
    calls,
    run_twice,
    serving,
    words,
)

NEWER = '{"v":99,"kind":"dreamt","of":"sheep"}'


async def _commit(bench: Bench, **change: Any) -> None:
    """A commit by hand, as another version would write it."""
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    change.setdefault("folded_to", taken.folded_to)
    step = Commit(run=bench.run, fence=taken.fence, version=taken.version, id="by hand", **change)
    await bench.store.commit(step)


async def _mail(bench: Bench) -> list[str]:
    """The bodies in the mailbox."""
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    return [item.body for item in taken.mail]


# --- newer versions ------------------------------------------------------------------------------


async def test_a_log_of_a_newer_version_is_left_alone(bench: Bench) -> None:
    """An entry that can't be read isn't folded, and nothing is written."""
    await bench.says()
    await _commit(bench, entries=('{"v":99,"at":1,"event":{"kind":"dreamt"}}',))
    worker = bench.worker()
    for _ in range(SETTINGS.max_tries + 2):
        await bench.moves(worker)
    assert bench.ledger.read() == [] and bench.model.requests == []


async def test_mail_of_a_newer_version_waits_for_who_can_read_it(bench: Bench) -> None:
    """It stays in the mailbox, with all that came before, however often it is looked at."""
    await bench.says()
    await bench.store.enqueue(ToRun(bench.run), "newer", NEWER)
    worker = bench.worker()
    for _ in range(SETTINGS.max_tries + 2):
        await bench.moves(worker)
    assert bench.ledger.read() == [] and bench.model.requests == []
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    assert taken.tries == 1, "whoever can read it finds it as if nobody had tried"
    assert [item.body for item in taken.mail[1:]] == [NEWER]


@pytest.mark.parametrize("last", [False, True])
async def test_mail_of_a_newer_version_that_comes_meanwhile_waits_too(
    bench: Bench, last: bool
) -> None:
    """A commit that meets it writes what it can; the answer is posted, the mail is kept."""
    bench.model.plays(words("my answer"))
    point = "performed post_say" if last else "performed call_model"

    class Meanwhile:
        """The store, into which newer mail comes right before one commit."""

        ready = False

        def __getattr__(self, name: str) -> object:
            return getattr(bench.store, name)

        async def commit(self, step: Commit) -> object:
            if self.ready:
                self.ready = False
                await bench.store.enqueue(ToRun(bench.run), "newer", NEWER)
            return await bench.store.commit(step)

    store = Meanwhile()

    def probe(name: str) -> None:
        store.ready = store.ready or name == point

    worker = bench.worker(store=store, probe=probe)  # pyright: ignore[reportArgumentType]
    await bench.says()
    await bench.moves(worker)
    assert bench.said("answer") == ["my answer"]
    assert NEWER in await _mail(bench)


# --- parked --------------------------------------------------------------------------------------


class _Mute(LedgerChat):
    """A chat that can't tell that a run was parked."""

    trouble: ChatTrouble | None = None

    async def apologise(self, thread: Thread, run: str) -> None:
        """See ports.Chat."""
        if self.trouble is not None:
            raise self.trouble
        await super().apologise(thread, run)


def _poisoned(point: str) -> None:
    if point == "before_commit":
        raise RuntimeError("poison")


async def test_a_run_is_parked_when_its_thread_is_told(bench: Bench) -> None:
    """While Slack asks to wait the run isn't parked; where it is closed to us it is, untold."""
    chat = _Mute(bench.ledger, random.Random(1), 0.0)
    chat.trouble = ChatTrouble("wait", "rate limited")
    worker = bench.worker(probe=_poisoned, chat=chat)
    await bench.says()
    for _ in range(SETTINGS.max_tries + 2):
        await bench.moves(worker)
    assert await bench.says("more", ts="1.1") == "queued"
    chat.trouble = ChatTrouble("nowhere", "is_archived")
    await bench.moves(worker)
    assert await bench.says("more", ts="1.2") == "parked"
    assert bench.told("parked") == []


async def test_a_parked_run_that_cannot_be_read_is_told(bench: Bench) -> None:
    """Its log is broken and its mailbox holds nothing that says where it was: the header does."""
    await bench.says()
    await _commit(bench, entries=("{}",), folded_to=len(await _mail(bench)))
    await bench.store.enqueue(ToRun(bench.run), "noise", '{"kind":"noise"}')
    worker = bench.worker()
    for _ in range(SETTINGS.max_tries + 1):
        await bench.moves(worker)
    assert bench.told("parked") == [{"kind": "parked", "run": bench.run, "thread": THREAD.key}]
    assert await bench.says("more", ts="1.1") == "parked"


async def test_a_run_that_waited_for_people_is_parked_and_told(bench: Bench) -> None:
    """Its card stands and the click on it can't be worked on: its thread is known all the same."""
    bench.model.plays(calls("hit"), words("after all"))
    await bench.says()
    await bench.moves(bench.worker())
    await bench.clicks(BEN, "approve")
    worker = bench.worker(probe=_poisoned)
    for _ in range(SETTINGS.max_tries + 1):
        await bench.moves(worker)
    assert [line["run"] for line in bench.told("parked")] == [bench.run]
    assert await bench.clicks(CHI, "reject") == "parked"
    await bench.store.unpark(bench.run)
    await bench.moves(bench.worker())
    assert len(bench.told("hit")) == 1 and bench.said("answer") == ["after all"]


# --- small things --------------------------------------------------------------------------------


class _Clumsy(LedgerChat):
    """Can't react, and at first can't say who anybody is."""

    failures = 1
    reactions = 0

    async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
        """See ports.Chat."""
        self.reactions += 1
        raise ChatTrouble("unclear", "the reply was lost")

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        if self.failures and not who.same(ANA):
            self.failures -= 1
            raise RuntimeError("a bug")
        return await super().person(who)


async def test_a_reaction_that_fails_is_let_go_and_a_look_up_is_not(bench: Bench) -> None:
    """A reaction is tried once; a click is looked up until it is known who clicked."""
    bench.model.plays(calls("hit"), words("done"))
    chat = _Clumsy(bench.ledger, random.Random(1), 0.0)
    worker = bench.worker(chat=chat)
    await bench.says()
    await bench.moves(worker)
    await bench.clicks(BEN, "approve")
    await bench.moves(worker)
    assert bench.told("hit") == [] and chat.failures == 0
    await bench.moves(worker)
    assert bench.said("answer") == ["done"]
    assert chat.reactions == 1


async def test_what_names_no_run_of_ours_is_gone(bench: Bench) -> None:
    """A click on something else is answered, not saved; there is no record of it."""
    bench.run = "nonsense"
    assert await bench.clicks(BEN, "approve") == "gone"
    assert await bench.inbox.record("nonsense.1") is None
    assert await bench.inbox.record("0.aaaaaaaaaa.1") is None


async def test_a_record_tells_what_is_asked(bench: Bench) -> None:
    """Readers get the request without taking its run."""
    bench.model.plays(calls("hit"))
    await bench.says()
    await bench.moves(bench.worker())
    record = await bench.inbox.record(f"{bench.run}.1")
    assert record is not None
    assert record.request.tool == "hit" and record.run.requester.same(ANA)
    assert len(record.request.copies) == 1 and record.request.ended is None


async def test_what_is_asked_is_written_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come of it is written beside it; a new picture of the card is nobody's news."""
    steps, commit = list[Commit](), bench.store.commit

    async def seen(step: Commit) -> Any:
        steps.append(step)
        return await commit(step)

    monkeypatch.setattr(bench.store, "commit", seen)
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    asked = f"{bench.run}.1"
    assert [asked in s.requests for s in steps].count(True) == 1
    news = [s.news[asked] for s in steps if s.news]
    assert len(news) == len(set(news)) == 3, "posted, approved, ran"
    record = await bench.inbox.record(asked)
    assert record and record.request.ended and record.request.result and record.request.copies
    assert sum(map(len, news)) < 1_500


async def test_a_click_that_says_no_is_on_the_record(bench: Bench) -> None:
    """Refused attempts are recorded with who tried and why it was refused."""
    bench.model.plays(calls("hit"))
    await bench.says()
    await bench.moves(bench.worker())
    await bench.clicks(ANA, "approve")
    await bench.moves(bench.worker())
    assert (await bench.record())[-1] == "attempt refused"
    last = (await bench.store.audit(bench.run))[-1]
    assert '"by":"U1ANA"' in last and '"why":"not_linked"' in last


async def test_a_worker_survives_a_store_that_is_gone_at_the_end(bench: Bench) -> None:
    """It is cancelled while its result waits for a store that is down: it ends all the same."""
    bench.model.plays(words("paid for"))

    class Gone:
        """The store, which is away for good once the model was asked."""

        def __getattr__(self, name: str) -> object:
            if bench.model.requests and name in ("commit", "enqueue"):
                raise StoreDown("away")
            return getattr(bench.store, name)

    store = Gone()
    worker = bench.worker(store=store, settings=replace(SETTINGS, drain_s=0.2))  # pyright: ignore[reportArgumentType]
    await bench.says()
    async with serving(worker) as task:
        await bench.until(lambda: bench.model.requests, "the model is asked")
        task.cancel()
        await asyncio.wait([task], timeout=3)
        assert task.cancelled()
    assert bench.said("answer") == []


async def test_a_result_that_comes_after_its_call_was_run_again_is_told(bench: Bench) -> None:
    """Taken for lost, run again by a person's word, and then it came back: the thread hears it."""
    await run_twice(bench)
    assert bench.said("late_result") and bench.said("answer") == ["done"]
    assert await bench.results() == ["at last"]
