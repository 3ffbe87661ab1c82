"""Slack over Socket Mode: no public address is needed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from bot.log import get
from bot.ports.chat import ChatTrouble
from bot.slack.errors import FAILURES, NO_ACCESS, code, trouble
from bot.slack.fields import text
from bot.slack.identity import is_local

log = get(__name__)

PING_S = 5.0  # the SDK also waits this long before it connects anew after a loss

Greeted = Callable[[int], Awaitable[None]]
Listener = Callable[..., Awaitable[Any]]


@asynccontextmanager
async def socket_mode(
    app: AsyncApp, app_token: str, greeted: Greeted | None = None, sockets: int = 1
) -> AsyncGenerator[list[AsyncSocketModeHandler]]:
    """Connections that are kept up, closed at the end; the first is there when the block begins.

    `app_token` is the xapp one; ChatTrouble if Slack refuses it. When Slack can't be reached, it is
    tried again and again. Slack never sends a click again: with two `sockets` one still hears while
    the other is renewed. `greeted` gets the number of the app's connections at each hello.
    """
    handlers = [_handler(app, app_token, greeted) for _ in range(sockets)]
    more: list[asyncio.Task[None]] = []
    try:
        await _connect(app, app_token, handlers[0])
        # Slack may put the others off for a minute; one is enough to begin with.
        more += [asyncio.create_task(_join(app, app_token, each)) for each in handlers[1:]]
        yield handlers
    finally:
        for task in more:
            task.cancel()
        await asyncio.gather(*more, return_exceptions=True)
        for handler in handlers:
            await handler.close_async()


def _handler(app: AsyncApp, app_token: str, greeted: Greeted | None) -> AsyncSocketModeHandler:
    handler = AsyncSocketModeHandler(app, app_token, ping_interval=PING_S)
    if is_local(app.client.base_url):
        handler.client.proxy = None
    if greeted is not None:
        handler.client.message_listeners.append(_hello(greeted))
    return handler


async def _connect(app: AsyncApp, app_token: str, handler: AsyncSocketModeHandler) -> None:
    handler.client.wss_uri = await _address(app, app_token)
    await handler.connect_async()


async def _join(app: AsyncApp, app_token: str, handler: AsyncSocketModeHandler) -> None:
    """One more connection; the bot works without it."""
    try:
        await _connect(app, app_token, handler)
    except ChatTrouble as refused:
        log.warning("one connection less", why=refused.words)


def _hello(greeted: Greeted) -> Listener:
    async def listen(_client: object, message: dict[str, object], _raw: str | None) -> None:
        count = message.get("num_connections")
        if message.get("type") == "hello" and isinstance(count, int):
            await greeted(count)

    return listen


async def _address(app: AsyncApp, app_token: str) -> str | None:
    """The first connection's address: the SDK would try a refused token for ever."""
    try:
        answer = await app.client.apps_connections_open(app_token=app_token)
    except FAILURES as error:
        if code(error) in NO_ACCESS:
            raise trouble(error) from error
        return None
    return text(cast(object, answer.data), "url") or None
