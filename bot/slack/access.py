"""Slack's client, which remembers whether Slack refuses our token."""

from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.slack.errors import code

# The token itself is refused, whatever the call; a missing scope isn't that.
REFUSED = frozenset("account_inactive invalid_auth not_authed token_expired token_revoked".split())
_OTHERS = ("apps.connections.open",)  # called with the app's token, not the bot's


class Client(AsyncWebClient):
    """The SDK's client; `refused` is Slack's word for why it took our token in no call since."""

    refused: str | None = None

    async def api_call(self, api_method: str, **how: Any) -> AsyncSlackResponse:
        """See AsyncWebClient. Raises what that raises."""
        try:
            return await super().api_call(api_method, **how)
        except SlackApiError as error:
            if code(error) in REFUSED and api_method not in _OTHERS:
                self.refused = code(error)
            raise
