"""Slack over Socket Mode: no public address is needed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from bot.slack.errors import FAILURES, NO_ACCESS, code, trouble
from bot.slack.fields import text
from bot.slack.identity import is_local

PING_S = 10.0


@asynccontextmanager
async def socket_mode(app: AsyncApp, app_token: str) -> AsyncGenerator[AsyncSocketModeHandler]:
    """A connection that is kept up, closed at the end; it is there when the block begins.

    `app_token` is the xapp one; ChatTrouble if Slack refuses it. When Slack can't be reached, it is
    tried again and again.
    """
    address = await _address(app, app_token)
    handler = AsyncSocketModeHandler(app, app_token, ping_interval=PING_S)
    if is_local(app.client.base_url):
        handler.client.proxy = None
    handler.client.wss_uri = address
    try:
        await handler.connect_async()
        yield handler
    finally:
        await handler.close_async()


async def _address(app: AsyncApp, app_token: str) -> str | None:
    """The first connection's address: the SDK would try a refused token for ever."""
    try:
        answer = await app.client.apps_connections_open(app_token=app_token)
    except FAILURES as error:
        if code(error) in NO_ACCESS:
            raise trouble(error) from error
        return None
    return text(cast(object, answer.data), "url") or None
