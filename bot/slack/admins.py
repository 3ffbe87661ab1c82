"""Telling those who answer for this installation, by direct message."""

from collections.abc import Callable

from slack_sdk.web.async_client import AsyncWebClient

from blocks.check import checked
from blocks.elements import Payload
from bot.slack.parse import Place
from bot.slack.private import Private
from bot.slack.tasks import Tasks


class Admins:
    """`who` gives their Slack users as they are now."""

    def __init__(
        self, client: AsyncWebClient, tasks: Tasks, who: Callable[[], tuple[str, ...]]
    ) -> None:
        self._private = Private(client)
        self._tasks = tasks
        self._who = who

    def tell(self, payload: Payload) -> None:
        """Each of them hears of it, or the log does."""
        message = checked(payload)
        for admin in self._who():
            self._tasks.start(self._private.tell_or_log(Place("", admin), message))
