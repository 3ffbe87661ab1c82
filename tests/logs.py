"""The process's log, for as long as a test reads it."""

import io
import json
import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Literal

import structlog

from bot import log

Configure = Callable[..., Callable[[], list[dict[str, Any]]]]


@contextmanager
def logged() -> Generator[Configure]:
    """Configures the log; answers a function that gives the lines so far.

    Afterwards the process logs as it did, so that no test sees another's setting.
    """
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    wordy = {name: logging.getLogger(name).level for name in log.WORDY}

    def configure(
        level: Literal["debug", "info", "warning", "error"] = "info", secrets: tuple[str, ...] = ()
    ) -> Callable[[], list[dict[str, Any]]]:
        stream = io.StringIO()
        log.configure(level, secrets=secrets, stream=stream)
        return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]

    try:
        yield configure
    finally:
        structlog.configure(**config)
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, before in wordy.items():
            logging.getLogger(name).setLevel(before)
        logging.captureWarnings(False)
