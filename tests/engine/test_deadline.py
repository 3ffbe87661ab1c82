"""Time against clicks: what was pressed in time counts, whenever it is looked at."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.core.ids import Who
from bot.core.request import PersonFacts
from bot.core.rules import Rule
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import BEN, POLICY, Bench, calls, serving, words
from tests.support import wait_until

DEADLINE_S = 3_600


@pytest.fixture
async def asked(bench: Bench) -> None:
    """A card that waits for an hour."""
    rule = Rule("brief", ("*",), "by_risk", deadline_s=DEADLINE_S)
    bench.policy = replace(POLICY, rules=(rule,))
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    assert bench.told("card")


@pytest.mark.usefixtures("asked")
async def test_a_click_in_time_counts_though_it_is_taken_late(bench: Bench) -> None:
    """It lies in the mailbox when the deadline passes: time is judged after the mailbox."""
    await bench.clicks(BEN, "approve")
    bench.passes(DEADLINE_S)
    await bench.moves(bench.worker())
    assert len(bench.told("hit")) == 1 and bench.said("answer") == ["done"]
    assert "request expired" not in await bench.record()


@pytest.mark.usefixtures("asked")
async def test_a_click_too_late_finds_it_expired(bench: Bench) -> None:
    """Though nobody had looked at the run since, and the click is folded before time is judged."""
    bench.passes(DEADLINE_S)
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    assert bench.told("hit") == []
    assert [note["about"] for note in bench.told("note")] == ["expired"]
    assert "request expired" in await bench.record()


class _Slow(LedgerChat):
    """Says who somebody is when it is let go."""

    asked = 0
    go: asyncio.Event

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        self.asked += 1
        await self.go.wait()
        return await super().person(who)


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("who", ["U1BEN", "U1ANA"])
async def test_expiry_waits_for_the_look_up_of_a_click_in_time(bench: Bench, who: str) -> None:
    """The timer comes while it is looked up who clicked: a yes counts, another's does not."""
    chat = _Slow(bench.ledger, random.Random(1), 0.0)
    chat.go = asyncio.Event()
    async with serving(bench.worker(chat=chat)) as task:
        await bench.clicks(Who("T1", who), "approve")
        await bench.until(lambda: chat.asked, "the look-up")
        bench.passes(DEADLINE_S)
        await bench.says("any news?", ts="1.1")  # somebody takes the run after the deadline

        async def folded() -> bool:
            return "any news?" in str(await bench.transcript())

        await wait_until(folded, "the message is folded")
        assert "request expired" not in await bench.record()
        chat.go.set()
        await bench.until(lambda: bench.said("answer"), "the answer")
        assert not task.done()
    assert len(bench.told("hit")) == (who == "U1BEN")
    assert ("request expired" in await bench.record()) == (who != "U1BEN")
