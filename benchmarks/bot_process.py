"""The bot as a process that says, a line for each that it is given, what it has used by now."""

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from benchmarks.measure import lag, peak, resident
from bot.app import serve
from bot.log import configure
from bot.settings import load_settings


@asynccontextmanager
async def _asked() -> AsyncGenerator[None]:
    """Answers lines of the input until it ends."""
    async with lag() as late:

        async def answer() -> None:
            loop = asyncio.get_running_loop()
            while await loop.run_in_executor(None, sys.stdin.readline):
                gc.collect()
                used = {"cpu_s": time.process_time(), "rss": resident()}
                print(json.dumps({**used, "lag_p99_ms": peak(late, 0.99)}), flush=True)
                late.clear()

        task = asyncio.create_task(answer())
        try:
            yield
        finally:
            task.cancel()


async def main() -> None:
    """Serves in the role on the command line."""
    settings = load_settings()
    configure(settings.log_level, secrets=settings.secrets)
    role = sys.argv[1]
    assert role in ("all", "web", "worker")
    async with _asked():
        await serve(settings, settings.config, role)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
