"""A real Bolt app against the sandbox, by Socket Mode or by signed HTTP."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from sandbox.server import Sandbox

_KINDS = ("app_mention", "message", "app_home_opened", "reaction_added", "agent_session_stopped")


class Bot:
    """An app that remembers what it was sent, and what else a test registers on it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.client = AsyncWebClient(
            token=sandbox.bot_token, base_url=sandbox.api_url, retry_handlers=[]
        )
        self.app = AsyncApp(
            signing_secret=sandbox.signing_secret,
            client=self.client,
            process_before_response=True,
            ignoring_self_events_enabled=False,
        )
        self.events: list[dict[str, Any]] = []
        self.seen: list[dict[str, Any]] = []

    def remember_events(self) -> None:
        """Keep the bodies of all events."""

        async def keep(body: dict[str, Any]) -> None:
            self.events.append(body)

        for kind in _KINDS:
            self.app.event(kind)(keep)


@asynccontextmanager
async def by_socket(sandbox: Sandbox) -> AsyncGenerator[Bot]:
    """A bot connected by Socket Mode; handlers may still be registered inside."""
    bot = Bot(sandbox)
    handler = AsyncSocketModeHandler(bot.app, sandbox.app_token)
    await handler.connect_async()
    try:
        yield bot
    finally:
        await handler.close_async()


@asynccontextmanager
async def by_http(sandbox: Sandbox) -> AsyncGenerator[Bot]:
    """A bot behind signed HTTP on a port of its own."""
    bot = Bot(sandbox)
    runner = web.AppRunner(bot.app.web_app("/slack/events"))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    sandbox.slack.webhook.point(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
    try:
        yield bot
    finally:
        sandbox.slack.webhook.point(None)
        await runner.cleanup()
