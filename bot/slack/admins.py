"""Telling those who answer for this installation, by direct message."""

from collections.abc import Callable

from slack_sdk.web.async_client import AsyncWebClient

from blocks.check import checked
from blocks.elements import Payload
from bot.core.rules import Policy
from bot.slack.parse import Place
from bot.slack.private import Private
from bot.slack.tasks import Tasks


def admins_of(policy: Policy, team: str) -> tuple[str, ...]:
    """Slack users of a workspace who answer for this installation."""
    return tuple(p.user for p in policy.people if "admin" in p.roles and p.team == team)


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
