"""The process's log, for as long as a test reads it."""

import io
import json
import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Literal

import structlog
from structlog.stdlib import ProcessorFormatter

from bot import log

Configure = Callable[..., Callable[[], list[dict[str, Any]]]]


@contextmanager
def kept() -> Generator[None]:
    """Afterwards the process logs as it did, whoever configured the log meanwhile."""
    root = logging.getLogger()
    level, config = root.level, structlog.get_config()
    wordy = {name: logging.getLogger(name).level for name in log.WORDY}
    try:
        yield
    finally:
        structlog.configure(**config)
        root.setLevel(level)
        # Ours alone: those of pytest come and go with each part of a test.
        ours = [h for h in root.handlers if isinstance(h.formatter, ProcessorFormatter)]
        for handler in ours:
            root.removeHandler(handler)
        for name, before in wordy.items():
            logging.getLogger(name).setLevel(before)
        logging.captureWarnings(False)


@contextmanager
def logged() -> Generator[Configure]:
    """Configures the log; answers a function that gives the lines so far."""
    root = logging.getLogger()
    handlers = root.handlers[:]

    def configure(
        level: Literal["debug", "info", "warning", "error"] = "info", secrets: tuple[str, ...] = ()
    ) -> Callable[[], list[dict[str, Any]]]:
        stream = io.StringIO()
        log.configure(level, secrets=secrets, stream=stream)
        return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]

    with kept():
        yield configure
    root.handlers[:] = handlers
