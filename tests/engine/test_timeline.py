"""The timeline: what stands on record of it is what people see."""

import random

from bot.core import progress
from bot.core.checkpoint import VERSION, load_entry
from bot.core.events import ProgressShown
from bot.core.state import Run
from bot.ports import Taken
from tests.chaos.ledger import LedgerChat
from tests.engine.bench import Bench, calls, words


async def test_the_picture_on_record_is_the_one_that_was_drawn(bench: Bench) -> None:
    """A tool starts by the commit that begins to show it as pending: it is shown as running."""
    bench.model.plays(calls("peek"), words("done"))
    drawn = list[str]()

    class Painter(LedgerChat):
        """Keeps the pictures."""

        async def show_progress(self, run: Run, *, look: bool) -> str | None:
            drawn.append(progress.picture(run))
            return await super().show_progress(run, look=look)

    await bench.says()
    await bench.moves(bench.worker(chat=Painter(bench.ledger, random.Random(2), 0.0)))
    taken = await bench.store.take(bench.run, 0, VERSION)
    assert isinstance(taken, Taken)
    events = [load_entry(line).event for line in taken.log]
    shown = [event.picture for event in events if isinstance(event, ProgressShown)]
    assert shown == drawn != []
