"""Logs: one JSON object a line on stderr, with ids and without bodies or secrets.

Use `get(__name__)` for a logger and `bound(run=…, request=…)` round work on a run: the ids then
stand on every line that is logged inside, by whichever library.
"""

import logging
import re
import sys
from collections.abc import Generator, Iterable, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any, Literal, TextIO, cast

import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter
from structlog.typing import Processor

from bot.mask import HIDDEN, clean, mask

# What holds people's or the model's words: dropped above debug, whoever logs it.
BODIES = frozenset(
    ("args", "arguments", "blocks", "body", "content", "messages", "payload", "prompt", "result",
     "text", "view", "words")
)  # fmt: skip

# Libraries that log requests and answers whole. Below a warning they say nothing of use to an
# operator; a warning of theirs is cut before the first thing that could be a body.
WORDY = (
    "slack_bolt",
    "slack_sdk",
    "openai",
    "httpx",
    "httpx2",
    "httpcore",
    "httpcore2",
    "aiohttp",
    "asyncio",
)
_BODY_STARTS = ("{", "[", "\n", "body:", "payload:")
_WORDY_CHARS = 200

# Pydantic quotes what it refused, which may be anybody's words.
_INPUT = re.compile(r"input_value=.*?, input_type", re.DOTALL)

# A traceback's end says where it happened; a value that broke something can be huge.
_TRACE_CHARS = 6_000
_VALUE_CHARS = 2_000

Event = MutableMapping[str, Any]


def configure(
    level: Literal["debug", "info", "warning", "error"] = "info",
    *,
    plain: bool = False,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Sets up logging for the whole process; a second call replaces the first.

    `plain` is for reading, JSON otherwise. `secrets` are hidden wherever they appear.
    """
    hide = _Hide(secrets)
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    closing: list[Processor] = [
        ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _NoBodies(keep=level == "debug"),
        hide,
        _plain if plain else _json(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.addFilter(_wordless)
    handler.setFormatter(ProcessorFormatter(foreign_pre_chain=shared, processors=closing))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in WORDY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    logging.captureWarnings(True)


def get(name: str) -> BoundLogger:
    """A logger; its methods take an event's name and values by keyword."""
    return cast("BoundLogger", structlog.get_logger(name))


@contextmanager
def bound(**ids: str) -> Generator[None]:
    """Within it every line carries these ids, in this task and those it starts."""
    with structlog.contextvars.bound_contextvars(**ids):
        yield


class _NoBodies:
    """Drops what holds words of people or of the model, unless somebody debugs."""

    def __init__(self, *, keep: bool) -> None:
        self._keep = keep

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        if self._keep:
            return event
        return {key: value for key, value in event.items() if key not in BODIES}


class _Hide:
    """Masks whatever looks like a secret, and the secrets that are known."""

    def __init__(self, secrets: Iterable[str]) -> None:
        # The longest first, or a secret that begins another would leave its rest.
        self._secrets = sorted((s for s in secrets if len(s) >= 6), key=len, reverse=True)

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        return {key: self._value(value, key) for key, value in event.items()}

    def _value(self, value: object, key: str = "") -> object:
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, Mapping):
            items = cast("Mapping[object, object]", value).items()
            # Masked as one text: a key such as `token` tells what its value is.
            return {str(k): self._field(str(k), v) for k, v in items}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._value(item) for item in cast("Iterable[object]", value)]
        text = self._text(str(value))
        if key == "exception":
            text = _INPUT.sub("input_value=…, input_type", text)
            return text if len(text) <= _TRACE_CHARS else f"…{text[-_TRACE_CHARS:]}"
        return text if len(text) <= _VALUE_CHARS else f"{text[:_VALUE_CHARS]}…"

    def _field(self, key: str, value: object) -> object:
        if isinstance(value, str) and mask(f"{key}={value}") != f"{key}={value}":
            return self._text(mask(f"{key}={value}").removeprefix(f"{key}="))
        return self._value(value)

    def _text(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return mask(clean(text))


def _wordless(record: logging.LogRecord) -> bool:
    """Cuts a wordy library's message before the first thing that could be a body."""
    # Bolt names a listener's logger after the app, with a colon.
    wordy = record.name.partition(".")[0] in WORDY or ":" in record.name
    if not wordy or isinstance(record.msg, dict):
        return True
    if record.levelno < logging.WARNING:
        return False
    try:
        message = record.getMessage()
    except (TypeError, ValueError):
        message = str(record.msg)
    starts = [at for mark in _BODY_STARTS if (at := message.find(mark)) >= 0]
    cut = min([*starts, _WORDY_CHARS])
    record.msg = message if len(message) <= cut else f"{message[:cut].rstrip(' (')} …".lstrip()
    record.args = None
    return True


def _json() -> Processor:
    return structlog.processors.JSONRenderer(ensure_ascii=False)


def _plain(_logger: object, _method: str, event: Event) -> str:
    """One line for a person: when, how bad, what, and the values."""
    at = str(event.pop("timestamp", ""))[11:19]
    level, name = str(event.pop("level", "")), str(event.pop("event", ""))
    event.pop("logger", None)
    trace = event.pop("exception", None)
    values = "".join(f" {key}={value}" for key, value in event.items())
    return f"{at} {level:7} {name}{values}" + (f"\n{trace}" if trace else "")
