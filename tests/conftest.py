"""For the whole suite: no network beyond loopback, and no clock on hypothesis' examples."""

import sys
from collections.abc import Generator

import pytest
import structlog
from hypothesis import HealthCheck, settings

from tests.logs import kept
from tests.support import beyond_loopback


def _guard(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith("socket.") and (host := beyond_loopback(event, arguments)) is not None:
        raise AssertionError(f"a test may not leave this machine: {event} {host}")


# An audit hook sees what C code and libraries do as well, and nothing can take it away again.
sys.addaudithook(_guard)

# Examples are judged by what they show: on a busy machine their time says nothing.
settings.register_profile("signoff", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("signoff")

# The default draws tracebacks with every variable in them, which stops a bot for seconds.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        ),
    ]
)


@pytest.fixture(autouse=True)
def _log_as_before() -> Generator[None]:
    """A test that runs a command in this process leaves its log's setting to no other test."""
    with kept():
        yield
