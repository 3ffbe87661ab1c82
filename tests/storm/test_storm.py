"""200 clicks a second and 50 runs, while Slack limits, drops sockets and resets posts at random."""

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from bot.store import EmbeddedRedis
from tests.storm.weather import Json, Sky, is_card, is_open, sky, told
from tests.support import wait_until

# Shorter among all checks: Slack takes one post a second and channel, so the calm takes longest.
SECONDS = float(os.environ.get("SIGNOFF_STORM_S", "10"))  # `make storm`: 60
RUNS = int(os.environ.get("SIGNOFF_STORM_RUNS", "15"))  # `make storm`: 50
RATE = float(os.environ.get("SIGNOFF_STORM_RATE", "100"))  # clicks a second; `make storm`: 200
CALM_S = 400.0  # until everything is said
# What Slack itself shows when a click found no socket, or one that was lost under it.
UNREACHED = "The app can't be reached"
UNHEARD = "The app did not answer in time."

pytestmark = [pytest.mark.timeout(900), pytest.mark.case("A40")]


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server's address."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


async def test_a_storm_loses_and_doubles_nothing(tmp_path: Path, redis: str) -> None:
    """Each run has one card and one answer, each order one refund, each click its answer."""
    async with sky(tmp_path, redis) as storm:
        await storm.bot("web")
        await storm.bot("worker")
        tasks = await _storm(storm)
        await wait_until(lambda: _all_heard(storm), "every click is answered", CALM_S)
        await _one_of_each(storm, tasks)
        assert storm.refunds() == Counter(order for _, _, order in tasks)


async def test_two_bots_in_a_storm_decide_nothing_twice(tmp_path: Path, redis: str) -> None:
    """On one app by mistake, each with its own records: it is seen and said, and harmless."""
    async with sky(tmp_path, redis) as storm:
        for namespace in ("storm-one", "storm-two"):
            await storm.bot("web", SIGNOFF_SOCKETS="1", SIGNOFF_NAMESPACE=namespace)
            await storm.bot("worker", SIGNOFF_NAMESPACE=namespace)
        tasks = await _storm(storm)
        messages = await _one_of_each(storm, tasks)
        assert max(storm.refunds().values()) == 1
        assert storm.refunds() == Counter(order for _, _, order in tasks)
        everything = json.dumps(messages)
        assert "Another copy of me" in everything, "a task that both got is left to one, in words"
        assert "another installation of me" in everything, "a click at the wrong one is answered"
        assert "Two installations of me" in everything, "the admin is told"
    assert "another copy of the bot uses this app" in (tmp_path / "bot.log").read_text()


async def _storm(storm: Sky) -> list[tuple[str, str, int]]:
    """The tasks, the clicks, and then Ben, who approves what is still open."""
    tasks = await storm.ask(RUNS)
    await wait_until(lambda: len(storm.cards()) >= 10, "the first cards", 120)
    await storm.blow(RATE, SECONDS, seed=1)
    troubled = [p for p in storm.presses if p.trouble and not p.trouble.startswith(UNREACHED)]
    assert {p.trouble for p in troubled} <= {UNHEARD}, "Slack showed a trouble of the bot's own"
    assert len(troubled) <= storm.lost_frames, "Slack waited 3 s for an acknowledgement"
    await wait_until(lambda: len(storm.cards()) >= RUNS, "a card for each task", CALM_S)
    await wait_until(lambda: _ben_approves(storm), "nothing is open any more", CALM_S)
    return tasks


async def _ben_approves(storm: Sky) -> bool:
    """Presses once on each card that is open, now that the storm is over."""
    waiting = [card for card in storm.messages() if is_card(card) and is_open(card)]
    for card in waiting:
        await storm.press("ben", card, "Approve once")
    return not waiting


async def _one_of_each(storm: Sky, tasks: list[tuple[str, str, int]]) -> list[Json]:
    """Exactly one card and one answer stand in each thread, once all is said."""
    answers = [f"Refunded order {order}" for _, _, order in tasks]

    def said() -> list[Json] | None:
        messages = storm.messages()
        text = json.dumps([m for m in messages if not m.get("ephemeral_to")])
        return messages if all(answer in text for answer in answers) else None

    messages = await wait_until(said, "an answer to each task", CALM_S)
    for (_, ts, _), answer in zip(tasks, answers, strict=True):
        thread = [m for m in messages if m.get("thread_ts") == ts and not m.get("ephemeral_to")]
        assert len([m for m in thread if is_card(m)]) == 1, "a card was lost, or stands twice"
        assert sum(answer in str(m.get("text")) for m in thread if not is_card(m)) == 1
    return messages


def _all_heard(storm: Sky) -> bool:
    """Whether everybody was told as often as they pressed in vain, by us or by Slack itself."""
    messages = storm.messages()
    heard = told(messages)
    cards = [message for message in messages if is_card(message)]
    decided = Counter(who for card in cards for who in storm.deciders(card))
    for who in ("ana", "eli", "dee", "ben", "chi"):
        mine = [p for p in storm.presses if p.who == who and p.button == "Approve once"]
        pressed = sum(not p.trouble for p in mine)
        if heard[f"U0{who.upper()}"] < pressed - decided[who]:
            return False
    return True
