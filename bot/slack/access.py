"""Slack's client: sends nothing that breaks Slack's limits, and remembers a refused token."""

from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from blocks.check import checked
from bot.slack.errors import code
from bot.slack.fields import Json, obj

# The token itself is refused, whatever the call; a missing scope isn't that.
REFUSED = frozenset("account_inactive invalid_auth not_authed token_expired token_revoked".split())
_POSTS = frozenset("chat.postMessage chat.update chat.postEphemeral".split())
_CONTENT = ("text", "blocks", "attachments", "metadata")
_OTHERS = ("apps.connections.open",)  # called with the app's token, not the bot's


class Client(AsyncWebClient):
    """The SDK's client; `refused` is Slack's word for why it took our token in no call since."""

    refused: str | None = None

    async def api_call(self, api_method: str, **how: Any) -> AsyncSlackResponse:
        """See AsyncWebClient. Raises what that raises, and BadBlocks before anything is sent."""
        _hold_against_limits(api_method, obj(how.get("json")))
        try:
            return await super().api_call(api_method, **how)
        except SlackApiError as error:
            if code(error) in REFUSED and api_method not in _OTHERS:
                self.refused = code(error)
            raise


def _hold_against_limits(method: str, body: Json) -> None:
    """Raises BadBlocks for a message or a view that Slack would refuse."""
    if method.startswith("views."):
        checked(dict(obj(body, "view")))
    elif method in _POSTS:
        checked({name: body[name] for name in _CONTENT if name in body})
