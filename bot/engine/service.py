"""A worker process's loops: hints, passed time, and a clean end."""

import asyncio

import structlog

from bot.engine.worker import Worker
from bot.ports import StoreDown

log = structlog.get_logger(__name__)

DOWN_S = 0.5  # wait before a store that is down is asked again


async def serve(worker: Worker) -> None:
    """Works until cancelled; then lets what is under way finish for a while."""
    with worker.renewer:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(_take_hints(worker))
                group.create_task(_sweep(worker))
        finally:
            await worker.drain()


async def _take_hints(worker: Worker) -> None:
    slots = asyncio.Semaphore(worker.settings.max_runs)
    while True:
        await slots.acquire()
        run = await _hint(worker)
        if run is None:
            slots.release()
            continue
        worker.start(run).add_done_callback(lambda _: slots.release())


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
