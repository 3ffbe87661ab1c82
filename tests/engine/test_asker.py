"""Whoever isn't listed and asks for a task is looked up before a model or a tool hears of it."""

import random
from dataclasses import replace

import pytest

from bot.core.ids import Who
from bot.core.request import PersonFacts
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import BEN, Bench, serving, words


class _Doorman(LedgerChat):
    """Says what it is told to say of everybody, after some silence."""

    def __init__(self, bench: Bench, silent: int = 0, **facts: bool) -> None:
        super().__init__(bench.ledger, random.Random(1), 0.0)
        self.silent, self.facts = silent, facts

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        if self.silent:
            self.silent -= 1
            return PersonFacts(who, known=False)
        return replace(await super().person(who), **self.facts)


@pytest.mark.parametrize(
    ("facts", "part"),
    [
        ("guest", "Guests can't give me tasks here."),
        ("outside", "Members of other companies can't give me tasks here."),
        ("deactivated", "isn't an active member"),
        ("bot", "isn't an active member"),
    ],
)
async def test_who_may_not_ask_is_told_and_nothing_is_looked_up(
    bench: Bench, facts: str, part: str
) -> None:
    """No model is asked, so no tool runs either; the thread is free again."""
    bench.model.plays(words("all our orders"))
    await bench.says()
    await bench.moves(bench.worker(chat=_Doorman(bench, **{facts: True})))

    (told,) = bench.said("failed")
    assert part in told
    assert bench.model.requests == []


async def test_whoever_the_config_lists_may_ask(bench: Bench) -> None:
    """Listing somebody is an answer of its own: no look-up stands in the way."""
    bench.model.plays(words("done"))
    await bench.says(by=BEN)
    await bench.moves(bench.worker(chat=_Doorman(bench, silent=9)))
    assert bench.said("answer") == ["done"]


async def test_who_can_not_be_looked_up_waits(bench: Bench) -> None:
    """An outage is neither a yes nor a no: the task goes on once Slack says who asked."""
    bench.model.plays(words("done"))
    await bench.says()
    worker = bench.worker(chat=_Doorman(bench, silent=1))
    await bench.moves(worker)
    assert bench.model.requests == [] and bench.said("failed") == []

    async with serving(worker):
        await bench.until(lambda: bench.said("answer"), "the answer")
