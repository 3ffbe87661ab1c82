"""Slack over Socket Mode: no public address is needed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from bot.slack.identity import is_local

PING_S = 10.0


@asynccontextmanager
async def socket_mode(app: AsyncApp, app_token: str) -> AsyncGenerator[AsyncSocketModeHandler]:
    """A connection that is kept up, closed at the end; it is there when the block begins.

    `app_token` is the xapp one. A refused token raises at once.
    """
    handler = AsyncSocketModeHandler(app, app_token, ping_interval=PING_S)
    if is_local(app.client.base_url):
        handler.client.proxy = None
    try:
        await handler.connect_async()
        yield handler
    finally:
        await handler.close_async()
