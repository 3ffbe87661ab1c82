"""Bolt's own log, without what it shouldn't say."""

import logging


def quiet_logger() -> logging.Logger:
    """Bolt's logger: warnings and worse, and never a body."""
    quiet = logging.getLogger("slack_bolt.signoff")
    quiet.setLevel(logging.WARNING)
    quiet.filters[:] = [_without_bodies]
    return quiet


# Bodies; and that Bolt doesn't use the token which it finds in the environment.
_NOT_SAID = ("body:", "Unhandled request", "`token` will be unused")


def _without_bodies(record: logging.LogRecord) -> bool:
    message = record.getMessage()
    if "ticket=" in message:  # a socket's address lets its bearer in
        record.msg, record.args, record.exc_info = message.partition("(")[0], (), None
    return not any(words in message for words in _NOT_SAID)
