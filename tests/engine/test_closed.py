"""While Slack refuses our token work waits, in every process, and goes on afterwards."""

import pytest

from bot.engine import Closed, perform
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import Bench, calls, serving, words
from tests.logs import logged
from tests.support import wait_until


class _Knocked:
    """How often somebody asked, and what Slack says."""

    def __init__(self, *chats: LedgerChat) -> None:
        self.knocks = 0
        self.takes = False
        for chat in chats:
            chat.knock = self.knock

    async def knock(self) -> bool:
        """See ports.Chat."""
        self.knocks += 1
        return self.takes


async def test_one_process_finds_it_and_all_learn_of_it(bench: Bench) -> None:
    """And whichever finds the token taken again tells the others."""
    at = [0.0]
    here, there = bench.chat, bench.another_chat()
    knocked = _Knocked(here, there)
    first = Closed(bench.store.shared, here, knock_s=10, clock=lambda: at[0])
    second = Closed(bench.store.shared, there, knock_s=1e9, clock=lambda: at[0])
    await first.look()
    assert not first.now
    here.refuse("account_inactive")
    with logged() as configure:
        lines = configure()
        await first.look()
        await first.look()
        assert [line["why"] for line in lines() if line["level"] == "error"] == ["account_inactive"]
    assert knocked.knocks == 1, "asked at once, and then not before its time"
    await second.look()
    assert second.now and there.shut() == "account_inactive"
    at[0], knocked.takes = 10.0, True
    await first.look()
    assert not first.now and knocked.knocks == 3
    await second.look()
    assert not second.now
    await second.look()
    assert await bench.store.shared.shut() is None


async def test_nothing_runs_while_it_lasts(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a tool nor the model; then the run goes on where it was."""
    monkeypatch.setattr(perform, "SHUT_MS", 50)
    bench.model.plays(calls("peek"), words("done"))
    await bench.says()
    worker = bench.worker(probe=lambda point: _refuse_after(bench, point))
    await bench.moves(worker)
    assert bench.told("peek") == []
    assert len(bench.model.requests) == 1
    bench.chat.refuse(None)
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.told("peek")) == 1


def _refuse_after(bench: Bench, point: str) -> None:
    if point == "performed call_model":
        bench.chat.refuse("token_revoked")


async def test_no_run_is_taken_while_it_lasts(bench: Bench) -> None:
    """A task that came is kept, and taken up when the token is taken again."""
    knocked = _Knocked(bench.chat)
    bench.chat.refuse("account_inactive")
    bench.model.plays(words("done"))
    closed = Closed(bench.store.shared, bench.chat, knock_s=0.05)
    async with serving(bench.worker(), closed):
        await wait_until(lambda: knocked.knocks > 1, "somebody asks again")
        assert await bench.says() == "queued"
        before = knocked.knocks
        await wait_until(lambda: knocked.knocks > before + 2, "time passes")
        assert bench.model.requests == []
        knocked.takes = True
        await bench.until(lambda: bench.said("answer"), "the answer")


async def test_who_starts_asks_before_anything_begins(bench: Bench) -> None:
    """What met a refusal that is over would be put off for a minute."""
    await bench.store.shared.set_shut("account_inactive")
    bench.model.plays(words("done"))
    await bench.says()
    passed = list[str]()

    async def knock() -> bool:
        for _ in range(50):  # others have as many turns
            await bench.store.health()
        assert passed == []
        return True

    bench.chat.knock = knock
    closed = Closed(bench.store.shared, bench.chat)
    async with serving(bench.worker(probe=passed.append), closed):
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert bench.chat.shut() is None
