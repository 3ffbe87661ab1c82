"""A worker process's loops: hints, passed time, and a clean end."""

import asyncio

import structlog

from bot.engine.closed import Closed
from bot.engine.slots import Slots
from bot.engine.worker import Worker
from bot.ports import StoreDown

log = structlog.get_logger(__name__)

DOWN_S = 0.5  # wait before a store that is down is asked again


async def serve(worker: Worker, closed: Closed | None = None, slots: Slots | None = None) -> None:
    """Works until cancelled; then lets what is under way finish for a while.

    `closed` keeps watch whether the chat takes our token: while it doesn't, runs wait. `slots` are
    the worker's, if the process's inbox has them too.
    """
    slots = slots or Slots(worker)
    with worker.renewer:
        try:
            if closed is not None:
                # Known before anything begins: what met a refusal that is over would be put off.
                await _look(closed)
            with slots.opened(closed):
                async with asyncio.TaskGroup() as group:
                    group.create_task(_take_hints(worker, slots))
                    group.create_task(_sweep(worker))
                    if closed is not None:
                        group.create_task(watch(closed, worker.settings.sweep_s))
        finally:
            await worker.drain()


async def watch(closed: Closed, every_s: float) -> None:
    """Looks again and again whether the chat takes our token."""
    while True:
        await _look(closed)
        await asyncio.sleep(every_s)


async def _look(closed: Closed) -> None:
    try:
        await closed.look()
    except StoreDown as error:
        log.warning("whether work waits isn't known", why=error.words)


async def _take_hints(worker: Worker, slots: Slots) -> None:
    while True:
        if slots.waits:
            await asyncio.sleep(worker.settings.sweep_s)
            continue
        await slots.get()
        run = await _hint(worker)
        if run is None:
            slots.put_back()
        else:
            slots.begin(run)


async def _hint(worker: Worker) -> str | None:
    try:
        return await worker.store.wait(worker.settings.wait_s)
    except StoreDown as error:
        log.warning("no hints", why=error.words)
        await asyncio.sleep(DOWN_S)
        return None


async def _sweep(worker: Worker) -> None:
    while True:
        try:
            await worker.store.sweep()
        except StoreDown as error:
            log.warning("not swept", why=error.words)
        await asyncio.sleep(worker.settings.sweep_s)
