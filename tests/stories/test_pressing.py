"""Clicks on cards old and new: one decides, each is answered, and no old picture does harm."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.tools.shop_data import prepare
from tests.store.leaks import wipe
from tests.stories.conftest import nobody_refunded
from tests.world import Message, World, world

TASK = "@signoff refund order 1042, it arrived broken"


@contextmanager
def _held_up(slack: World) -> Generator[None]:
    """Keeps the shop's books locked, so that a refund takes as long as this does."""
    db = sqlite3.connect(slack.folder / "shop.sqlite", isolation_level=None)
    try:
        prepare(db)
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("ROLLBACK")
    finally:
        db.close()


async def _presses_old(slack: World, who: str, card: Message, button: str) -> None:
    """Presses a button of the picture that was there first, as on a screen not yet refreshed."""
    old = {"ts": card.ts, "channel": card.channel, "text": button, "stale": True}
    assert (await slack.does(who, "click", **old))["status"] == "ok"


@pytest.mark.case("A33")
async def test_while_the_call_runs_its_buttons_are_gone_and_late_clicks_are_told(
    slack: World,
) -> None:
    """Two yes in a row, a no after them: the first stands, each other is told by whom, one refund.

    The card shows it before the tool has ended, and can still be pressed where it isn't redrawn.
    """
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    ben, chi = slack.person("ben"), slack.person("chi")
    with _held_up(slack):
        await ben.clicks(card, "Approve once")
        await _presses_old(slack, "ben", card, "Approve once")
        drawn = await slack.message(task.ts, "Approved once by")
        assert drawn.ts == card.ts
        assert not {"Approve once", "Reject…"} & set(drawn.buttons)
        assert "Refunded" not in drawn.text, "the tool is still at it"
        await ben.hears("approved this")
        await _presses_old(slack, "chi", card, "Approve once")
        await chi.hears("approved this")
        await _presses_old(slack, "chi", card, "Reject…")
        assert "approved this" in str(await chi.view())
    await slack.message(task.ts, "Refunded order 1042")
    assert slack.shop("select count(*) from refunds") == [(1,)]


@pytest.mark.case("A34")
async def test_a_card_whose_run_is_gone_says_so(tmp_path: Path, redis: str) -> None:
    """Its records were lost with Redis's disk, say: whoever presses is told, each time."""
    async with world(tmp_path, redis, bot=False) as slack:
        bot = await slack.start("all")
        task = await slack.person("ana").says(TASK)
        card = await slack.card(task.ts)
        bot.kill()
        await bot.wait()
        await wipe(redis, f"{slack.namespace}:{{q")  # its runs, not who it is
        await slack.start("all")
        for name, button in (("ben", "Approve once"), ("chi", "Details")):
            await slack.person(name).clicks(card, button)
        await slack.person("ben").hears("nothing on record for this any more")
        assert "nothing on record for this any more" in str(await slack.person("chi").view())
        nobody_refunded(slack)
