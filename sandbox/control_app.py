"""/sandbox/app/…: what happens to the app itself, and /oauth/v2/authorize where it is installed."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from aiohttp import web

from sandbox.errors import ControlError
from sandbox.grants import CLIENT_ID
from sandbox.jsons import Json, is_list
from sandbox.people import BOT_USER
from sandbox.routes import answers
from sandbox.slack import Slack

# Who agrees on the page where an app is installed.
INSTALLER = "U0DEE"


class AppControl:
    """Installing, uninstalling, revoking, rotation and the request URL of one app."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack
        self._actions: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "authorize": self._authorize,
            "install": self._install,
            "uninstall": self._uninstall,
            "revoke": self._revoke,
            "rotation": self._rotation,
            "request_url": self._request_url,
        }

    def add_routes(self, app: web.Application) -> None:
        """Mount it."""
        app.router.add_post("/sandbox/app/{action}", answers(self._act))
        app.router.add_post("/sandbox/quirks", answers(self._quirks))
        app.router.add_get("/oauth/v2/authorize", self._agree)

    async def _act(self, body: Json, request: web.Request) -> Json:
        action = self._actions.get(request.match_info["action"])
        if action is None:
            raise ControlError(f"no action {request.match_info['action']}", 404)
        return await action(body)

    async def _quirks(self, body: Json, _request: web.Request) -> Json:
        """Turn behaviours off that are only reported of the real Slack, or on again."""
        return self._slack.quirks.turn(body)

    def _person(self, ref: object) -> str:
        person = self._slack.workspace.person(str(ref))
        if person is None or person.bot:
            raise ControlError(f"no person {ref}", 404)
        return person.id

    async def _authorize(self, body: Json) -> Json:
        """A code for oauth.v2.access: {user?, redirect_uri?, user_scope?}."""
        code = self._slack.grants.authorize(
            self._person(body.get("user", INSTALLER)),
            str(body.get("redirect_uri", "")),
            str(body.get("user_scope", "")),
        )
        return {"code": code, "client_id": CLIENT_ID}

    async def _agree(self, request: web.Request) -> web.StreamResponse:
        """The page on which somebody installs the app, who agrees at once."""
        query = request.query
        if query.get("client_id") != CLIENT_ID or not query.get("redirect_uri"):
            return web.Response(status=400, text="invalid_client_id or no redirect_uri")
        code = self._slack.grants.authorize(
            INSTALLER, query["redirect_uri"], query.get("user_scope", "")
        )
        back = urlencode({"code": code, "state": query.get("state", "")})
        raise web.HTTPFound(f"{query['redirect_uri']}?{back}")

    async def _install(self, _body: Json) -> Json:
        """Install the app again, with a new bot token."""
        self._slack.grants.install()
        given = self._slack.grants.give("bot", BOT_USER)
        return {"bot_token": given["access_token"], **given}

    async def _uninstall(self, _body: Json) -> Json:
        """Remove the app: its tokens are dead, and both events say so."""
        events = self._slack.events
        event: Json = {"type": "app_uninstalled"}
        self._slack.events.emit("app_uninstalled", event)
        users = sorted(self._slack.grants.uninstall())
        events.tokens_revoked(bot=[BOT_USER], oauth=users, last=True)
        return {"revoked": [BOT_USER, *users]}

    async def _revoke(self, body: Json) -> Json:
        """Revoke the bot's token, or only those of the users in `oauth`."""
        grants, named = self._slack.grants, body.get("oauth")
        if named is None:
            bots = sorted(grants.revoke("bot", {BOT_USER}))
            self._slack.events.tokens_revoked(bot=bots)
            return {"revoked": bots}
        wanted = [self._person(ref) for ref in named] if is_list(named) else []
        users = sorted(grants.revoke("user", set(wanted)) | set(wanted))
        self._slack.events.tokens_revoked(oauth=users)
        return {"revoked": users}

    async def _rotation(self, body: Json) -> Json:
        """Whether tokens given out from now on expire and can be refreshed."""
        self._slack.grants.rotates = bool(body.get("on", True))
        return {"on": self._slack.grants.rotates}

    async def _request_url(self, body: Json) -> Json:
        """Set the bot's request URL: {url, verify?}; with `verify` it must answer a challenge."""
        url = body.get("url")
        webhook = self._slack.webhook
        webhook.point(None if url is None else str(url), verify=bool(body.get("verify")))
        verified = url is not None and bool(body.get("verify")) and await webhook.verify()
        if body.get("verify") and not verified:
            raise ControlError("the request URL did not answer with the challenge")
        return {"url": url, "verified": verified}
