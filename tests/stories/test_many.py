"""Two people at the same moment, and two worker processes."""

import asyncio
from pathlib import Path

import pytest

from tests.support import wait_until
from tests.world import Message, World, world

ROUNDS = 100


@pytest.mark.case("A33")
@pytest.mark.timeout(300)
async def test_of_two_clicks_at_once_one_decides(tmp_path: Path, redis: str) -> None:
    """A hundred times over: one refund each, one decision each, the other is told who decided."""
    async with world(tmp_path, redis, bot=False) as slack:
        await asyncio.gather(slack.start("web"), slack.start("worker"), slack.start("worker"))
        at_once = asyncio.Semaphore(8)

        async def one(order: int) -> None:
            async with at_once:
                await _round(slack, order)

        orders = range(1100, 1100 + ROUNDS)
        await asyncio.gather(*(one(order) for order in orders))
        refunds = slack.shop("select order_id, count(*) from refunds group by order_id")
        assert refunds == [(order, 1) for order in orders]
        async with slack.store() as store:
            (off_disk,) = (await store.health()).problems
            assert off_disk.startswith("The append-only file is off")


async def _round(slack: World, order: int) -> None:
    task = await slack.person("ana").says(f"@signoff refund order {order}, it arrived broken")
    card = await slack.card(task.ts)
    await asyncio.gather(
        slack.person("ben").clicks(card, "Approve once"),
        slack.person("chi").clicks(card, "Approve once"),
    )
    settled = await slack.message(task.ts, "Approved once by")
    winner = "ben" if "Approved once by Ben" in settled.raw["text"] else "chi"
    loser = slack.person("chi" if winner == "ben" else "ben")
    await _told(slack, loser.name, card, winner)
    await slack.message(task.ts, f"Refunded order {order}")


async def _told(slack: World, loser: str, card: Message, winner: str) -> None:
    async def told() -> bool:
        me = slack.user(loser)
        return any(
            m.raw.get("ephemeral_to") == me and "approved this" in m.text
            for m in await slack.messages(card.thread)
        )

    await wait_until(told, f"{loser} is told that {winner} decided", 30)
