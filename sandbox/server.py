"""The one server: Web API, Socket Mode, response URLs, uploads, control API, page, model."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from aiohttp import web

from sandbox import golden as golden_files
from sandbox import manifest, tokens
from sandbox.api import Api
from sandbox.backstage import Backstage
from sandbox.control import Control
from sandbox.control_app import AppControl
from sandbox.control_workspace import WorkspaceControl
from sandbox.guard import guard, inert
from sandbox.slack import ACK_S, Slack
from sandbox.trouble import Trouble
from sandbox.watching import Watching

MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running local Slack."""

    url: str
    slack: Slack

    @property
    def api_url(self) -> str:
        """The base_url for slack_sdk's clients."""
        return f"{self.url}/api/"

    @property
    def bot_token(self) -> str:
        """The app's xoxb token."""
        return self.slack.tokens.bot

    @property
    def app_token(self) -> str:
        """The app's xapp token, for Socket Mode."""
        return self.slack.tokens.app

    @property
    def signing_secret(self) -> str:
        """What signs the requests to the bot's URL."""
        return self.slack.tokens.signing_secret

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        folder: Path | None = None,
        *,
        port: int = 0,
        bot_url: str | None = None,
        manifest_path: Path = manifest.DEFAULT,
        ack_s: float = ACK_S,
        limits: bool = False,
        verify_url: bool = False,
        golden: Path = golden_files.DEFAULT,
        backstage: Backstage | None = None,
    ) -> "AsyncGenerator[Sandbox]":
        """Run on 127.0.0.1; port 0 takes any.

        `folder` keeps the workspace over restarts, `bot_url` is where deliveries go while no
        socket is open, `ack_s` how long they wait, `limits` turns Slack's rate limits on,
        `verify_url` asks the URL for a challenge first, `golden` holds what the gallery draws,
        `backstage` tells of the bot's own side.
        """
        slack = Slack(
            folder,
            bot_url=bot_url,
            manifest_path=manifest_path,
            ack_s=ack_s,
            limits=limits,
            verify_url=verify_url,
        )
        app = application(slack, backstage)
        golden_files.add_routes(app, golden)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", port)
            await site.start()
            url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            slack.begin(url)
            if folder is not None:
                tokens.write(folder / "tokens.json", url, slack.tokens)
            yield cls(url, slack)
        finally:
            await slack.close()
            await runner.cleanup()


def application(slack: Slack, backstage: Backstage | None = None) -> web.Application:
    """All routes of one workspace."""
    app = web.Application(client_max_size=MOST_BYTES, middlewares=[guard])
    app.on_response_prepare.append(inert)
    app.router.add_route("*", "/api/{method}", Api(slack).serve)
    app.router.add_get("/link/", slack.hub.serve)
    for kind in ("actions", "commands"):
        path = f"/{kind}/{{team}}/{{key}}/{{secret}}"
        app.router.add_post(path, slack.response_urls.serve)
    app.router.add_post("/upload/{file}", slack.uploads.receive)
    app.router.add_get("/files/{file}", slack.uploads.show)
    control = Control(slack)
    control.add_routes(app)
    WorkspaceControl(slack).add_routes(app)
    Trouble(slack).add_routes(app)
    Watching(slack).add_routes(app)
    (backstage or Backstage()).add_routes(app)
    AppControl(slack).add_routes(app)
    _add_model(app)
    _add_page(app, slack, control)
    return app


def _add_model(app: web.Application) -> None:
    """The scripted model, if it is installed; imported only when a server is built."""
    if find_spec("sandbox.model") is not None:
        from sandbox.model import add_routes

        add_routes(app)


def _add_page(app: web.Application, slack: Slack, control: Control) -> None:
    """The page, if it is installed; imported only when a server is built."""
    if find_spec("sandbox.web") is not None:
        from sandbox.web import add_routes

        add_routes(app, control.state, control.act)
