"""Who we are in the workspace, and the client that says so."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

import aiohttp

from bot.ports.pace import Pace
from bot.slack.access import Client
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import text
from bot.slack.paced import PacedClient

SLACK_API = "https://slack.com/api/"
CONNECT_S = 5
CALL_S = 10  # of a whole call; Slack itself answers in well under a second


@dataclass(frozen=True, slots=True)
class Identity:
    """Our workspace and bot user; `bot_id`, `app_id` and `url` may be "" where Slack doesn't say.

    `home` is our installation's own id, which its posts carry. `url` is the workspace's address,
    with a slash at its end. `enterprise` is the organisation's id, "" where there is none.
    """

    team: str
    bot_user: str
    bot_id: str = ""
    app_id: str = ""
    home: str = ""
    url: str = ""
    enterprise: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """By which an agent may name this installation."""
        return tuple(filter(None, (self.team, self.enterprise)))


@asynccontextmanager
async def web_client(
    token: str, base_url: str = SLACK_API, pace: Pace | None = None, factor: float = 1.0
) -> AsyncGenerator[PacedClient]:
    """A client on one session, closed at the end; see PacedClient for `pace` and `factor`.

    It never sends a call again by itself: only whoever owes the call knows whether that is safe.
    """
    timeout = aiohttp.ClientTimeout(total=CALL_S, connect=CONNECT_S)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        client = make_client(token, base_url, session)
        client.pace, client.factor = pace, factor
        yield client


def make_client(
    token: str | None, base_url: str, session: aiohttp.ClientSession | None = None
) -> PacedClient:
    """A client without retries; a Slack on this machine is never reached through a proxy."""
    client = PacedClient(
        token=token, base_url=base_url, timeout=CALL_S, session=session, retry_handlers=[]
    )
    if is_local(base_url):
        client.proxy = None
    return client


def is_local(url: str) -> bool:
    """Whether an address is this machine's."""
    return urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")


async def identify(client: Client) -> Identity:
    """Who the client's token belongs to: one auth.test. Raises ChatTrouble."""
    try:
        found = cast(object, (await client.auth_test()).data)
    except FAILURES as error:
        raise trouble(error) from error
    return Identity(
        team=text(found, "team_id"),
        bot_user=text(found, "user_id"),
        bot_id=text(found, "bot_id"),
        app_id=text(found, "app_id"),
        url=text(found, "url"),
        enterprise=text(found, "enterprise_id"),
    )
