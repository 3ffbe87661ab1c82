"""The members of a channel as Slack tells them: page by page."""

from collections.abc import AsyncGenerator
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.fields import text

PAGE = 200  # members a page, as many as Slack recommends


async def pages(client: AsyncWebClient, channel: str) -> AsyncGenerator[object]:
    """Each answer of conversations.members, as long as there is another. Raises FAILURES."""
    cursor = ""
    while True:
        answer = await client.conversations_members(
            channel=channel, limit=PAGE, cursor=cursor or None
        )
        data = cast(object, answer.data)
        yield data
        cursor = text(data, "response_metadata", "next_cursor")
        if not cursor:
            return
