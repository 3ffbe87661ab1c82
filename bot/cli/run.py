"""`signoff run`: the bot until it is told to stop."""

import asyncio
import signal
from contextlib import suppress
from typing import Literal, cast

from bot import log
from bot.cli.common import in_words, settings_or_end
from bot.cli.loading import loading
from bot.settings import Settings

Role = Literal["all", "web", "worker"]


def run_bot(role: str) -> None:
    """Runs until SIGTERM or Ctrl-C, then lets what is under way finish; a second one ends it."""
    settings = settings_or_end()
    log.configure(
        settings.log_level, plain=settings.log_format == "plain", secrets=settings.secrets
    )
    _unready(settings)
    try:
        with in_words():
            asyncio.run(_until_told(settings, cast("Role", role)))
    finally:
        _unready(settings)


async def _until_told(settings: Settings, role: Role) -> None:
    with loading():
        from bot.app import serve

    loop = asyncio.get_running_loop()
    work = loop.create_task(serve(settings, settings.config, role))

    def stop() -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        work.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    with suppress(asyncio.CancelledError):
        await work


def _unready(settings: Settings) -> None:
    if settings.ready_file is not None:
        settings.ready_file.unlink(missing_ok=True)
