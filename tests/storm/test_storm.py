"""200 clicks a second and 50 runs, while Slack limits, drops sockets and resets posts at random."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from bot.store import EmbeddedRedis
from tests.storm.weather import Json, Sky, cards, sky
from tests.support import wait_until

SECONDS = float(os.environ.get("SIGNOFF_STORM_S", "60"))
RATE = 200.0
RUNS = 50
ACK_S = 3.0
# What Slack itself shows when a click found no socket, or one that was lost under it.
SLACKS_OWN = ("no bot is connected", "timeout")


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server's address."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.mark.timeout(600)
@pytest.mark.case("A40")
async def test_a_storm_loses_and_doubles_nothing(tmp_path: Path, redis: str) -> None:
    """Each run has one card and one answer, each order one refund, each click its answer."""
    async with sky(tmp_path, redis) as storm:
        await storm.bot("web")
        await storm.bot("worker")
        await storm.ask(RUNS)
        first = await wait_until(lambda: _some_cards(storm, 5), "the first cards", 60)
        await storm.blow(first, RATE, 1, 1)
        print(len(storm.presses), [p for p in storm.presses if p.trouble][:5])


async def _some_cards(storm: Sky, count: int) -> list[Json] | None:
    found = cards(await storm.messages())
    return found if len(found) >= count else None
