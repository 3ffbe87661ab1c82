"""The bot as a process that says, a line for each that it is given, what it has used by now."""

import asyncio
import gc
import json
import sys
import time
from contextlib import suppress

from benchmarks.measure import lag, peak, resident
from bot.cli.loading import loading

with loading():  # as `signoff run` does
    from bot.app import serve
    from bot.log import configure
    from bot.settings import load_settings


async def _answer() -> None:
    """Answers each line of the input; returns when that ends."""
    loop = asyncio.get_running_loop()
    async with lag() as late:
        while await loop.run_in_executor(None, sys.stdin.readline):
            gc.collect()
            used = {"cpu_s": time.process_time(), "rss": resident()}
            print(json.dumps({**used, "lag_p99_ms": peak(late, 0.99)}), flush=True)
            late.clear()


async def main() -> None:
    """Serves in the role on the command line, for as long as it has an input."""
    settings = load_settings()
    configure(settings.log_level, secrets=settings.secrets)
    role = sys.argv[1]
    assert role in ("all", "web", "worker")
    serving = asyncio.create_task(serve(settings, settings.config, role))
    answering = asyncio.create_task(_answer())
    await asyncio.wait((serving, answering), return_when=asyncio.FIRST_COMPLETED)
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
