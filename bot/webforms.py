"""What a process has of web forms, and the server that browsers and Slack reach."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web

from bot.ports.inbox import Inbox
from bot.ports.links import Links
from bot.ports.vault import Vault
from bot.settings import Settings
from bot.slack.http import bare_routes, listening
from bot.store import RedisStore
from bot.web import Forms, add_forms


@dataclass(frozen=True, slots=True)
class WebForms:
    """Links and vault; without an address there are no `links`, without a key there is neither."""

    links: Links | None = None
    vault: Vault | None = None

    @classmethod
    def of(cls, settings: Settings, store: RedisStore) -> "WebForms":
        """As the settings say."""
        if not settings.keys:
            return cls()
        vault = store.confided.vault(settings.keys)
        if settings.public_url is None:
            return cls(None, vault)
        address = settings.public_url.rstrip("/")
        links = store.confided.links(settings.keys, address, settings.link_s * 1000)
        return cls(links, vault)


@asynccontextmanager
async def serving(
    settings: Settings,
    forms: WebForms,
    inbox: Inbox,
    routes: web.Application | None,
) -> AsyncGenerator[None]:
    """The server of web forms, and of the `routes` if any are given; none for nothing."""
    if forms.links and forms.vault and settings.public_url:
        routes = bare_routes() if routes is None else routes
        add_forms(routes, Forms(inbox, forms.links, forms.vault), settings.public_url)
    if routes is None:
        yield
        return
    async with listening(routes, settings.host, settings.port):
        yield
