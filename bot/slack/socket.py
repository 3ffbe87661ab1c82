"""Slack over Socket Mode: no public address is needed."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, cast

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from bot.slack.errors import FAILURES, NO_ACCESS, code, trouble
from bot.slack.fields import text
from bot.slack.identity import is_local

PING_S = 10.0

Greeted = Callable[[int], Awaitable[None]]
Listener = Callable[..., Awaitable[Any]]


@asynccontextmanager
async def socket_mode(
    app: AsyncApp, app_token: str, greeted: Greeted | None = None, sockets: int = 1
) -> AsyncGenerator[list[AsyncSocketModeHandler]]:
    """Connections that are kept up, closed at the end; they are there when the block begins.

    `app_token` is the xapp one; ChatTrouble if Slack refuses it. When Slack can't be reached, it is
    tried again and again. Slack never sends a click again: with two `sockets` one still hears while
    the other is renewed. `greeted` gets the number of the app's connections at each hello.
    """
    async with AsyncExitStack() as stack:
        opened: list[AsyncSocketModeHandler] = []
        for _ in range(sockets):
            opened.append(await stack.enter_async_context(_socket(app, app_token, greeted)))
        yield opened


@asynccontextmanager
async def _socket(
    app: AsyncApp, app_token: str, greeted: Greeted | None
) -> AsyncGenerator[AsyncSocketModeHandler]:
    address = await _address(app, app_token)
    handler = AsyncSocketModeHandler(app, app_token, ping_interval=PING_S)
    if is_local(app.client.base_url):
        handler.client.proxy = None
    handler.client.wss_uri = address
    if greeted is not None:
        handler.client.message_listeners.append(_hello(greeted))
    try:
        await handler.connect_async()
        yield handler
    finally:
        await handler.close_async()


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
