"""Other people's code beside the event loop."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread


async def in_thread(work: Callable[[], object], name: str) -> object:
    """`work` in a daemon thread of its own.

    A pool's threads are waited for when the process ends, and hung ones would use the pool up.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[object] = loop.create_future()

    def settle(value: object, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)

    def run() -> None:
        value, error = None, None
        try:
            value = work()
        except BaseException as caught:  # else the caller would wait for ever
            # A future refuses StopIteration, and leaving by exit is a fault like any other.
            odd = isinstance(caught, StopIteration) or not isinstance(caught, Exception)
            error = RuntimeError(f"{type(caught).__name__}: {caught}") if odd else caught
        with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            loop.call_soon_threadsafe(settle, value, error)

    Thread(target=run, name=name, daemon=True).start()
    return await future
